"""Marks: ids become numbers and back again, in citations alone."""

from masis.ui.shared.marks import long, numbered, short

MARKS = numbered(["k7", "k3", "k7"])


def test_ids_become_numbers_and_back_also_in_groups() -> None:
    text = "Revenue was 12 [k7]. It rose [k3, k7]. See k7 [sic] [2024]."
    assert short(text, MARKS) == "Revenue was 12 [1]. It rose [2, 1]. See k7 [sic] [2024]."
    assert long(short(text, MARKS), MARKS) == text


def test_a_mark_that_stands_for_nothing_stays_as_it_was_typed() -> None:
    assert long("It fell [3]. It rose [1; 9].", MARKS) == "It fell [3]. It rose [1; 9]."
    assert long("It rose [1][2].", MARKS) == "It rose [k7][k3]."
