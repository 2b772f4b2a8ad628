"""Whose documents a question is about, where a workspace holds those of several organisations."""

import pytest

from masis.domain.conversation.organisations import (
    choices_of,
    each_of,
    leaves_open,
    left_out,
    of,
    open_between,
    organisations_of,
    question_back,
)
from masis.domain.profile import Basis, DocumentProfile


def profile(name: str, *aliases: str) -> DocumentProfile:
    return DocumentProfile(organisation=name, aliases=aliases)


APPLE, COSTCO = profile("Apple Inc.", "Apple"), profile("Costco Wholesale Corporation", "Costco")
HELD = organisations_of([COSTCO, APPLE, profile("COSTCO WHOLESALE CORP", "Costco"), DocumentProfile()])


def test_documents_of_one_organisation_under_two_spellings_are_one() -> None:
    assert [(one.name, len(one.profiles)) for one in HELD] == [("Apple", 1), ("Costco", 2)]


@pytest.mark.parametrize(
    ("question", "open_"),
    [
        ("What was revenue in 2022?", True),
        ("What was the company's revenue in 2022?", True),
        ("How many employees are there?", True),
        ("What are the main risks?", True),
        ("Which segment grew fastest?", True),
        ("What were sales in Europe in 2022?", True),
        ("How did operating profit in 2022 compare with 2021?", True),
        ("What did the board decide?", True),
        ("What was Apple's revenue in 2022?", False),
        ("What was revenue in 2022 at Costco?", False),
        ("Who spent most on research?", False),
        ("Which company spent most on R&D in 2022?", False),
        ("Compare gross margins.", False),
        ("What do the documents say about climate?", False),
        ("What was the revenue of each company in 2022?", False),
        ("How much was paid for Figma?", False),
        ("Who is Andy Jassy?", False),
        ("Should we invest?", False),
    ],
)
def test_a_question_for_a_fact_that_names_nobody_leaves_it_open(question: str, open_: bool) -> None:
    assert leaves_open(question, HELD) is open_


def test_documents_of_one_organisation_leave_nothing_open() -> None:
    assert not leaves_open("What was revenue in 2022?", HELD[:1])


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What was revenue in 2022?", "What was revenue for Apple in 2022?"),
        ("What was the company's revenue?", "What was Apple’s revenue?"),
        ("What were our costs?", "What were Apple’s costs?"),
        (
            "What was revenue in 2022? Why did it rise?",
            "What was revenue for Apple in 2022? Why did it rise for Apple?",
        ),
    ],
)
def test_a_question_is_put_to_one_organisation(question: str, asked: str) -> None:
    assert of(question, "Apple") == asked


def test_a_question_for_each_says_whom_it_had_no_room_for() -> None:
    many = organisations_of([profile(f"{letter}ugust plc") for letter in "BCDFGHJK"])
    made = each_of("What was revenue?", many)
    assert made.count("?") == 6
    assert left_out(made, many) == (
        "One question has room for 6 organisations; ask again for Jugust, Kugust."
    )
    assert left_out(each_of("What was revenue?", HELD), HELD) == ""


def test_the_question_back_names_the_organisations() -> None:
    assert question_back(HELD) == "Which organisation do you mean: Apple, Costco?"
    assert choices_of(HELD, 4) == ("Apple", "Costco", "All of them")
    assert choices_of(HELD, 1) == ("Apple", "All of them")


def papers(*names: str, by: Basis = "cover") -> list[DocumentProfile]:
    basis = (("organisation", by),)
    return [DocumentProfile(organisation=name, basis=basis if name else ()) for name in names]


@pytest.mark.parametrize(
    ("profiles", "between"),
    [
        (papers("Apple Inc.", "Costco Wholesale Corporation"), ["Apple", "Costco Wholesale"]),
        (papers("Apple Inc.", "Costco Wholesale Corporation", ""), ["Apple", "Costco Wholesale"]),
        (papers("Apple Inc.", "Costco Wholesale Corporation", "", "", ""), []),
        (papers("Apple Inc.", "Apple Inc.", "Apple Inc.", "Costco Wholesale Corporation"), []),
        (papers("Apple Inc.") + papers("Costco", by="file_name"), ["Apple"]),
        (papers("Apple Inc.") + papers("Safety Committee", by="heading"), ["Apple"]),
        ([], []),
    ],
    ids=["two", "one says nothing", "most say nothing", "a house", "a guess", "a heading", "none"],
)
def test_a_house_with_papers_on_others_leaves_no_question_open(
    profiles: list[DocumentProfile], between: list[str]
) -> None:
    assert [organisation.name for organisation in open_between(profiles)] == between
