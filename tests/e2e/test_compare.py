"""Past runs in a browser: a stale answer is run again and compared; a fork; a deep link."""

from pathlib import Path
from typing import Any

from tests.e2e.steps import asked, made_workspace, settled

QUESTION = "How high was net revenue retention in 2025?"
FIRST = "# Annual report 2025\n\nNet revenue retention was 114 % in 2025. The board has seven members.\n"
SECOND = FIRST.replace("114 %", "117 %")


def put(page: Any, question: str) -> None:
    asked(page, question)
    page.locator(".m-question").wait_for(timeout=120_000)


def finalized(page: Any) -> None:
    page.locator(".m-pill").get_by_text("Verified:").wait_for(timeout=120_000)
    settled(page)


def replaced(page: Any, folder: Path) -> None:
    """Upload the report again with another figure."""
    (folder / "annual-report.md").write_text(SECOND, encoding="utf-8")
    page.get_by_test_id("stSidebar").get_by_role("link", name="Documents").click()
    page.get_by_role("heading", name="Documents", exact=True).wait_for()
    settled(page)
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(folder / "annual-report.md")
    page.get_by_text("2 files ready").wait_for(timeout=120_000)


def history(page: Any) -> None:
    page.get_by_test_id("stSidebar").get_by_role("link", name="History").click()
    page.get_by_role("heading", name="History", exact=True).wait_for()
    settled(page)


def test_a_stale_answer_is_run_again_and_compared(page: Any, app: str, tmp_path: Path) -> None:
    made_workspace(page, app, "Stale answers", {"annual-report.md": FIRST.encode()})
    put(page, QUESTION)
    finalized(page)
    replaced(page, tmp_path)
    history(page)
    page.get_by_text("was replaced by version 2").wait_for()
    page.get_by_text("Stale only").click()
    settled(page)
    page.get_by_role("button", name=QUESTION).click()
    page.locator(".m-stale").get_by_text("was replaced by version 2").wait_for()
    page.get_by_role("button", name="Run again").click()
    page.get_by_text("Asked again, under the same conditions").wait_for()
    finalized(page)
    assert "117" in page.locator(".answer").inner_text()

    history(page)
    boxes = page.get_by_role("checkbox", name="Select:")
    boxes.nth(0).check()
    page.get_by_text("One run is ticked").wait_for()
    boxes.nth(1).check()
    page.get_by_text("Two runs are ticked").wait_for()
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("heading", name="Compare runs").wait_for()
    claims = page.get_by_role("table", name="Claims of both answers")
    claims.wait_for()
    settled(page)
    assert "Changed" in claims.inner_text()
    assert page.locator(".m-compare del").first.inner_text() == "114"
    assert page.locator(".m-compare ins").first.inner_text() == "117"
    assert page.locator(".sentence.changed").count() == 2

    address = page.url
    page.goto("about:blank")
    page.goto(address)  # the address alone opens the comparison in the right workspace
    claims.wait_for()


def test_a_fork_with_another_confidence_line_is_a_run_of_its_own(page: Any, app: str) -> None:
    made_workspace(page, app, "Forks", {"annual-report.md": FIRST.encode()})
    put(page, QUESTION)
    finalized(page)
    page.get_by_role("radio", name="Trace").click()
    page.get_by_text("Fork this run").click()
    page.get_by_label("Confidence needed").fill("1")
    page.get_by_role("button", name="Start the fork").click()
    page.get_by_text("earlier run at the Librarian, round 1: confidence needed 1.00").wait_for()
    page.get_by_role("heading", name="Needs review").wait_for(timeout=120_000)
    settled(page)
    page.get_by_role("button", name="Compare").click()
    settings = page.get_by_role("table", name="Settings that differ")
    settings.wait_for()
    assert "Confidence needed" in settings.inner_text()
