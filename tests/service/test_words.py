"""Words of a run under way: in its snapshot while they come, gone with the draft that they belong to."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from masis.analysts.model.analysts import words_so_far
from masis.config import Settings
from masis.service import Masis
from masis.wiring import build_masis
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.services import ME, settled

TEXT = "Revenue of Harbor Freight was 12 million euros in 2024 [S1]."


@pytest.fixture
def fake() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as served:
        served.say("writer", lambda _user: TEXT)
        yield served


@pytest.fixture
def masis(fake: FakeOpenAI, tmp_path: Path) -> Iterator[Masis]:
    settings = Settings(
        data_dir=tmp_path,
        OPENAI_BASE_URL=fake.base_url,
        OPENAI_API_KEY=SecretStr("k"),
        model_calls_per_minute=1000,
        _env_file=None,
    )
    masis = build_masis(settings)
    yield masis
    masis.close()


def test_words_are_seen_while_they_come_and_are_no_answer(masis: Masis, fake: FakeOpenAI) -> None:
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "a.md", b"# Report\n\nRevenue of Harbor Freight was 12 million euros in 2024.\n")
    assert [job.state for job in settled(masis, "acme", 60)] == ["done"]
    fake.word_seconds = 0.15
    run_id = masis.ask(ME, "acme", "How high was revenue of Harbor Freight in 2024?")
    seen: list[str] = []
    while masis.run(ME, "acme", run_id).summary.state in {"queued", "running"}:
        seen.append(masis.run(ME, "acme", run_id).words)
        threading.Event().wait(0.05)
    plain = TEXT.replace(" [S1]", "")
    assert len({words for words in seen if words}) > 2
    assert [words for words in seen if not plain.startswith(words)] == []
    ended = masis.run(ME, "acme", run_id)
    assert ended.words == ""
    assert ended.report is not None
    assert "12 million" in ended.report.answer


@pytest.mark.parametrize(
    ("half", "shown"),
    [
        ("Revenue rose [S1][S", "Revenue rose"),
        ("Revenue rose [S1, S2]. It", "Revenue rose. It"),
        ("Revenue rose [", "Revenue rose"),
        ("<think>Let me", ""),
        ("<thi", ""),
        ("```json\nRevenue rose", "Revenue rose"),
        ("Revenue [rose] by 4 %", "Revenue [rose] by 4 %"),
    ],
)
def test_half_a_reply_shows_no_half_a_label(half: str, shown: str) -> None:
    assert words_so_far(half) == shown
