"""A draft in a browser: words come as the model writes, look like no answer, and outlive tab and reload."""

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.conftest import free_port, serve
from tests.e2e.steps import asked, made_workspace, settled
from tests.e2e.test_app import pdf
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.services import eventually

HARBOR = (
    "Harbor annual review",
    "Revenue of Harbor was 12 million euros in 2024.",
    "Harbor employed 240 people at the end of 2024.",
)
QUESTION = "How many people did Harbor employ at the end of 2024?"
DRAFT = "Harbor employed 240 people at the end of 2024"
HOSTILE = "<img src=x onerror=alert(1)> **Final** [click](https://evil.example.org) :material/check: "


@pytest.fixture(scope="module")
def served() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as fake:
        yield fake


@pytest.fixture(scope="module")
def app(served: FakeOpenAI, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The real app with a model that writes as slowly as it is told."""
    port, folder = free_port(), tmp_path_factory.mktemp("streaming")
    command = [sys.executable, "-m", "streamlit", "run", "streamlit_app.py", "--server.port", str(port)]
    environment = {
        "MASIS_DATA_DIR": str(folder / "data"),
        "MASIS_MODEL_CACHE_DAYS": "0",
        "MASIS_MODEL_TIMEOUT_SECONDS": "300",
        "MASIS_MODEL_RUN_SECONDS": "600",
        "OPENAI_BASE_URL": served.base_url,
    }
    yield from serve(command, port, folder / "log", **environment)


@pytest.fixture
def fake(served: FakeOpenAI) -> FakeOpenAI:
    served.reset()
    return served


def shot(page: Any, name: str) -> None:
    """Keep a picture for whoever wants to look: set SHOTS to a folder."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


def test_a_slow_draft_is_read_along_reloaded_and_cancelled(page: Any, app: str, fake: FakeOpenAI) -> None:
    made_workspace(page, app, "Harbor", {"harbor.pdf": pdf(HARBOR)})
    fake.mode("slow", role="writer")
    fake.say("writer", lambda _: f"{HOSTILE}{DRAFT} [S1].")
    asked(page, QUESTION)
    draft = page.locator(".m-draft")
    draft.get_by_text("Draft, not audited yet").wait_for()
    draft.get_by_text("<img").wait_for()
    shot(page, "draft-slow")
    assert page.locator(".answer").count() == 0
    assert page.get_by_role("button", name="Export").count() == 0
    assert draft.locator("a, img, button, b, strong").count() == 0
    assert draft.evaluate("it => getComputedStyle(it).userSelect") == "none"
    page.reload()
    page.locator(".m-draft").get_by_text("onerror").wait_for()
    page.locator(".st-key-cancel-run button").click()
    page.get_by_text("This run was cancelled.").wait_for()
    settled(page)
    assert page.locator(".m-draft").count() == 0
    assert eventually(lambda: fake.hung_up == 1, 30)
    assert fake.count("auditor") == 0


def test_a_draft_turns_into_its_audited_answer_though_the_tab_was_closed(
    page: Any, app: str, fake: FakeOpenAI
) -> None:
    made_workspace(page, app, "Pier", {"pier.pdf": pdf(HARBOR)})
    fake.pause_between_words(0.6)
    fake.say("writer", lambda _: f"{DRAFT} [S1].")
    asked(page, QUESTION)
    page.locator(".m-draft").get_by_text("Harbor employed").wait_for()
    address = page.url
    shot(page, "draft")
    other = page.context.new_page()
    page.close()
    other.goto(address)
    other.locator(".m-draft, .answer").first.wait_for()
    other.locator(".answer").get_by_text("240").first.wait_for()
    settled(other)
    assert other.locator(".m-draft").count() == 0
    assert (fake.count("writer"), fake.hung_up) == (1, 0)


def test_a_draft_on_a_phone_keeps_its_cancel_button_where_it_is(
    page: Any, app: str, fake: FakeOpenAI
) -> None:
    made_workspace(page, app, "Quay", {"quay.pdf": pdf(HARBOR)})
    fake.pause_between_words(0.3)
    fake.say("writer", lambda _: f"{DRAFT} [S1]. " * 12)
    asked(page, QUESTION)
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".m-draft").get_by_text("Harbor").wait_for()
    button = page.locator(".st-key-cancel-run button")
    before = button.bounding_box()
    page.locator(".m-draft").get_by_text("at the end of 2024. Harbor employed").wait_for()
    shot(page, "draft-phone")
    after = button.bounding_box()
    assert (before["x"], before["y"]) == (after["x"], after["y"])
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    button.click()
    page.get_by_text("This run was cancelled.").wait_for()
