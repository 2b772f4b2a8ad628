"""Rich Text is read as it is shown: headings, lists, tables as records, notes; nothing that is hidden."""

import more_files
import pytest
from conftest import ReadHere

from masis.domain.document import ReadDocument
from masis.errors import DocumentRejected
from masis.ingest.readers.rich import CUT_OFF


def text_of(document: ReadDocument) -> str:
    return "\n\n".join(page.text for page in document.pages)


def test_a_document_is_read_as_it_is_shown(read_here: ReadHere) -> None:
    document = read_here(more_files.rtf(), "rtf")
    first, second = document.pages
    assert (document.title, document.date, document.notices) == ("Port plan", "2025-04-06", ())
    assert first.text == (
        "Berths\n\nShips berth at the south pier for 12 €; При café.\n\nNote: See the log.\n\n- First come\n"
        "- First served\n\nIn EUR million:\n\n| Item | 2023 | 2024 |\n| Revenue | 176.2 | 199.6 |\n"
        "| Revenue | 1.5 | 2.5 |\n\n😀"
    )
    assert [block.kind for block in first.blocks][:5] == [
        "heading",
        "paragraph",
        "paragraph",
        "list_item",
        "list_item",
    ]
    assert second.text == "Two cranes."


def test_a_table_is_read_as_records(read_here: ReadHere) -> None:
    (table,) = read_here(more_files.rtf(), "rtf").pages[0].tables
    assert [column.header for column in table.columns] == ["2023", "2024"]
    assert table.rows[0].label == "Revenue"
    assert [cell.text for cell in table.rows[0].cells] == ["176.2", "199.6"]


SAID = {
    "a text box": (
        r"Before.\par{\shp{\*\shpinst{\sp{\sn x}{\sv y}}{\shptxt\pard Boxed.\par}}}\par",
        "Before.\n\nBoxed.",
    ),
    "a link": (r'{\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt the log}}', "the log"),
    "a sign of two bytes": (r"{\fonttbl{\f2\fcharset128 Mincho;}}{\f2\'8b\'e0\'8az}", "金額"),
    "binary data": (r"Before {\pict\bin5 }}}}}}after", "Before after"),
    "an escaped brace": (r"\{a\}\\\~b", "{a}\\ b"),
    "an outline level": (r"\outlinelevel0 Cranes\par", "Cranes"),
    "a cell without an end": (r"\trowd\cellx1\intbl Pier\cell 7\cell", "| Pier | 7 |"),
    "a code page that nobody knows": (r"\ansicpg99999 caf\'e9", "café"),
    "numbers out of range": (r"\u99999999999?\uc-5 x", "x"),
    "paragraphs in a cell": (r"\trowd\cellx1\intbl one\par two\cell 7\cell\row", "| one two | 7 |"),
}


@pytest.mark.parametrize(("body", "words"), SAID.values(), ids=SAID)
def test_what_it_says_is_read(body: str, words: str, read_here: ReadHere) -> None:
    assert words in text_of(read_here(more_files.rtf(body), "rtf"))


def test_cells_beyond_the_limit_are_left_out_and_said(read_here: ReadHere) -> None:
    row = r"\trowd\cellx1\cellx2\pard\intbl Pier\cell 7\cell\row "
    document = read_here(more_files.rtf(row * 100), "rtf", max_cells=50)
    assert text_of(document).count("Pier") == 25
    assert [notice.kind for notice in document.notices] == ["truncated_cells"]


def test_two_tables_with_a_line_between_are_two(read_here: ReadHere) -> None:
    row = r"\trowd\cellx1\cellx2\pard\intbl Pier\cell 7\cell\row\pard\par "
    assert len(read_here(more_files.rtf(row * 2), "rtf").pages[0].tables) == 2


def test_what_stands_behind_the_end_is_no_part_of_it(read_here: ReadHere) -> None:
    assert text_of(read_here(more_files.rtf("The quay.") + b"junk}", "rtf")) == "The quay."


def test_a_file_that_was_cut_off_is_read_and_said(read_here: ReadHere) -> None:
    document = read_here(more_files.rtf()[:-40], "rtf")
    assert "south pier" in text_of(document)
    assert [notice.message for notice in document.notices] == [CUT_OFF]


@pytest.mark.parametrize(
    "body", ["", r"\pard\par", r"{\v all hidden}"], ids=["nothing", "a blank line", "hidden"]
)
def test_a_file_without_words_is_refused(body: str, read_here: ReadHere) -> None:
    with pytest.raises(DocumentRejected) as refusal:
        read_here(more_files.rtf(body), "rtf")
    assert refusal.value.code == "no_text"


def test_groups_without_end_are_damage(read_here: ReadHere) -> None:
    with pytest.raises(DocumentRejected) as refusal:
        read_here(more_files.rtf("{" * 100_000 + "deep"), "rtf")
    assert refusal.value.code == "damaged"
