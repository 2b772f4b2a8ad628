"""Faults: each bends its sentence in one way, always alike, and nothing is forced."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.evaluation.faults import FACTS, WORDS, Sentence, plant


def statement(text: str, **fields: object) -> Sentence:
    values: dict[str, object] = {"id": "p1", "statement": text}
    return Sentence.model_validate({**values, **fields})


def planted(text: str, **fields: object) -> dict[str, str]:
    return {fault.kind: fault.text for fault in plant(statement(text, **fields), 0)}


@pytest.mark.parametrize(
    ("kind", "text", "bent"),
    [
        ("unit", "It cost EUR 5 million.", "It cost USD 5 million."),
        ("unit", "It rose by 5%.", "It rose by 5 percentage points."),
        ("scale", "It cost EUR 5 million.", "It cost EUR 5 billion."),
        ("negation", "Revenue rose to EUR 5 million.", "Revenue fell to EUR 5 million."),
        ("negation", "The plant was opened in May.", "The plant was not opened in May."),
    ],
)
def test_a_fault_is_one_exchange(kind: str, text: str, bent: str) -> None:
    assert planted(text)[kind] == bent


def test_a_number_changes_but_not_its_writing() -> None:
    bent = planted("Customers numbered 2,340 in all.")["number"]
    match = re.fullmatch(r"Customers numbered (\d,\d{3}) in all\.", bent)
    assert match is not None
    assert match.group(1) != "2,340"


def test_the_number_of_a_year_is_left_to_the_period() -> None:
    bent = planted("Revenue was EUR 5.0 million in 2024.")
    assert "2024" in bent["number"]
    assert bent["period"] != "Revenue was EUR 5.0 million in 2024."
    assert "5.0" in bent["period"]


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("In the fourth quarter it grew.", r"In the (first|second|third) quarter it grew\."),
        ("It opened in May 2024.", r"It opened in (?!May)\w+ 2024\."),
    ],
)
def test_a_period_moves(text: str, pattern: str) -> None:
    assert re.fullmatch(pattern, planted(text)["period"])


def test_what_a_sentence_does_not_allow_is_left_out() -> None:
    assert set(planted("Customers like it.")) == {"wrong source", "invented citation"}


def test_what_the_set_gives_is_used() -> None:
    bent = list(
        plant(
            statement(
                "Pharma grew.", swap=("Pharma", "Food"), negation="Pharma did not.", addition="It snowed."
            ),
            0,
        )
    )
    found = {fault.kind: fault for fault in bent}
    assert found["entity"].text == "Food grew."
    assert found["negation"].text == "Pharma did not."
    assert found["unsupported addition"].added == "It snowed."
    assert re.fullmatch(r"k[0-9a-f]{12}", found["invented citation"].invented)


@given(st.text(alphabet="abc 0123456789.,%EURmillion", max_size=60), st.integers(0, 5))
def test_planting_repeats_and_always_bends(text: str, seed: int) -> None:
    first, second = list(plant(statement(text), seed)), list(plant(statement(text), seed))
    assert first == second
    for fault in first:
        assert fault.kind in (*FACTS, *WORDS)
        assert fault.text != text or fault.added or fault.kind in {"wrong source", "invented citation"}
