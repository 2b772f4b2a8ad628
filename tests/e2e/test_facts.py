"""Facts in a browser: two companies over three years, from the measure to cited values, files and address."""

import io
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.e2e.steps import made_workspace, opened, settled
from tests.e2e.test_twin import violations

COMPANIES = {
    "Harbor Foods Inc.": ("32,184", "35,355", "34,229"),
    "Quarry Tools Inc.": ("70,372", "79,474", "86,392"),
}


def report(company: str, sales: tuple[str, str, str]) -> bytes:
    """Return the annual report of a company with three years of net sales."""
    from reportlab.lib import colors
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table

    styles = getSampleStyleSheet()
    rows = [
        ["(in millions)", "2022", "2021", "2020"],
        ["Net sales", *(f"${value}" for value in reversed(sales))],
        ["Cost of sales", "$19,232", "$18,795", "$16,605"],
        ["Operating income", "$6,539", "$7,369", "$7,161"],
    ]
    table = Table(rows, colWidths=[180, 80, 80, 80])
    table.setStyle([("LINEBELOW", (0, 0), (-1, 0), 1, colors.black), ("ALIGN", (1, 0), (-1, -1), "RIGHT")])
    out = io.BytesIO()
    SimpleDocTemplate(out, title=f"{company} Annual report 2022").build(
        [
            Paragraph(f"{company}", styles["Title"]),
            Paragraph("Annual report 2022. Fiscal year ended December 31, 2022", styles["Normal"]),
            Spacer(1, 24),
            Paragraph("Consolidated statements of income", styles["Heading2"]),
            table,
        ]
    )
    return out.getvalue()


@pytest.fixture(scope="module")
def filings() -> dict[str, bytes]:
    return {
        f"{company.split()[0].lower()}-2022.pdf": report(company, sales)
        for company, sales in COMPANIES.items()
    }


def test_a_series_of_two_companies_from_question_to_cited_table(
    page: Any, app: str, filings: dict[str, bytes]
) -> None:
    made_workspace(page, app, "Peers", filings)
    page.get_by_test_id("stSidebar").get_by_role("link", name="Facts").click()
    page.get_by_label("Measure").wait_for()
    settled(page)
    start = time.monotonic()
    page.get_by_label("Measure").fill("net sales")
    page.keyboard.press("Enter")
    cells = page.locator("button.cell")
    cells.nth(5).wait_for()
    sys.stdout.write(f"\nfrom measure to table: {time.monotonic() - start:.1f} s\n")
    shown = [value for sales in COMPANIES.values() for value in sales]
    assert cells.locator(".amount").all_inner_texts() == shown
    for at, value in enumerate(shown):
        cells.nth(at).click()
        page.locator(".m-fact-value", has_text=f"${value} million").wait_for()
        page.locator(".st-key-facts-source img").first.wait_for()
        settled(page)
        assert cells.nth(at).get_attribute("aria-current") == "true"
    sys.stdout.write(f"every cell opened: {time.monotonic() - start:.1f} s\n")

    address = page.url
    assert "measure=net+sales" in address
    opened(page, address)
    page.locator(".m-fact-value", has_text="$86,392 million").wait_for()
    assert cells.locator(".amount").all_inner_texts() == shown
    assert violations(page) == []

    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Excel, with links to the places").click()
    sheet = load_workbook(io.BytesIO(Path(download.value.path()).read_bytes()))["Facts"]
    links = [cell.hyperlink.target for row in sheet.iter_rows() for cell in row if cell.hyperlink]
    assert len(links) == len(shown)
    opened(page, links[0])
    page.locator(".m-fact-value", has_text=f"${shown[0]} million").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_has_no_accessibility_violation_of_its_own(browser: Any, sample: str, scheme: str) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme=scheme)
    context.set_default_timeout(90_000)
    page = context.new_page()
    measure = "facts?workspace=sample&measure=revenue"
    for address in ("facts?workspace=sample", f"{measure}&organisation=Veldrin+Systems", measure):
        opened(page, f"{sample}/{address}")
        assert violations(page) == []
    page.locator("button.cell.disputed").first.click()
    page.locator(".m-fact-dispute").wait_for()
    settled(page)
    assert violations(page) == []
    context.close()


def test_a_phone_needs_no_sideways_scrolling(phone: Any, sample: str) -> None:
    opened(phone, f"{sample}/facts?workspace=sample&measure=revenue")
    main = phone.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollWidth - main.clientWidth") <= 0
    phone.locator("button.cell").first.click()
    phone.locator(".st-key-facts-source img, .st-key-facts-source .m-passage").first.wait_for()
    settled(phone)
    assert main.evaluate("main => main.scrollWidth - main.clientWidth") <= 0
