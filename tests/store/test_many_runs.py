"""Many runs: what every question and every page asks of them is found over an index, not by a look at all."""

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.orm import Session

from masis.domain.review.rating import Rating
from masis.store import provenance, ratings, reviews, runs, threads, workspaces
from masis.store.database import Database
from masis.store.reviews import DecisionRow
from masis.store.tables import CaseRow, RunRow, WorkspaceRow

NOW = datetime(2026, 11, 3, 12, tzinfo=UTC)
PLACE = ("acme", "local", "t1")


def run(number: int, **also: object) -> RunRow:
    values: dict[str, Any] = {
        "run_id": f"r{number}",
        "workspace_id": "acme",
        "thread_id": f"t{number // 2}",
        "owner": "local",
        "question": f"Question {number}?",
        "request": {},
        "state": "finished",
        "verdict": "finalized",
        "confidence_history": [],
        "started_at": NOW + timedelta(hours=number),
        "finished_at": NOW + timedelta(hours=number, minutes=1),
        **also,
    }
    return RunRow(**values)


@pytest.fixture
def database(tmp_path: Path) -> Database:
    made = Database(tmp_path / "masis.db")
    with made.write() as session:
        place = WorkspaceRow(workspace_id="acme", name="Acme", owner="local", created_at=NOW)
        workspaces.add_workspace(session, place)
        session.add_all([run(number) for number in range(6)])
    return made


def plans(database: Database, ask: Callable[[Session], object]) -> str:
    """Return how SQLite finds what is asked, statement by statement."""
    asked: list[tuple[str, Any]] = []
    with closing(database), database.write() as session:
        engine = session.connection().engine
        event.listen(engine, "before_cursor_execute", lambda *call: asked.append((call[2], call[3])))
        ask(session)
        statements = [pair for pair in asked if pair[0].startswith("SELECT")]
        driver = session.connection().connection.cursor()
        found = [
            step
            for statement, values in statements
            for *_, step in driver.execute(f"EXPLAIN QUERY PLAN {statement}", values)
        ]
    assert found
    return "\n".join(found)


@pytest.mark.parametrize(
    "ask",
    [
        lambda session: runs.earlier(session, *PLACE, 5),
        lambda session: threads.asked_back(session, *PLACE),
        lambda session: threads.begun_by(session, "acme", "t1"),
        lambda session: threads.runs_of(session, *PLACE),
        lambda session: threads.listed(session, "acme", "local", 50),
    ],
)
def test_a_conversation_is_found_by_its_name(database: Database, ask: Callable[[Session], object]) -> None:
    plan = plans(database, ask)
    assert "runs_by_thread" in plan
    assert "runs_by_time" not in plan
    assert "SCAN runs" not in plan


def test_a_run_that_ends_looks_at_the_kept_ones_alone(database: Database) -> None:
    plan = plans(database, lambda session: provenance.keep(session, session.get_one(RunRow, "r5"), 2))
    assert "runs_kept" in plan


def test_the_newest_runs_stay_kept(database: Database) -> None:
    with closing(database), database.write() as session:
        let_go = [provenance.keep(session, session.get_one(RunRow, f"r{number}"), 2) for number in range(4)]
        assert let_go == [(), (), ("r0",), ("r1",)]
        assert provenance.keep(session, session.get_one(RunRow, "r4"), 0) == ("r3", "r2")


def test_conversations_come_by_their_last_use_with_their_first_question(database: Database) -> None:
    with closing(database), database.write() as session:
        threads.rename(session, "acme", "local", "t0", "Named")
        session.add(run(9, thread_id="t1", state="running", finished_at=None))
        session.add(run(10, owner="other", thread_id="t9"))
        session.flush()
        found = threads.listed(session, "acme", "local", 2)
        assert [(each.thread_id, each.title, each.runs) for each in found] == [
            ("t1", "Question 2?", 3),
            ("t2", "Question 4?", 2),
        ]
        assert [each.last_activity for each in found] == [
            NOW + timedelta(hours=9),
            NOW + timedelta(hours=5, minutes=1),
        ]
        assert threads.listed(session, "acme", "local", 3)[2].title == "Named"


def test_only_runs_that_somebody_judged_are_asked_for_their_confidence(database: Database) -> None:
    with closing(database), database.write() as session:
        for number in (1, 2, 3):
            session.get_one(RunRow, f"r{number}").confidence = number / 10
        ratings.put(
            session, Rating(run_id="r2", workspace_id="acme", person="local", name="", right=True, at=NOW)
        )
        of = {"run_id": "r3", "workspace_id": "acme", "case_id": "c3"}
        session.add(CaseRow(**of, question="?", cause="no_gain", message="", created_at=NOW))
        session.flush()
        act = {"at": NOW, "person": "local", "before": {}, "after": {}}
        session.add(DecisionRow(**of, **act, action="approve"))
        session.flush()
        assert runs.confidences(session, ratings.rated("acme")) == {"r2": 0.2}
        assert runs.confidences(session, reviews.judged("acme")) == {"r3": 0.3}
        assert runs.confidences(session, ratings.rated("other")) == {}
