"""OpenDocument texts are read as they are shown: headings, lists, tables as records, notes, text boxes."""

from io import BytesIO

import docx
import more_files
import pytest
from conftest import ReadHere

from masis.config import Settings
from masis.domain.document import MediaKind, ReadDocument
from masis.errors import DocumentRejected
from masis.ingest.guard import check_upload


def text_of(document: ReadDocument) -> str:
    return "\n\n".join(page.text for page in document.pages)


def row(*cells: str) -> str:
    held = "".join(f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in cells)
    return f"<table:table-row>{held}</table:table-row>"


def test_a_document_is_read_as_it_is_shown(read_here: ReadHere) -> None:
    document = read_here(more_files.odt(), "odt")
    first, second = document.pages
    assert (document.title, document.date) == ("Port plan", "2025-03-14")
    assert first.text == (
        "Berths\n\nShips berth at the south pier.\n\nNote: See the log.\n\n- First come\n- First served\n\n"
        "In EUR million:\n\n| Item | 2023 | 2024 |\n| Revenue | 176.2 | 199.6 |\n| Revenue | 1.5 | 2.5 |"
    )
    assert [block.kind for block in first.blocks][:4] == ["heading", "paragraph", "paragraph", "list_item"]
    assert second.text == "Two cranes."


def test_a_table_is_read_as_records(read_here: ReadHere) -> None:
    (table,) = read_here(more_files.odt(), "odt").pages[0].tables
    assert [column.header for column in table.columns] == ["2023", "2024"]
    assert table.rows[0].label == "Revenue"
    assert [cell.text for cell in table.rows[0].cells] == ["176.2", "199.6"]


@pytest.mark.parametrize(("kind", "content"), [("odt", more_files.odt()), ("rtf", more_files.rtf())])
def test_the_records_are_those_of_the_same_word_document(
    kind: MediaKind, content: bytes, read_here: ReadHere
) -> None:
    document = docx.Document()
    document.add_heading("Berths", 1)
    document.add_paragraph("In EUR million:")
    table = document.add_table(3, 3)
    words = ["Item", "2023", "2024", "Revenue", "176.2", "199.6", "Revenue", "1.5", "2.5"]
    for cell, text in zip(table._cells, words, strict=True):
        cell.text = text
    buffer = BytesIO()
    document.save(buffer)
    apart = {"rows": {"__all__": {"char_start", "char_end"}}}
    (here,) = read_here(content, kind).pages[0].tables
    (there,) = read_here(buffer.getvalue(), "docx").pages[0].tables
    assert here.model_dump(exclude=apart) == there.model_dump(exclude=apart)


SAID = {
    "a section": ("<text:section><text:p>Held 55 boats.</text:p></text:section>", "Held 55 boats."),
    "a text box": (
        "<text:p>Before<draw:frame><draw:text-box><text:p>Boxed.</text:p></draw:text-box></draw:frame></text:p>",
        "Before\n\nBoxed.",
    ),
    "a span in a link": (
        "<text:p>The <text:a>big <text:span>log</text:span></text:a>.</text:p>",
        "The big log.",
    ),
    "a table in a cell": (
        f"<table:table><table:table-row><table:table-cell><text:p>left</text:p></table:table-cell><table:table-cell>"
        f"<table:table>{row('Pier', 'Depth')}{row('South', '11.5 m')}</table:table></table:table-cell>"
        "</table:table-row></table:table>",
        "| Pier | Depth |\n| South | 11.5 m |",
    ),
    "a table without a head": (
        f"<table:table>{row('', '2024')}{row('Dues', '5')}</table:table>",
        "| Dues | 5 |",
    ),
    "a cell that is said often": (
        "<table:table><table:table-row><table:table-cell><text:p>Pier</text:p></table:table-cell>"
        '<table:table-cell table:number-columns-repeated="2"><text:p>7</text:p></table:table-cell>'
        "</table:table-row></table:table>",
        "| Pier | 7 | 7 |",
    ),
}
LEFT_OUT = {
    "deleted words": "<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>",
    "a comment": "<text:p>kept<office:annotation><text:p>gone</text:p></office:annotation></text:p>",
    "a table of contents": "<text:table-of-content><text:p>gone</text:p></text:table-of-content>",
}


@pytest.mark.parametrize(("body", "words"), SAID.values(), ids=SAID)
def test_what_it_says_is_read_once(body: str, words: str, read_here: ReadHere) -> None:
    assert text_of(read_here(more_files.odt(body), "odt")).count(words) == 1


@pytest.mark.parametrize("body", LEFT_OUT.values(), ids=LEFT_OUT)
def test_what_is_not_part_of_the_text_is_left_out(body: str, read_here: ReadHere) -> None:
    assert "gone" not in text_of(read_here(more_files.odt(f"<text:p>kept</text:p>{body}"), "odt"))


def test_cells_beyond_the_limit_are_left_out_and_said(read_here: ReadHere) -> None:
    table = f"<table:table>{row('Pier', '7') * 100}</table:table>"
    document = read_here(more_files.odt(table), "odt", max_cells=50)
    assert text_of(document).count("Pier") == 25
    assert [notice.kind for notice in document.notices] == ["truncated_cells"]


def test_rows_repeated_a_billion_times_are_not(read_here: ReadHere) -> None:
    many = row("Pier", "7").replace(
        "<table:table-row>", '<table:table-row table:number-rows-repeated="999999999">'
    )
    assert len(text_of(read_here(more_files.odt(f"<table:table>{many}</table:table>"), "odt"))) < 1000


@pytest.mark.parametrize(
    ("content", "code"),
    {
        "no words": (more_files.odt(""), "no_text"),
        "no content": (more_files.odt().replace(b"content.xml", b"kontent.xml"), "damaged"),
    }.values(),
)
def test_a_file_without_text_is_refused(content: bytes, code: str, read_here: ReadHere) -> None:
    with pytest.raises(DocumentRejected) as refusal:
        read_here(content, "odt")
    assert refusal.value.code == code


def test_a_locked_one_says_what_to_do(settings: Settings) -> None:
    manifest = b'<m:manifest xmlns:m="x"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>'
    with pytest.raises(DocumentRejected, match="remove the password") as refusal:
        check_upload("a.odt", more_files.odt(**{"META-INF__manifest_xml": manifest}), settings)
    assert refusal.value.code == "encrypted"
