"""Which words are figures and signs, and letters in a column of marks."""

import pytest

from masis.ingest.readers.lines import Line, Segment, Word
from masis.ingest.readers.tables.figures import ends_a_figure, is_currency, is_figure, opens
from masis.ingest.readers.tables.rows import are_years, table_rows


@pytest.mark.parametrize(
    "text", ["R1,234", "R12.50", "Rs.5", "Rs 1,200".replace(" ", ""), "RM1,000", "3.75:1", "$5", "(1.2)%"]
)
def test_a_figure_with_its_sign_or_as_a_ratio_is_one(text: str) -> None:
    assert is_figure(text)
    assert ends_a_figure(text)


@pytest.mark.parametrize("text", ["R1", "R2", "RM3", "R", "A"])
def test_a_letter_with_a_number_is_a_name(text: str) -> None:
    assert not is_figure(text)


@pytest.mark.parametrize(
    ("sign", "text", "opened"),
    [("$", "5", True), ("R", "1,234", True), ("Rs.", "5", True), ("R", "95.2%", False), ("R", "2024", False),
     ("€", "Discount,", False), ("£", "€", False), ("Gross", "5", False)],
)  # fmt: skip
def test_a_sign_belongs_to_an_amount_behind_it(sign: str, text: str, opened: bool) -> None:
    assert opens(sign, text) is opened


def test_letters_are_signs_as_the_currencies_tell_them() -> None:
    assert all(map(is_currency, ("R", "Rs", "Rs.", "RM", "CHF", "$")))


def _line(base: float, *placed: tuple[str, float]) -> Line:
    words = tuple(Word(text, right - 4.5 * len(text), right, base, 9.0) for text, right in placed)
    segments = tuple(Segment(word.text, word.left, word.right) for word in words)
    return Line(segments, base - 2, base + 7, 9.0, False, words)


def test_a_letter_among_other_letters_of_its_column_is_no_sign() -> None:
    lines = [
        _line(700, ("Orders", 60), ("4,120", 300), ("G", 340), ("1,300", 420)),
        _line(680, ("Visits", 60), ("3,910", 300), ("R", 340), ("1,250", 420)),
    ]
    rows = table_rows(lines, [0, 1], 600)
    assert [[cell.text for cell in row.values] for row in rows] == [
        ["4,120", "G", "1,300"],
        ["3,910", "R", "1,250"],
    ]


def test_a_letter_that_stands_alone_with_its_figures_stays_their_sign() -> None:
    lines = [
        _line(700, ("Turnover", 60), ("R", 240), ("4,120", 300), ("R", 360), ("3,300", 420)),
        _line(680, ("Costs", 60), ("R", 240), ("3,910", 300), ("R", 360), ("3,250", 420)),
    ]
    rows = table_rows(lines, [0, 1], 600)
    assert [[cell.text for cell in row.values] for row in rows] == [
        ["R4,120", "R3,300"],
        ["R3,910", "R3,250"],
    ]


def test_a_year_may_have_a_letter_that_marks_it() -> None:
    (row,) = table_rows([_line(700, ("Site", 60), ("2021", 280), ("X", 288), ("2022", 400))], [0], 600)
    assert row.years
    assert [cell.text for cell in row.labels] == ["Site", "2021 X", "2022"]
    assert are_years(
        [[Word("Site", 40, 60, 0, 9)], [Word("2021", 262, 280, 0, 9), Word("X", 283, 288, 0, 9)]]
    )
