"""Answer fit: what an answer must hold, and what a question asks for only in passing."""

import pytest

from masis.analysts.extract.answer_types import holds
from masis.analysts.extract.asked import thing_of
from masis.analysts.extract.features import period_met
from masis.analysts.extract.question import Part, understand
from masis.analysts.extract.required_names import required_names
from masis.analysts.extract.units import Unit, units_of
from tests.analysts.extract.corpus import chunk


def part_of(question: str) -> Part:
    return understand(question).parts[0]


def unit_of(text: str) -> Unit:
    return units_of([chunk(0, "Notes", text)])[0]


@pytest.mark.parametrize(
    ("question", "required"),
    [
        ("Which European country hosts the plant?", ()),
        ("Which central European country had a Harlow plant?", ("Harlow",)),
        ("Who runs the European business?", ("European",)),
        ("When was Justice Cole appointed?", ("Cole",)),
        ("Where is the Company listed?", ()),
        ("What is the profession of John H. Williams?", ("John",)),
        ("What did Northern Bank lend?", ("Northern Bank",)),
    ],
)
def test_a_name_is_required_without_the_words_that_need_not_be_there(
    question: str, required: tuple[str, ...]
) -> None:
    assert required_names(part_of(question)) == required


@pytest.mark.parametrize(
    ("question", "text", "held"),
    [
        ("Why did Harlow leave Chile?", "Harlow left Chile to avoid a fine of the regulator.", True),
        ("Why did Harlow leave Chile?", "Harlow left Chile in an attempt to save its margin.", True),
        ("Why did Harlow leave Chile?", "Harlow went to Chile with forty people.", False),
        ("How long did the strike last?", "The strike went on for less than a week in Gdansk.", True),
        ("How many people were on strike?", "The strike went on for less than a week in Gdansk.", False),
        ("When did the strike begin?", "Some 5,000 to 30,000 people were on strike.", False),
        ("When did the strike begin?", "The strike began in 1984, as the union says.", True),
    ],
)
def test_a_reason_a_length_and_a_date_are_told_by_their_wording(question: str, text: str, held: bool) -> None:
    assert (holds(part_of(question), unit_of(text)) > 0) is held


@pytest.mark.parametrize(
    ("question", "expects"),
    [
        ("What is most of the growth based on?", "text"),
        ("What is included in service costs?", "text"),
        ("What is the growth of the segment?", "number"),
    ],
)
def test_what_something_rests_on_is_no_figure(question: str, expects: str) -> None:
    assert part_of(question).expects == expects


@pytest.mark.parametrize(
    ("question", "text", "met"),
    [
        ("What were the deposits in 2019?", "Deposits were EUR 3.5 million (2018: EUR 3.1 million).", 0.4),
        ("What were the deposits in 2018?", "Deposits were EUR 3.5 million (2018: EUR 3.1 million).", 1.0),
        ("What were the deposits at 31 December 2018?", "Deposits were 3.5 (2018: 3.1) in all.", 1.0),
        ("What were the deposits in 2019?", "Deposits were EUR 3.1 million in 2018 and low.", 0.0),
        ("What were the deposits at 30 June 2018?", "Deposits were 3.5 million in 2018 and low.", 0.0),
    ],
)
def test_a_year_in_brackets_is_a_comparison(question: str, text: str, met: float) -> None:
    assert period_met(part_of(question), unit_of(text)) == met


def test_what_a_subject_itself_is_asks_for_no_attribute_of_it() -> None:
    assert thing_of(part_of("What is the forest the last remnant of?")) == ()
    assert thing_of(part_of("What is the remnant of the forest?")) != ()
