"""Bounds, counted things and sums over periods: what a figure of prose may rest on."""

import pytest

from masis.domain.verification.claims import STRUCK_VERDICTS
from masis.domain.verification.ledger import build_ledger
from tests.builders import chunk

PROSE = (
    "Net revenue was EUR 176.2 million in 2023 and EUR 199.6 million in 2024. The group had 1,240 employees "
    "and 310 customers at year-end. The network covers 52 branches. Freight volume fell 9.6% in 2024. "
    "More than 400 suppliers signed the code. The fleet used nearly 80 GWh of power in 2024."
)
TABLE = """USD million
| Item | 2022 | 2023 |
| --- | --- | --- |
| Capital expenditure | 40.5 | 50.5 |
| Interest paid | 7.9 | 8.4 |"""
SITES = """| Sites | 2022 | 2023 |
| --- | --- | --- |
| Warehouses | 838 | 861 |"""
YEARS = "Order intake was USD 212.4 million in 2022. In 2023 order intake was USD 231.0 million."
EVIDENCE = (chunk("k1", PROSE), chunk("k2", TABLE), chunk("k3", YEARS), chunk("k4", SITES))


def verdict(sentence: str) -> str:
    """Return the verdict on a sentence that cites every passage."""
    (claim,) = build_ledger(f"{sentence} [k1][k2][k3][k4].", EVIDENCE)
    return claim.verdict


@pytest.mark.parametrize(
    "sentence",
    [
        "Net revenue was over €199 million in 2024",
        "Net revenue exceeded EUR 190 million in 2024",
        "Net revenue was at least EUR 199.6 million in 2024",
        "Net revenue was under EUR 200 million in 2024",
        "Net revenue was at most EUR 200 million in 2024",
        "Net revenue was nearly EUR 200 million in 2024",
        "Net revenue was just short of EUR 200 million in 2024",
        "Net revenue was about EUR 200 million in 2024",
        "Freight volume fell by less than 10% in 2024",
        "Capital expenditure was above USD 50 million in 2023",
        "More than 400 suppliers signed the code",
        "The fleet used nearly 80 GWh of power in 2024",
    ],
)
def test_a_bound_that_holds_is_supported(sentence: str) -> None:
    assert verdict(sentence) == "supported"


@pytest.mark.parametrize(
    "sentence",
    [
        "Net revenue was over €200 million in 2024",
        "Net revenue was at least EUR 200 million in 2024",
        "Net revenue was not less than EUR 200 million in 2024",
        "Net revenue was less than EUR 199 million in 2024",
        "Net revenue was at most EUR 199 million in 2024",
        "Net revenue was no more than EUR 199 million in 2024",
        "Net revenue was almost EUR 199 million in 2024",
        "Net revenue was more than EUR 199.6 million in 2024",
        "Freight volume fell by more than 10% in 2024",
        "Capital expenditure was above USD 51 million in 2023",
        "Interest paid was nearly USD 8 million in 2023",
        "Fewer than 400 suppliers signed the code",
        "The fleet used more than 80 GWh of power in 2024",
    ],
)
def test_a_bound_that_does_not_hold_is_never_supported(sentence: str) -> None:
    """Rounding is meant for "about"; a limit has to hold of the value as printed."""
    assert verdict(sentence) != "supported"


@pytest.mark.parametrize(
    "sentence",
    [
        "The group had 1,240 customers at year-end",
        "The group had 310 employees at year-end",
        "The network covers 52 vessels",
        "Some 400 products were covered by the code",
        "There were 861 trucks in 2023",
    ],
)
def test_counted_things_must_agree(sentence: str) -> None:
    """The number of one thing says nothing of another."""
    assert verdict(sentence) != "supported"


@pytest.mark.parametrize(
    "sentence",
    [
        "The group had 1,240 people at year-end",
        "At year-end there were 310 customers",
        "The network covers 52 branches",
        "There were 861 warehouses in 2023",
    ],
)
def test_the_same_things_in_other_words_agree(sentence: str) -> None:
    assert verdict(sentence) == "supported"


@pytest.mark.parametrize(
    "sentence",
    [
        "Net revenue in 2023 and 2024 together was EUR 375.8 million",
        "Over 2023 and 2024 net revenue came to EUR 375.8 million",
        "Net revenue averaged EUR 187.9 million over 2023 and 2024",
        "Net revenue rose by EUR 23.4 million between 2023 and 2024",
        "Capital expenditure for 2022 and 2023 combined was USD 91.0 million",
        "Interest paid over the two years came to USD 16.3 million",
        "Order intake totalled USD 443.4 million over 2022 and 2023",
        "Order intake rose by USD 18.6 million in 2023",
        "Order intake averaged USD 221.7 million in 2022 and 2023",
    ],
)
def test_what_follows_over_periods_is_supported(sentence: str) -> None:
    """Sums, averages and differences of one thing, told in prose or in a row."""
    assert verdict(sentence) == "supported"


@pytest.mark.parametrize(
    "sentence",
    [
        "Net revenue in 2023 and 2024 together was EUR 385.8 million",
        "Net revenue was EUR 375.8 million in 2024",
        "Net revenue averaged EUR 197.9 million over 2023 and 2024",
        "Net revenue fell by EUR 23.4 million between 2023 and 2024",
        "Interest paid for 2022 and 2023 combined was USD 91.0 million",
        "Order intake totalled USD 443.4 million in 2023",
    ],
)
def test_what_does_not_follow_is_never_supported(sentence: str) -> None:
    """The sum of another row, of other periods, or in the other direction."""
    assert verdict(sentence) in {*STRUCK_VERDICTS, "not_verified"}
