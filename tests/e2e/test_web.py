"""The web in a browser: off at first, allowed for one question, cited apart, and nothing of it loaded."""

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.conftest import free_port, serve
from tests.e2e.steps import asked, made_workspace
from tests.e2e.test_app import pdf
from tests.fakes.tavily_server import FakeTavily

HARBOR = (
    "Harbor annual review",
    "Revenue of Harbor was 12 million euros in 2024.",
    "Harbor employed 240 people at the end of 2024.",
)
QUESTION = "When did Harbor open a second terminal?"


@pytest.fixture(scope="module")
def fake() -> Iterator[FakeTavily]:
    with FakeTavily() as served:
        yield served


@pytest.fixture(scope="module")
def app(fake: FakeTavily, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The real app with a key for the fake."""
    port, folder = free_port(), tmp_path_factory.mktemp("web")
    command = [sys.executable, "-m", "streamlit", "run", "streamlit_app.py", "--server.port", str(port)]
    environment = {
        "MASIS_DATA_DIR": str(folder / "data"),
        "TAVILY_API_KEY": "k",
        "TAVILY_BASE_URL": fake.base_url,
    }
    yield from serve(command, port, folder / "log", **environment)


def shot(page: Any, name: str) -> None:
    """Keep a picture for whoever wants to look: set SHOTS to a folder."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def test_the_web_answers_only_when_it_is_allowed_and_is_cited_apart(
    page: Any, app: str, fake: FakeTavily
) -> None:
    made_workspace(page, app, "Harbor", {"harbor.pdf": pdf(HARBOR)})
    asked(page, QUESTION)
    ended = page.get_by_role("heading", name="Not in your documents")
    ended.or_(page.get_by_role("heading", name="Needs review")).first.wait_for(timeout=120_000)
    assert fake.requests == []
    page.get_by_role("button", name="New question").click()
    page.get_by_text("Also search the web").click()
    shot(page, "switch")
    asked(page, QUESTION)
    chip = page.locator("button.chip.web").first
    chip.wait_for(timeout=120_000)
    assert "second terminal in May 2025" in page.locator(".answer").inner_text()
    assert fake.requests[0]["body"]["query"] == QUESTION
    chip.click()
    pane = page.locator(".st-key-source-pane")
    pane.get_by_text("https://www.ports.example.org/terminal").wait_for()
    assert pane.locator("mark").inner_text() == "Harbor opened a second terminal in May 2025."
    listed = page.locator(".m-web")
    assert "ports.example.org, read 20" in listed.inner_text()
    assert page.locator('a[href*="example"], img[src*="example"]').count() == 0
    shot(page, "answer")
    page.get_by_text("Trace", exact=True).click()
    page.locator("table.m-trace").get_by_text("2 from web").wait_for()
    shot(page, "trace")


def test_hostile_findings_change_nothing_on_the_page(page: Any, app: str, fake: FakeTavily) -> None:
    fake.mode = "hostile"
    made_workspace(page, app, "Hostile", {"harbor.pdf": pdf(HARBOR)})
    page.get_by_test_id("stSidebar").get_by_role("link", name="Ask").click()
    page.get_by_text("Also search the web").click()
    asked(page, "What was the revenue of Harbor in 2024 and how did it develop?")
    either = page.get_by_text("sources disagree").or_(page.locator("button.chip").first)
    either.first.wait_for(timeout=120_000)
    shot(page, "hostile")
    for view in ("Claims", "Trace", "Answer"):
        page.get_by_text(view, exact=True).click()
        page.wait_for_timeout(500)
        assert page.locator('a[href*="evil"], img[src*="evil"], img[src="x"]').count() == 0
