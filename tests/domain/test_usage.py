"""Usage, prices and caps: sums, words, and when a call may not be made."""

from decimal import Decimal

import pytest
from pydantic import ValidationError

from masis.domain.usage import NANO, Cap, Price, Prices, Usage, money
from masis.errors import ModelUnavailable

PRICES = Prices(
    currency="USD",
    date="2026-11-01",
    source="the vendor",
    models={"small": Price(input=Decimal("0.15"), output=Decimal("0.6"))},
)


def test_a_token_of_the_cheapest_model_has_a_price_and_halves_are_rounded_up() -> None:
    assert PRICES.cost("small", 1, 1) == 750
    tiny = Prices(currency="USD", models={"tiny": Price(input=Decimal("0.0375"), output=Decimal(0))})
    assert tiny.cost("tiny", 1, 0) == 38
    assert PRICES.cost("small", 10**12, 0) == 150_000 * NANO


def test_a_model_without_a_price_is_named_and_never_priced_like_another() -> None:
    usage = Usage(model="small-2", calls=1, input_tokens=10, output_tokens=5)
    priced = PRICES.priced(usage, "small-2")
    assert (priced.money_nano, priced.unpriced) == (0, ("small-2",))
    assert priced.told == "15 tokens in 1 model call; price of model small-2 unknown"
    assert PRICES.told("small-2") == "small-2: price of model small-2 unknown."
    assert "0.15 in, 0.6 out, USD" in PRICES.told("small")
    assert "the vendor 2026-11-01" in PRICES.told("small")


def test_sums_keep_what_is_known_beside_what_is_not() -> None:
    known = PRICES.priced(Usage(model="small", calls=1, input_tokens=1_000_000), "small")
    whole = known + Usage(model="x", calls=2, output_tokens=5, unpriced=("x",)) + Usage(cached=3)
    assert whole.told == (
        "1,000,005 tokens in 3 model calls; 3 from cache; 0.1500 USD; price of model x unknown"
    )


def test_money_of_two_currencies_is_not_added() -> None:
    dollars = Usage(model="a", money_nano=5 * NANO, currency="USD")
    euros = Usage(model="b", input_tokens=1, money_nano=7 * NANO, currency="EUR")
    assert (dollars + euros).price == "5.00 USD; price of model b unknown"


def test_a_failure_carries_what_it_cost_to_whoever_counts_it() -> None:
    failure = ModelUnavailable("away", calls=1)
    Usage(model="m", calls=2, input_tokens=7, output_tokens=3).charge(failure)
    assert Usage.of(failure) == Usage(model="m", calls=3, input_tokens=7, output_tokens=3)


@pytest.mark.parametrize(
    ("nano", "said"),
    [
        (0, "0.0000 USD"),
        (99_999, "under 0.0001 USD"),
        (NANO // 4, "0.2500 USD"),
        (NANO * 1234 + NANO // 2, "1,234.50 USD"),
    ],
)
def test_small_money_is_not_called_nothing(nano: int, said: str) -> None:
    assert money(nano, "USD") == said


@pytest.mark.parametrize(
    ("cap", "spent", "more", "told"),
    [
        (Cap(scope="run"), Usage(input_tokens=10**9), Usage(input_tokens=10**9), ""),
        (Cap(scope="run", tokens=100), Usage(input_tokens=60), Usage(output_tokens=40), ""),
        (
            Cap(scope="run", tokens=100),
            Usage(input_tokens=61),
            Usage(output_tokens=40),
            "MASIS_RUN_CAP_TOKENS",
        ),
        (Cap(scope="month", money_nano=5), Usage(money_nano=3), Usage(money_nano=2), ""),
        (Cap(scope="month", money_nano=5), Usage(money_nano=4), Usage(money_nano=2), "MONTH_CAP_MONEY"),
        (Cap(scope="month", money_nano=5), Usage(), Usage(unpriced=("x",)), "price of model x unknown"),
        (Cap(scope="month", money_nano=5), Usage(unpriced=("x",)), Usage(money_nano=5), ""),
    ],
)
def test_a_cap_counts_what_the_next_call_may_take(cap: Cap, spent: Usage, more: Usage, told: str) -> None:
    said = cap.refusal(spent, more, "USD", "November 2026")
    assert bool(said) is bool(told)
    assert told in said


FIRST = Usage(model="large", calls=1, input_tokens=900, output_tokens=80, waited_seconds=0.5)
SECOND = Usage(model="small", calls=2, input_tokens=100, output_tokens=20, waited_seconds=1.0)


def test_calls_tokens_and_waits_add_up_and_the_first_model_stays_named() -> None:
    expected = Usage(model="large", calls=3, input_tokens=1000, output_tokens=100, waited_seconds=1.5)
    assert expected == FIRST + SECOND
    assert (Usage() + SECOND).model == "small"


def test_work_without_a_call_changes_nothing() -> None:
    assert FIRST + Usage() == FIRST == Usage() + FIRST


@pytest.mark.parametrize("field", ["calls", "input_tokens", "output_tokens", "waited_seconds"])
def test_nothing_is_spent_backwards(field: str) -> None:
    with pytest.raises(ValidationError, match=field):
        Usage(**{field: -1})
