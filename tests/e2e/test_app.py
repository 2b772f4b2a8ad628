"""The real app in a browser: upload, ask, open a citation, reopen; and a conflict turns amber."""

from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.e2e.steps import asked, made_workspace, settled

REPORT = (
    "Operating review",
    "Container throughput rose to 1.84 million TEU in 2025, up 6.4 % on the year before.",
    "The new north quay opened in May 2025 and handled 212,000 TEU by the end of the year.",
    "Net revenue retention was 114 % in 2025 (audited).",
)
BOARD_PACK = (
    "Commercial update",
    "Net revenue retention was 111 % in 2025 (preliminary).",
    "Churn was confined to two feeder services in the northern network.",
)


def pdf(lines: tuple[str, ...]) -> bytes:
    """Return a one-page PDF with these lines."""
    from reportlab.pdfgen.canvas import Canvas

    out = BytesIO()
    canvas = Canvas(out)
    for number, line in enumerate(lines):
        canvas.setFont("Helvetica-Bold" if number == 0 else "Helvetica", 16 if number == 0 else 11)
        canvas.drawString(60, 780 - 26 * number, line)
    canvas.save()
    return out.getvalue()


def test_upload_ask_open_a_citation_and_reopen_from_history(page: Any, app: str) -> None:
    made_workspace(page, app, "Throughput", {"annual-report.pdf": pdf(REPORT)})
    asked(page, "How much did container throughput rise in 2025?")
    chip = page.locator("button.chip").first
    chip.wait_for(timeout=120_000)
    assert "6.4" in page.locator(".answer").inner_text()
    chip.click()
    pane = page.locator(".st-key-source-pane")
    pane.get_by_text("6.4 %").wait_for()
    assert pane.locator("img").get_attribute("alt")

    address = page.url
    page.get_by_test_id("stSidebar").get_by_role("link", name="History").click()
    page.get_by_role("button", name="How much did container throughput rise in 2025?").click()
    page.locator("button.chip").first.wait_for()
    assert parse_qs(urlsplit(page.url).query) == parse_qs(urlsplit(address).query)


def test_a_conflict_turns_amber_with_both_sides(page: Any, app: str) -> None:
    files = {"annual-report.pdf": pdf(REPORT), "board-pack.pdf": pdf(BOARD_PACK)}
    made_workspace(page, app, "Retention", files)
    asked(page, "What was net revenue retention in 2025?")
    strip = page.locator(".st-key-amber-strip")
    strip.get_by_text("Sources disagree on").wait_for(timeout=120_000)
    settled(page)
    sides = strip.locator(".st-key-strip-sides strong").all_inner_texts()
    assert {side.replace("\u00a0", " ").replace(" ", "") for side in sides} >= {"114%", "111%"}
    strip.get_by_role("button", name="111").press("Enter")
    pane = page.locator(".st-key-source-pane")
    pane.get_by_text("One of the competing values: 111").wait_for()
    assert pane.locator("img").get_attribute("alt")
    assert "111" in pane.locator(".m-quote").inner_text()
    page.get_by_text("What each source says").click()
    said = page.locator(".m-side .v").all_inner_texts()
    assert {side.replace("\u00a0", " ").replace(" ", "") for side in said} >= {"114%", "111%"}


def test_a_file_the_browser_refuses_is_told_by_name_while_the_others_are_taken_in(
    page: Any, app: str, tmp_path: Path
) -> None:
    made_workspace(page, app, "Limits", {"annual-report.pdf": pdf(REPORT)})
    page.keyboard.press("Escape")  # the panel in which the workspace was made lies over the list
    settled(page)  # the zone is drawn anew once it handed its file over
    large, small = tmp_path / "ten years of minutes.pdf", tmp_path / "board-pack.pdf"
    with large.open("wb") as out:
        out.truncate(61 * 1024 * 1024)
    small.write_bytes(pdf(BOARD_PACK))
    page.locator("input[type=file]").set_input_files([large, small])
    page.get_by_text("2 files ready").wait_for(timeout=120_000)
    told = page.locator(".st-key-refused-files")
    told.get_by_text("is 61.0 MB; the limit is 50 MB.").wait_for()
    assert "ten years of minutes.pdf" in told.inner_text()
    told.get_by_role("button", name="Dismiss").click()
    told.wait_for(state="detached")
