"""The state editor in a browser: a run goes on from an edited state, from its case and from its trace."""

from typing import Any

from tests.e2e.steps import settled
from tests.e2e.test_review import disputed


def test_a_case_goes_on_from_an_edited_state_and_says_so(page: Any, app: str) -> None:
    disputed(page, app, "Edited state")
    page.get_by_role("button", name="Edit state").click()
    editor = page.locator(".st-key-state-editor")
    editor.get_by_text("Nothing differs from the recorded state").wait_for()
    assert editor.get_by_role("button", name="Let it go on from here").is_disabled()
    settled(page)
    editor.get_by_text("Passages (").wait_for()
    editor.get_by_role("checkbox").nth(1).wait_for(state="attached")
    field = editor.get_by_role("textbox", name="Draft that is audited next")
    field.fill("Net revenue retention was 114 % in 2025 [1].\n\nIt was 999 % in 2025, says Ann [1].")
    page.keyboard.press("Control+Enter")
    editor.locator(".m-state-changes").get_by_text("Draft changed by hand").wait_for()
    editor.get_by_label("Why (optional, kept with the run)").fill("Shorter.")
    page.keyboard.press("Enter")
    settled(page)
    editor.get_by_role("button", name="Let it go on from here").click()
    page.get_by_text("edited the state before the Auditor of round").first.wait_for(timeout=120_000)
    page.get_by_role("radio", name="Trace").wait_for(timeout=120_000)
    settled(page)
    assert "999" not in page.locator(".answer").first.inner_text()  # what is typed is audited like the rest
    page.get_by_role("radio", name="Trace").click()
    page.locator(".m-trace").get_by_text("Draft changed by hand").first.wait_for()
    page.get_by_text("Edit the state", exact=True).click()
    page.locator(".st-key-state-editor").get_by_text("Question", exact=True).wait_for()
