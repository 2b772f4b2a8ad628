"""Designators: letters and numbers that tell things of one name apart."""

import pytest

from masis.domain.language.designators import agree, designators, differ


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the margin of Facility B", {"facil": {"b"}}),
        ("at weeks 12, 24 and 52", {"week": {"12", "24", "52"}}),
        ("after 24 weeks", {"week": {"24"}}),
        ("the 300 mg tablet", {"mg": {"300"}}),
        ("at −70 °C", {"c": {"−70"}}),
        ("model TS-86V", {"model": {"ts-86v"}}),
        ("Scope 1 and 2", {"scope": {"1", "2"}}),
        ("Fund III", {"fund": {"iii"}}),
        ("in Q3 2025 and at 31 December 2024", {}),
        ("5 million, 12 EUR, $40 per share, 14.2% and 1,200 tonnes", {}),
        ("Was I right?", {}),
    ],
)
def test_marks_are_read_with_the_name_they_stand_at(text: str, found: dict[str, set[str]]) -> None:
    assert designators(text) == found


@pytest.mark.parametrize(
    ("asked", "said", "same", "other"),
    [
        ("facility B", "Facility B", True, False),
        ("facility B", "Facility A", False, True),
        ("facility B", "Facilities A and B", True, False),
        ("facility B", "Revolver", False, False),
        ("300 mg at week 24", "300 mg, week 12", False, True),
    ],
)
def test_another_mark_at_the_same_name_is_another_thing(
    asked: str, said: str, *, same: bool, other: bool
) -> None:
    assert agree(designators(asked), designators(said)) is same
    assert differ(designators(asked), designators(said)) is other
