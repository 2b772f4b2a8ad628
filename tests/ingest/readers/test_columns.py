"""Columns: which lines of a page are read together, and what speaks against it."""

from masis.ingest.readers.columns import side_by_side
from masis.ingest.readers.lines import Line, Rule, Segment

WIDTH = 612.0


def line(text: str, left: float, right: float, height: float) -> Line:
    return Line((Segment(text, left, right),), height, height + 9, 9.0, bold=False)


def page(right_lefts: list[float]) -> list[Line]:
    left = [line("Harbour dues rose", 50, 290, 700 - 12 * number) for number in range(len(right_lefts))]
    right = [
        line("Berths of the port", start, 560, 700 - 12 * number) for number, start in enumerate(right_lefts)
    ]
    return [*left, *right]


def test_a_column_begins_where_its_bullets_do_though_most_lines_are_set_in() -> None:
    lines = page([313, 326, 326, 313, 326, 326, 326, 313])
    assert [len(group) for group in side_by_side(lines, WIDTH)] == [8, 8]


def test_what_lines_are_drawn_across_is_one_table() -> None:
    lines = page([326] * 8)
    across = [Rule(50, 560, 690), Rule(50, 300, 640), Rule(300.5, 560, 640)]
    assert [len(group) for group in side_by_side(lines, WIDTH, across)] == [16]
    assert [len(group) for group in side_by_side(lines, WIDTH, across[:1])] == [8, 8]
    apart = [Rule(50, 290, 690), Rule(326, 560, 690), Rule(50, 290, 640), Rule(326, 560, 640)]
    assert [len(group) for group in side_by_side(lines, WIDTH, apart)] == [8, 8]


def test_two_tables_between_whose_drawn_lines_is_a_gutter_stand_side_by_side() -> None:
    cells = [line("12", 480, 560, 700 - 12 * number) for number in range(8)]
    lines = [*page([326] * 6), *cells]
    apart = [Rule(left, left + 240, 695 - 24 * number) for number in range(3) for left in (50, 322)]
    assert [len(group) for group in side_by_side(lines, WIDTH)] == [20]
    assert [len(group) for group in side_by_side(lines, WIDTH, apart)] == [6, 14]
    over = [*apart, Rule(50, 562, 680)]
    assert [len(group) for group in side_by_side(lines, WIDTH, over)] == [20]


def test_a_header_underlined_across_both_columns_goes_with_the_table_below_them() -> None:
    text = page([326] * 6)
    header = [
        Line((Segment("Berths by pier", 50, 130),), 612, 621, 9.0, bold=True),
        line("2031", 500, 520, 600),
    ]
    table = [line("North pier 17", 50, 520, 580), line("South pier 12", 50, 520, 566)]
    groups = side_by_side([*text, *header, *table], WIDTH, [Rule(50, 560, 596)])
    assert groups == [[*range(6)], [*range(6, 12)], [12, 13, 14, 15]]
    title = side_by_side([*text, *header, *table], WIDTH, [Rule(50, 560, 705)])
    assert [len(group) for group in title] == [7, 7, 2]


def test_a_piece_of_a_header_beside_one_that_crosses_goes_with_it() -> None:
    lines = [*page([326] * 6), line("2029", 480, 500, 603), line("Unit 2028", 240, 360, 600)]
    table = [line("North pier 17", 50, 520, 580)]
    groups = side_by_side([*lines, *table], WIDTH)
    assert groups == [[*range(6)], [*range(6, 12)], [12, 13, 14]]
