"""Clean text and exact offsets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.ingest.readers.building import PageBuilder, Paginator, one_line, tidy

TIDY = {
    "ligature": ("oﬃce", "office"),
    "soft hyphen": ("re\xadport", "report"),
    "lone surrogate": ("a\ud800b", "ab"),
    "control and nul": ("a\x00\x07b", "ab"),
    "bidi": ("a\u202eb", "ab"),
    "no-break space": ("5\xa0%", "5 %"),
    "line ends": ("a\r\nb\rc\x0cd", "a\nb\nc\nd"),
    "power stays a power": ("10² m³ and ½", "10² m³ and ½"),
    "full width": ("１２", "12"),
}


@pytest.mark.parametrize(("raw", "clean"), TIDY.values(), ids=TIDY)
def test_tidy(raw: str, clean: str) -> None:
    """Tidy."""
    assert tidy(raw) == clean


BLOCKS = st.lists(
    st.tuples(st.sampled_from(["heading", "paragraph", "list_item", "lines", "table"]), st.text(max_size=60))
)


@given(BLOCKS)
def test_offsets_are_exact(blocks: list[tuple[str, str]]) -> None:
    """Offsets are exact."""
    builder = PageBuilder()
    for kind, text in blocks:
        if kind == "table":
            builder.table([[text, "x"], ["1", text]])
        else:
            getattr(builder, kind)(text)
    page = builder.build(1)
    assert builder.length == len(page.text)
    position = 0
    for block in page.blocks:
        between = page.text[position : block.char_start]
        inside = page.text[block.char_start : block.char_end]
        assert between in {"", "\n", "\n\n"}
        assert inside == inside.strip() != ""
        if block.kind == "table":
            assert block.char_start < block.header_end <= block.char_end
            assert all(row.startswith("| ") and row.endswith(" |") for row in inside.split("\n"))
        position = block.char_end
    assert position == len(page.text)
    page.text.encode("utf-8")


@given(st.text())
def test_cleaning_twice_changes_nothing(text: str) -> None:
    """Cleaning twice changes nothing."""
    assert one_line(one_line(text)) == one_line(text)


def test_a_table_drops_what_is_empty_and_keeps_its_columns() -> None:
    """A table drops what is empty and keeps its columns."""
    builder = PageBuilder()
    builder.table([["a", "", "c"], ["", "", ""], ["1|2", "", "line\nbreak"], ["3"]])
    assert builder.build(1).text == "| a | c |\n| 1/2 | line break |\n| 3 |  |"


def test_pages_end_when_full() -> None:
    """Pages end when full."""
    paginator = Paginator(target_chars=10)
    for word in ("harbour wall", "pilot", "crane"):
        paginator.before().paragraph(word)
    paginator.before(heading=True).heading("Tides")
    assert [page.text for page in paginator.pages()] == ["harbour wall", "pilot\n\ncrane", "Tides"]


@pytest.mark.parametrize(
    ("above", "lead"),
    [
        (
            ["Rates vary. Moorings, e.g. of barges, were as follows:"],
            "Moorings, e.g. of barges, were as follows",
        ),
        (
            ["Mooring fees consist of the following:", "(in millions)"],
            "Mooring fees consist of the following",
        ),
        (["Mooring fees fell."], ""),
        (["All of it: " + "many words " * 40 + "follow:"], ""),
        ([], ""),
    ],
)
def test_a_table_keeps_the_sentence_that_leads_over_to_it(above: list[str], lead: str) -> None:
    builder = PageBuilder()
    builder.heading("Fees", 1)
    for text in above:
        builder.paragraph(text)
    builder.table([["", "2031"], ["Barges", "7"]])
    builder.table([["", "2031"], ["Ferries", "9"]])
    first, second = builder.build(1).tables
    assert (first.title, first.lead) == ("Fees", lead)
    assert second.lead == "", "it leads over to the first one only"


def test_a_long_lead_still_says_the_scale() -> None:
    builder = PageBuilder()
    builder.paragraph("Fees are due " + "each year " * 20 + "at the quay. Mooring fees were (in millions):")
    builder.table([["", "2031"], ["Barges", "$7"]])
    (table,) = builder.build(1).tables
    assert table.scale == 10**6


def test_words_over_a_second_header_stay_in_the_text_and_name_its_table() -> None:
    builder = PageBuilder()
    rows = [
        ["", "2030", "2031"],
        ["Sales", "12", "13"],
        ["Margin", "", ""],
        ["", "Q1 2031", "Q2 2031"],
        ["Pumps", "31%", "33%"],
    ]
    builder.table(rows)
    page = builder.build(1)
    assert [table.title for table in page.tables] == ["", "Margin"]
    assert [table.columns[0].header for table in page.tables] == ["2030", "Q1 2031"]
    assert page.text.count("Margin") == 1
    for table in page.tables:
        for row in table.rows:
            assert row.label in page.text[row.char_start : row.char_end]
