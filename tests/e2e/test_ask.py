"""Ask in a browser, on the sample: the answer leads, the strip is low, the source is a table at its place."""

from typing import Any

import pytest

from tests.e2e.steps import asked, opened, settled

RETENTION = "What was net revenue retention in 2024?"
DISPUTED = "What was adjusted EBITDA in 2024?"
STRIP_MOST = 120


def answered(page: Any, sample: str, question: str) -> None:
    opened(page, f"{sample}/?workspace=sample")
    asked(page, question)
    page.locator(".m-question").get_by_text(question).wait_for()
    page.locator(".st-key-verdict-line").wait_for(timeout=120_000)
    settled(page)


def test_the_value_leads_in_the_largest_type_and_its_chip_opens_the_row(page: Any, sample: str) -> None:
    answered(page, sample, RETENTION)
    lead = page.locator(".lead")
    assert lead.locator(".value").inner_text() == "112%"
    assert "Net revenue retention 2024" in lead.inner_text()
    assert "Annual report 2024" in lead.inner_text()
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    assert lead.locator(".value").evaluate(size) > page.locator(".m-question").evaluate(size)
    lead.locator("button.chip").first.click()
    pane = page.locator(".st-key-source-pane")
    row = pane.locator(".m-rows tbody tr")
    assert row.locator("th").inner_text() == "Net revenue retention"
    assert row.locator("td").first.inner_text() == "112%"
    assert "2024" in pane.locator(".m-rows thead").inner_text()
    assert "|" not in pane.inner_text()
    page.get_by_role("button", name="What is this").click()
    page.get_by_text("is how sure the audit is").wait_for()


def test_the_source_opens_at_the_cited_row_and_shows_the_page_on_a_click(page: Any, sample: str) -> None:
    answered(page, sample, RETENTION)
    picture = page.locator(".st-key-source-page img")
    picture.wait_for()
    zoomed = picture.bounding_box()
    page.get_by_role("button", name="Whole page").click()
    page.get_by_role("button", name="Only the cited place").wait_for()
    settled(page)
    whole = picture.bounding_box()
    assert zoomed["height"] < 0.6 * zoomed["width"]
    assert whole["height"] > 1.2 * whole["width"]


@pytest.mark.parametrize("width", [1440, 390])
def test_the_amber_strip_is_low_and_its_values_open_their_pages(
    browser: Any, sample: str, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844})
    context.set_default_timeout(90_000)
    page = context.new_page()
    page.goto(f"{sample}/?workspace=sample")
    page.get_by_test_id("stChatInputTextArea").wait_for()
    settled(page)
    page.get_by_test_id("stChatInputTextArea").fill(DISPUTED)
    page.keyboard.press("Enter")
    strip = page.locator(".st-key-amber-strip")
    strip.wait_for(timeout=120_000)
    settled(page)
    assert strip.bounding_box()["height"] <= STRIP_MOST
    assert strip.evaluate("box => box.scrollHeight - box.clientHeight") <= 0
    assert strip.get_by_role("button", name="Decide").is_visible()
    strip.get_by_role("button", name="34.9").click()
    page.locator(".st-key-source-pane").get_by_text("One of the competing values: €34.9 million").wait_for()
    over = page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth")
    assert over <= 0
    context.close()
