"""Two ways to hold an answer to account in a browser: ask some documents only, and say what is wrong."""

from typing import Any

from tests.e2e.steps import made_workspace, settled
from tests.e2e.test_app import BOARD_PACK, REPORT, pdf

QUESTION = "What was net revenue retention in 2025?"


def test_one_document_is_asked_its_answer_contested_and_the_case_decided(page: Any, app: str) -> None:
    made_workspace(page, app, "Held to account", {"annual.pdf": pdf(REPORT), "board.pdf": pdf(BOARD_PACK)})
    page.get_by_test_id("stSidebar").get_by_role("link", name="Ask").click()
    page.get_by_test_id("stChatInputTextArea").wait_for()
    settled(page)
    page.get_by_role("button", name="All documents").click()
    page.get_by_label("Documents", exact=True).click()
    page.get_by_role("option").last.click()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="1 of 2 documents").wait_for()
    settled(page)
    page.get_by_test_id("stChatInputTextArea").fill(QUESTION)
    page.keyboard.press("Enter")
    page.locator(".m-pill").get_by_text("Verified:").wait_for(timeout=120_000)
    page.get_by_text("Asked of 1 chosen document only").wait_for()

    settled(page)
    page.get_by_role("button", name="Wrong or incomplete").click()
    page.get_by_label("What is wrong or missing?").fill("This is the figure of 2024")
    page.get_by_role("button", name="Send for review").click()
    page.locator(".m-pill").get_by_text("Contested: waits for review").wait_for()
    assert "Review (" in page.locator(".st-key-nav-review").inner_text()
    page.get_by_role("button", name="Open the case").click()
    page.get_by_text("This is the figure of 2024").wait_for()
    settled(page)
    page.get_by_role("button", name="Approve").click()
    page.get_by_label("Why this answer can be used").fill("It is the figure of 2025.")
    page.get_by_role("button", name="Approve as final").click()
    page.locator(".m-decided", has_text="Approved").wait_for()
    page.get_by_test_id("stSidebar").get_by_role("link", name="History").click()
    page.get_by_text("Approved").first.wait_for()
