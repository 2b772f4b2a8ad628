"""Insights: figures of every ended run, those of before, and the runs behind a point; on both engines."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import text

from masis.domain.history.overview import Overview
from masis.domain.history.slices import Over, Slice
from masis.errors import NotFound
from masis.service import Masis
from masis.service.insights import BATCH
from masis.store import insights
from masis.store.database import Session
from masis.store.tables import RunRow
from tests.builders import opinion
from tests.fakes.scripted import scripted_deps
from tests.fakes.services import ME, OTHER, World, eventually

EVER = Over(span=0)


def asked(masis: Masis, question: str = "How high was revenue?", workspace: str = "acme") -> str:
    run_id = masis.ask(ME, workspace, question)
    masis.wait(run_id, 20)
    return run_id


def seen(masis: Masis, over: Over = EVER) -> Overview:
    return masis.insights.overview(ME, "acme", over)


def opened(world: World, **script: Any) -> Masis:
    world.deps = scripted_deps(**script)
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    return masis


def behind(masis: Masis, wanted: Slice) -> list[str]:
    return [run.summary.run_id for run in masis.insights.behind(ME, "acme", wanted)]


def test_nothing_asked_adds_up_to_nothing(masis: Masis) -> None:
    assert seen(masis) == Overview(over=EVER)


def test_a_run_is_counted_when_it_ends(masis: Masis) -> None:
    run_id = asked(masis)
    found = seen(masis)
    assert (found.runs, found.ended("finalized"), found.counting) == (1, 1, False)
    (row,) = found.days
    assert row.day == datetime.now(UTC).date().isoformat()
    assert (row.scored, row.kept, row.sentences) == (1, 2, 1)
    assert [times.agent for times in found.agents] == [
        "orchestrator",
        "supervisor",
        "researcher",
        "synthesizer",
        "critic",
        "evaluator",
    ]
    assert behind(masis, Slice(over=EVER, ending="finalized")) == [run_id]
    assert behind(masis, Slice(over=EVER, ending="absent")) == []
    assert behind(masis, Slice(over=EVER, bin=found.confidence[0][0])) == [run_id]
    assert behind(masis, Slice(over=EVER, agent="critic", step=found.agents[4].slow_step)) == [run_id]


def test_retries_and_causes_lead_to_their_runs(world: World) -> None:
    masis = opened(world, opinions=[opinion(0.2), opinion(0.2), opinion(0.2)])
    run_id = asked(masis)
    found = seen(masis)
    assert found.days[0].retries >= 1
    assert "low_confidence" in dict(found.reasons)
    ((cause, count),) = found.causes
    assert count == 1
    assert behind(masis, Slice(over=EVER, cause=cause)) == [run_id]
    assert behind(masis, Slice(over=EVER, reason="low_confidence")) == [run_id]
    assert behind(masis, Slice(over=EVER, reason="hallucination")) == []


def test_what_people_decided_is_joined(world: World) -> None:
    masis = opened(world, opinions=[opinion(0.2)] * 3)
    run_id = asked(masis)
    assert seen(masis).judged == ()
    case = masis.case(ME, "acme", run_id)
    assert case is not None
    masis.reviews.reject(ME, case.case_id, case.version, "wrong", "Not so.")
    ((_, said, count),) = seen(masis).judged
    assert (said, count) == ("rejected", 1)
    assert behind(masis, Slice(over=EVER, judged="rejected")) == [run_id]
    assert seen(masis).ended("needs_review") == 1  # how MASIS ended it stays


def test_a_run_that_fails_is_counted_too(world: World) -> None:
    masis = opened(world, drafts=[ZeroDivisionError("secret detail")])
    run_id = asked(masis)
    assert seen(masis).ended("failed") == 1
    assert behind(masis, Slice(over=EVER, ending="failed")) == [run_id]


def test_earlier_runs_are_counted_in_the_background_and_only_once(world: World) -> None:
    masis = opened(world)
    run_id = asked(masis)
    before = seen(masis)
    with masis.parts.database.write() as session:
        row = session.get_one(RunRow, run_id)
        plain = {name: getattr(row, name) for name in RunRow.__table__.columns.keys()}  # noqa: SIM118
        for number in range(BATCH + 3):
            session.add(RunRow(**{**plain, "run_id": f"old-{number:03}"}))
        session.add(RunRow(**{**plain, "run_id": "old-broken", "report": '{"run_id": 1}'}))
        session.flush()
        insights.forget(session, [run_id])
    assert (seen(masis).runs, seen(masis).counting) == (0, True)
    world.opened.pop().close()
    masis = world.open()  # counting goes on at the next start
    assert eventually(lambda: not seen(masis).counting)
    found = seen(masis)
    assert (found.runs, found.ended("finalized")) == (BATCH + 5, BATCH + 5)
    assert found.days[0].kept == before.days[0].kept * (BATCH + 4)  # of the broken one only its row counts
    masis.insights.count_earlier()
    assert seen(masis) == found


def test_a_span_leaves_older_days_out(masis: Masis) -> None:
    run_id = asked(masis)
    with masis.parts.database.write() as session:
        moved(session, run_id, "2026-01-05")
    assert seen(masis, Over(span=7)).runs == 0
    assert seen(masis).runs == 1


def moved(session: Session, run_id: str, day: str) -> None:
    for table in ("run_figures", "step_figures", "retry_figures"):
        statement = text(f"update {table} set day = :day where run_id = :run")  # noqa: S608
        session.execute(statement, {"day": day, "run": run_id})


def test_all_of_mine_are_mine_and_nobody_elses(masis: Masis) -> None:
    masis.create_workspace(ME, "Second")
    masis.create_workspace(OTHER, "Third")
    here, there = asked(masis), asked(masis, workspace="second")
    theirs = masis.ask(OTHER, "third", "How high was revenue?")
    masis.wait(theirs, 20)
    assert seen(masis).runs == 1
    every = Over(span=0, mine=True)
    assert seen(masis, every).runs == 2
    assert set(behind(masis, Slice(over=every))) == {here, there}
    assert behind(masis, Slice(over=EVER)) == [here]
    for workspace in ("third", "nowhere"):
        with pytest.raises(NotFound):
            masis.insights.overview(ME, workspace, every)
        with pytest.raises(NotFound):
            masis.insights.behind(ME, workspace, Slice(over=every))


def test_figures_go_with_their_workspace(masis: Masis) -> None:
    asked(masis)
    masis.delete_workspace(ME, "acme")
    with masis.parts.database.read() as session:
        for table in ("run_figures", "step_figures", "retry_figures"):
            assert session.execute(text(f"select count(*) from {table}")).scalar() == 0  # noqa: S608
