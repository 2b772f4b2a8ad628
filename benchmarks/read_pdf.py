"""Pages per second of reading a 300-page text PDF: our reader end to end, its parts, and pypdf alone."""

import time
from collections.abc import Callable
from io import BytesIO

from pypdf import PdfReader
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Table

from masis.config import Settings
from masis.ingest.child import read_document
from masis.ingest.readers import read
from masis.ingest.readers.job import Job

PAGES = 300
SENTENCE = (
    "In year {page} the harbour moved {load:,} tonnes of grain, {share:.1f}% more than planned, because the "
    "northern quay stayed open through the winter and the pilots agreed to the new rota. "
)


def make_pdf(pages: int = PAGES) -> bytes:
    """Write a report of full pages: a heading, six paragraphs and a small table each."""
    styles = getSampleStyleSheet()
    story: list[object] = []
    for page in range(1, pages + 1):
        text = SENTENCE.format(page=page, load=1000 + page * 37, share=page / 7)
        story.append(Paragraph(f"Season {page}", styles["Heading1"]))
        story.extend(Paragraph(text * 2, styles["BodyText"]) for _ in range(6))
        story.append(
            Table([["Quay", "2030", "2031"], ["North", str(page), "17.2"], ["South", "4.1", "(3.0)"]])
        )
        story.append(PageBreak())
    buffer = BytesIO()
    SimpleDocTemplate(buffer, pagesize=A4, title="Harbour seasons").build(story)
    return buffer.getvalue()


def main() -> None:
    """Measure each way three times and print the best."""
    content, settings = make_pdf(), Settings(_env_file=None)
    ways: dict[str, Callable[[], object]] = {
        "our reader, with its child process": lambda: read(content, "pdf", "harbour.pdf", None, settings),
        "our reader, inside one process": lambda: read_document(Job(content, "pdf", "harbour.pdf")),
        "pypdf alone, text only": lambda: [page.extract_text() for page in PdfReader(BytesIO(content)).pages],
    }
    print(f"{PAGES} pages, {len(content) / 1024:,.0f} KB")
    for name, way in ways.items():
        print(f"{name:40} {PAGES / min(_seconds(way) for _ in range(3)):8.0f} pages/s")


def _seconds(way: Callable[[], object]) -> float:
    started = time.perf_counter()
    way()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
