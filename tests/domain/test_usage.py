"""Usage: pieces of work add up, whichever of them named the model."""

import pytest
from pydantic import ValidationError

from masis.domain.usage import Usage

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
