"""Insights in the store: figures are replaced, not added to, and summed alike on both engines."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from masis.domain.history.figures import RunFigures, StepFigures, duration_step
from masis.domain.history.slices import Over, Slice
from masis.domain.usage import Usage
from masis.store import insights, workspaces
from masis.store.database import Database, Session
from masis.store.insights import Looked
from masis.store.postgres import Postgres
from masis.store.tables import RunRow, WorkspaceRow

NOW = datetime(2026, 11, 3, 12, tzinfo=UTC)
LOOKED = Looked(("acme",), owner="local")
PAID = Usage(calls=3, input_tokens=2_000_000_000, output_tokens=5, money_nano=4_000_000_000, currency="USD")


@pytest.fixture
def database(tmp_path: Path, database_url: str | None) -> Database:
    made = Database(Postgres(database_url) if database_url else tmp_path / "masis.db")
    with made.write() as session:
        workspaces.add_workspace(
            session, WorkspaceRow(workspace_id="acme", name="Acme", owner="local", created_at=NOW)
        )
    return made


def run(session: Session, run_id: str, figures: RunFigures) -> None:
    row = RunRow(
        run_id=run_id,
        workspace_id="acme",
        thread_id="t",
        owner="local",
        question="?",
        request={},
        state="finished",
        verdict="finalized",
        confidence_history=[],
        started_at=NOW,
    )
    session.add(row)
    session.flush()
    insights.write(session, row, figures)


def figures(run_id: str, day: int = 3, **also: object) -> RunFigures:
    values = {"run_id": run_id, "day": date(2026, 11, day), "ending": "finalized", **also}
    return RunFigures.model_validate(values)


def test_writing_twice_counts_once(database: Database) -> None:
    steps = (StepFigures(agent="critic", milliseconds=100.0),)
    whole = figures("r1", confidence=0.8, retries=(("hallucination", "hallucination"),), steps=steps)
    with database.write() as session:
        run(session, "r1", whole)
        insights.write(session, session.get_one(RunRow, "r1"), whole)
        session.flush()
        assert [row.runs for row in insights.by_day(session, LOOKED)] == [1]
        assert insights.by_reason(session, LOOKED) == (("hallucination", 1),)
        assert insights.durations(session, LOOKED) == {"critic": [(duration_step(100.0), 1)]}
        assert insights.by_confidence(session, LOOKED) == ((16, "finalized", 1),)
    database.close()


def test_sums_are_by_day_ending_and_currency(database: Database) -> None:
    with database.write() as session:
        run(session, "r1", figures("r1", confidence=0.8, best_score=0.5, usage=PAID))
        run(session, "r2", figures("r2", confidence=0.9, usage=PAID))
        run(session, "r3", figures("r3", kept=4, dropped=6))
        run(session, "r4", figures("r4", 2, ending="absent", cause="no_evidence"))
    with database.read() as session:
        first, second, third = insights.by_day(session, LOOKED)
        assert (first.day, first.ending, first.currency, first.runs) == ("2026-11-02", "absent", "", 1)
        assert (second.kept, second.dropped, second.scored, second.confidence) == (4, 6, 0, 0.0)
        assert (third.currency, third.runs, third.searched, third.best_score) == ("USD", 2, 1, 0.5)
        assert third.confidence == pytest.approx(1.7)
        assert (third.input_tokens, third.money_nano) == (4_000_000_000, 8_000_000_000)
        assert insights.by_cause(session, LOOKED) == (("no_evidence", 1),)
        later = Looked(("acme",), date(2026, 11, 3))
        assert [row.day for row in insights.by_day(session, later)] == ["2026-11-03"] * 2
        assert insights.by_day(session, Looked(("acme",), owner="somebody")) == ()
        assert insights.by_day(session, Looked(())) == ()
        wanted = Slice(over=Over(), day=date(2026, 11, 2), ending="absent")
        assert [*session.scalars(insights.behind(LOOKED, wanted))] == ["r4"]
        assert not insights.any_uncounted(session)
    database.close()
