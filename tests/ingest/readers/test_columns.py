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
