"""Files for the ingestion tests, each made on the spot."""

import struct
import zipfile
from collections.abc import Sequence
from io import BytesIO

import docx
import openpyxl
import pptx
from PIL import Image, ImageDraw
from pypdf import PdfReader, PdfWriter
from pypdf.constants import PageLabelStyle
from pypdfium2 import PdfDocument
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Table

PROSE = (
    "The harbour office wrote down every vessel that came in during the long winter, and the pilots' "
    "well-known log shows that traffic grew by 12.4% although the northern quay was closed for nine weeks. "
)


def pdf(pages: Sequence[Sequence[str]], title: str = "", footer: str = "") -> bytes:
    """Write a PDF with one line of 11 point text for every string."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=A4)
    canvas.setTitle(title)
    for number, lines in enumerate(pages, start=1):
        canvas.setFont("Helvetica", 11)
        for row, line in enumerate(lines):
            canvas.drawString(72, 760 - 14 * row, line)
        if footer:
            canvas.drawString(72, 30, footer)
            canvas.drawString(500, 30, f"Page {number}")
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def report_pdf(pages: int = 3, title: str = "Harbour report") -> bytes:
    """Write a laid-out PDF: heading, wrapped paragraphs and a ruled table on every page."""
    styles = getSampleStyleSheet()
    story: list[object] = []
    for page in range(1, pages + 1):
        story.append(Paragraph(f"Season {page}", styles["Heading1"]))
        story.append(Paragraph(PROSE * 3, styles["BodyText"]))
        story.append(Paragraph(f"The crane of season {page} lifted {page}7 boats.", styles["BodyText"]))
        rows = [
            ["EUR million", "2030", "2031"],
            ["Revenue", "176.2", "199.6"],
            ["Loss", f"({page}.1)", "12.1%"],
        ]
        story.append(Table(rows))
        story.append(PageBreak())
    buffer = BytesIO()
    SimpleDocTemplate(buffer, pagesize=A4, title=title).build(story)
    return buffer.getvalue()


def encrypted_pdf(user: str = "key", owner: str = "master") -> bytes:
    """Encrypt a small PDF."""
    writer = PdfWriter(clone_from=BytesIO(pdf([["The sealed quay list."]])))
    writer.encrypt(user_password=user, owner_password=owner, algorithm="AES-256")
    return _written(writer)


def labelled_pdf() -> bytes:
    """Write pages that are printed as i, ii, 1, 2, with an outline."""
    writer = PdfWriter(clone_from=BytesIO(pdf([[f"Leaf number {n} of the log."] for n in range(4)])))
    writer.set_page_label(0, 1, style=PageLabelStyle.LOWERCASE_ROMAN)
    writer.set_page_label(2, 3, style=PageLabelStyle.DECIMAL, start=1)
    return _written(writer)


def outlined_pdf() -> bytes:
    """Write a PDF whose heading looks like text and is only named in the outline."""
    source = pdf([["Harbour dues", "", "Dues are paid on entering the port and again on leaving it."]])
    writer = PdfWriter(clone_from=BytesIO(source))
    writer.add_outline_item(title="Harbour dues", page_number=0)
    return _written(writer)


def scan_picture(words: str = "PILOT LOG") -> Image.Image:
    """Draw words as a scanner would see them."""
    picture = Image.new("L", (620, 877), 255)
    ImageDraw.Draw(picture).text((60, 80), words, fill=0, font_size=40)
    return picture


def scanned_pdf(text_pages: int = 0, scans: int = 1, words: str = "PILOT LOG") -> bytes:
    """Write pages of text followed by pages that are only a picture."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=A4)
    for number in range(text_pages):
        canvas.drawString(72, 700, f"Written page {number + 1} about the tides of the outer harbour.")
        canvas.showPage()
    for _ in range(scans):
        canvas.drawImage(ImageReader(scan_picture(words)), 0, 0, *A4)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def statement_pdf(leader: str = "") -> bytes:
    """Write a page with a heading, a table, with dots before its figures if asked, and a sentence."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=A4)
    canvas.setFont("Helvetica", 18)
    canvas.drawString(60, 760, "Harbour dues")
    canvas.setFont("Helvetica", 10)
    canvas.drawString(60, 735, "Dues were paid as follows (in millions of euros):")
    canvas.drawString(400, 715, "2024")
    canvas.drawString(480, 715, "2023")
    rows = [
        ("Container ships", "1,284.5", "1,190.2"),
        ("Ferries", "(86.3)", "74.8"),
        ("Total", "1,198.2", "1,265.0"),
    ]
    for number, (label, first, second) in enumerate(rows):
        height = 698 - 16 * number
        canvas.drawString(60, height, label)
        dots = int((370 - 60 - canvas.stringWidth(label)) / canvas.stringWidth(leader)) if leader else 0
        canvas.drawRightString(370, height, leader * dots)
        canvas.drawRightString(425, height, first)
        canvas.drawRightString(505, height, second)
    canvas.drawString(60, 630, "The harbour master expects fewer ferries next year.")
    canvas.save()
    return buffer.getvalue()


def as_scan(content: bytes, dots_an_inch: int = 200, turned: float = 0.0) -> bytes:
    """Print the first page of a PDF and scan it, turned against the clock by some degrees."""
    page = PdfDocument(content)[0]
    picture = page.render(scale=dots_an_inch / 72, grayscale=True).to_pil()
    scanned = picture.rotate(turned, expand=True, fillcolor=255, resample=Image.Resampling.BICUBIC)
    buffer = BytesIO()
    scanned.save(buffer, "PDF", resolution=dots_an_inch)
    return buffer.getvalue()


def truncated(content: bytes, share: float = 0.5) -> bytes:
    """Cut a file off."""
    return content[: int(len(content) * share)]


def _written(writer: PdfWriter) -> bytes:
    buffer = BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def page_count(content: bytes) -> int:
    """Count the pages of a PDF."""
    return len(PdfReader(BytesIO(content)).pages)


def word_file() -> bytes:
    """Write a DOCX with headings, a list, a table and a page break."""
    document = docx.Document()
    document.core_properties.title = "Port plan"
    document.add_heading("Berths", 1)
    document.add_paragraph("Ships berth at the south pier.")
    document.add_paragraph("First come", style="List Bullet")
    document.add_paragraph("First served", style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(table._cells, ["Pier", "Depth", "South", "11 m"], strict=True):
        cell.text = text
    document.add_page_break()
    document.add_heading("Cranes", 2)
    document.add_paragraph("Two cranes stand on the west pier.")
    return _saved(document)


def slides_file() -> bytes:
    """Write a PPTX with a titled slide, bullets, a table and notes."""
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "Tides"
    slide.placeholders[1].text = "High at six\nLow at noon"
    table = slide.shapes.add_table(2, 2, 0, 4_000_000, 3_000_000, 800_000).table
    for cell, text in zip(
        [c for row in table.rows for c in row.cells], ["Hour", "Metres", "6", "4.2"], strict=True
    ):
        cell.text = text
    slide.notes_slide.notes_text_frame.text = "Mention the storm."
    return _saved(deck)


def workbook(rows: Sequence[Sequence[object]], formats: dict[str, str] | None = None) -> bytes:
    """Write an XLSX with one sheet called Dues."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Dues"
    for row in rows:
        sheet.append(list(row))
    for place, number_format in (formats or {}).items():
        sheet[place].number_format = number_format
    return _saved(book)


def _saved(document: object) -> bytes:
    buffer = BytesIO()
    document.save(buffer)  # type: ignore[attr-defined]
    return buffer.getvalue()


def without_member(content: bytes, name: str) -> bytes:
    """Leave one part of an Office file out, and every word about it."""
    buffer = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.infolist():
            if member.filename != name:
                lines = old.read(member).replace(b"><", b">\n<").split(b"\n")
                kept = [line for line in lines if name.encode() not in line]
                new.writestr(member, b"\n".join(kept) if member.filename.endswith((".xml", ".rels")) else b"")
    return buffer.getvalue()


def with_member(content: bytes, name: str, data: bytes) -> bytes:
    """Add or replace one part of an Office file."""
    buffer = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.infolist():
            if member.filename != name:
                new.writestr(member, old.read(member))
        new.writestr(name, data)
    return buffer.getvalue()


def entity_bomb() -> bytes:
    """Write a DOCX whose main part multiplies entities."""
    part = b'<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><w>&b;</w>'
    return with_member(word_file(), "word/document.xml", part)


def zip_bomb(megabytes: int = 30) -> bytes:
    """Write a DOCX with a part of zeros."""
    return with_member(word_file(), "word/media/image1.bin", bytes(megabytes * 1024 * 1024))


def nested_zip(depth: int) -> bytes:
    """Write a DOCX that holds an archive that holds an archive."""
    inner = b"end"
    for _ in range(depth):
        buffer = BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr("inner.zip", inner)
        inner = buffer.getvalue()
    return with_member(word_file(), "word/embeddings/inner.bin", inner)


def many_members(count: int) -> bytes:
    """Write a DOCX with very many parts."""
    buffer = BytesIO(word_file())
    with zipfile.ZipFile(buffer, "a") as archive:
        for number in range(count):
            archive.writestr(f"x{number}", b"")
    return buffer.getvalue()


def old_office(*, locked: bool = False) -> bytes:
    """Write the start of an OLE file, as old Word files and locked new ones are."""
    stream = "EncryptedPackage".encode("utf-16-le") if locked else "WordDocument".encode("utf-16-le")
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + struct.pack("<504x") + stream + bytes(1024)
