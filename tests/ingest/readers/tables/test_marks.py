"""Marks: raised signs of notes are taken off the words they stand at, not the letters of an ordinal."""

import pytest

from masis.ingest.readers.lines import Line, Segment, Word
from masis.ingest.readers.tables.marks import words_of


@pytest.mark.parametrize(
    ("text", "raised", "read"),
    [
        ("1st", 2, "1st"),
        ("32nd", 2, "32nd"),
        ("4TH", 2, "4TH"),
        ("Sites(a)", 3, "Sites"),
        ("12a", 1, "12"),
        ("Sites", 0, "Sites"),
    ],
)
def test_a_note_is_taken_off_its_word(text: str, raised: int, read: str) -> None:
    word = Word(text, 0.0, 10.0, 0.0, 8.0, raised)
    line = Line((Segment(text, 0.0, 10.0),), 0.0, 8.0, 8.0, bold=False, words=(word,))
    assert [found.text for found in words_of(line)] == [read]


def test_a_letter_a_little_smaller_than_its_line_is_a_sign_and_a_figure_is_none() -> None:
    """Some papers set the signs of notes in five sixths; figures may stand so beside a larger label."""
    words = (
        Word("Lame", 0.0, 20.0, 0.0, 9.6),
        Word("a", 21.0, 24.0, 4.0, 8.0),
        Word("42", 80.0, 90.0, 0.0, 8.0),
        Word("a", 95.0, 99.0, 0.0, 9.6),
    )
    line = Line((Segment("Lame a 42 a", 0.0, 99.0),), 0.0, 9.6, 9.6, bold=False, words=words)
    assert [found.text for found in words_of(line)] == ["Lame", "42", "a"]
