"""Selecting: what is quoted of a part's best statements, and what code works out from them."""

import pytest

from masis.analysts.extractive.select import MOST_POINTS, Finding, find
from masis.analysts.extractive.statements import statements_of
from tests.analysts.extractive.harbour import REPORT, asked, passage, ranker, statement


def found(question: str, *barred: str) -> Finding:
    """Return what is selected for a question's first part from Fernhall's report."""
    return find(asked(question, REPORT), statements_of(REPORT), ranker(), barred)


def labels(finding: Finding) -> list[str]:
    """Return the words of the points."""
    return [point.statement.text for point in finding.points]


def test_a_figure_is_shown_under_its_period_alone() -> None:
    lead = found("What was revenue in 2023?").points[0]
    assert lead.statement == statement("Revenue", REPORT)
    assert [lead.statement.row.cells[at].text for at in lead.cells if lead.statement.row] == ["380.0"]


def test_beside_a_figure_stands_only_what_gives_the_same_figure() -> None:
    shown = labels(found("What was revenue in 2024?"))
    assert shown[0] in {"Revenue", "Revenue of €412.5 million was the highest in our history."}
    assert set(shown[1:]) <= {"Revenue", "Revenue of €412.5 million was the highest in our history."}


def test_a_statement_found_unsupported_is_not_used_again() -> None:
    question = "How many people does Fernhall employ?"
    lead = labels(found(question))[0]
    assert lead.startswith("Fernhall employed 1,240")
    assert lead not in labels(found(question, lead))


def test_a_change_shows_both_periods_and_what_lies_between_them() -> None:
    finding = found("How did the cost of sales change in 2024?")
    assert finding.points[0].cells == (0, 1)
    assert finding.derived == (
        "Cost of sales rose by €8.7 million, which is 3.93%, from €221.4 million in 2023 "
        "to €230.1 million in 2024 (computed)"
    )


def test_a_change_between_percentages_is_given_in_points() -> None:
    finding = found("How did the gross margin (%) compare in 2024 and 2023?")
    told = "Gross margin (%) rose by 2.5 percentage points, from 41.7% in 2023 to 44.2% in 2024 (computed)"
    assert finding.derived == told


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Which terminal had the highest revenue in 2024?", "North terminal"),
        ("Which terminal had the lowest revenue in 2024?", "South terminal"),
    ],
)
def test_the_greatest_and_least_are_found_among_the_rows_of_one_kind(question: str, first: str) -> None:
    assert labels(found(question))[0] == first


def test_two_things_compared_are_both_shown() -> None:
    finding = found("Which had more revenue in 2024, the North terminal or the South terminal?")
    assert set(labels(finding)) == {"North terminal", "South terminal"}


def test_a_broad_question_gets_a_few_different_statements() -> None:
    finding = found("What are the main risks?")
    assert len(finding.points) <= MOST_POINTS
    assert len(set(labels(finding))) == len(finding.points)
    assert {"Silting of the southern channel", "Strikes of the pilots"} <= set(labels(finding))


def test_nothing_to_quote_gives_no_points() -> None:
    finding = find(asked("What was revenue?", []), [], ranker())
    assert finding.points == ()
    assert finding.derived == ""


def test_no_percentage_is_worked_out_from_nothing_and_no_movement_from_none() -> None:
    table = passage(
        "t", "Waste, in tonnes\n| | 2024 | 2023 |\n|---|---|---|\n| Sludge | 12 | 0 |\n| Oil | 5 | 5 |"
    )
    told = [
        find(asked(question, [table]), statements_of([table]), ranker()).derived
        for question in ("How did sludge change in 2024?", "How did oil change in 2024?")
    ]
    assert told == ["Sludge rose by 12, from 0 in 2023 to 12 in 2024 (computed)", ""]
