"""Word, slides, sheets, CSV, web pages, Markdown and text: the same blocks out of each."""

import datetime
from io import BytesIO

import docx
import files
import openpyxl
import pytest
from conftest import ReadHere
from docx.shared import Pt
from openpyxl.styles import Alignment

from masis.domain.document import MediaKind, ReadDocument
from masis.errors import DocumentRejected
from masis.ingest.readers.delimited import delimiter


def blocks(document: ReadDocument) -> list[tuple[int, str, str]]:
    """Page number, kind and text of every block."""
    return [
        (
            page.number,
            f"h{block.level}" if block.level else block.kind,
            page.text[block.char_start : block.char_end],
        )
        for page in document.pages
        for block in page.blocks
    ]


def test_word(read_here: ReadHere) -> None:
    """Word."""
    document = read_here(files.word_file(), "docx")
    assert document.title == "Port plan"
    assert blocks(document) == [
        (1, "h1", "Berths"),
        (1, "paragraph", "Ships berth at the south pier."),
        (1, "list_item", "- First come"),
        (1, "list_item", "- First served"),
        (1, "table", "| Pier | Depth |\n| South | 11 m |"),
        (2, "h2", "Cranes"),
        (2, "paragraph", "Two cranes stand on the west pier."),
    ]


OFFICE: dict[str, tuple[MediaKind, bytes]] = {
    "docx": ("docx", files.word_file()),
    "pptx": ("pptx", files.slides_file()),
    "xlsx": ("xlsx", files.workbook([["Quay", "Dues"], ["North", 1]])),
}


@pytest.mark.parametrize(("kind", "content"), OFFICE.values(), ids=OFFICE)
def test_a_file_that_states_no_date_gets_none(kind: MediaKind, content: bytes, read_here: ReadHere) -> None:
    """A file that states no date gets none, and no title of the library's making."""
    document = read_here(files.without_member(content, "docProps/core.xml"), kind, "tides.bin")
    assert document.date == ""
    assert document.title in {"Berths", "Tides", "tides"}


def test_slides(read_here: ReadHere) -> None:
    """Slides."""
    assert blocks(read_here(files.slides_file(), "pptx")) == [
        (1, "h1", "Tides"),
        (1, "list_item", "- High at six"),
        (1, "list_item", "- Low at noon"),
        (1, "table", "| Hour | Metres |\n| 6 | 4.2 |"),
        (1, "paragraph", "Notes: Mention the storm."),
    ]


def test_sheets(read_here: ReadHere) -> None:
    """Sheets."""
    rows = [["Quay", "Share", "Since"], ["North", 0.214, datetime.date(2031, 5, 4)], [], ["Note for readers"],
            [], ["Year", "2030", "2031"], ["Dues", 1250000, 3.5]]  # fmt: skip
    document = read_here(files.workbook(rows, {"B2": "0.0%", "B7": "#,##0"}), "xlsx", "dues.xlsx")
    assert document.title == "dues"
    assert document.pages[0].label == "Dues"
    assert blocks(document) == [
        (1, "h1", "Dues"),
        (1, "table", "| Quay | Share | Since |\n| North | 21.4% | 2031-05-04 |"),
        (1, "paragraph", "Note for readers"),
        (1, "table", "| Year | 2030 | 2031 |\n| Dues | 1,250,000 | 3.5 |"),
    ]


def test_formulas_without_result_are_said(read_here: ReadHere) -> None:
    """Formulas without result are said."""
    document = read_here(files.workbook([["Quay", "Sum"], ["North", "=1+1"]]), "xlsx")
    assert "formulas carry no result" in document.notices[0].message


def test_huge_sheets_are_cut_and_said(read_here: ReadHere) -> None:
    """Huge sheets are cut and said."""
    document = read_here(files.workbook([["a", "b"]] + [[n, n] for n in range(450)]), "xlsx", max_cells=500)
    assert document.notices[0].kind == "truncated_cells"
    assert [page.label for page in document.pages] == ["Dues", "Dues"]
    assert document.pages[1].text.startswith("Dues\n\n| a | b |\n| 200 | 200 |")


def test_very_wide_sheets_are_cut_and_said(read_here: ReadHere) -> None:
    """Columns beyond the limit are left out, and that is said."""
    document = read_here(files.workbook([range(300), range(300)]), "xlsx")
    assert "200 columns" in document.notices[0].message


def test_hidden_sheets_and_merged_cells(read_here: ReadHere) -> None:
    """Hidden sheets and merged cells."""
    book = openpyxl.load_workbook(BytesIO(files.workbook([["Half year", None], ["Q1", "Q2"], ["1", "2"]])))
    book.worksheets[0].merge_cells("A1:B1")
    book.create_sheet("secret").sheet_state = "hidden"
    buffer = BytesIO()
    book.save(buffer)
    document = read_here(buffer.getvalue(), "xlsx")
    assert len(document.pages) == 1
    assert "| Half year Q1 | Q2 |\n| 1 | 2 |" in document.pages[0].text


def test_csv_repeats_its_header(read_here: ReadHere) -> None:
    """CSV repeats its header."""
    content = "\ufeffquay;dues\n" + "".join(f"pier {n};{n}\n" for n in range(450))
    document = read_here(content.encode("utf-8"), "csv", "dues.csv")
    assert len(document.pages) == 3
    for page in document.pages:
        (table,) = page.blocks
        assert page.text[: table.header_end] == "| quay | dues |"
    assert document.pages[2].text.count("\n") == 50


DELIMITERS = {
    "comma": ("a,b\n1,2\n", ","),
    "semicolon with decimal commas": ("a;b\n1,5;2,5\n1,6;2\n", ";"),
    "tab": ("a\tb\n1\t2\n", "\t"),
    "pipe": ("a|b|c\n1|2|3\n", "|"),
    "quoted commas": ('a;"b,c"\n1;"2,3,4"\n', ";"),
}


@pytest.mark.parametrize(("text", "sign"), DELIMITERS.values(), ids=DELIMITERS)
def test_delimiter(text: str, sign: str) -> None:
    """Delimiter."""
    assert delimiter(text) == sign


def test_a_short_text_in_an_old_encoding(read_here: ReadHere) -> None:
    """Three accents are too few to guess an encoding by."""
    text = "Die Umsätze in Köln betrugen 12 Mio. € im Jahr 2024."
    assert read_here(text.encode("cp1252"), "text").pages[0].text == text


def test_csv_in_an_old_encoding(read_here: ReadHere) -> None:
    """CSV in an old encoding."""
    rows = "Größe;Straße\n" + "Höhe der Flut;Mühlenstraße\n" * 20
    assert "Mühlenstraße" in read_here(rows.encode("cp1252"), "csv").pages[0].text


HTML = """<html><head><title>Tide table</title><meta name="date" content="2031-05-04T10:00">
<style>p{}</style></head>
<body><nav>Home</nav><header>Logo</header><h1>Tides</h1><p>High <b>wat</b>er at<br>six.<!-- secret --></p>
<div>Loose words <span>go on</span></div><ul><li>one</li><li><p>two</p></li></ul>
<table><caption>Depths</caption><thead><tr><th>Pier</th><th>Depth</th></tr></thead>
<tr><td colspan=2>both</td></tr>
<tr><td>South</td><td>11</td></tr></table><pre>a  b
c</pre><p hidden>no</p><p style="display: none">no</p><script>bad()</script>
<aside>ad</aside><footer>end</footer>
</body></html>"""


def test_html(read_here: ReadHere) -> None:
    """HTML."""
    document = read_here(HTML.encode(), "html")
    assert (document.title, document.date) == ("Tide table", "2031-05-04")
    assert blocks(document) == [
        (1, "h1", "Tides"),
        (1, "paragraph", "High water at six."),
        (1, "paragraph", "Loose words go on"),
        (1, "list_item", "- one"),
        (1, "list_item", "- two"),
        (1, "paragraph", "Depths"),
        (1, "table", "| Pier | Depth |\n| both |  |\n| South | 11 |"),
        (1, "paragraph", "a b\nc"),
    ]


MARKDOWN = """---
layout: page
---
# Tides #

High **water** at
[six](https://example.org "x").

Depths
------
* one
  goes on
2. two

| Pier | Depth |
|------|------:|
| South | 11 |

```
code  here
```
"""


def test_markdown(read_here: ReadHere) -> None:
    """Markdown."""
    document = read_here(MARKDOWN.encode(), "markdown")
    assert document.title == "Tides"
    assert blocks(document) == [
        (1, "h1", "Tides"),
        (1, "paragraph", "High water at six."),
        (1, "h2", "Depths"),
        (1, "list_item", "- one goes on"),
        (1, "list_item", "- 2. two"),
        (1, "table", "| Pier | Depth |\n| South | 11 |"),
        (1, "paragraph", "code here"),
    ]


def test_text_with_form_feeds(read_here: ReadHere) -> None:
    """Text with form feeds."""
    document = read_here(b"One\nline.\n\n- item\n- more\n\fSecond page.", "text", "log.txt")
    assert document.title == "log"
    assert blocks(document) == [
        (1, "paragraph", "One line."),
        (1, "list_item", "- item"),
        (1, "list_item", "- more"),
        (2, "paragraph", "Second page."),
    ]


def test_long_text_is_cut_at_paragraphs(read_here: ReadHere) -> None:
    """Long text is cut at paragraphs."""
    paragraph = files.PROSE * 4
    document = read_here("\n\n".join([paragraph] * 10).encode(), "text")
    assert len(document.pages) > 2
    assert all(page.text.endswith(".") and len(page.text) < 6500 for page in document.pages)


HOSTILE: dict[str, tuple[MediaKind, bytes]] = {
    "one line of text": ("text", b"word " * 400_000),
    "no spaces": ("text", b"x" * 2_000_000),
    "line feeds": ("text", b"\n" * 1_000_000 + b"end"),
    "one line of markdown": ("markdown", b"[a](" * 300_000),
    "stars": ("markdown", b"*" * 300_000 + b"a"),
    "deep html": ("html", b"<div>" * 100_000 + b"deep"),
    "open tags": ("html", b"<b><i>" * 50_000 + b"deep"),
    "wide row": ("csv", b"a," * 300_000 + b"\nb"),
    "open quote": ("csv", b'a,"' + b"b\n" * 800_000),
    "nul and surrogates": ("text", "a\0b\ud800c".encode("utf-8", "surrogatepass")),
    "nul in csv": ("csv", b"a,b\n1\0,2\n"),
    "nul in html": ("html", b"<p>a\0b</p>"),
}


BIG = {"deep html", "open tags", "open quote"}
"""Those that take seconds to read."""


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        pytest.param(*case, id=name, marks=[pytest.mark.slow] if name in BIG else [])
        for name, case in HOSTILE.items()
    ],
)
def test_hostile_text_is_read_or_refused(kind: MediaKind, content: bytes, read_here: ReadHere) -> None:
    """Hostile text is read or refused."""
    try:
        document = read_here(content, kind)
    except DocumentRejected as refusal:
        document = None
        codes = {refusal.code}
    else:
        codes = set()
    assert codes <= {"no_text", "damaged", "too_many_pages"}
    for page in document.pages if document else ():
        assert "\0" not in page.text
        page.text.encode("utf-8")


KINDS: list[MediaKind] = ["docx", "pptx", "xlsx"]


@pytest.mark.parametrize("kind", KINDS)
def test_broken_office_files(kind: MediaKind, read_here: ReadHere) -> None:
    """Broken office files."""
    content = files.with_member(files.word_file(), "word/document.xml", b"<w:document")
    with pytest.raises(DocumentRejected) as refusal:
        read_here(content, kind)
    assert refusal.value.code == "damaged"


EMPTY: dict[str, tuple[MediaKind, bytes]] = {
    "workbook": ("xlsx", files.workbook([])),
    "html": ("html", b"<html><body><script>x</script></body></html>"),
    "csv": ("csv", b",,\n,,\n"),
    "markdown": ("markdown", b"---\n"),
    "text": ("text", b"\x0c\n"),
}


@pytest.mark.parametrize(("kind", "content"), EMPTY.values(), ids=EMPTY)
def test_nothing_in_it(kind: MediaKind, content: bytes, read_here: ReadHere) -> None:
    """Nothing in it."""
    with pytest.raises(DocumentRejected) as refusal:
        read_here(content, kind)
    assert refusal.value.code == "no_text"


SET_IN = [("Assets", 0, ""), ("Cash", 1, "Assets"), ("Receivables", 1, "Assets"), ("Total assets", 0, "")]


def test_indented_cells_of_a_sheet_stand_under_what_is_not(read_here: ReadHere) -> None:
    book = openpyxl.Workbook()
    book.active.append(["", "2031", "2030"])
    for at, (label, indent, _) in enumerate(SET_IN, start=2):
        book.active.append([label, 4 * at, 3 * at])
        book.active.cell(at, 1).alignment = Alignment(indent=indent)
        book.active.cell(at, 2).number_format = "[$€-407] #,##0"
    buffer = BytesIO()
    book.save(buffer)
    (table,) = read_here(buffer.getvalue(), "xlsx").pages[0].tables
    assert [(row.label, "".join(row.path)) for row in table.rows] == [(row[0], row[2]) for row in SET_IN]
    assert {column.unit or table.unit for column in table.columns} == {"EUR"}


def test_indented_labels_of_a_word_table_stand_under_what_is_not(read_here: ReadHere) -> None:
    document = docx.Document()
    table = document.add_table(rows=0, cols=2)
    for label, indent, _ in [("", 0, ""), *SET_IN]:
        cells = table.add_row().cells
        cells[0].text, cells[1].text = label, "12" if label else "2031"
        cells[0].paragraphs[0].paragraph_format.left_indent = Pt(9 * indent)
    buffer = BytesIO()
    document.save(buffer)
    (found,) = read_here(buffer.getvalue(), "docx").pages[0].tables
    assert [(row.label, "".join(row.path)) for row in found.rows] == [(row[0], row[2]) for row in SET_IN]


def test_indented_labels_of_a_web_table_stand_under_what_is_not(read_here: ReadHere) -> None:
    rows = "".join(
        f"<tr>\n      <td style='padding-left:{9 * indent + 4.5}pt'>\n  {label}</td><td>12</td></tr>"
        for label, indent, _ in SET_IN
    )
    page = f"<h1>Balance</h1><table><tr><th></th><th>2031</th></tr>{rows}</table>"
    (found,) = read_here(page.encode(), "html").pages[0].tables
    assert [(row.label, "".join(row.path)) for row in found.rows] == [(row[0], row[2]) for row in SET_IN]


FILING = """<html><body><p>Net sales by segment (in millions):</p><table>
<tr><td colspan="3"></td><td colspan="9">Years ended December 31,</td></tr>
<tr><td colspan="3"></td><td colspan="3">2031</td><td colspan="3"></td><td colspan="3">2030</td></tr>
<tr><td colspan="3">Cloud</td><td>$</td><td>1,234</td><td></td>
<td colspan="3"></td><td>$</td><td>1,100</td><td></td></tr>
<tr><td colspan="3">Devices</td><td colspan="2">(56</td><td>)</td>
<td colspan="3"></td><td colspan="2">12</td><td></td></tr>
</table></body></html>"""


def test_a_table_of_a_filing_on_the_web_has_its_years_and_whole_values(read_here: ReadHere) -> None:
    (table,) = read_here(FILING.encode(), "html").pages[0].tables
    assert [column.header for column in table.columns] == [
        "Years ended December 31, 2031",
        "Years ended December 31, 2030",
    ]
    assert [(row.label, [cell.text for cell in row.cells]) for row in table.rows] == [
        ("Cloud", ["$1,234", "$1,100"]),
        ("Devices", ["(56)", "12"]),
    ]
    assert table.scale == 1_000_000


@pytest.mark.parametrize("told", ["| | Year ended May 31, | |", "| Results | | |"])
def test_the_second_header_line_of_a_markdown_table_dates_its_columns(read_here: ReadHere, told: str) -> None:
    text = f"# Dues\n\n{told}\n|---|---|---|\n| | 2031 | 2030 |\n| | €m | €m |\n| Berths | 12 | 14 |\n"
    (table,) = read_here(text.encode(), "markdown").pages[0].tables
    assert [row.label for row in table.rows] == ["Berths"]
    assert [column.period[:4] for column in table.columns] == ["2031", "2030"]
    assert [(column.unit, column.scale) for column in table.columns] == [("EUR", 1_000_000)] * 2
