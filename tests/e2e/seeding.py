"""Seeding: a data folder with the sample workspace, finished runs and a long queue, made headless."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from masis import wiring
from masis.config import Settings
from masis.domain.person import Caller
from masis.service import Masis
from masis.store import cases
from masis.store.tables import RunRow
from tests.fakes.services import eventually

ME = Caller()
QUESTIONS = {
    "finalized": "How many employees work in Eindhoven?",
    "conflict": "What was adjusted EBITDA in 2024?",
    "absent": "What is the premium of the cyber insurance?",
    "compared": "How did Pharma grow compared with Logistics in 2024?",
}
CASES = 1000


def seed(folder: Path) -> dict[str, str]:
    """Fill the folder and return the run of each question; the folder is let go of at the end."""
    masis = wiring.build_masis(Settings(data_dir=folder, _env_file=None))
    try:
        masis.load_sample(ME)
        assert eventually(lambda: all(job.finished for job in masis.jobs(ME, "sample")), 240)
        runs = {name: masis.ask(ME, "sample", question) for name, question in QUESTIONS.items()}
        for run_id in runs.values():
            masis.wait(run_id, 240)
        _queue_up(masis, runs["conflict"])
    finally:
        masis.close()
    (folder / "runs.json").write_text(json.dumps(runs), encoding="utf-8")
    return runs


def _queue_up(masis: Masis, run_id: str) -> None:
    """Put many cases like this run's into the queue, each with a run of its own."""
    first = masis.case(ME, "sample", run_id)
    assert first is not None
    with masis.parts.database.write() as session:
        row = session.get_one(RunRow, run_id)
        plain = {name: getattr(row, name) for name in RunRow.__table__.columns.keys()}  # noqa: SIM118
        for number in range(CASES):
            changes = {"run_id": f"queued-{number:04}", "question": f"Queued question {number:04}?"}
            at = datetime.now(UTC) - timedelta(days=2, minutes=number)
            session.add(RunRow(**{**plain, **changes}))
            session.flush()
            case_id = f"queued-case-{number:04}"
            cases.add(session, first.model_copy(update={**changes, "case_id": case_id, "created_at": at}))
