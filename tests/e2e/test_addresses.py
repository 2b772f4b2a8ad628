"""Addresses in a real browser: page by workspace by reload, Back and new tab; and those that lead nowhere."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.e2e.conftest import ROOT, free_port, serve
from tests.e2e.steps import opened, settled

PAGES = {
    "": "Ask",
    "documents": "Documents",
    "review": "Review",
    "history": "History",
    "draft_audit": "Draft audit",
    "insights": "Insights",
    "calibration": "Calibration",
    "system": "System",
}
QUESTION = "What was revenue in 2024?"
_SEARCHED = """words => document.querySelector('[aria-label="Search questions"]')?.value === words"""


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """The app on two workspaces that hold a document and a run each; their runs by workspace."""
    import sys

    folder = tmp_path_factory.mktemp("two")
    runs = _filled(folder / "data")
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "streamlit_app.py", "--server.port", str(port)]
    assert (ROOT / "streamlit_app.py").exists()
    for address in serve(command, port, folder / "log", MASIS_DATA_DIR=str(folder / "data")):
        yield address, runs


def _filled(folder: Path) -> dict[str, str]:
    from masis import wiring
    from masis.config import Settings
    from masis.domain.person import Caller
    from tests.fakes.services import eventually

    me, runs = Caller(), {}
    masis = wiring.build_masis(Settings(data_dir=folder, _env_file=None))
    for name in ("Alpha", "Beta"):
        workspace = masis.create_workspace(me, name).workspace_id
        text = f"{name} annual report 2024\n\nRevenue of {name} was EUR 12.5 million in 2024.\n"
        masis.upload(me, workspace, f"{name}.txt", text.encode())
        assert eventually(lambda at=workspace: all(job.finished for job in masis.jobs(me, at)), 120)
        runs[workspace] = masis.ask(me, workspace, QUESTION)
        masis.wait(runs[workspace], 120)
    masis.close()
    return runs


def shown(page: Any) -> str:
    """Return the workspace that the sidebar shows."""
    box = page.get_by_test_id("stSidebar").get_by_test_id("stSelectbox").first
    return str(box.locator("input").input_value() or box.inner_text()).strip().split("\n")[-1]


def named(page: Any) -> dict[str, str]:
    """Return what the address names."""
    return {key: values[-1] for key, values in parse_qs(urlsplit(page.url).query).items()}


def holds(page: Any, workspace: str) -> None:
    settled(page)
    assert named(page)["workspace"] == workspace
    assert shown(page).lower() == workspace


@pytest.mark.parametrize("path", PAGES)
def test_every_page_holds_its_workspace(page: Any, two: tuple[str, dict[str, str]], path: str) -> None:
    app, _ = two
    for workspace in ("alpha", "beta"):
        opened(page, f"{app}/{path}?workspace={workspace}")
        holds(page, workspace)
        page.reload()
        page.get_by_test_id("stMain").locator("h1").first.wait_for()
        holds(page, workspace)
    other = page.context.new_page()
    opened(other, f"{app}/{path}?workspace=alpha")
    holds(other, "alpha")
    holds(page, "beta")
    other.close()
    for title in ("Documents", "Ask"):
        page.get_by_test_id("stSidebar").get_by_role("link", name=title).click()
        holds(page, "beta")
    for _ in range(2):
        page.go_back()
        settled(page)
        assert shown(page).lower() == named(page)["workspace"]


def test_an_answer_is_one_entry_and_back_returns_to_the_question_before(
    page: Any, two: tuple[str, dict[str, str]]
) -> None:
    app, runs = two
    opened(page, f"{app}/?workspace=beta")
    entries = page.evaluate("history.length")
    box = page.get_by_test_id("stChatInputTextArea")
    assert page.evaluate("document.activeElement.dataset.testid") == "stChatInputTextArea"
    box.fill(QUESTION)
    page.keyboard.press("Enter")
    page.locator("h1.m-question").wait_for()
    assert named(page)["workspace"] == "beta"
    first = named(page)["run"]
    assert first not in runs.values()
    page.locator("[class*=st-key-view-]").first.wait_for(timeout=120_000)
    settled(page)
    assert page.evaluate("history.length") == entries + 1
    page.go_back()
    page.get_by_role("heading", name="Ask").wait_for()
    settled(page)
    assert named(page) == {"workspace": "beta"}
    page.go_forward()
    page.locator("h1.m-question").wait_for()
    assert named(page) == {"workspace": "beta", "run": first}


def test_a_document_page_and_a_comparison_have_an_address(page: Any, two: tuple[str, dict[str, str]]) -> None:
    app, runs = two
    opened(page, f"{app}/documents?workspace=alpha")
    page.get_by_role("button", name="Alpha").first.click()
    page.locator(".st-key-preview").wait_for()
    settled(page)
    assert set(named(page)) == {"workspace", "document"}
    page.reload()
    page.locator(".st-key-preview").wait_for()
    run = runs["alpha"]
    opened(page, f"{app}/history?workspace=alpha&a={run}&b={run}")
    assert named(page) == {"workspace": "alpha", "a": run, "b": run}
    page.get_by_role("heading", name="Compare runs").wait_for()


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("?workspace=zebra", "gone, or it is not yours"),
        ("documents?workspace=zebra", "gone, or it is not yours"),
        ("?workspace=alpha&run=r-nobody", "no such run"),
        ("?workspace=alpha&run={beta}", "no such run"),
        ("review?workspace=alpha&case=c-nobody", "no such case"),
        ("draft_audit?workspace=alpha&audit=m-nobody", "no such audit"),
        ("documents?workspace=alpha&document=d-nobody", "gone, or it is not in this workspace"),
    ],
)
def test_an_address_that_leads_nowhere_says_so(
    page: Any, two: tuple[str, dict[str, str]], where: str, said: str
) -> None:
    app, runs = two
    opened(page, f"{app}/{where.format(**runs)}")
    page.get_by_test_id("stMain").get_by_test_id("stAlert").filter(has_text=said).wait_for()
    page.reload()
    page.get_by_test_id("stMain").get_by_test_id("stAlert").filter(has_text=said).wait_for()


def test_a_question_typed_in_one_workspace_is_not_asked_in_another(
    page: Any, two: tuple[str, dict[str, str]]
) -> None:
    app, _ = two
    opened(page, f"{app}/?workspace=alpha")
    opened(page, f"{app}/?workspace=beta")
    box = page.get_by_test_id("stChatInputTextArea")
    box.fill("How many people work here?")
    # The browser went back, and the page of before is still on the screen when Enter is pressed.
    page.evaluate("history.replaceState({}, '', '/?workspace=alpha')")
    page.evaluate("window.dispatchEvent(new PopStateEvent('popstate'))")
    page.keyboard.press("Enter")  # into the box that has the focus, if it is still there
    settled(page)
    assert shown(page).lower() == named(page)["workspace"]
    if "run" in named(page):  # Enter was quicker than the page, which still was that of the box
        assert named(page)["workspace"] == "beta"
    opened(page, f"{app}/history?workspace=alpha")
    page.get_by_text(QUESTION).first.wait_for()
    assert page.get_by_text("How many people work here?").count() == 0


def test_the_list_of_the_history_keeps_its_filters_over_reload_and_back(
    page: Any, two: tuple[str, dict[str, str]]
) -> None:
    app, _ = two
    opened(page, f"{app}/history?workspace=alpha")
    page.get_by_text(QUESTION).first.wait_for()
    box = page.get_by_label("Search questions")
    box.fill("no such words")
    page.keyboard.press("Enter")
    page.get_by_text("No run matches.").wait_for()
    settled(page)
    assert named(page) == {"workspace": "alpha", "search": "no such words"}
    page.reload()
    page.get_by_text("No run matches.").wait_for()
    page.wait_for_function(_SEARCHED, arg="no such words")  # the box takes its words a moment later
    page.go_back()
    page.get_by_text(QUESTION).first.wait_for()
    page.wait_for_function(_SEARCHED, arg="")
    settled(page)
    assert named(page) == {"workspace": "alpha"}


def test_the_menu_of_a_phone_is_named_and_opens_the_sidebar(
    phone: Any, two: tuple[str, dict[str, str]]
) -> None:
    app, _ = two
    opened(phone, f"{app}/?workspace=alpha")
    menu = phone.get_by_role("button", name="Menu")
    box = menu.bounding_box()
    assert box
    assert (box["width"] >= 60, box["height"] >= 32) == (True, True)
    menu.click()
    phone.get_by_test_id("stSidebar").get_by_role("link", name="Documents").click()
    phone.get_by_role("heading", name="Documents").wait_for()
    assert named(phone)["workspace"] == "alpha"
