"""Review in a browser: a chosen source settles a conflict and its rule holds on; an edit is approved."""

import re
from typing import Any

from tests.e2e.steps import asked, made_workspace, settled
from tests.e2e.test_app import BOARD_PACK, REPORT, pdf

QUESTION = "What was net revenue retention in 2025?"


def disputed(page: Any, app: str, name: str) -> None:
    """Ask about a figure that two documents give differently, and open the case."""
    made_workspace(page, app, name, {"annual-report.pdf": pdf(REPORT), "board-pack.pdf": pdf(BOARD_PACK)})
    asked(page, QUESTION)
    page.get_by_role("button", name="Decide").click(timeout=120_000)
    page.locator(".st-key-review-actions").wait_for()


def test_a_chosen_source_settles_the_conflict_and_the_next_question_uses_it(page: Any, app: str) -> None:
    disputed(page, app, "Chosen source")
    assert "Review (" in page.locator(".st-key-nav-review").inner_text()
    page.locator("[class*=st-key-m-side-]", has_text="114").get_by_role("button").press("Enter")
    page.locator(".st-key-side-pane img").wait_for()
    assert "114" in page.locator(".st-key-side-pane .m-quote").inner_text()
    page.get_by_role("button", name="Choose source").click()
    page.locator(".st-key-review-actions label", has_text="114").click()
    page.locator(".st-key-review-actions label", has_text="this measure and period").click()
    page.get_by_label("Why this source counts").fill("It is audited.")
    page.get_by_role("button", name="Choose and run again").click()
    page.locator(".m-pill").get_by_text("Verified:").wait_for(timeout=120_000)
    answer = page.locator(".answer").inner_text().replace("\u00a0", " ")
    assert "by the workspace's rule of" in answer
    assert answer.count("114 %") == 1  # said once, as the lead
    assert "111" in answer.partition("The documents also give:")[2]
    page.get_by_role("radio", name="Trace").click()
    page.locator(".m-trace").get_by_text("chose a source").wait_for()

    page.get_by_role("button", name="New question").click()
    page.get_by_role("heading", name="Ask", exact=True).wait_for()
    settled(page)
    page.get_by_test_id("stChatInputTextArea").fill("How high was net revenue retention in 2025?")
    page.keyboard.press("Enter")
    page.locator(".m-pill").get_by_text("Verified:").wait_for(timeout=120_000)
    assert "by the workspace's rule of" in page.locator(".answer").inner_text()


def test_an_edit_is_audited_again_and_then_approved(page: Any, app: str) -> None:
    disputed(page, app, "Edited answer")
    page.get_by_role("button", name=re.compile("^Edit(?! state)")).click()
    field = page.get_by_label("The answer")
    field.fill("Net revenue retention was 115 % in 2025 [1].")
    page.keyboard.press("Control+Enter")
    page.get_by_text("What the audit finds: 1 problem").wait_for()
    field.fill("In 2025 net revenue retention was 114 % (audited) [1].")
    page.keyboard.press("Control+Enter")
    page.get_by_text("What the audit finds").wait_for()
    page.get_by_role("button", name="Keep the edited answer").click()
    page.get_by_text("Best draft, edited by local").wait_for()
    page.get_by_role("button", name="Approve").click()
    page.get_by_label("Why this answer can be used").fill("The audited figure.")
    page.get_by_role("button", name="Approve as final").click()
    page.locator(".m-decided", has_text="Approved").wait_for()
    page.get_by_test_id("stSidebar").get_by_role("link", name="History").click()
    page.get_by_role("button", name=QUESTION).click()
    page.locator(".m-pill").get_by_text("Approved by local").wait_for()
