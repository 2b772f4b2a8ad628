"""The pages in a browser: accessible, narrow enough, nothing fetched from elsewhere."""

from typing import Any

import pytest

from tests.e2e.steps import opened, settled

PAGES = {
    "ask": "/",
    "finalized": "/?workspace=sundby&run=run-2",
    "conflict": "/?workspace=sundby&run=run-1",
    "no evidence": "/?workspace=sundby&run=run-4",
    "documents": "/documents",
    "history": "/history",
    "compare": "/history?workspace=sundby&a=run-1&b=run-2",
    "system": "/system",
}
VIEWS = ("Claims", "Quality", "Trace")

# What axe finds in Streamlit's own elements; ours must add nothing.
BASELINE: dict[str, str] = {
    "presentation-role-conflict": "the drop zone of st.file_uploader is a focusable section with that role",
    "aria-prohibited-attr": "st.json and the chart's own frame carry labels on elements without a role",
}


def violations(page: Any) -> list[str]:
    from axe_playwright_python.sync_playwright import Axe

    found: list[dict[str, Any]] = []
    for _ in range(3):  # on a loaded machine a part of the page may just be fading in
        found = [one for one in Axe().run(page).response["violations"] if one["id"] not in BASELINE]
        if not found:
            break
        page.wait_for_timeout(1500)
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_accessibility_violation_of_its_own(name: str, page: Any, twin: str) -> None:
    opened(page, twin + PAGES[name])
    assert violations(page) == []


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_of_a_run_has_no_accessibility_violation(view: str, page: Any, twin: str) -> None:
    opened(page, f"{twin}/?workspace=sundby&run=run-3")
    page.get_by_role("radio", name=view).click()
    page.wait_for_timeout(800)
    settled(page)
    assert violations(page) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_phone_needs_no_sideways_scrolling(name: str, phone: Any, twin: str) -> None:
    opened(phone, twin + PAGES[name])
    over = phone.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth")
    assert over <= 0


def test_the_dark_theme_has_enough_contrast(browser: Any, twin: str) -> None:
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    opened(page, f"{twin}/?workspace=sundby&run=run-3")
    assert violations(page) == []
    context.close()


def test_a_citation_is_reached_and_opened_by_keyboard(page: Any, twin: str) -> None:
    opened(page, f"{twin}/?workspace=sundby&run=run-2")
    page.get_by_role("radio", name="Answer").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "() => { let e = document.activeElement;"
            " while (e.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;"
            " return e.dataset.cite ?? '' }"
        )
        if focused.startswith("4:"):
            break
    else:
        pytest.fail("no citation chip was reached with Tab")
    page.keyboard.press("Enter")
    page.locator(".st-key-source-pane").get_by_text("Churn analysis").wait_for()
    assert page.locator(".st-key-source-pane mark").inner_text().startswith("Three feeder customers left")


def test_the_agents_are_seen_at_work_and_can_be_cancelled(page: Any, twin: str) -> None:
    opened(page, twin)
    page.get_by_test_id("stChatInputTextArea").fill("Which risks are rated high?")
    page.keyboard.press("Enter")
    page.locator(".m-steps").get_by_text("Librarian").first.wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("This run was cancelled").wait_for()


def test_a_deletion_can_be_undone(page: Any, twin: str) -> None:
    opened(page, f"{twin}/documents")
    page.get_by_role("button", name="Churn analysis", exact=True).click()
    page.get_by_role("button", name="Delete", exact=False).last.click()
    page.get_by_role("button", name="Delete document").click()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Churn analysis", exact=True).wait_for()
