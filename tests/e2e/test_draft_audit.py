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


def test_the_page_fits_a_phone(phone: Any, app: str) -> None:
    phone.goto(f"{app}/draft_audit")
    phone.get_by_test_id("stMain").wait_for()
    wide = phone.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
