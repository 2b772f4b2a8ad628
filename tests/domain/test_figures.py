"""Figures are read with their unit, scale and period, and compared as a careful reader would."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.figures import check_figures, extract_figures
from masis.domain.language.periods import Period, covered, find_periods


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("€199.6 million", "199600000", "EUR"),
        ("EUR 199.6m", "199600000", "EUR"),
        ("199,600 thousand euros", "199600000", "EUR"),
        ("USD 1.2bn", "1200000000", "USD"),
        ("$ 3.4 billion", "3400000000", "USD"),
        ("£12k", "12000", "GBP"),
        ("1.234,5 EUR", "1234.5", "EUR"),
        ("21.4 %", "21.4", "%"),
        ("21,4 percent", "21.4", "%"),
        ("2.5 percentage points", "2.5", "pp"),
        ("50 basis points", "0.5", "pp"),
        ("3.2x", "3.2", "x"),
        ("1,240 full-time employees", "1240", "people"),
        ("12 MW", "12", "MW"),
        ("three months", "3", "month"),
        ("two million customers", "2000000", "customer"),
        ("12'500 CHF", "12500", "CHF"),
    ],
)
def test_numbers_carry_value_and_unit(text: str, value: str, unit: str) -> None:
    """Currency, scale, rate and counted thing, before or after the number."""
    (figure,) = extract_figures(f"It came to {text} again.")
    assert (figure.value, figure.unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    "text",
    [
        "1. Revenue",
        "see page 12",
        "Note 14 explains",
        "Fig. 3 shows",
        "Section 3.2.1",
        "chunk c12",
        "COVID-19",
        "the 2nd plant",
        "5G",
    ],
)
def test_labels_are_no_figures(text: str) -> None:
    """Numbering, references and names that hold a digit are left out."""
    assert [figure.text for figure in extract_figures(text) if figure.kind == "number"] == []


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("in 2024", "2024"),
        ("FY2024", "2024"),
        ("FY24", "2024"),
        ("fiscal year 2024", "2024"),
        ("Q3 2024", "2024-Q3"),
        ("the third quarter of 2024", "2024-Q3"),
        ("2024-Q3", "2024-Q3"),
        ("H1 2024", "2024-H1"),
        ("1H24", "2024-H1"),
        ("30 June 2024", "2024-06-30"),
        ("June 30, 2024", "2024-06-30"),
        ("2024-06-30", "2024-06-30"),
        ("March 2024", "2024-03"),
        ("Q3", "Q3"),
    ],
)
def test_periods(text: str, period: str) -> None:
    """Every way of writing a period has one form."""
    assert [figure.period for figure in extract_figures(text)] == [period]


@pytest.mark.parametrize(
    "text", ["2024 employees", "EUR 2024", "2024 %", "it may 15 times rise", "2,024 sites"]
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


def test_a_range_shares_its_unit() -> None:
    """The first half of a range has the unit and scale of the second."""
    assert [(f.value, f.unit) for f in extract_figures("between EUR 10 and 12 million")] == [
        (Decimal(10_000_000), "EUR"),
        (Decimal(12_000_000), "EUR"),
    ]
    assert [f.unit for f in extract_figures("a margin of 10-12 %")] == ["%", "%"]


def test_a_table_lead_gives_bare_numbers_their_unit() -> None:
    """The caption's "EUR million" holds for the cells under it, not for the prose after."""
    text = "Key figures in EUR million\n\n| Net revenue | 176.2 |\n\nThe group has 42 owners."
    values = [(f.value, f.unit) for f in extract_figures(text)]
    assert values == [(Decimal("176200000.0"), "EUR"), (Decimal(42), "")]


SOURCE = (
    "Net revenue was €199.6 million in 2024 and €176.2 million in 2023. Costs were €150.0 million in 2024. "
    "The group had 1,240 employees and an equity ratio of 43.8 % at 31 December 2024."
)


@pytest.mark.parametrize(
    "sentence",
    [
        "Net revenue was 199,600 thousand euros in 2024.",
        "Net revenue was around €200 million in FY2024.",
        "Net revenue was nearly €200 million in 2024.",
        "Net revenue was more than €190 million in 2024.",
        "Net revenue was €200 million in 2024.",
        "Net revenue was EUR 0.2 billion in 2024.",
        "The equity ratio was 44 % at the end of 2024.",
        "Net revenue rose by €23.4 million.",
        "Net revenue grew 13.3 % in 2024.",
        "The two years together brought net revenue of €375.8 million.",
    ],
)
def test_the_same_number_in_other_words(sentence: str) -> None:
    """Scale, rounding and arithmetic that the sentence speaks of are accepted."""
    assert check_figures(sentence, SOURCE).clean


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        pytest.param("Net revenue was €199.64 million in 2024.", "mismatched", id="invented-precision"),
        pytest.param("Net revenue was €199.6 billion in 2024.", "mismatched", id="scale"),
        pytest.param("Net revenue was $199.6 million in 2024.", "mismatched", id="currency"),
        pytest.param("Net revenue was €199.6 million in 2023.", "mismatched", id="period-swapped"),
        pytest.param("Net revenue was over €200 million in 2024.", "mismatched", id="over"),
        pytest.param("The group had 1,240 customers.", "mismatched", id="counted-thing"),
        pytest.param("The equity ratio rose 43.8 percentage points.", "mismatched", id="points"),
        pytest.param("Net revenue fell by €23.4 million.", "mismatched", id="direction"),
        pytest.param("Net revenue of €375.8 million was booked.", "mismatched", id="sum-without-its-word"),
        pytest.param("Net revenue was reported for 2021.", "missing", id="period"),
        pytest.param("The group leased 88 sites.", "missing", id="not-there"),
    ],
)
def test_wrong_numbers(sentence: str, kind: str) -> None:
    """Each corruption is found, as a mismatch where the source has a rival."""
    findings = check_figures(sentence, SOURCE)
    assert not findings.clean
    assert bool(findings.mismatched) == (kind == "mismatched")


def test_a_derivation_is_written_out() -> None:
    """The formula names the figures it used."""
    (match,) = check_figures("Net revenue rose by €23.4 million.", SOURCE).matched
    assert match.derivation == "199.6 - 176.2 = 23.4"


@given(
    st.decimals(min_value=1, max_value=999, places=2),
    st.sampled_from(["EUR {} million", "{} %", "{} employees"]),
)
def test_a_number_matches_itself(number: Decimal, pattern: str) -> None:
    """Any number the source gives is found when it is repeated."""
    sentence = f"The value was {pattern.format(number)} in 2024."
    assert check_figures(sentence, sentence).clean


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    """Figures lie inside the text, in order, and nothing raises."""
    figures = extract_figures(text)
    assert all(0 <= figure.start < figure.end <= len(text) for figure in figures)
    assert [f.start for f in figures] == sorted(f.start for f in figures)
