"""Lines to blocks: joining, tables, headers, without any PDF."""

import pytest

from masis.ingest.readers.building import PageBuilder
from masis.ingest.readers.layout import add_lines, learn_style, without_furniture
from masis.ingest.readers.lines import Line, RawPage, Segment, joined
from masis.ingest.readers.tables.aligned import find_tables, is_number, looks_like_header


def line(text: str, top: float, *, left: float = 70.0, size: float = 10.0, bold: bool = False) -> Line:
    """A line; ``text`` split at two or more spaces stands in columns 150 apart."""
    parts = [part for part in text.split("  ") if part.strip()]
    segments = tuple(
        Segment(part.strip(), left + 150 * number, left + 150 * number + 5 * len(part.strip()))
        for number, part in enumerate(parts)
    )
    return Line(segments, top - size, top, size, bold)


def kinds(*lines: Line) -> list[tuple[str, str]]:
    """Kinds."""
    builder = PageBuilder()
    add_lines(builder, lines, learn_style([[line("body text " * 20, 0)], lines], ()))
    page = builder.build(1)
    return [(block.kind, page.text[block.char_start : block.char_end]) for block in page.blocks]


JOINED = {
    "words": (["one", "two"], "one two"),
    "broken word": (["tre-", "mendous"], "tremendous"),
    "hidden hyphen": (["tre\ufffe", "mendous"], "tremendous"),
    "known compound": (["well-", "known"], "well-known"),
    "name": (["COVID-", "19"], "COVID-19"),
    "years": (["2030\x02", "31"], "2030-31"),
    "capital": (["Franco-", "German"], "Franco-German"),
    "dash": (["left -", "right"], "left - right"),
}


@pytest.mark.parametrize(("lines", "text"), JOINED.values(), ids=JOINED)
def test_joined(lines: list[str], text: str) -> None:
    """Joined."""
    assert joined(lines, {"well-known"}) == text


NUMBERS = {
    "12": True, "1,234.5": True, "(3.1)": True, "-4%": True, "−4.2": True, "€ 5": True, "USD 12": True,
    "12 bn": True, "–": True, "word": False, "Q1": False, "12 boats": False, "": False,
}  # fmt: skip


@pytest.mark.parametrize(("cell", "expected"), NUMBERS.items(), ids=list(NUMBERS))
def test_is_number(cell: str, *, expected: bool) -> None:
    """Is number."""
    assert is_number(cell) is expected


HEADERS = {
    "years over figures": (["", "2030", "2031"], ["Revenue", "1.2", "1.4"], True),
    "figures over figures": (["Revenue", "1.2", "1.4"], ["Cost", "1.1", "1.0"], False),
    "words over words": (["Risk", "Owner", "Due"], ["Fire", "Ann", "May"], True),
    "words over figures": (["Pier", "Depth"], ["South", "11"], True),
}


@pytest.mark.parametrize(("first", "second", "expected"), HEADERS.values(), ids=HEADERS)
def test_looks_like_header(first: list[str], second: list[str], *, expected: bool) -> None:
    """Looks like header."""
    assert looks_like_header(first, second) is expected


def test_a_table_between_paragraphs() -> None:
    """A table between paragraphs."""
    blocks = kinds(
        line("Some words.", 700),
        line("EUR m  2030  2031", 680),
        line("Revenue  176.2  199.6", 665),
        line("Margin  12.1%", 650),
        line("More words.", 600),
    )
    assert blocks == [
        ("paragraph", "Some words."),
        ("table", "| EUR m | 2030 | 2031 |\n| Revenue | 176.2 | 199.6 |\n| Margin | 12.1% |  |"),
        ("paragraph", "More words."),
    ]


def test_cells_of_several_lines() -> None:
    """Cells of several lines."""
    lines = [
        line("Risk  Text  Level", 700, bold=True),
        line("R1", 680), line("A long", 680, left=220), line("story", 668, left=220),
        line("High", 680, left=370),
        line("R2", 650), line("Short", 650, left=220), line("Low", 650, left=370),
    ]  # fmt: skip
    (table,) = find_tables(lines)
    assert table.rows == (("Risk", "Text", "Level"), ("R1", "A long story", "High"), ("R2", "Short", "Low"))
    assert table.header_rows == 1


def test_two_columns_of_prose_are_no_table() -> None:
    """Two columns of prose are no table."""
    prose = "words that go on and on in this column of a newsletter "
    lines = [line(prose, 700 - 12 * row) for row in range(8)]
    lines += [line(prose, 700 - 12 * row, left=400) for row in range(8)]
    assert find_tables(lines) == ()


HEADINGS = {
    "large": (line("Tides", 700, size=16), "heading"),
    "bold": (line("Tides", 700, bold=True), "heading"),
    "bold sentence": (line("Tides rise.", 700, bold=True), "paragraph"),
    "large but long": (line("Tides " * 40, 700, size=16), "paragraph"),
    "bullet": (line("• Tides", 700), "list_item"),
    "numbered": (line("2. Tides", 700), "list_item"),
    "plain": (line("Tides", 700), "paragraph"),
}


@pytest.mark.parametrize(("first", "kind"), HEADINGS.values(), ids=HEADINGS)
def test_roles(first: Line, kind: str) -> None:
    """Roles."""
    assert kinds(first, line("and then other words follow.", 650))[0][0] == kind


def test_paragraphs_part_at_gaps_and_short_ends() -> None:
    """Paragraphs part at gaps and short ends."""
    long = "a line that fills the whole width of the column"
    blocks = kinds(line(long, 700), line("its end.", 688), line(long, 676), line(long, 640))
    assert [text for _, text in blocks] == [f"{long} its end.", long, long]


def test_a_table_of_contents_keeps_its_entries() -> None:
    """A table of contents keeps its entries apart and loses its dots."""
    blocks = kinds(line("1 Tides . . . . . . . 3", 700, bold=True), line("2 Piers....... 12", 688))
    assert blocks == [("paragraph", "1 Tides ... 3"), ("paragraph", "2 Piers ... 12")]


def page(*lines: Line) -> RawPage:
    """Page."""
    return RawPage(lines, has_image=False, image_share=0.0, drawn=True, height=800)


def test_furniture_goes_and_chapter_titles_stay() -> None:
    """Furniture goes and chapter titles stay."""
    pages = [
        page(
            line(f"Harbour report {number}", 790),
            line(f"Part {number}", 750, size=18),
            line("words", 400),
            line(f"Page {number} of 4", 20),
        )
        for number in range(1, 5)
    ]
    assert [[line.text for line in lines] for lines in without_furniture(pages)] == [
        [f"Part {number}", "words"] for number in range(1, 5)
    ]


def test_pages_of_one_line_keep_it() -> None:
    """Pages of one line keep it."""
    pages = [page(line(f"Leaf {number}", 790)) for number in range(4)]
    assert all(without_furniture(pages))
