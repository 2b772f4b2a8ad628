"""Forks: what a model already said is not paid for again; a killed fork goes on as the fork it is."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from masis.config import Settings
from masis.domain.run.provenance import Change
from masis.domain.run.report import RunReport
from masis.service import Masis
from masis.wiring import build_parts
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.services import ME, eventually
from tests.service.conftest import LayOut

QUESTION = "How high was net revenue retention in 2025?"
REPORT = "# Annual report 2025\n\nNet revenue retention was 114 % in 2025. The board has seven members.\n"


@pytest.fixture
def fake() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as served:
        yield served


def opened(folder: Path, fake: FakeOpenAI, **changes: Any) -> Masis:
    settings = Settings(
        data_dir=folder,
        _env_file=None,
        OPENAI_API_KEY="sk-test",
        OPENAI_BASE_URL=fake.base_url,
        model_calls_per_minute=10_000,
        **changes,
    )
    return Masis(replace(build_parts(settings), undo_seconds=60.0))


def filled(lay_out: LayOut, folder: Path, fake: FakeOpenAI, **changes: Any) -> Masis:
    return opened(lay_out(folder, ("annual.md", REPORT)), fake, **changes)


def report_of(masis: Masis, run_id: str) -> RunReport:
    masis.wait(run_id, 60)
    snapshot = masis.run(ME, "acme", run_id)
    assert snapshot.report is not None, snapshot.message
    return snapshot.report


def test_replies_received_before_the_fork_are_not_paid_again(
    tmp_path: Path, lay_out: LayOut, fake: FakeOpenAI
) -> None:
    """A fork at the Scorecard asks the judge; one on the extractive engine asks nobody."""
    masis = filled(lay_out, tmp_path / "data", fake, model_cache_days=0)
    try:
        run = report_of(masis, masis.ask(ME, "acme", QUESTION, 0))
        assert run.engine == "openai"
        roles = ("desk", "writer", "auditor", "judge")
        before = {role: fake.count(role) for role in roles}
        change = Change(confidence_needed=0.9)
        fork = report_of(masis, masis.past.forking.fork(ME, "acme", run.run_id, "evaluator", 1, change))
        after = {role: fake.count(role) - before[role] for role in roles}
        assert after == {"desk": 0, "writer": 0, "auditor": 0, "judge": 1}
        assert fork.origin is not None
        assert fork.origin.calls_before == sum(before.values()) - 1
        total = fake.count()
        change = Change(engine="extractive")
        fork = report_of(masis, masis.past.forking.fork(ME, "acme", run.run_id, "synthesizer", 1, change))
        assert fork.engine == "extractive"
        assert fake.count() == total
        assert "114" in (fork.answer or "")
    finally:
        masis.close()


def test_a_fork_killed_before_it_began_goes_on_at_the_next_start(
    tmp_path: Path, lay_out: LayOut, fake: FakeOpenAI, monkeypatch: pytest.MonkeyPatch
) -> None:
    masis = filled(lay_out, tmp_path / "data", fake, engine="extractive")
    run = report_of(masis, masis.ask(ME, "acme", QUESTION))
    monkeypatch.setattr(
        masis._runs.jobs, "add", lambda *_: None
    )  # the process dies with the fork in the queue
    change = Change(confidence_needed=1.0)
    fork_id = masis.past.forking.fork(ME, "acme", run.run_id, "critic", 1, change)
    masis.close()
    again = opened(tmp_path / "data", fake, engine="extractive")
    try:
        again.start()
        assert eventually(lambda: again.run(ME, "acme", fork_id).report is not None, 60)
        fork = report_of(again, fork_id)
        assert fork.requires_human_review
        assert [entry["node"] for entry in fork.trace].count("orchestrator") == 1
        assert fork.trace[: len(run.trace) - 3] == run.trace[: len(run.trace) - 3]
    finally:
        again.close()
