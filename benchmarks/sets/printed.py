"""Printed: a table with its paragraphs as a PDF page, printed by Chromium as a browser prints a report."""

import html
import shutil
from collections.abc import Iterator, Sequence

from benchmarks.sets.office import TITLE, spans, squared
from benchmarks.sets.rows import TableContext

_STYLE = (
    "body{font:10pt serif;margin:40px} table{border-collapse:collapse;width:100%;font-size:9pt}"
    "td{padding:2px 6px;text-align:right;vertical-align:bottom} td:first-child{text-align:left;width:45%}"
    "tr.head td{font-weight:bold;text-align:center} tr.head td:first-child{text-align:left}"
)


def printed(contexts: Sequence[TableContext]) -> Iterator[bytes]:
    """Yield each context as a PDF; needs Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        for context in contexts:
            page.set_content(as_page(context))
            yield page.pdf(format="Letter")
        browser.close()


def as_page(context: TableContext) -> str:
    """Return the HTML of a context: a heading, its paragraphs, the table with its header lines in bold.

    A cell of an upper header line spans the empty ones to its right.
    """
    rows, heads = squared(context)
    lines = (_line(row, is_head=at < heads, spread=at < heads - 1) for at, row in enumerate(rows))
    paragraphs = "".join(f"<p>{html.escape(text)}</p>" for text in context.paragraphs)
    return (
        f"<html><head><style>{_STYLE}</style></head><body><h2>{TITLE}</h2>{paragraphs}"
        f"<table>{''.join(lines)}</table></body></html>"
    )


def _line(row: Sequence[str], *, is_head: bool, spread: bool) -> str:
    cells = (f'<td colspan="{wide}">{html.escape(row[at])}</td>' for at, wide in spans(row, spread=spread))
    return f'<tr class="{"head" if is_head else ""}">{"".join(cells)}</tr>'
