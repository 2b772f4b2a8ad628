"""Conflicts as people read them: the firm beside its rivals, sides with their unit and note."""

import pytest

from masis.domain.conflicts import find_conflicts
from masis.domain.evidence import EvidenceChunk
from tests.analysts.extract.corpus import chunk


def passage(number: int, title: str, text: str, heading: str = "") -> EvidenceChunk:
    made = chunk(number, title, text, heading=heading)
    return made.model_copy(update={"kind": "table" if text.lstrip().startswith("|") else "prose"})


REPORT = "Orrin Marine Ltd Annual report 2024"
REVENUE = passage(1, REPORT, "Revenue was EUR 91.4 million in 2024.")


def test_the_firm_is_one_with_its_row_in_a_table_of_rivals() -> None:
    own = passage(1, REPORT, "We hold a market share of 18% in European ship repair in 2024.")
    rivals = passage(
        2,
        "Rival brief",
        "| Yard | Market share in Europe 2024 |\n| Orrin | 21% |\n| Tarn | 30% |",
        "What this means for Orrin",
    )
    found = find_conflicts((own, rivals), "What is the market share of Orrin in Europe?")
    assert [side.value for side in found[0].sides] == ["18%", "21%"]
    assert found[0].subject == "market share, 2024"


def test_a_cell_shows_its_unit_and_its_note() -> None:
    audited = passage(
        1, REPORT, "The figures are audited.\n\n| EUR million | 2024 |\n| Hire revenue | 52.4 |"
    ).model_copy(update={"kind": "table"})
    early = passage(2, "Pack", "| EUR thousand, preliminary | Full year 2024 |\n| Hire revenue | 54100 |")
    (found,) = find_conflicts((early, audited), "What was hire revenue in 2024?")
    assert [(side.value, side.note) for side in found.sides] == [
        ("EUR 52.4 million", "audited"),
        ("EUR 54100 thousand", "preliminary"),
    ]
    assert found.sides[0].quote == "Hire revenue – 2024: EUR 52.4 million"


def test_a_rounded_value_does_not_hide_a_disagreement() -> None:
    memo = passage(2, "Memo", "Revenue was about EUR 92 million in 2024.")
    pack = passage(3, "Pack", "Preliminary revenue for 2024 was EUR 92.9 million.")
    (found,) = find_conflicts((memo, REVENUE, pack), "What was revenue in 2024?")
    assert {side.chunk_id for side in found.sides} == {"p1", "p3"}


def test_a_narrower_measure_that_is_asked_is_not_the_wider_one() -> None:
    pack = passage(
        2, "Pack", "Preliminary revenue for 2024 was EUR 92.9 million. Hire revenue was EUR 20.0 million."
    )
    own = passage(3, REPORT, "In 2024 the hire revenue was EUR 20.0 million.")
    assert not find_conflicts((REVENUE, pack, own), "What was hire revenue in 2024?")


NO_YEAR_ASKED = [
    ("prose", "Preliminary net revenue retention for 2024 is 111%."),
    ("twelve months", "Net revenue retention for the twelve months to December 2024 was 111%."),
    ("table", "| Measure, preliminary | Q4 2024 | Full year 2024 |\n| Net revenue retention | 110% | 111% |"),
]


@pytest.mark.parametrize(("name", "other"), NO_YEAR_ASKED, ids=[row[0] for row in NO_YEAR_ASKED])
def test_a_question_without_a_year_still_finds_two_values_for_one_year(name: str, other: str) -> None:
    own = passage(1, REPORT, "Net revenue retention improved to 114% from 109%.")
    found = find_conflicts(
        (own, passage(2, "Pack, fourth quarter 2024", other)), "How did net revenue retention develop?"
    )
    assert len(found) == 1, name


ALIKE = [
    ("other segment", "Revenue of the Docks segment was EUR 31.0 million in 2024."),
    ("other year", "Revenue was EUR 85.0 million in 2023."),
    ("other scale", "| EUR thousand | 2024 |\n| Revenue | 91,400 |"),
    ("rounding", "Revenue was about EUR 91 million in 2024."),
    ("target", "The revenue target for 2024 is EUR 95 million."),
]


@pytest.mark.parametrize(("name", "other"), ALIKE, ids=[row[0] for row in ALIKE])
def test_look_alikes_are_left_alone(name: str, other: str) -> None:
    assert not find_conflicts((REVENUE, passage(2, "Pack", other)), "What was revenue in 2024?"), name


def test_a_replaced_draft_disputes_nothing() -> None:
    draft = passage(2, "Draft", "Revenue was EUR 95.0 million in 2024.").model_copy(
        update={"superseded": True}
    )
    assert not find_conflicts((REVENUE, draft), "What was revenue in 2024?")
