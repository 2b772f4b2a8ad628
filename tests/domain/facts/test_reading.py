"""Reading: which cells state a measure, and what is left out because it is not sure."""

from masis.domain.facts.reading import measure_of, statements_of
from masis.domain.facts.values import Source, Statement
from tests.domain.facts.sources import INCOME, SEGMENTS, source


def stated(document: Source, measure: str) -> tuple[Statement, ...]:
    return statements_of(document, "Acme", measure_of(measure))


def test_a_row_states_its_measure_for_each_period_in_full() -> None:
    found = stated(source(INCOME), "net sales")
    assert [(one.period, int(one.fact.value), one.unit) for one in found] == [
        ("2022", 34_229_000_000, "USD"),
        ("2021", 35_355_000_000, "USD"),
        ("2020", 32_184_000_000, "USD"),
    ]
    assert {one.extra for one in found} == {frozenset()}


def test_an_amount_for_each_share_is_not_scaled() -> None:
    found = stated(source(INCOME), "earnings per share")
    assert [str(one.fact.value) for one in found if one.period != "2020"] == ["10.18", "10.12"]


def test_a_column_of_change_states_nothing() -> None:
    found = stated(source(INCOME, SEGMENTS), "net sales")
    assert {one.unit for one in found} == {"USD"}


def test_a_title_names_the_measure_only_where_a_total_is_stated_elsewhere() -> None:
    parts = {one.label for one in stated(source(INCOME, SEGMENTS), "net sales")}
    assert parts == {"Net sales", "Health Care", "Consumer", "Total"}
    assert not stated(source(SEGMENTS), "net sales")


def test_a_part_in_a_title_narrows_a_table() -> None:
    own = "Health Care results\n\n| $ million | 2022 |\n| --- | --- |\n| Net sales | 8,421 |\n"
    extras = {one.extra for one in stated(source(INCOME, SEGMENTS, SEGMENTS, own), "net sales")}
    assert frozenset({"health", "care"}) in extras
    narrowed = [
        one
        for one in stated(source(INCOME, SEGMENTS, SEGMENTS, own), "net sales")
        if one.place.page_number == 4
    ]
    assert narrowed[0].extra == {"health", "care"}


def test_a_balance_date_over_a_movement_is_no_period_of_it() -> None:
    moves = (
        "| $ million | Retained earnings |\n| --- | --- |\n"
        "| Balance at August 30, 2020 | |\n| Net income | 5,007 |\n"
    )
    assert not stated(source(moves), "net income")


def test_values_that_nothing_tells_apart_are_left_out() -> None:
    twice = "| $ million | 2022 | 2022 |\n| --- | --- | --- |\n| Net sales | 10 | 12 |\n"
    assert not stated(source(twice), "net sales")


def test_the_same_digits_on_another_scale_are_left_out() -> None:
    odd = "Earnings per share\n\n| $ thousand | 2022 |\n| --- | --- |\n| Net income | 5,777 |\n"
    values = {
        int(one.fact.value) for one in stated(source(INCOME, odd), "net income") if one.period == "2022"
    }
    assert values == {5_777_000_000}


def test_a_rate_without_a_mark_has_no_known_unit() -> None:
    ratios = "| | 2022 |\n| --- | --- |\n| Current ratio | 2.1 |\n"
    assert not stated(source(ratios), "current ratio")


def test_a_plan_in_a_label_is_no_forecast_and_a_budget_in_a_header_is() -> None:
    text = "| $ million | 2022 | Budget 2023 |\n| --- | --- | --- |\n| Pension plan cost | 12 | 14 |\n"
    found = stated(source(text), "pension plan cost")
    assert [(one.period, one.firmness) for one in found] == [("2022", ""), ("2023", "forecast")]
