"""What ordinary files hold that a plain reading passes over, and figures that must not change on the way."""

import zipfile
from collections.abc import Callable
from io import BytesIO

import docx
import files
import openpyxl
import pptx
import pytest
from conftest import ReadHere
from docx.oxml import parse_xml
from pptx.chart.data import CategoryChartData, XyChartData
from pptx.enum.chart import XL_CHART_TYPE
from pypdf import PdfWriter
from reportlab.pdfgen.canvas import Canvas

from masis.domain.document import ReadDocument
from masis.ingest.readers import sheets

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
SHOWN = sheets._shown


def words(document: ReadDocument) -> str:
    return "\n".join(page.text for page in document.pages)


def word_with(change: Callable[[object], None]) -> bytes:
    """Return a DOCX of one sentence, changed."""
    document = docx.Document()
    document.add_paragraph("The quay was mended.")
    change(document)
    buffer = BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def run(text: str) -> str:
    return f"<w:r><w:t xml:space='preserve'>{text}</w:t></w:r>"


def test_tracked_changes_are_taken_as_made(read_here: ReadHere) -> None:
    """An inserted figure belongs to the sentence, a deleted one and a deleted row do not."""

    def change(document: object) -> None:
        paragraph = document.add_paragraph("Net debt fell to ")  # type: ignore[attr-defined]
        gone = f"<w:del {_W} w:id='1'><w:r><w:delText>88.8</w:delText></w:r></w:del>"
        for part in (gone, f"<w:ins {_W} w:id='2'>{run('41.7 million')}</w:ins>"):
            paragraph._p.append(parse_xml(part))
        paragraph.add_run(" in 2024.")
        table = document.add_table(2, 1)  # type: ignore[attr-defined]
        for cell, text in zip(table._cells, ("kept row", "struck row"), strict=True):
            cell.text = text
        mark = f"<w:trPr {_W}><w:del w:id='3'/></w:trPr>"
        table.rows[1]._tr.insert(0, parse_xml(mark))

    text = words(read_here(word_with(change), "docx"))
    assert "Net debt fell to 41.7 million in 2024." in text
    assert "88.8" not in text
    assert "kept row" in text
    assert "struck row" not in text


WRAPPED = {
    "a content control": (
        f"<w:sdt {_W}><w:sdtContent><w:p>{run('held 55.5 boats')}</w:p></w:sdtContent></w:sdt>"
    ),
    "a content control in another": (
        f"<w:sdt {_W}><w:sdtContent><w:sdt><w:sdtContent><w:p>{run('held 55.5 boats')}</w:p></w:sdtContent>"
        "</w:sdt></w:sdtContent></w:sdt>"
    ),
    "an inline control": (
        f"<w:p {_W}><w:sdt><w:sdtContent>{run('held 55.5 boats')}</w:sdtContent></w:sdt></w:p>"
    ),
    "a field": f"<w:p {_W}><w:fldSimple w:instr='X'>{run('held 55.5 boats')}</w:fldSimple></w:p>",
    "a text box": (
        f"<w:p {_W} xmlns:v='urn:schemas-microsoft-com:vml'><w:r><w:pict><v:shape><v:textbox><w:txbxContent>"
        f"<w:p>{run('held 55.5 boats')}</w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>"
    ),
    "a text box with an older copy": (
        f"<w:p {_W} xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006'><w:r>"
        f"<mc:AlternateContent><mc:Choice Requires='wps'><w:txbxContent><w:p>{run('held 55.5 boats')}</w:p>"
        f"</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p>{run('held 55.5 boats')}</w:p>"
        "</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>"
    ),
}


@pytest.mark.parametrize("part", WRAPPED.values(), ids=WRAPPED)
def test_words_in_wrappings_are_read_once(read_here: ReadHere, part: str) -> None:
    content = word_with(lambda document: document.element.body.insert(1, parse_xml(part)))  # type: ignore[attr-defined]
    assert words(read_here(content, "docx")).count("held 55.5 boats") == 1


def test_a_table_in_a_cell_is_a_table(read_here: ReadHere) -> None:
    def change(document: object) -> None:
        outer = document.add_table(1, 2)  # type: ignore[attr-defined]
        outer.cell(0, 0).text = "left"
        inner = outer.cell(0, 1).add_table(2, 2)
        for cell, text in zip(inner._cells, ("Pier", "Depth", "South", "11.5 m"), strict=True):
            cell.text = text

    assert "| Pier | Depth |\n| South | 11.5 m |" in words(read_here(word_with(change), "docx"))


def test_footnotes_stand_behind_their_paragraph(read_here: ReadHere) -> None:
    source = word_with(
        lambda document: document.paragraphs[0]._p.append(  # type: ignore[attr-defined]
            parse_xml(f"<w:r {_W}><w:footnoteReference w:id='2'/></w:r>")
        )
    )
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
    added = {
        "[Content_Types].xml": (
            "</Types>",
            f'<Override PartName="/word/footnotes.xml" ContentType="{kind}"/></Types>',
        ),
        "word/_rels/document.xml.rels": (
            "</Relationships>",
            f'<Relationship Id="rNotes" Type="{relation}" Target="footnotes.xml"/></Relationships>',
        ),
    }
    buffer = BytesIO()
    with zipfile.ZipFile(BytesIO(source)) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            part = old.read(name).decode("utf-8", "surrogateescape")
            new.writestr(name, part.replace(*added.get(name, ("", ""))).encode("utf-8", "surrogateescape"))
        note = f"<w:footnote w:id='2'><w:p>{run('Leases of 44.4 million are left out.')}</w:p></w:footnote>"
        new.writestr("word/footnotes.xml", f"<w:footnotes {_W}>{note}</w:footnotes>")
    text = words(read_here(buffer.getvalue(), "docx"))
    assert text == "The quay was mended.\n\nNote: Leases of 44.4 million are left out."


def deck(*, linked: bool = False) -> bytes:
    """Write a slide with two charts and a picture, which may be a link to a file that is not there."""
    made = pptx.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[5])
    slide.shapes.title.text = "Traffic"
    bars = CategoryChartData()
    bars.categories = ["2023", "2024"]
    bars.add_series("Tonnes", (1_234_567.8, 199_600_000))
    dots = XyChartData()
    dots.add_series("Depth").add_data_point(3, 2.5)
    for kind, data in ((XL_CHART_TYPE.COLUMN_CLUSTERED, bars), (XL_CHART_TYPE.XY_SCATTER, dots)):
        slide.shapes.add_chart(kind, 0, 0, 3_000_000, 3_000_000, data)
    picture = BytesIO()
    files.scan_picture().save(picture, "PNG")
    shape = slide.shapes.add_picture(picture, 0, 0)
    if linked:
        blip = shape._element.xpath(".//a:blip")[0]
        blip.attrib.clear()
    buffer = BytesIO()
    made.save(buffer)
    return buffer.getvalue()


def test_figures_behind_charts_keep_every_digit(read_here: ReadHere) -> None:
    text = words(read_here(deck(), "pptx"))
    assert "|  | 2023 | 2024 |\n| Tonnes | 1234567.8 | 199600000 |" in text
    assert "| 3 | 2.5 |" in text


def test_a_picture_that_is_a_link_takes_no_deck_along(read_here: ReadHere) -> None:
    document = read_here(deck(linked=True), "pptx")
    assert "Traffic" in words(document)
    assert document.pages[0].has_image


def test_a_sheet_of_a_million_missing_rows_is_read_at_once(
    read_here: ReadHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something in the last row, as deleting by hand leaves it: the rows between are not looked at singly."""
    book = openpyxl.Workbook()
    for place, value in (("A1", "Item"), ("B1", "Count"), ("A2", "Crane"), ("B2", 2), ("A9000", "end")):
        book.active[place] = value
    buffer = BytesIO()
    book.save(buffer)
    looked_at: list[object] = []
    monkeypatch.setattr(sheets, "_shown", lambda cell: looked_at.append(cell) or SHOWN(cell))
    text = words(read_here(buffer.getvalue(), "xlsx"))
    assert "| Crane | 2 |" in text
    assert text.endswith("end")
    assert len(looked_at) < 2000


def page(body: str) -> bytes:
    return f"<html><body>{body}</body></html>".encode()


def test_a_cell_over_several_rows_is_said_in_each(read_here: ReadHere) -> None:
    """Otherwise the figures of the second row stand under the wrong heads."""
    rows = (
        "<tr><th>Site</th><th>Year</th><th>Boats</th></tr>"
        "<tr><td rowspan=2>Brno</td><td>2023</td><td>11</td></tr><tr><td>2024</td><td>12</td></tr>"
        "<tr><td rowspan=2 colspan=2>Both</td><td>23</td></tr><tr><td>24</td></tr>"
        "<tr><td colspan=2>x</td><td>1</td></tr>"
    )
    text = words(read_here(page(f"<table>{rows}</table>"), "html"))
    assert text.splitlines() == [
        "| Site | Year | Boats |",
        "| Brno | 2023 | 11 |",
        "| Brno | 2024 | 12 |",
        "| Both |  | 23 |",
        "| Both |  | 24 |",
        "| x |  | 1 |",
    ]


def test_a_span_without_bounds_is_bounded(read_here: ReadHere) -> None:
    cell = f"<td colspan={'9' * 4000} rowspan={'9' * 4000}>a</td>"
    assert "| b |" in words(read_here(page(f"<table><tr>{cell}</tr><tr><td>b</td></tr></table>"), "html"))


@pytest.mark.parametrize("hidden", ["<tr hidden>", "<tr style='display:none'>", "<tr aria-hidden='true'>"])
def test_a_row_nobody_sees_is_not_read(read_here: ReadHere, hidden: str) -> None:
    rows = f"<tr><td>Crane</td><td>2</td></tr>{hidden}<td>Ghost</td><td>666</td></tr>"
    assert "Ghost" not in words(read_here(page(f"<table>{rows}</table>"), "html"))


def test_a_page_that_is_one_form_is_read(read_here: ReadHere) -> None:
    """Whole sites are built that way."""
    form = (
        "<form id='f'><h1>Dues</h1><p>Dues were 55.1 million.</p><select><option>x</option></select></form>"
    )
    assert words(read_here(page(form), "html")) == "Dues\n\nDues were 55.1 million."


def test_rules_between_paragraphs_are_no_front_matter(read_here: ReadHere) -> None:
    source = b"---\n\n# Results\n\nRevenue was 99.1 million.\n\n---\n\nMore words.\n"
    assert "Revenue was 99.1 million." in words(read_here(source, "markdown"))
    kept = b"---\ntitle: Results\ndate: 2024\n---\nMore words.\n"
    assert words(read_here(kept, "markdown")) == "More words."


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(5000, id="less than a field may hold"),
        pytest.param(60_000, id="more", marks=pytest.mark.slow),
    ],
)
def test_a_quotation_mark_that_is_never_closed_swallows_no_rows(read_here: ReadHere, rows: int) -> None:
    lines = "".join(f"row{number},{number} and words about it\n" for number in range(rows))
    document = read_here(f'name,value\nA,1\nB,"never closed\n{lines}'.encode(), "csv")
    assert "| B | never closed |\n| row0 | 0 and words about it |" in words(document)
    assert f"| row{rows - 1} |" in words(document)
    assert [notice.kind for notice in document.notices] == ["recovered"]


def test_inches_and_quoted_line_breaks_are_left_alone(read_here: ReadHere) -> None:
    document = read_here(b'part,note\npipe 12",long\nbolt,"two\nlines"\n', "csv")
    assert words(document) == '| part | note |\n| pipe 12" | long |\n| bolt | two lines |'
    assert not document.notices


def test_years_are_the_heads_of_a_csv(read_here: ReadHere) -> None:
    lines = "".join(f"Measure {number},{number}.1,{number}.2\n" for number in range(450))
    document = read_here(f"Metric,2023,2024\n{lines}".encode(), "csv")
    assert [page.text.splitlines()[0] for page in document.pages] == ["| Metric | 2023 | 2024 |"] * 3


def test_totals_at_the_foot_of_pages_are_no_running_footer(read_here: ReadHere) -> None:
    pages = [
        ["Statement", *[f"Item {row} of sheet {page}" for row in range(48)], f"Total {page}1,204.50 EUR"]
        for page in range(1, 9)
    ]
    text = words(read_here(files.pdf(pages, footer="Harbour office 12.05.2031 14:33"), "pdf"))
    assert text.count("Total ") == 8
    assert "Harbour office" not in text


@pytest.mark.parametrize(("quarter", "displayed"), [(90, 0), (270, 0), (90, 90), (270, 270)])
def test_a_table_that_runs_another_way_is_a_table(read_here: ReadHere, quarter: int, displayed: int) -> None:
    """Wide tables are often set turned on their page, with or without the page being shown turned."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(600, 800))
    canvas.translate(*{90: (600, 0), 270: (0, 800)}[quarter])
    canvas.rotate(quarter)
    rows = [
        ("Ship", "2023", "2024"),
        ("Anna", "11.5", "12.5"),
        ("Berta", "21.5", "22.5"),
        ("Clara", "3.5", "4.5"),
    ]
    canvas.drawString(60, 500, "The fleet of the outer harbour in two years.")
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            canvas.drawString(60 + 150 * column, 450 - 20 * row, cell)
    canvas.showPage()
    canvas.save()
    writer = PdfWriter(clone_from=buffer)
    writer.pages[0].rotate(displayed)
    turned = BytesIO()
    writer.write(turned)
    text = words(read_here(turned.getvalue(), "pdf"))
    assert "| Ship | 2023 | 2024 |\n| Anna | 11.5 | 12.5 |" in text
    assert text.startswith("The fleet of the outer harbour in two years.")


def test_a_label_that_no_page_can_carry_is_cut(read_here: ReadHere) -> None:
    writer = PdfWriter(clone_from=BytesIO(files.pdf([["The first page of the log."]])))
    writer.set_page_label(0, 0, prefix="x" * 600)
    buffer = BytesIO()
    writer.write(buffer)
    assert len(read_here(buffer.getvalue(), "pdf").pages[0].label) <= 40


def test_what_was_filled_into_a_form_is_read(read_here: ReadHere) -> None:
    buffer = BytesIO()
    canvas = Canvas(buffer)
    canvas.drawString(72, 760, "Application for a berth at the south pier")
    for row, (name, value) in enumerate((("tonnage", "48,200 tonnes"), ("empty", ""))):
        canvas.acroForm.textfield(name=name, value=value, x=150, y=690 - 40 * row, width=200, height=20)
    canvas.acroForm.checkbox(name="agreed", checked=True, x=150, y=500)
    canvas.showPage()
    canvas.save()
    text = words(read_here(buffer.getvalue(), "pdf"))
    assert text == "Application for a berth at the south pier\n\ntonnage: 48,200 tonnes"
