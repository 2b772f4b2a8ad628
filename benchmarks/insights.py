"""Benchmark: what insights, the history and a question take beside many made runs, on SQLite and on Postgres.

    python -m benchmarks.insights [--runs 100000] [--database-url postgresql://...]

The runs are made, with reports of one kilobyte: no page of these reads a report. Each figure is the whole of
what the page asks of the service, five times after one to warm up; a question is one of the sample's, asked
of the sample's documents, and is timed in an installation without runs first.
"""

import argparse
import json
import random
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from sqlalchemy import insert

from benchmarks.measure import quartiles, say, timed_milliseconds
from masis.config import Settings
from masis.domain.history.figures import AGENTS, confidence_bin, duration_step
from masis.domain.history.slices import Over, Slice
from masis.domain.person import Caller
from masis.evaluation.sets import read_questions
from masis.service import Masis
from masis.store.database import Database
from masis.store.insights import RetryFiguresRow, RunFiguresRow, StepFiguresRow
from masis.store.tables import RunRow
from masis.wiring import build_masis

ME = Caller()
DAYS = 365
WORKSPACES = ("first", "second", "third")
ENDINGS = ("finalized", "finalized", "finalized", "needs_review", "passages", "absent", "failed")
BATCH = 5_000
ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "masis/sample/documents"
QUESTIONS = [found.question for found in read_questions(ROOT / "evaluation/golden.jsonl")]
REPORT = json.dumps({"filler": "x" * 1_000})


def filled(database: Database, runs: int) -> None:
    """Write runs with their figures, as many a day in each workspace."""
    dice, now = random.Random(7), datetime.now(UTC)  # noqa: S311 - made rows
    for start in range(0, runs, BATCH):
        with database.write() as session:
            made = [row(number, now, dice) for number in range(start, min(start + BATCH, runs))]
            session.execute(insert(RunRow), [run for run, _ in made])
            session.execute(insert(RunFiguresRow), [figures for _, figures in made])
            places = [{name: f[name] for name in ("run_id", "workspace_id", "owner", "day")} for _, f in made]
            session.execute(insert(StepFiguresRow), [*steps(places, dice)])
            session.execute(insert(RetryFiguresRow), [*retries(places, dice)])


def row(number: int, now: datetime, dice: random.Random) -> tuple[dict[str, object], dict[str, object]]:
    """Return a run and its figures."""
    at, sure = now - timedelta(days=dice.randrange(DAYS)), dice.random()
    common = {"run_id": f"r{number:020}", "workspace_id": WORKSPACES[number % 3], "owner": "local"}
    run = {
        **common,
        "thread_id": f"t{number // 4}",
        "question": f"Made question {number}?",
        "request": {},
        "state": "finished",
        "verdict": "finalized",
        "confidence": sure,
        "confidence_history": [sure],
        "report": REPORT,
        "started_at": at,
        "finished_at": at + timedelta(seconds=2),
    }
    ending = dice.choice(ENDINGS)
    figures: dict[str, object] = {
        **common,
        "day": at.date().isoformat(),
        "ending": ending,
        "cause": "" if ending == "finalized" else dice.choice(("conflict", "low_confidence", "no_evidence")),
        "confidence": sure,
        "confidence_bin": confidence_bin(sure),
        "retries": 1,
        "kept": dice.randrange(10),
        "dropped": dice.randrange(20),
        "best_score": dice.random(),
        "sentences": 5,
        "struck": dice.randrange(2),
        "seconds": dice.random() * 4,
        "calls": 3,
        "input_tokens": 4_000,
        "output_tokens": 300,
        "money_nano": 1_000_000,
        "currency": "USD",
    }
    return run, figures


def steps(places: list[dict[str, object]], dice: random.Random) -> Iterator[dict[str, object]]:
    """Yield the steps of runs: every agent but the one that asks back."""
    for place in places:
        for agent in AGENTS:
            if agent != "clarifier":
                yield {**place, "agent": agent, "step": duration_step(dice.lognormvariate(4, 1))}


def retries(places: list[dict[str, object]], dice: random.Random) -> Iterator[dict[str, object]]:
    """Yield a retry for every run."""
    for place in places:
        yield {**place, "number": 1, "reason": dice.choice(("low_confidence", "not_answered", "needs_retry"))}


def measured(masis: Masis, place: str) -> None:
    """Say how long the page's one question to the service takes."""
    for name, over in (
        ("90 days, one workspace", Over(span=90)),
        ("all days, one workspace", Over(span=0)),
        ("all days, all of mine", Over(span=0, mine=True)),
    ):
        masis.insights.overview(ME, "first", over)
        times = [timed_milliseconds(partial(masis.insights.overview, ME, "first", over)) for _ in range(5)]
        say(f"{place}, {name}", quartiles(times))
    point = Slice(over=Over(span=0, mine=True), ending="absent")
    behind = [
        timed_milliseconds(lambda: masis.insights.behind(ME, "first", point, limit=26)) for _ in range(5)
    ]
    say(f"{place}, the runs behind a point", quartiles(behind))


def used(masis: Masis, name: str, questions: list[str]) -> None:
    """Say how long an analyst waits for the list of conversations, the newest runs, and an answer."""
    lists = [timed_milliseconds(partial(masis.threads, ME, "first")) for _ in range(6)]
    say(f"{name}, conversations", quartiles(lists[1:]))
    newest = [timed_milliseconds(partial(masis.runs, ME, "first")) for _ in range(6)]
    say(f"{name}, newest runs", quartiles(newest[1:]))
    say(f"{name}, a question", quartiles([answered(masis, "first", text) for text in questions][5:]))


def answered(masis: Masis, workspace_id: str, text: str) -> float:
    """Return the milliseconds from a question to its report."""
    return timed_milliseconds(lambda: masis.wait(masis.ask(ME, workspace_id, text)))


def read_in(masis: Masis, workspace_id: str) -> None:
    """Take in the sample's documents."""
    for file in sorted(SAMPLE.iterdir()):
        masis.upload(ME, workspace_id, file.name, file.read_bytes())
    while any(job.state in {"queued", "running"} for job in masis.jobs(ME, workspace_id)):
        time.sleep(0.2)


def main() -> None:
    """Fill a database and measure on it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--database-url", help="an empty database on a Postgres server; without it SQLite")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        masis = build_masis(Settings(data_dir=Path(folder), database_url=asked.database_url, _env_file=None))
        try:
            for name in WORKSPACES:
                masis.create_workspace(ME, name)
            read_in(masis, "first")
            used(masis, "without runs", QUESTIONS[::2])
            before = masis.insights.overview(ME, "first", Over(span=0, mine=True)).runs
            filled(masis.parts.database, asked.runs)
            counted = masis.insights.overview(ME, "first", Over(span=0, mine=True)).runs
            assert counted == asked.runs + before, counted
            say("runs", f"{asked.runs:,}")
            name = "Postgres" if asked.database_url else "SQLite"
            measured(masis, name)
            used(masis, name, QUESTIONS[1::2])  # an answer of before would be found sooner
        finally:
            masis.close()


if __name__ == "__main__":
    main()
