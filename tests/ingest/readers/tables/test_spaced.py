"""Spaced numbers: joined where the lines around set thousands apart by spaces, and nowhere else."""

from masis.ingest.readers.lines import Word
from masis.ingest.readers.tables.spaced import with_whole_numbers

SIZE, SPACE, COLUMN = 9.0, 2.5, 40.0


def line(*texts: str) -> list[Word]:
    """Return words; those of one cell are written as one text and stand a space apart."""
    words: list[Word] = []
    left = 0.0
    for text in texts:
        for part in text.split():
            right = left + 5.0 * len(part)
            words.append(Word(part, left, right, 100.0, SIZE))
            left = right + SPACE
        left += COLUMN
    return words


def said(lines: list[list[Word]], at: int) -> list[str]:
    return [word.text for word in with_whole_numbers(dict(enumerate(lines)))[at]]


def test_one_row_of_large_numbers_among_small_ones_is_joined() -> None:
    lines = [line("Production", "1 284", "87"), line("Stores", "468", "82"), line("Total", "2 361", "124")]
    assert said(lines, 0) == ["Production", "1 284", "87"]
    assert said(lines, 1) == ["Stores", "468", "82"]


def test_a_table_of_commas_further_down_the_page_changes_nothing() -> None:
    spaced = [line("Production", "1 284", "87"), line("Total", "2 361", "124")]
    commas = [line("Milk", "12,345", "1,234"), line("Cream", "9,876", "8,765")]
    lines = [*spaced, *[line("Words and words")] * 5, *commas, line("Butter", "18 117", "2,205")]
    assert said(lines, 0) == ["Production", "1 284", "87"]
    assert said(lines, len(lines) - 1) == ["Butter", "18", "117", "2,205"]


def test_cells_that_stand_apart_are_two() -> None:
    assert said([line("Berths", "12", "345"), line("Cranes", "13", "346")], 0) == ["Berths", "12", "345"]
