"""Rating: which words against an answer somebody can look into."""

import pytest

from masis.domain.review.rating import reason_against
from masis.errors import InvalidInput


@pytest.mark.parametrize(
    "why", ["wrong year", "should be 4.2", "es fehlt der Umsatz", "数字 错误的年份 2023 错误的数字"]
)
def test_a_short_reason_does(why: str) -> None:
    assert reason_against(f"  {why}\n") == why


@pytest.mark.parametrize("why", ["", "x", "hello", "?!", "no no", "2031"])
def test_a_greeting_or_a_sign_does_not(why: str) -> None:
    with pytest.raises(InvalidInput):
        reason_against(why)
