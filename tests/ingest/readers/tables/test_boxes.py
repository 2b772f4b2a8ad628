"""Spanning cells over figures that stand at the right of their boxes."""

from typing import NamedTuple

from masis.ingest.readers.tables.boxes import boxed
from masis.ingest.readers.tables.grid import TableColumn
from masis.ingest.readers.tables.headers import Binder
from masis.ingest.readers.tables.rows import Cell


class _At(NamedTuple):
    left: float
    right: float


def _over(center: float, width: float = 60.0) -> _At:
    return _At(center - width / 2, center + width / 2)


_COLUMNS = [_At(right - 20, right) for right in (300.0, 380.0, 460.0, 540.0)]
_NAMED = {number: [(column.left, column.right)] for number, column in enumerate(_COLUMNS)}


def test_a_cell_stands_over_the_boxes_of_its_columns() -> None:
    """The boxes end 5 points right of the figures: from 225 to 385 and from 385 to 545."""
    assert boxed([_over(305), _over(465)], _COLUMNS, _NAMED, 9) == [[0, 1], [2, 3]]


def test_groups_need_not_be_of_one_size() -> None:
    assert boxed([_over(345), _At(500, 540)], _COLUMNS, _NAMED, 9) == [[0, 1, 2], [3]]


def test_a_column_may_have_no_cell_over_it() -> None:
    assert boxed([_over(385), _At(500, 540)], _COLUMNS, _NAMED, 9) == [[1, 2], [3]]


def test_the_first_box_begins_right_of_the_labels() -> None:
    columns = [_At(244, 264), _At(302, 322), _At(393, 413), _At(461, 481), _At(529, 549)]
    named = {number: [(column.left, column.right)] for number, column in enumerate(columns)}
    over = [_over(269.5, 97), _over(485, 118)]
    assert boxed(over, columns, named, 9, labels=209) == [[0, 1], [3, 4]]


def test_lines_that_end_where_figures_do_are_upper_lines_of_names() -> None:
    assert boxed([_At(260, 300), _At(480, 540)], _COLUMNS, _NAMED, 9) == [[0], [3]]


def test_names_at_no_common_right_tell_nothing() -> None:
    named = {**_NAMED, 2: [(440.0, 460.0), (430.0, 475.0)]}
    assert boxed([_over(305), _over(465)], _COLUMNS, named, 9) is None


def test_in_small_print_less_counts_as_a_common_right() -> None:
    named = {number: [(left + 2, right + 2) for left, right in lines] for number, lines in _NAMED.items()}
    assert boxed([_over(305), _over(465)], _COLUMNS, named, 9) is not None
    assert boxed([_over(305), _over(465)], _COLUMNS, named, 4) is None


def test_a_lone_cell_tells_nothing() -> None:
    assert boxed([_over(305)], _COLUMNS, _NAMED, 9) is None


def test_the_binder_goes_by_boxes_once_all_columns_are_named() -> None:
    columns = [TableColumn(column.left, column.right) for column in _COLUMNS]
    binder = Binder(columns)
    names = [Cell(text, at.left, at.right, 700, 9) for text, at in zip("abcd", _COLUMNS, strict=True)]
    binder.hits(names, 9)
    groups = [Cell("First half", 275, 335, 715, 9), Cell("Second half", 435, 495, 715, 9)]
    assert binder.hits(groups, 9) == [[0, 1], [2, 3]]
