"""A memo in a browser: paste, read the verdicts, open a source by keyboard, filter, export, reopen."""

from pathlib import Path
from typing import Any

from tests.e2e.steps import made_workspace, settled
from tests.e2e.test_app import REPORT, pdf

MEMO = (
    "Container throughput rose to 1.84 million TEU in 2025.\n\n"
    "Net revenue retention was 119 % in 2025.\n\n"
    "The harbour master bought a sailing boat.\n\n"
    "We believe the year was good."
)


def test_a_memo_from_paste_to_export(page: Any, app: str) -> None:
    made_workspace(page, app, "Drafts", {"annual-report.pdf": pdf(REPORT)})
    page.get_by_test_id("stSidebar").get_by_role("link", name="Draft audit").click()
    page.get_by_label("Memo", exact=True).wait_for()
    settled(page)
    page.get_by_label("Memo", exact=True).fill(MEMO)
    page.get_by_role("button", name="Audit the memo").click()
    memo = page.locator(".memo")
    memo.locator(".sentence").first.wait_for(timeout=120_000)
    settled(page)
    assert memo.locator(".sentence.good").count() == 1
    assert "119 %" in memo.locator(".sentence.bad").inner_text()
    assert memo.locator(".opinion").count() == 1
    page.get_by_text("119 % → 114 %").wait_for()

    memo.locator(".sentence.good").focus()
    page.keyboard.press("Enter")
    pane = page.locator(".st-key-draft-source")
    pane.get_by_text("Supported", exact=False).first.wait_for()
    pane.locator("img").first.wait_for()

    page.get_by_text("Not found (1)").click()
    page.get_by_role("button", name="The harbour master bought a sailing boat.").wait_for()

    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV, one sentence a row").click()
    assert "sailing boat" in Path(download.value.path()).read_text(encoding="utf-8")

    page.get_by_role("button", name="New audit").click()
    page.get_by_role("button", name="Pasted memo", exact=True).click()
    memo.locator(".sentence").first.wait_for(timeout=120_000)


def entered(page: Any, name: str) -> None:
    """Be in this workspace, whichever of the shared app's the page has open."""
    picker = page.get_by_test_id("stSidebar").get_by_test_id("stSelectbox").first
    if name not in picker.inner_text() and picker.locator("input").input_value() != name:
        picker.click()
        page.get_by_role("option", name=name).click()
        settled(page)


FILLED = "text => [...document.querySelectorAll('textarea')].some((box) => box.value === text)"


def test_a_filled_box_outlives_a_reload_and_another_page_and_is_let_go_of_once_it_was_sent(
    page: Any, app: str
) -> None:
    name = made_workspace(page, app, "Typed", {"annual-report.pdf": pdf(REPORT)})
    side, box = page.get_by_test_id("stSidebar"), page.get_by_label("Memo", exact=True)
    side.get_by_role("link", name="Draft audit").click()
    box.wait_for()
    settled(page)
    box.fill(MEMO)
    side.get_by_role("link", name="History").click()
    page.get_by_role("heading", name="History", exact=True).wait_for()
    side.get_by_role("link", name="Draft audit").click()
    box.wait_for()
    page.wait_for_function(FILLED, arg=MEMO)
    settled(page)
    page.reload()
    box.wait_for()
    settled(page)
    entered(page, name)
    page.wait_for_function(FILLED, arg=MEMO)
    page.get_by_role("button", name="Audit the memo").click()  # what came back is what is sent
    page.locator(".memo .sentence").first.wait_for(timeout=120_000)
    page.get_by_role("button", name="New audit").click()
    box.wait_for()
    settled(page)
    assert box.input_value() == ""


def test_a_table_in_a_memo_is_drawn_as_one(page: Any, app: str) -> None:
    made_workspace(page, app, "Tables", {"annual-report.pdf": pdf(REPORT)})
    page.get_by_test_id("stSidebar").get_by_role("link", name="Draft audit").click()
    page.get_by_label("Memo", exact=True).fill("| Staff | 2025 |\n|---|---|\n| Lyon | 12 |\n| Bern | 9 |")
    page.get_by_role("button", name="Audit the memo").click()
    rows = page.locator(".memo table.grid tr")
    rows.first.wait_for(timeout=120_000)
    assert rows.count() == 3
    assert "|" not in page.locator(".memo").inner_text()
    rows.nth(2).locator("td").last.click()
    page.locator(".st-key-draft-source").get_by_role("group", name="Row of the memo").get_by_text(
        "Bern"
    ).wait_for()


def test_the_page_fits_a_phone(phone: Any, app: str) -> None:
    phone.goto(f"{app}/draft_audit")
    phone.get_by_test_id("stMain").wait_for()
    wide = phone.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
