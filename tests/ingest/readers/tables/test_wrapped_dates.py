"""Years below the days that they complete."""

from masis.ingest.readers.tables.rows import Cell, TableRow
from masis.ingest.readers.tables.wrapped_dates import read_years


def _row(base: float, labels: list[tuple[str, float]], values: list[tuple[str, float]]) -> TableRow:
    cells = [
        [Cell(text, right - 5 * len(text), right, base, 9) for text, right in part]
        for part in (labels, values)
    ]
    return TableRow(base, 9, 40, 500, False, "", frozenset(), *cells)


def test_years_below_days_are_a_header_line() -> None:
    rows = [_row(700, [("30 Jun", 300), ("30 Sep", 400)], []), _row(689, [], [("24", 300), ("24", 400)])]
    read_years(rows)
    assert rows[1].years
    assert not rows[1].values
    assert [cell.text for cell in rows[1].labels] == ["24", "24"]


def test_figures_below_other_words_stay_figures() -> None:
    rows = [_row(700, [("North", 300), ("30 Sep", 400)], []), _row(689, [], [("24", 300), ("24", 400)])]
    read_years(rows)
    assert not rows[1].years
    assert len(rows[1].values) == 2


def test_figures_further_below_stay_figures() -> None:
    rows = [_row(700, [("30 Jun", 300)], []), _row(660, [], [("24", 300)])]
    read_years(rows)
    assert rows[1].values
