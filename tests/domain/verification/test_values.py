"""Values: rounding may take digits away and never add them; bounds hold of the value as printed."""

from decimal import Decimal

import pytest

from masis.domain.language.quantities import Figure, numbers
from masis.domain.verification.facts import Fact
from masis.domain.verification.values import (
    comparable,
    holds,
    same_digits,
    same_value,
    significant,
    units_agree,
)


def figure(text: str) -> Figure:
    """Read the one figure of a text."""
    (found,) = numbers(text, ())
    return found


def fact(shown: str, **changes: object) -> Fact:
    """Build a cell that gives the figure of a text."""
    read = figure(shown)
    values = {
        "chunk_id": "k1", "document_id": "d1", "attribute": "Net sales", "concepts": frozenset({"sale"}),
        "value": read.value, "quantum": read.quantum, "unit": read.unit, "origin": "cell", "shown": shown,
        "char_start": 0, "char_end": len(shown),
    }  # fmt: skip
    return Fact.model_validate({**values, **changes})


@pytest.mark.parametrize(
    ("said", "stated", "same"),
    [
        ("EUR 12.3 million", "EUR 12.34 million", True),
        ("EUR 12 million", "EUR 12.34 million", True),
        ("EUR 12.34 million", "EUR 12.3 million", False),
        ("EUR 12.4 million", "EUR 12.34 million", False),
        ("about EUR 200 million", "EUR 199.6 million", True),
        ("about EUR 200 million", "EUR 220 million", False),
        ("over EUR 200 million", "EUR 199.6 million", False),
        ("over EUR 190 million", "EUR 199.6 million", True),
        ("over EUR 100 million", "EUR 199.6 million", False),
        ("EUR 12 million", "USD 12 million", False),
        ("4 %", "4 percentage points", False),
    ],
)
def test_a_figure_says_a_value_or_another_one(said: str, stated: str, same: bool) -> None:
    assert same_value(figure(said), fact(stated)) is same


def test_the_sign_is_not_the_business_of_the_value() -> None:
    assert same_value(figure("EUR 12 million"), fact("EUR 12 million", value=Decimal(-12_000_000)))


def test_a_scale_is_read_into_a_cell_that_gives_none_and_not_into_a_stated_one() -> None:
    open_cell = fact("34,229", scales=(Decimal(10**6),))
    assert same_value(figure("$34,229 million"), open_cell)
    assert not same_value(figure("$34,229 million"), fact("34,229"))
    assert not same_value(figure("$34,228 million"), open_cell)


@pytest.mark.parametrize(
    ("said", "stated", "agree"),
    [("12 %", "12", True), ("EUR 12", "12", True), ("EUR 12", "USD 12", False), ("12 %", "EUR 12", False)],
)
def test_an_unnamed_unit_may_be_any(said: str, stated: str, agree: bool) -> None:
    assert units_agree(figure(said), fact(stated)) is agree


def test_a_bare_number_of_a_sentence_is_no_rate() -> None:
    assert not units_agree(figure("12 %"), fact("12", origin="sentence"))


@pytest.mark.parametrize(
    ("said", "value", "true"),
    [
        ("over 200", 201, True),
        ("over 200", 200, False),
        ("at least 200", 200, True),
        ("under 200", 201, False),
    ],
)
def test_a_bound_holds_on_its_side(said: str, value: int, true: bool) -> None:
    assert holds(figure(said), Decimal(value)) is true


def test_a_thousand_times_too_much_is_told_from_another_value() -> None:
    assert same_digits(figure("EUR 12.3 billion"), fact("EUR 12.3 million"))
    assert not same_digits(figure("EUR 12.3 million"), fact("EUR 12.3 million"))
    assert not same_digits(figure("EUR 123 million"), fact("EUR 12.3 million"))
    assert comparable(figure("EUR 14 million"), fact("EUR 12.3 million"))
    assert not comparable(figure("EUR 700 million"), fact("EUR 12.3 million"))


@pytest.mark.parametrize(
    ("said", "digits"), [("34,229", 5), ("EUR 200 million", 1), ("12.50", 3), ("three plants", 1)]
)
def test_zeros_at_the_end_mean_little(said: str, digits: int) -> None:
    assert significant(figure(said)) == digits
