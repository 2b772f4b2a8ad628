"""Asides: periods that a sentence only compares with are not its own."""

import pytest

from masis.domain.language.asides import own_periods
from masis.domain.language.periods import FiscalCalendar


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("Variable payments were £845,000 (2023: £912,000).", set()),
        ("Sales reached 1,846 tonnes, compared with 1,502 tonnes in FY2023.", set()),
        ("Order intake came to €4,410 million after €4,985 million in 2023.", set()),
        ("Orders fell because buyers put decisions off into 2025.", set()),
        ("In 2024 sales were 12 (2023: 10).", {"2024"}),
        ("Sales rose from 10 in 2023 to 12; in 2024 margins held.", {"2024"}),
        ("The plant (in Brno) was sold in 2022.", {"2022"}),
        ("On 3 March the plant closed.", set()),
    ],
)
def test_what_a_value_is_compared_with_is_of_another_period(text: str, own: set[str]) -> None:
    assert own_periods(text, FiscalCalendar()) == own
