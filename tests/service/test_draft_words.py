"""The words of a draft under way: seen by who may see the run, nowhere kept, gone when the run ends."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from masis.domain.person import Caller
from masis.domain.run.draft import DraftWords
from masis.errors import NotFound
from masis.llm.memory import shared_memory
from masis.service import Masis
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.services import ME, eventually
from tests.service.conftest import LayOut
from tests.service.test_forks import QUESTION, filled, opened, report_of

DRAFT = "Net revenue retention was 114 % in 2025 [S1]."
STRANGER = Caller(person="stranger")


@pytest.fixture
def fake() -> Iterator[FakeOpenAI]:
    shared_memory.cache_clear()
    with FakeOpenAI() as served:
        served.say("writer", lambda _: DRAFT)
        yield served


@pytest.fixture
def masis(tmp_path: Path, lay_out: LayOut, fake: FakeOpenAI) -> Iterator[Masis]:
    masis = filled(lay_out, tmp_path / "data", fake, model_cache_days=0)
    yield masis
    masis.close()


def first_words(masis: Masis, run_id: str) -> DraftWords:
    """Wait for the first words of a run."""
    found: list[DraftWords] = []

    def there() -> bool:
        found.append(masis.draft_words(ME, "acme", run_id, timeout_seconds=0.0))
        return bool(found[-1].words)

    assert eventually(there, 60)
    return found[-1]


def test_words_come_while_the_model_writes_and_none_is_left_when_the_run_ends(
    masis: Masis, fake: FakeOpenAI
) -> None:
    fake.pause_between_words(0.1)
    run_id = masis.ask(ME, "acme", QUESTION)
    first = first_words(masis, run_id)
    whole = "Net revenue retention was 114 % in 2025."
    assert first.may_come
    assert whole.startswith(first.words)
    assert len(first.words) < len(whole)
    more = masis.draft_words(ME, "acme", run_id, first.number, 30.0)
    assert more.number > first.number
    report = report_of(masis, run_id)
    assert report.answer == "Net revenue retention was 114 % in 2025 [" + report.evidence[0].chunk_id + "]."
    assert masis.draft_words(ME, "acme", run_id) == DraftWords()


def test_words_are_not_among_what_is_kept_of_a_run(masis: Masis, fake: FakeOpenAI) -> None:
    fake.pause_between_words(0.1)
    run_id = masis.ask(ME, "acme", QUESTION)
    first_words(masis, run_id)
    kept = json.dumps([event.detail for event in masis.run(ME, "acme", run_id).events])
    assert "Net revenue" not in kept.replace(QUESTION, "")
    masis.wait(run_id, 60)
    kinds = [event.kind for event in masis.run(ME, "acme", run_id).events]
    assert len(kinds) < 20


def test_nobody_else_sees_the_words(masis: Masis, fake: FakeOpenAI) -> None:
    fake.pause_between_words(0.1)
    run_id = masis.ask(ME, "acme", QUESTION)
    first_words(masis, run_id)
    with pytest.raises(NotFound):
        masis.draft_words(STRANGER, "acme", run_id)
    with pytest.raises(NotFound):
        masis.draft_words(ME, "elsewhere", run_id)
    masis.wait(run_id, 60)


def test_cancelling_in_the_middle_ends_the_run_and_closes_the_connection(
    masis: Masis, fake: FakeOpenAI
) -> None:
    fake.mode("streams_for_ever", role="writer")
    run_id = masis.ask(ME, "acme", QUESTION)
    first_words(masis, run_id)
    masis.cancel_run(ME, "acme", run_id)
    masis.wait(run_id, 30)
    snapshot = masis.run(ME, "acme", run_id)
    assert (snapshot.summary.state, snapshot.report) == ("cancelled", None)
    assert eventually(lambda: fake.hung_up == 1, 30)
    assert masis.draft_words(ME, "acme", run_id) == DraftWords()


def test_a_run_stopped_in_the_middle_of_its_draft_goes_on_at_the_next_start(
    tmp_path: Path, lay_out: LayOut, fake: FakeOpenAI
) -> None:
    fake.mode("streams_for_ever", role="writer")
    masis = filled(lay_out, tmp_path / "other", fake)
    run_id = masis.ask(ME, "acme", QUESTION)
    first_words(masis, run_id)
    masis.close()
    assert eventually(lambda: fake.hung_up == 1, 30)
    fake.mode("good")
    again = opened(tmp_path / "other", fake)
    try:
        again.start()
        assert eventually(lambda: again.run(ME, "acme", run_id).report is not None, 60)
        assert "114" in (again.run(ME, "acme", run_id).report.answer or "")  # type: ignore[union-attr]
    finally:
        again.close()


@pytest.mark.parametrize("mode", ["no_stream_400", "not_streamed", "breaks_off", "ends_early", "uncounted"])
def test_a_server_that_streams_badly_gives_the_same_answer(masis: Masis, fake: FakeOpenAI, mode: str) -> None:
    fake.script(mode, role="writer")
    report = report_of(masis, masis.ask(ME, "acme", QUESTION))
    assert (report.outcome, report.requires_human_review) == ("answered", False)
    assert report.spending is not None
    assert report.spending.tokens > 0


def test_the_engine_without_a_model_speaks_no_words(
    tmp_path: Path, lay_out: LayOut, fake: FakeOpenAI
) -> None:
    masis = filled(lay_out, tmp_path / "plain", fake, engine="extractive")
    try:
        run_id = masis.ask(ME, "acme", QUESTION)
        assert masis.draft_words(ME, "acme", run_id, timeout_seconds=0.0).words == ""
        report_of(masis, run_id)
    finally:
        masis.close()
