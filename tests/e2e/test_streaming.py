"""The writer's words in a browser: shown while they come, never as an answer, gone when it is there."""

import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import free_port, serve
from tests.e2e.steps import opened, settled
from tests.fakes.openai_server import FakeOpenAI

QUESTION = "What were total assets in 2023?"
FILLER = "The passages were read one by one and this is what the writer has to say of them so far."


def slow_answer(user: str) -> str:
    """Return an answer of many words on the first passage."""
    (first, *_) = re.findall(r"passage \[(\w+)\]", user) or ["S1"]
    return f"{FILLER} {FILLER} [{first}]"


@pytest.fixture(scope="module")
def fake() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as served:
        served.say("writer", slow_answer)
        yield served


@pytest.fixture(scope="module")
def app(fake: FakeOpenAI, sample_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The real app on the sample with a model behind it."""
    port, folder = free_port(), tmp_path_factory.mktemp("streaming")
    shutil.copytree(sample_data, folder / "data")
    command = [sys.executable, "-m", "streamlit", "run", "streamlit_app.py", "--server.port", str(port)]
    environment = {
        "MASIS_DATA_DIR": str(folder / "data"),
        "MASIS_MODEL_CACHE_DAYS": "0",
        "OPENAI_BASE_URL": fake.base_url,
        "OPENAI_API_KEY": "k",
        "MASIS_MODEL_CALLS_PER_MINUTE": "1000",
    }
    yield from serve(command, port, folder / "log", **environment)


def shot(page: Any, name: str) -> None:
    """Keep a picture for whoever wants to look: set SHOTS to a folder."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


def asked(page: Any, app: str, question: str = QUESTION) -> Any:
    opened(page, app)
    page.get_by_test_id("stChatInputTextArea").fill(question)
    page.keyboard.press("Enter")
    draft = page.get_by_role("region", name="Draft, not audited yet")
    draft.wait_for(timeout=60_000)
    return draft


def test_words_come_one_after_the_other_and_give_way_to_the_audited_answer(
    page: Any, app: str, fake: FakeOpenAI
) -> None:
    fake.word_seconds = 0.25
    draft = asked(page, app)
    first = draft.inner_text()
    page.wait_for_function(
        "before => document.querySelector('.m-draft').innerText.length > before + 20", arg=len(first)
    )
    shot(page, "streaming")
    assert "[S" not in draft.inner_text()
    assert FILLER.startswith(first.split("\n")[-1][: len(FILLER)])
    assert page.locator(".answer").count() == 0
    draft.wait_for(state="detached", timeout=60_000)
    settled(page)
    page.get_by_text(re.compile(r"\d+ steps in")).first.wait_for()  # the folded timeline of a run that ended
    shot(page, "ended")


def test_a_reload_in_the_middle_shows_the_words_again_and_cancel_ends_them(
    page: Any, app: str, fake: FakeOpenAI
) -> None:
    fake.word_seconds = 2.0  # half a word a second
    draft = asked(page, app)
    page.reload()
    draft.wait_for(timeout=60_000)
    began = time.monotonic()
    page.get_by_role("button", name="Cancel").click()
    draft.wait_for(state="detached", timeout=30_000)
    assert time.monotonic() - began < 20  # the reply would have taken a minute
    settled(page)
    page.get_by_text("cancelled").first.wait_for()
    shot(page, "cancelled")
