"""Words held: an asked word, name or code stands at a statement or in the opening of its document."""

import random

import pytest

from masis.analysts.extractive.statements import statements_of
from masis.analysts.extractive.words_held import held, held_in, names_held, names_share
from tests.analysts.extractive.harbour import asked, passage, statement


def test_words_are_held_by_some_sets_as_by_all_their_words_together() -> None:
    draw = random.Random(0)  # noqa: S311 - a sample
    stock = ["a", "abcd", "abcde", "abcdef", "abcdefg", "bcdef", "revenu", "revenue"]
    for _ in range(500):
        sets = tuple(frozenset(draw.sample(stock, draw.randrange(4))) for _ in range(draw.randrange(4)))
        word = draw.choice(stock)
        assert held_in(word, sets) == held(word, frozenset[str]().union(*sets))


@pytest.mark.parametrize(
    ("name", "held"), [("LMK-305", False), ("LMK-214", True), ("lmk 214", True), ("LMK-2", False)]
)
def test_a_code_is_held_as_it_is(name: str, *, held: bool) -> None:
    (found,) = statements_of([passage("trial", "The trial of LMK-214 cost EUR 12 million.")])
    question = asked("What did the trial cost?")._replace(names=(name,))
    assert names_held(question, found) is held


@pytest.mark.parametrize(
    ("said", "held"),
    [("Its battery lasts seven years.", True), ("The battery lasts seven years.", False)],
)
def test_a_sentence_that_points_back_is_of_the_code_before_it(said: str, *, held: bool) -> None:
    cart = passage("cart", f"The VS-40 carries two tonnes. {said}")
    question = asked("How long does the battery of the VS-40 last?", [cart])
    assert names_held(question, statement(said[:8], [cart])) is held


def test_the_opening_of_a_document_holds_names_for_all_its_sentences() -> None:
    rates = passage("rates", "Late decisions cost one and a half times the rate.")
    opened = rates.model_copy(update={"profile": rates.profile.model_copy(update={"mentions": ("Orsolle",)})})
    question = asked("What does a late decision of Orsolle at Bresval cost?", [rates])
    shares = [names_share(question, statement("Late", [evidence])) for evidence in (rates, opened)]
    assert shares == [0.0, 0.5]


@pytest.mark.parametrize(("row", "held"), [("October", True), ("May", False), ("Octave", False)])
def test_a_month_without_its_year_is_held_by_that_month_alone(row: str, *, held: bool) -> None:
    """Seen in a deck's chart: what was asked of October was answered by the bar of May."""
    churn = passage("churn", f"Churned revenue by month\n| | £k |\n|---|---|\n| {row} | 24.6 |\n")
    question = asked("What was churned revenue in October FY25?", [churn])
    assert "October" in question.names
    assert names_held(question, statement(row, [churn])) is held


def test_a_row_that_a_code_labels_holds_the_names_in_its_cells() -> None:
    rows = "| W-14 | Saltersgate library | 52 |\n| W-15 | Pool | 9 |\n"
    works = passage("works", f"Works\n| No. | Project | Budget 2024 |\n|---|---|---|\n{rows}")
    question = asked("What is the budget for Saltersgate?", [works])
    assert [names_held(question, statement(label, [works])) for label in ("W-14", "W-15")] == [True, False]


@pytest.mark.parametrize(
    ("name", "held"), [("Ines Lindqvist", True), ("Lindqvist Holding", False), ("Ada Berg", False)]
)
def test_a_person_is_held_by_a_title_and_the_last_name(name: str, *, held: bool) -> None:
    (found,) = statements_of([passage("chair", "Mr. Lindqvist sits on the board of the port.")])
    question = asked("Who sits on the board?")._replace(names=(name,))
    assert names_held(question, found) is held
