"""Questions: one parse into parts, each with its slots."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.language.questions import MOST_PARTS, Part, parse


def only(question: str) -> Part:
    """Return the one part of a question."""
    (part,) = parse(question).parts
    return part


@pytest.mark.parametrize(
    ("question", "operation", "wants"),
    [
        ("What was revenue in 2024?", "lookup", "figure"),
        ("How many ships came?", "lookup", "count"),
        ("How many orders (in $ million) came?", "lookup", "money"),
        ("How many of them (in per cent) left?", "lookup", "percent"),
        ("What share of the ships left?", "lookup", "percent"),
        ("Who runs the port of Alden?", "lookup", "person"),
        ("When did the quay open?", "lookup", "date"),
        ("Why did the margin fall?", "why", "text"),
        ("What are the main risks?", "list", "text"),
        ("How did revenue change from 2023 to 2024?", "change", "figure"),
        ("What was the change in Fernhall's goodwill in 2024?", "change", "figure"),
        ("What was Fernhall's increase in revenue in 2024?", "change", "figure"),
        ("Which terminal had the highest revenue?", "rank", "figure"),
        ("Which exchange are the shares listed on?", "lookup", "text"),
        ("What net sales did the port have?", "lookup", "figure"),
    ],
)
def test_what_is_asked_and_for_which_kind_of_thing(question: str, operation: str, wants: str) -> None:
    part = only(question)
    assert (part.operation, part.wants) == (operation, wants)


def test_the_slots_of_a_question_do_not_mix() -> None:
    part = only("What was the gross margin of Fernhall in 2024?")
    assert part.periods == ("2024",)
    assert part.names == ("Fernhall",)
    assert {"gross", "margin"} <= set(part.terms)
    assert not any(term.startswith(("2024", "what")) for term in part.terms)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Depreciation for the year, Bio-Fine?", ("Bio-Fine",)),
        ("Net result of Laiterie du Val, EUR k?", ("Laiterie", "Val")),
        ("What was it in tonnes CO2e at Brno?", ("Brno",)),
        ("Electricity bought in MWh?", ()),
        ("Electricity bought by Vexa in MWh?", ("Vexa",)),
    ],
)
def test_units_and_everyday_words_that_open_a_question_are_no_names(
    question: str, names: tuple[str, ...]
) -> None:
    assert only(question).names == names


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("What was the profit of Parts and Service in 2024?", 1),
        ("How many people did Chassis and Steering employ?", 1),
        ("What was the revenue of Fernhall and Selby in 2024?", 2),
        ("What were Revenue and EBITDA in 2024?", 2),
    ],
)
def test_everyday_words_with_capitals_are_one_name(question: str, parts: int) -> None:
    assert len(parse(question).parts) == parts


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("How much of it matures in more than one year?", "lookup"),
        ("How many stores have fewer than 12 people?", "lookup"),
        ("Was the margin higher in 2024 than in 2023?", "compare"),
    ],
)
def test_more_than_a_number_compares_nothing(question: str, operation: str) -> None:
    assert only(question).operation == operation


def test_a_quarter_is_no_name() -> None:
    assert only("What was the gross margin of Fernhall in Q3 2024?").names == ("Fernhall",)


@pytest.mark.parametrize(
    "question",
    [
        "What was revenue in 2024 and how many people were employed?",
        "1. What was revenue? 2. How many people were employed?",
        "What was revenue? How many people were employed?",
        "What were revenue and cost in 2024?",
    ],
)
def test_each_thing_asked_is_a_part(question: str) -> None:
    first, second = parse(question).parts
    assert "revenu" in first.terms
    assert "revenu" not in second.terms


def test_one_thing_with_two_words_stays_one_part() -> None:
    assert only("What did research and development cost?").operation == "lookup"


def test_a_part_that_points_back_takes_what_it_lacks() -> None:
    first, second = parse("What was the revenue of Selby in 2024, and how did it change?").parts
    assert second.names == first.names == ("Selby",)
    assert second.periods == ("2024",)
    assert "revenu" in second.carried


@pytest.mark.parametrize(
    ("asked", "periods"),
    [
        ("What were net sales in 2022, and how did they change from 2021?", ("2021", "2022")),
        ("What were net sales in fiscal 2022 and how does that compare with fiscal 2020?", ("2020", "2022")),
        ("What were net sales in 2022, and how did they change in 2023?", ("2023",)),
        ("What were net sales in 2022, and how did they change from 2020 to 2021?", ("2020", "2021")),
    ],
)
def test_a_change_from_a_period_ends_in_the_one_asked_for_before(
    asked: str, periods: tuple[str, ...]
) -> None:
    assert parse(asked).parts[1].periods == periods


def test_the_year_before_is_counted_from_the_year_named() -> None:
    assert set(only("How did revenue compare with the year before 2024?").periods) == {"2024", "2023"}


@pytest.mark.parametrize(
    "question",
    [
        "What price was paid for berths between May 2 and May 29, 2024?",
        "How much rent is due over 2027 to 2031?",
        "How high was the fuel bill a year earlier, at December 31, 2023?",
    ],
)
def test_the_ends_of_one_stretch_of_time_are_not_compared(question: str) -> None:
    assert only(question).operation == "lookup"


def test_two_periods_joined_by_and_are_compared() -> None:
    assert only("What was revenue in 2023 and 2024?").operation == "compare"


def test_two_things_compared_are_its_sides() -> None:
    part = only("Which had more revenue in 2024, the North terminal or the South terminal?")
    assert part.operation == "compare"
    assert part.sides == ("the North terminal", "the South terminal")


@pytest.mark.parametrize(("word", "end"), [("highest", "most"), ("lowest", "least")])
def test_a_superlative_says_which_end_is_meant(word: str, end: str) -> None:
    assert only(f"Which terminal had the {word} revenue in 2024?").superlative == end


@given(st.text(max_size=200))
def test_any_text_has_one_to_a_few_parts(text: str) -> None:
    assert 1 <= len(parse(text).parts) <= MOST_PARTS


@pytest.mark.parametrize(
    ("question", "periods"),
    [
        ("How did cash change between June 30 and December 31, 2023?", ("2023-06-30", "2023-12-31")),
        ("What was cash at December 31, 2023 and 2022?", ("2023-12-31", "2022-12-31")),
        ("What was cash on June 30?", ("06-30",)),
        ("At May 29, 2022, what notes due 2025 were outstanding?", ("2022-05-29", "2025")),
    ],
)
def test_periods_share_what_is_said_once(question: str, periods: tuple[str, ...]) -> None:
    assert parse(question).parts[0].periods == periods


@pytest.mark.parametrize(
    ("question", "result"),
    [
        ("What was the percentage change in revenue between 2022 and 2023?", "change"),
        ("What is the increase / (decrease) in revenue from 2022 to 2023?", "change"),
        ("How did revenue change from 2022 to 2023?", ""),
        ("What is the company's growth strategy?", ""),
        ("What is the difference between the two rates?", "difference"),
        ("What was the average rate for 2022 and 2023?", "mean"),
        ("What was the total of fees in 2022?", ""),
        ("What was the total of fees in 2022 and 2023?", "sum"),
        ("What were total fees in 2022 and 2023?", ""),
    ],
)
def test_a_result_is_asked_by_the_first_words(question: str, result: str) -> None:
    assert parse(question).parts[0].result == result


@pytest.mark.parametrize(
    ("question", "operation"),
    [
        ("How much gross pay is budgeted for the Grants team in 2025-26?", "lookup"),
        ("What was revenue in 2023/24?", "lookup"),
        ("What was revenue in 2023 and 2024?", "compare"),
        ("What was revenue in 2023-24 and 2024-25?", "compare"),
    ],
)
def test_a_year_that_spans_two_is_one(question: str, operation: str) -> None:
    assert parse(question).parts[0].operation == operation
