"""Past runs on the real engine: stale answers, asking again, comparing, forking; nobody else sees them."""

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from masis.config import Settings
from masis.domain.run.provenance import Change
from masis.domain.run.report import RunReport
from masis.errors import InvalidInput, NotFound
from masis.service import Masis
from masis.store import provenance
from masis.store.provenance import RunSourceRow
from masis.store.tables import RunRow
from masis.wiring import build_parts
from tests.fakes.services import ME, OTHER, settled
from tests.service.conftest import LayOut

QUESTION = "How high was net revenue retention in 2025?"
FIRST = (
    "# Harbor annual report 2025\n\nNet revenue retention was 114 % in 2025. "
    "The harbour moved 2.1 million containers in 2025.\n"
)
SECOND = FIRST.replace("114 %", "117 %")
BOARD = "# Harbor board pack\n\nThe board of Harbor has seven members. Harbor employs 4,200 people in 2025.\n"


def opened(folder: Path, **changes: Any) -> Masis:
    settings = Settings(data_dir=folder, _env_file=None, engine="extractive", **changes)
    return Masis(replace(build_parts(settings), undo_seconds=60.0))


@pytest.fixture
def masis(tmp_path: Path, lay_out: LayOut) -> Iterator[Masis]:
    masis = opened(lay_out(tmp_path / "data", ("annual.md", FIRST), ("board.md", BOARD)))
    yield masis
    masis.close()


def take_in(masis: Masis, name: str, text: str) -> None:
    masis.upload(ME, "acme", name, text.encode())
    assert {job.state for job in settled(masis, "acme")} <= {"done", "unchanged"}


def report_of(masis: Masis, run_id: str) -> RunReport:
    masis.wait(run_id, 60)
    snapshot = masis.run(ME, "acme", run_id)
    assert snapshot.report is not None, snapshot.message
    return snapshot.report


def asked(masis: Masis, question: str = QUESTION) -> RunReport:
    return report_of(masis, masis.ask(ME, "acme", question))


def annual(masis: Masis) -> str:
    return next(one.document_id for one in masis.documents(ME, "acme") if one.file_name == "annual.md")


def test_a_replaced_source_makes_an_answer_stale_and_the_old_file_makes_it_current_again(
    masis: Masis,
) -> None:
    run = asked(masis)
    assert "114" in (run.answer or "")
    assert masis.past.stale(ME, "acme", run.run_id) == ()
    take_in(masis, "annual.md", SECOND)
    (source,) = masis.past.stale(ME, "acme", run.run_id)
    assert (source.what, source.version, source.at is not None) == ("replaced", 2, True)
    (listed,) = masis.past.listed(ME, "acme", stale=True)
    assert (listed.summary.run_id, listed.stale) == (run.run_id, (source,))
    take_in(masis, "annual.md", FIRST)
    assert masis.past.stale(ME, "acme", run.run_id) == ()
    assert masis.past.listed(ME, "acme", stale=True) == ()


def test_a_deletion_makes_stale_at_once_undo_takes_it_back_and_the_time_outlives_the_document(
    masis: Masis,
) -> None:
    run, document = asked(masis), annual(masis)
    masis.delete_document(ME, "acme", document)
    (source,) = masis.past.stale(ME, "acme", run.run_id)
    assert source.what == "deleted"
    masis.undo_delete(ME, "acme", document)
    assert masis.past.stale(ME, "acme", run.run_id) == ()
    masis.delete_document(ME, "acme", document)
    masis._purge.document("acme", document)
    (gone,) = masis.past.stale(ME, "acme", run.run_id)
    assert gone.what == "deleted"
    assert gone.at is not None
    take_in(masis, "annual.md", FIRST)  # another document with the same content
    assert masis.past.stale(ME, "acme", run.run_id) == ()


def test_running_a_stale_answer_again_shows_what_changed(masis: Masis) -> None:
    run = asked(masis)
    take_in(masis, "annual.md", SECOND)
    again = report_of(masis, masis.past.run_again(ME, "acme", run.run_id))
    assert again.origin is not None
    assert (again.origin.kind, again.origin.run_id) == ("again", run.run_id)
    seen = masis.past.compare(ME, "acme", run.run_id, again.run_id)
    changed = [pair for pair in seen.comparison.claims if pair.kind == "changed"]
    assert [("114" in p.before.text, "117" in p.after.text) for p in changed if p.before and p.after] == [
        (True, True)
    ]
    assert seen.added == (("Harbor annual report 2025", 2),)
    assert seen.before.stale
    assert not seen.after.stale
    assert masis.past.relatives(ME, "acme", run.run_id).successors == (again.run_id,)
    assert masis.past.compare(ME, "acme", again.run_id, run.run_id).comparison.swapped() == seen.comparison


def test_a_fork_with_another_confidence_line_leaves_the_old_run_as_it_was(masis: Masis) -> None:
    run = asked(masis)
    before = masis.run(ME, "acme", run.run_id)
    points = masis.past.forking.points(ME, "acme", run.run_id).points
    assert [(one.node, one.iteration) for one in points[:4]] == [
        ("researcher", 1), ("synthesizer", 1), ("critic", 1), ("evaluator", 1)
    ]  # fmt: skip
    fork = report_of(
        masis, masis.past.forking.fork(ME, "acme", run.run_id, "evaluator", 1, Change(confidence_needed=1.0))
    )
    assert fork.origin is not None
    assert (fork.origin.kind, fork.origin.node, fork.origin.iteration) == ("fork", "evaluator", 1)
    assert fork.conditions["Confidence needed"] == "1.00"
    assert fork.requires_human_review
    assert not run.requires_human_review
    assert masis.run(ME, "acme", run.run_id) == before
    assert masis.past.forking.points(ME, "acme", run.run_id).points == points
    settings = {
        one.name for one in masis.past.compare(ME, "acme", run.run_id, fork.run_id).comparison.settings
    }
    assert settings == {"Confidence needed"}
    steps = [one.node for one in masis.run(ME, "acme", fork.run_id).events if one.kind == "node_finished"]
    assert steps == [entry["node"] for entry in fork.trace]


def test_a_fork_at_the_search_finds_only_the_chosen_documents(masis: Masis) -> None:
    run = asked(masis)
    board = next(one.document_id for one in masis.documents(ME, "acme") if one.file_name == "board.md")
    change = Change(document_ids=(board,), evidence_threshold=0.0)
    fork = report_of(masis, masis.past.forking.fork(ME, "acme", run.run_id, "researcher", 1, change))
    assert {chunk.document_id for chunk in fork.evidence} <= {board}
    entry = next(one for one in fork.trace if one["node"] == "researcher")
    assert entry["threshold_used"] == 0.0
    assert fork.conditions["Documents"] == "only Harbor board pack"
    calls = [entry for entry in fork.trace if entry["node"] == "researcher"]
    assert fork.metrics["retrieval_calls"] == len(calls)


def test_a_fork_at_the_writer_narrows_what_was_found_and_refuses_when_nothing_is_left(masis: Masis) -> None:
    run = asked(masis)
    board = next(one.document_id for one in masis.documents(ME, "acme") if one.file_name == "board.md")
    with pytest.raises(InvalidInput, match="looks again"):
        masis.past.forking.fork(ME, "acme", run.run_id, "synthesizer", 1, Change(evidence_threshold=1.0))
    fork = masis.past.forking.fork(
        ME, "acme", run.run_id, "synthesizer", 1, Change(document_ids=(annual(masis),))
    )
    assert board not in {chunk.document_id for chunk in report_of(masis, fork).evidence}
    assert [entry["node"] for entry in report_of(masis, fork).trace].count("researcher") == 1
    with masis.parts.database.read() as session:
        assert session.query(RunRow).count() == 2  # the refused fork left no run behind


@pytest.mark.parametrize(
    ("node", "change", "said"),
    [
        ("researcher", Change(), "Change a threshold"),
        ("orchestrator", Change(confidence_needed=0.1), "no orchestrator in round 1"),
        ("researcher", Change(engine="openai"), "No OpenAI-compatible model"),
        ("researcher", Change(document_ids=("d-none",)), "not in this workspace any more"),
    ],
)
def test_a_fork_that_cannot_be_is_refused_in_words(
    masis: Masis, node: str, change: Change, said: str
) -> None:
    run = asked(masis)
    with pytest.raises((InvalidInput, NotFound), match=said):
        masis.past.forking.fork(ME, "acme", run.run_id, node, 1, change)


def test_only_the_newest_runs_keep_their_steps(tmp_path: Path, lay_out: LayOut) -> None:
    """A run whose checkpoints are gone says so and can still be run again whole."""
    masis = opened(lay_out(tmp_path / "few", ("annual.md", FIRST)), forkable_runs=1)
    try:
        old, new = asked(masis), asked(masis)
        assert masis.past.forking.points(ME, "acme", new.run_id).points
        assert "no longer kept" in masis.past.forking.points(ME, "acme", old.run_id).why_not
        with pytest.raises(InvalidInput, match="no longer kept"):
            masis.past.forking.fork(ME, "acme", old.run_id, "critic", 1, Change(confidence_needed=0.1))
        assert report_of(masis, masis.past.run_again(ME, "acme", old.run_id)).answer
    finally:
        masis.close()


def test_another_person_sees_and_starts_nothing(masis: Masis) -> None:
    run, past = asked(masis), masis.past
    for attempt in (
        lambda: past.listed(OTHER, "acme"),
        lambda: past.stale(OTHER, "acme", run.run_id),
        lambda: past.relatives(OTHER, "acme", run.run_id),
        lambda: past.compare(OTHER, "acme", run.run_id, run.run_id),
        lambda: past.run_again(OTHER, "acme", run.run_id),
        lambda: past.forking.points(OTHER, "acme", run.run_id),
        lambda: past.forking.fork(OTHER, "acme", run.run_id, "critic", 1, Change(confidence_needed=0.1)),
        lambda: past.compare(ME, "acme", run.run_id, "r-none"),
    ):
        with pytest.raises(NotFound):
            attempt()


def test_a_thousand_runs_are_marked_in_one_query(masis: Masis) -> None:
    run = asked(masis)
    with masis.parts.database.write() as session:
        row = session.get_one(RunRow, run.run_id)
        source = session.query(RunSourceRow).first()
        assert source is not None
        for number in range(1000):
            copy = {c.name: getattr(row, c.name) for c in RunRow.__table__.columns}
            session.add(RunRow(**{**copy, "run_id": f"x{number}", "report": None}))
        session.flush()
        for number in range(1000):
            copy = {c.name: getattr(source, c.name) for c in RunSourceRow.__table__.columns}
            session.add(RunSourceRow(**{**copy, "run_id": f"x{number}"}))
    take_in(masis, "annual.md", SECOND)
    asked_of: list[str] = []
    with masis.parts.database.read() as session:
        event.listen(session.get_bind(), "before_cursor_execute", lambda *a: asked_of.append(a[2]))
        ids = [f"x{number}" for number in range(1000)]
        began = time.perf_counter()
        assert len(provenance.stale(session, ids)) == 1000
        print(f"1,000 runs marked in {(time.perf_counter() - began) * 1000:.1f} ms")  # noqa: T201
    assert len([one for one in asked_of if one.startswith("SELECT")]) == 1


def test_a_moment_without_sources_is_never_stale(masis: Masis) -> None:
    run = asked(masis, "What is the airspeed of an unladen swallow?")
    masis.delete_document(ME, "acme", annual(masis))
    assert run.started_at < datetime.now(UTC)
    assert masis.past.stale(ME, "acme", run.run_id) == () or run.claims
