"""The input's refusals in words, and a first state that holds what callers read."""

import pytest
from pydantic import ValidationError

from masis.state import MASISInput

NOT_ASKABLE = {
    "blank": (" \n", "empty"),
    "too long": ("x" * 4001, "4,001 characters; at most 4,000"),
    "half of a surrogate pair": ("\ud800 what?", "broken characters"),
}


@pytest.mark.parametrize(("question", "reason"), NOT_ASKABLE.values(), ids=NOT_ASKABLE)
def test_a_question_that_cannot_be_asked_is_refused(question: str, reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        MASISInput(user_query=question, workspace_id="acme")


def test_a_question_of_just_the_longest_length_in_any_script_is_taken() -> None:
    assert MASISInput(user_query="质" * 3999 + "🚢", workspace_id="acme").to_state()["retry_count"] == 0


def test_the_metrics_callers_read_are_there_even_when_nothing_was_found() -> None:
    metrics = MASISInput(user_query="ok?", workspace_id="acme").to_state()["metrics"]
    assert metrics == {"evaluation": None, "confidence_history": [], "retry_reasons": []}
