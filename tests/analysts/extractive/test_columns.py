"""Columns: the cells of a row that a question is about."""

import pytest

from masis.analysts.extractive.columns import asked_columns, shown_columns
from tests.analysts.extractive.harbour import asked, passage, statement

SPENDING = passage(
    "spending",
    """Spending, in millions of euros
| | Replacement | Total 2024 |
|---|---|---|
| Spending on tugs | 1.10 | 1.50 |
""",
)


def test_only_the_columns_of_an_asked_period_are_shown() -> None:
    row = statement("Revenue")
    assert asked_columns(asked("What was revenue in 2023?"), row) == (1,)
    assert asked_columns(asked("What was revenue?"), row) == (0, 1)
    assert asked_columns(asked("What was revenue in 2019?"), row) == (0, 1)
    assert asked_columns(asked("What was revenue?"), statement("Fernhall employed")) == ()


def test_a_year_that_spans_two_has_its_own_column() -> None:
    budget = passage(
        "budget",
        """Budget (GBP)
| Team | 2024-25 | 2025-26 |
|---|---|---|
| Grants | 137,000 | 142,000 |
""",
    )
    row = statement("Grants", [budget])
    assert shown_columns(asked("What is budgeted for Grants in 2025-26?", [budget]), row) == (1,)
    assert shown_columns(asked("What is budgeted for Grants in 2024-25?", [budget]), row) == (0,)


def test_of_named_columns_only_the_asked_one_is_shown() -> None:
    bids = passage(
        "bids",
        """Annual fee by site (EUR)
| Site | Glaciomat | Aschbrunn | Ysenne |
|---|---|---|---|
| Dornwald | 142,600 | 133,500 | 151,200 |
""",
    )
    row = statement("Dornwald", [bids])
    for question, shown in (
        ("What annual fee did Aschbrunn offer for Dornwald?", (1,)),
        ("What annual fee did each bidder offer for Dornwald?", (0, 1, 2)),
        ("How do the fees of Aschbrunn and Ysenne for Dornwald compare?", (0, 1, 2)),
    ):
        assert shown_columns(asked(question, [bids]), row) == shown


def test_a_column_that_is_asked_for_by_name_needs_no_year() -> None:
    row = statement("Spending", [SPENDING])
    assert asked_columns(asked("What was replacement spending on tugs in 2024?", [SPENDING]), row) == (0,)
    assert asked_columns(asked("What was spending on tugs in 2024?", [SPENDING]), row) == (1,)


PLANS = passage(
    "plans",
    """Tug hours, year to date
| | Actual | Budget | Forecast | Prior year |
|---|---|---|---|---|
| Hours at sea | 410 | 430 | 425 | 380 |
""",
)


@pytest.mark.parametrize(
    ("question", "columns"),
    [
        ("How many hours at sea did the tugs work, year to date?", (0,)),
        ("How many hours at sea had been budgeted?", (1,)),
        ("Hours at sea by the forecast?", (2,)),
        ("How many hours at sea did the tugs work in the prior year?", (3,)),
    ],
)
def test_what_was_is_shown_unless_what_was_planned_or_before_is_asked_for(
    question: str, columns: tuple[int, ...]
) -> None:
    assert shown_columns(asked(question, [PLANS]), statement("Hours at sea", [PLANS])) == columns


TRANCHES = passage(
    "tranches",
    """Fees of the loan
| | Facility A | Facility B | Revolver |
|---|---|---|---|
| Arrangement fee | 2.00% | 2.25% | 1.75% |
""",
)


@pytest.mark.parametrize(
    ("question", "columns"),
    [
        ("What was the arrangement fee of facility B?", (1,)),
        ("Arrangement fee on Facility A?", (0,)),
        ("What was the arrangement fee of facility C?", (2,)),
        ("What was the arrangement fee?", (0, 1, 2)),
    ],
)
def test_of_things_that_a_mark_tells_apart_the_asked_one_is_shown(
    question: str, columns: tuple[int, ...]
) -> None:
    assert asked_columns(asked(question, [TRANCHES]), statement("Arrangement fee", [TRANCHES])) == columns


def test_what_was_is_compared_with_what_is_planned() -> None:
    question = asked("Are more hours at sea forecast than there were actually?", [PLANS])
    assert set(asked_columns(question, statement("Hours at sea", [PLANS]))) >= {0, 2}
