"""Make the sample workspace's files from scripts/sample_text and the tables below.

Run with the development requirements installed: ``python scripts/make_sample.py``. The files it writes to
``masis/sample/documents`` are committed, so that loading the sample needs neither this script nor reportlab.
"""

import html
import io
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from docx import Document as WordDocument
from openpyxl import Workbook
from openpyxl.styles import Font
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle, getSampleStyleSheet
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    Flowable,
    PageBreak,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)
from reportlab.platypus import Image as PictureFlowable

TEXT = Path(__file__).parent / "sample_text"
TARGET = Path(__file__).parent.parent / "masis" / "sample" / "documents"
INK = colors.HexColor("#1f2a44")

Block = tuple[str, str] | tuple[str, list[list[str]]]


def blocks(text: str) -> Iterator[Block]:
    """Yield ("title"|"h2"|"h3"|"text"|"subtitle"|"toc"|"scan"|"break", words) and ("table", rows)."""
    rows: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip().strip("|").split("|")])
            continue
        if rows:
            yield "table", rows
            rows = []
        if line.strip():
            yield _line_block(line)


def _line_block(line: str) -> tuple[str, str]:
    prefixes = {
        "### ": "h3",
        "## ": "h2",
        "# ": "title",
        "subtitle: ": "subtitle",
        "toc: ": "toc",
        "scan: ": "scan",
    }
    for prefix, kind in prefixes.items():
        if line.startswith(prefix):
            return kind, line.removeprefix(prefix)
    return ("break", "") if line == "---" else ("text", line)


def make_pdf(source: str, target: str, front_pages: int) -> None:
    """Set a report as PDF: ``front_pages`` pages are labelled i, ii, the rest 1, 2, 3."""
    text = (TEXT / source).read_text(encoding="utf-8")
    title = next(words for kind, words in blocks(text) if kind == "title")
    styles = getSampleStyleSheet()
    styles["BodyText"].spaceAfter = 6
    styles["BodyText"].leading = 15
    subtitle = ParagraphStyle("Sub", parent=styles["BodyText"], fontSize=11, textColor=colors.grey)
    named = {"title": "Title", "h2": "Heading1", "h3": "Heading2", "text": "BodyText"}
    story: list[Flowable] = []
    for kind, content in blocks(text):
        if isinstance(content, list):
            story += [_pdf_table(content), Spacer(1, 5 * mm)]
        elif kind == "break":
            story.append(PageBreak())
        elif kind == "subtitle":
            story.append(Paragraph(content, subtitle))
        elif kind == "toc":
            story += [PageBreak(), Paragraph("Contents", styles["Heading1"])]
            story += [Paragraph(f"{entry.strip()}", styles["BodyText"]) for entry in content.split(";")]
        elif kind == "scan":
            story.append(PictureFlowable(_scan(content.split("|")), width=160 * mm, height=220 * mm))
        else:
            story.append(Paragraph(content, styles[named[kind]]))
    document = SimpleDocTemplate(
        str(TARGET / target),
        pagesize=A4,
        title=title,
        author="Veldrin Systems N.V.",
        invariant=1,
        leftMargin=25 * mm,
        rightMargin=25 * mm,
        topMargin=25 * mm,
        bottomMargin=25 * mm,
    )
    footer = _Footer(title, front_pages)
    document.build(story, onFirstPage=footer.draw, onLaterPages=footer.draw)


class _Footer:
    """Draw the running footer and the printed page label."""

    def __init__(self, title: str, front_pages: int) -> None:
        self.title, self.front_pages = title, front_pages

    def draw(self, canvas: Canvas, document: SimpleDocTemplate) -> None:
        number = int(document.page)
        if number == 1:
            canvas.setTitle(self.title)
            if self.front_pages:
                canvas.addPageLabel(0, style="ROMAN_LOWER")
                canvas.addPageLabel(self.front_pages, style="ARABIC", start=1)
        label = (
            ("", "i", "ii", "iii")[number] if number <= self.front_pages else str(number - self.front_pages)
        )
        canvas.setFont("Helvetica", 8)
        canvas.setFillColor(colors.grey)
        canvas.drawString(25 * mm, 14 * mm, self.title)
        canvas.drawRightString(185 * mm, 14 * mm, label)


def _pdf_table(rows: list[list[str]]) -> Table:
    table = Table(
        rows, hAlign="LEFT", colWidths=[80 * mm] + [80 * mm / (len(rows[0]) - 1)] * (len(rows[0]) - 1)
    )
    table.setStyle(
        TableStyle(
            [
                ("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold"),
                ("TEXTCOLOR", (0, 0), (-1, 0), INK),
                ("LINEBELOW", (0, 0), (-1, 0), 0.8, INK),
                ("LINEBELOW", (0, 1), (-1, -1), 0.25, colors.lightgrey),
                ("ALIGN", (1, 0), (-1, -1), "RIGHT"),
                ("FONTSIZE", (0, 0), (-1, -1), 9),
            ]
        )
    )
    return table


def _scan(lines: list[str]) -> io.BytesIO:
    """Return a picture of typed words, slightly tilted and grey, as from a scanner."""
    page = Image.new("L", (1240, 1700), 245)
    pen = ImageDraw.Draw(page)
    font = ImageFont.load_default(size=34)
    for row, line in enumerate(lines):
        pen.text((140, 200 + row * 80), line.strip(), fill=40, font=font)
    stream = io.BytesIO()
    page.rotate(0.6, fillcolor=245).save(stream, "PNG")
    stream.seek(0)
    return stream


def make_docx(source: str, target: str) -> None:
    """Set a memo or plan as a Word document."""
    document = WordDocument()
    for kind, content in blocks((TEXT / source).read_text(encoding="utf-8")):
        if isinstance(content, list):
            table = document.add_table(rows=0, cols=len(content[0]), style="Light Grid Accent 1")
            for row in content:
                for cell, words in zip(table.add_row().cells, row, strict=True):
                    cell.text = words
        elif kind in {"title", "h2"}:
            document.add_heading(content, level=0 if kind == "title" else 1)
            if kind == "title":
                document.core_properties.title = content
        else:
            document.add_paragraph(content)
    document.core_properties.author = "Veldrin Systems N.V."
    document.save(str(TARGET / target))


def make_html(source: str, target: str) -> None:
    """Set a brief as a web page, with the furniture a saved page has."""
    tags = {"title": "h1", "h2": "h2", "h3": "h3", "text": "p"}
    body: list[str] = []
    title = ""
    for kind, content in blocks((TEXT / source).read_text(encoding="utf-8")):
        if isinstance(content, list):
            head, *rows = content
            cells = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
            lines = "".join(
                "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
            )
            body.append(f"<table><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table>")
            continue
        title = content if kind == "title" else title
        body.append(f"<{tags[kind]}>{html.escape(content)}</{tags[kind]}>")
    page = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        "<style>body{font-family:sans-serif}</style></head><body>"
        "<nav><a href='#'>Intranet</a> <a href='#'>Market intelligence</a></nav><main>"
        + "\n".join(body)
        + "</main><footer>Internal use only</footer></body></html>\n"
    )
    (TARGET / target).write_text(page, encoding="utf-8")


CHURN = {
    "Churn 2024": [
        [
            "Segment",
            "Customers at start of 2024",
            "Customers lost in 2024",
            "Logo churn 2024",
            "Logo churn 2023",
        ],
        ["Food", 1110, 66, 0.059, 0.068],
        ["Pharma", 555, 26, 0.047, 0.051],
        ["Logistics", 420, 49, 0.116, 0.151],
        ["Total", 2085, 141, 0.068, 0.081],
    ],
    "Reasons": [
        ["Reason for leaving", "Share of lost customers 2024", "Most affected segment"],
        ["Price", 0.38, "Logistics"],
        ["Missing integration", 0.21, "Food"],
        ["Customer closed or was bought", 0.17, "Food"],
        ["Service quality", 0.11, "Logistics"],
        ["Moved to own solution", 0.08, "Pharma"],
        ["Not known", 0.05, "All"],
    ],
    "Revenue by segment": [
        [
            "Segment",
            "Revenue 2024, EUR thousand",
            "Revenue 2023, EUR thousand",
            "Revenue lost to churn 2024, EUR thousand",
        ],
        ["Food", 96400, 83900, 3980],
        ["Pharma", 78300, 63500, 2010],
        ["Logistics", 38200, 36900, 3410],
        ["Total", 212900, 184300, 9400],
    ],
}

RISKS = {
    "Risks": [
        ["Risk", "Description", "Likelihood (1-5)", "Impact (1-5)", "Score", "Owner", "Mitigation", "Due"],
        ["R-01", "Dependence on one supplier for radio modules", 3, 5, 15, "Wei-Lin Zhao",
         "Second supplier qualified; first deliveries in the third quarter of 2025", date(2025, 9, 30)],
        ["R-02", "Cyber attack on the Veldrin One platform", 3, 5, 15, "Wei-Lin Zhao",
         "Yearly penetration test; separate recovery site in Frankfurt", date(2025, 6, 30)],
        ["R-03", "Price competition in Logistics from low-cost trackers", 4, 3, 12, "Anna Lindqvist",
         "No one-year contracts with small carriers; segment review in November 2025", date(2025, 11, 30)],
        ["R-04", "Loss of key engineers of Kelvane Analytics", 2, 4, 8, "Wei-Lin Zhao",
         "Retention agreements until December 2026", date(2026, 12, 31)],
        ["R-05", "New European rules on electronic temperature records", 4, 3, 12, "Tomás Herrera",
         "Gap analysis of the VS-30; end of sale at the end of 2025", date(2025, 12, 31)],
        ["R-06", "Ramp-up of the Brno plant slower than planned", 2, 3, 6, "Tomás Herrera",
         "Weekly output review; night shift from April 2025", date(2025, 4, 30)],
        ["R-07", "Tenders of two supermarket chains in 2025", 3, 4, 12, "Anna Lindqvist",
         "Price guarantee for two years if signed before June 2025", date(2025, 6, 15)],
    ],
    "Changes": [
        ["Date", "Risk", "Change"],
        [date(2025, 1, 20), "R-01", "Likelihood lowered from 4 to 3 after the second supplier was qualified"],
        [date(2025, 1, 20), "R-06", "Impact lowered from 4 to 3"],
        [date(2025, 2, 10), "R-07", "New risk"],
    ],
}  # fmt: skip


def make_xlsx(sheets: dict[str, list[list[str | int | float | date]]], target: str, title: str) -> None:
    """Set tables as a workbook; shares are stored as fractions with a percent format, as people do."""
    book = Workbook()
    book.remove(book.active)  # type: ignore[arg-type]
    book.properties.title = title
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        for cell in (cell for row in sheet.iter_rows() for cell in row if isinstance(cell.value, float)):
            cell.number_format = "0.0%"
    book.save(TARGET / target)


def main() -> None:
    """Write every file of the sample."""
    TARGET.mkdir(parents=True, exist_ok=True)
    make_pdf("annual-report-2024.md", "annual-report-2024.pdf", front_pages=2)
    make_pdf("board-pack-q4-2024.md", "board-pack-q4-2024.pdf", front_pages=0)
    make_docx("board-memo-pricing.md", "board-memo-pricing.docx")
    make_docx("growth-plan-2025-draft.md", "growth-plan-2025-draft.docx")
    make_docx("growth-plan-2025.md", "growth-plan-2025.docx")
    make_html("competitor-brief.md", "competitor-brief.html")
    make_xlsx(CHURN, "churn-analysis-2024.xlsx", "Churn analysis 2024")  # type: ignore[arg-type]
    make_xlsx(RISKS, "risk-register.xlsx", "Risk register, February 2025")  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
