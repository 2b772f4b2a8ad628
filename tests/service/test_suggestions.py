"""Suggested questions come from rows of statements that one document tells in one way."""

from threading import Event

import pytest

from masis.domain.language.tables import Cell, Column, Row, Table
from masis.domain.profile import DocumentProfile
from masis.service.documents.suggestions import Answered, Candidates, questions, told_by
from tests.fakes.services import eventually

HARBOR = DocumentProfile(organisation="Harbor Group plc", aliases=("Harbor",), fiscal_year=2024)
MILL = DocumentProfile(organisation="Mill AG", aliases=("Mill",), fiscal_year=2023, quarter=2)


def row(label: str, *values: str, path: tuple[str, ...] = ()) -> Row:
    cells = tuple(Cell(column=number, text=text) for number, text in enumerate(values))
    return Row(label=label, path=path, cells=cells, char_start=0, char_end=1)


def table(
    *rows: Row, periods: tuple[str, ...] = ("2024", "2023"), title: str = "", unit: str = "USD"
) -> Table:
    columns = tuple(Column(header=period, period=period) for period in periods)
    return Table(columns=columns, rows=rows, title=title, unit="USD")


INCOME = table(row("Net sales", "120", "110"), row("Provision for credit losses", "9", "8"))


def asked(profile: DocumentProfile, *tables: Table) -> tuple[str, ...]:
    return questions([told_by(profile, tables)])


def test_a_row_is_asked_for_in_the_period_of_its_document() -> None:
    assert asked(HARBOR, INCOME) == (
        "What were net sales of Harbor in 2024?",
        "What was provision for credit losses of Harbor in 2024?",
    )
    quarter = table(row("Net income", "12"), periods=("2023-Q2",))
    assert asked(MILL, quarter) == ("What was net income of Mill in Q2 2023?",)


def test_a_measure_in_capitals_reads_on_and_an_acronym_stays() -> None:
    assert asked(HARBOR, table(row("Net Sales", "120"), row("Adjusted EBITDA", "9"))) == (
        "What were net sales of Harbor in 2024?",
        "What was adjusted EBITDA of Harbor in 2024?",
    )


@pytest.mark.parametrize(
    "told",
    [
        table(row("Net sales", "120"), periods=("2023",)),
        table(row("Net sales", "n/a")),
        table(row("Net sales", "120", path=("Food",))),
        table(row("Opened 3 warehouses", "120")),
        table(row("Harvest moon", "120")),
        table(row("Net sales", "120"), title="Preliminary figures"),
    ],
    ids=["another year", "no value", "part of something", "a sentence", "no measure", "preliminary"],
)
def test_a_row_that_does_not_say_what_it_is_is_not_asked_for(told: Table) -> None:
    assert asked(HARBOR, told) == ()


def test_a_document_of_nobody_suggests_nothing() -> None:
    assert asked(DocumentProfile(fiscal_year=2024), INCOME) == ()


def test_what_is_told_in_two_ways_is_not_asked_for() -> None:
    other = table(row("Net sales", "130", "110"))
    assert asked(HARBOR, INCOME, other) == ("What was provision for credit losses of Harbor in 2024?",)
    assert questions([told_by(HARBOR, [INCOME]), told_by(HARBOR, [other])]) == (
        "What was provision for credit losses of Harbor in 2024?",
    )


def test_what_is_told_most_often_comes_first_and_documents_take_turns() -> None:
    several = [INCOME, table(row("Net income", "7", "6")), table(row("Net income", "7", "6"))]
    first = told_by(HARBOR, several)
    assert questions([first])[0] == "What was net income of Harbor in 2024?"
    second = told_by(MILL, [table(row("Total assets", "40"), periods=("2023-Q2",))])
    assert questions([first, second])[:2] == (
        "What was net income of Harbor in 2024?",
        "What were total assets of Mill in Q2 2023?",
    )


def test_only_questions_that_the_engine_answered_are_offered() -> None:
    tried: list[str] = []
    may_start = Event()

    def answers(workspace_id: str, question: str) -> bool:
        may_start.wait(10)
        tried.append(f"{workspace_id}: {question}")
        if question == "boom?":
            message = "a fault"
            raise RuntimeError(message)
        return question != "no?"

    answered = Answered(answers)
    candidates = Candidates(("no?", "a?", "boom?", "b?", "c?", "d?"))
    assert answered.of("acme", candidates) is None, "nothing is offered before it was tried"
    may_start.set()
    assert eventually(lambda: answered.of("acme", candidates) is not None)
    assert answered.of("acme", candidates) == ("a?", "b?", "c?")
    assert tried == ["acme: no?", "acme: a?", "acme: boom?", "acme: b?", "acme: c?"]
    assert answered.of("acme", Candidates(())) == ()
    others = Candidates(("c?", "e?"))
    assert answered.of("acme", others) == ("c?",), "what stood before is offered meanwhile"
    assert eventually(lambda: answered.of("acme", others) == ("c?", "e?"))
    answered.close()
    assert answered.of("harbor", Candidates(("e?",))) == (), "nothing is tried after the end"


def test_a_document_more_has_the_same_questions_tried_again() -> None:
    disagrees: set[str] = set()
    answered = Answered(lambda _workspace, question: question not in disagrees)
    before = Candidates(("revenue?", "costs?"), ("annual",))
    after = before._replace(versions=("annual", "board pack"))
    assert eventually(lambda: answered.of("acme", before) == ("revenue?", "costs?"))
    disagrees.add("revenue?")
    assert answered.of("acme", before) == ("revenue?", "costs?")
    assert eventually(lambda: answered.of("acme", after) == ("costs?",))
    answered.close()
