"""Periods: every way of writing one has one label, and a document's calendar says which year it is."""

from datetime import date

import pytest

from masis.domain.language.periods import (
    FiscalCalendar,
    Period,
    covered,
    find_periods,
    fiscal_labels,
    labels,
    period_fit,
    shifted,
    without_periods,
)


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("in 2024", "2024"),
        ("FY2024", "2024"),
        ("FY24", "2024"),
        ("fiscal year 2024", "2024"),
        ("Q3 2024", "2024-Q3"),
        ("the third quarter of 2024", "2024-Q3"),
        ("first-quarter FY24", "2024-Q1"),
        ("the first three months of 2024", "2024-Q1"),
        ("the first six months of 2024", "2024-H1"),
        ("1st half 2024", "2024-H1"),
        ("2nd half-year of 2024", "2024-H2"),
        ("the first nine months of 2024", "2024-9M"),
        ("nine-month 2024", "2024-9M"),
        ("the first nine months", "9M"),
        ("2024-Q3", "2024-Q3"),
        ("2024A", "2024"),
        ("2024e", "2024"),
        ("FY24E", "2024"),
        ("1Q24E", "2024-Q1"),
        ("Q1 2024E", "2024-Q1"),
        ("H1 2024", "2024-H1"),
        ("1H24", "2024-H1"),
        ("30 June 2024", "2024-06-30"),
        ("3 May 15 people", "05-03"),
        ("June 30, 2024", "2024-06-30"),
        ("2024-06-30", "2024-06-30"),
        ("March 2024", "2024-03"),
        ("Q3", "Q3"),
    ],
)
def test_a_period_is_read(text: str, period: str) -> None:
    """Every way of writing a period has one form."""
    assert labels(text) == {period}


@pytest.mark.parametrize(
    "text", ["2024 employees", "EUR 2024", "2024 %", "it may 15 times rise", "2,024 sites", "2024EUR"]
)
def test_amounts_that_look_like_periods(text: str) -> None:
    """A number with a unit is an amount, whatever it looks like."""
    assert find_periods(text) == ()


@pytest.mark.parametrize(
    ("wanted", "named", "expected"),
    [
        (Period(2024), {Period(2024, "12-31")}, True),
        (Period(2024, "Q3"), {Period(2024, "09-30")}, True),
        (Period(2024, "Q3"), {Period(2024, "Q2")}, False),
        (Period(2024, "Q3"), {Period(0, "Q3"), Period(2024)}, True),
        (Period(2024, "06"), {Period(2024, "06-30")}, True),
        (Period(2024, "06-30"), {Period(2024, "06")}, False),
        (Period(2022), {Period(2023), Period(2024)}, False),
    ],
)
def test_coverage_of_periods(wanted: Period, named: set[Period], expected: bool) -> None:
    """A date covers its year; a month does not cover a date."""
    assert covered(wanted, named) is expected


YEARS_TO_JANUARY = FiscalCalendar(2021, 0, date(2022, 1, 30))
YEARS_TO_DECEMBER = FiscalCalendar(2022, 0, date(2022, 12, 2))
YEARS_OVER_NEW_YEAR = FiscalCalendar(2022, 0, date(2023, 1, 3))
CALENDAR_YEARS = FiscalCalendar(2024, 0, date(2024, 12, 31))


@pytest.mark.parametrize(
    ("text", "calendar", "expected"),
    [
        ("Year ended December 31, 2024", CALENDAR_YEARS, {"2024", "2024-12", "2024-12-31"}),
        ("January 30, 2022", YEARS_TO_JANUARY, {"2021", "2021-Q4", "2022-01", "2022-01-30"}),
        ("2024", CALENDAR_YEARS, {"2024"}),
        ("Years ended December 2, 2022", YEARS_TO_DECEMBER, {"2022", "2022-12", "2022-12-02"}),
        ("December 3, 2021", YEARS_TO_DECEMBER, {"2021", "2021-Q4", "2021-12", "2021-12-03"}),
        ("January 3, 2023", YEARS_OVER_NEW_YEAR, {"2022", "2022-Q4", "2023-01", "2023-01-03"}),
    ],
)
def test_a_closing_date_is_also_its_fiscal_year(
    text: str, calendar: FiscalCalendar, expected: set[str]
) -> None:
    assert fiscal_labels(text, calendar) == expected


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Nine months ended September 30, 2024", "2024-9M"),
        ("39 weeks to 28 September 2024", "2024-9M"),
        ("Six months ended June 30, 2024", "2024-H1"),
        ("Six months to 31 December 2024", "2024-H2"),
        ("26 weeks to 30 March 2024", ""),
    ],
)
def test_months_that_end_with_a_quarter_are_a_part_of_the_year(text: str, part: str) -> None:
    found = {label for label in fiscal_labels(text, CALENDAR_YEARS) if label[5:6] in {"H", "9", "Q"}}
    assert found == ({part} if part else set())


def test_a_quarter_is_not_its_year() -> None:
    assert "2024" not in fiscal_labels("Three months ended December 31, 2024", CALENDAR_YEARS)


@pytest.mark.parametrize(
    ("asked", "stated", "fit"),
    [
        ("2024", {"2024"}, 1.0),
        ("2024", {"2024-Q3"}, 0.5),
        ("2024-Q3", {"2024"}, 0.0),
        ("2024", set(), 0.0),
        ("2024", {"2023"}, -1.0),
        ("Q3", {"2024-Q3"}, 0.5),
        ("2024-9M", {"9M"}, 0.5),
        ("2024-9M", {"2024-Q3"}, -1.0),
    ],
)
def test_how_a_stated_period_fits_an_asked_one(asked: str, stated: set[str], fit: float) -> None:
    assert period_fit(asked, frozenset(stated)) == fit


def test_blanking_periods_keeps_every_offset() -> None:
    text = "Revenue in FY2024 rose."
    assert len(without_periods(text)) == len(text)
    assert without_periods(text).split() == ["Revenue", "in", "rose."]


@pytest.mark.parametrize(
    ("said", "unit", "step", "expected"),
    [("FY2024", "", -1, "FY2023"), ("Q1 2024", "", -1, "Q4 2023"), ("Q1 2024", "year", -1, "Q1 2023")],
)
def test_the_period_before_is_written_the_same_way(said: str, unit: str, step: int, expected: str) -> None:
    (mention,) = find_periods(said)
    assert shifted(said, mention.periods[0], unit, step) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("claim CL-2024-011", []),
        ("incident INC/2024/7", []),
        ("FY-2024", ["2024"]),
        ("the 2024-25 season", ["2025"]),
        ("on 2024-03-01", ["2024-03-01"]),
    ],
)
def test_the_year_in_a_number_of_a_claim_is_no_period(text: str, said: list[str]) -> None:
    assert [period.label for mention in find_periods(text) for period in mention.periods] == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Quarter ended 30.06.2025", ["2025-06-30"]),
        ("31.12.24", ["2024-12-31"]),
        ("30/06/2025", ["2025-06-30"]),
        ("06/30/2025", ["2025-06-30"]),
        ("03/04/2025", ["2025"]),
        ("30-Jun-25", ["2025-06-30"]),
        ("Mar'25", ["2025-03"]),
        ("9M FY25", ["2025-9M"]),
        ("12M 2024", ["2024"]),
        ("Jan–Dec 2024", ["2024"]),
        ("January to September 2024", ["2024-9M"]),
        ("April–June 2025", ["2025-06"]),
        ("FY 2024-25", ["2025"]),
        ("2019-2023", ["2019", "2023"]),
        ("45.13.2024", []),
        ("version 3.2.1", []),
        ("12.345.678", []),
    ],
)
def test_dates_and_parts_of_years_are_read_as_they_are_printed_around_the_world(
    text: str, said: list[str]
) -> None:
    assert [period.label for mention in find_periods(text) for period in mention.periods] == said
