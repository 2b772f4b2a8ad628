"""Told: every call is heard with its time, tokens and fault, and goes on as if nobody listened."""

from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel

from masis.domain.usage import Usage
from masis.errors import ModelUnavailable
from masis.llm.base import Reply
from masis.llm.replies import run_in_view
from masis.llm.told import told
from masis.ops.signals import ModelCalled, Signal, Signals


class Served(NamedTuple):
    url: str
    model: str
    key: str = "k"


class Value(BaseModel):
    figure: int


class Chat:
    """A chat that answers, or raises what it was given."""

    endpoint = Served("http://127.0.0.1", "m1")

    def __init__(self, failure: Exception | None = None) -> None:
        self.failure = failure

    def complete(
        self, system: str, user: str, *, max_output_tokens: int | None = None, heard: object = None
    ) -> Reply:
        if self.failure:
            raise self.failure
        return Reply(text="words", usage=Usage(calls=1, input_tokens=7, output_tokens=3))

    def structured(self, system: str, user: str, schema: Any, *, max_calls: int = 5) -> Any:
        if self.failure:
            raise self.failure
        return schema(figure=4), Usage(calls=2, input_tokens=9)


def listened(chat: Any) -> tuple[Any, list[Signal]]:
    signals, heard = Signals(), []
    signals.listen(heard.append)
    ticks = iter(range(100))
    return told(lambda _: chat, signals, lambda: float(next(ticks)))("critic"), heard


def test_a_reply_is_passed_on_and_told() -> None:
    chat, heard = listened(Chat())
    token = run_in_view.set("r1")
    try:
        assert chat.complete("system", "user").text == "words"
        assert chat.structured("system", "user", Value)[0] == Value(figure=4)
    finally:
        run_in_view.reset(token)
    first, second = heard
    assert isinstance(first, ModelCalled)
    assert (first.run_id, first.role, first.model, first.seconds) == ("r1", "critic", "m1", 1.0)
    assert (first.usage.tokens, first.prompt, first.reply, first.fault) == (10, "system\n\nuser", "words", "")
    assert isinstance(second, ModelCalled)
    assert (second.usage.calls, second.reply) == (2, '{"figure":4}')
    assert chat.endpoint.model == "m1"


@pytest.mark.parametrize("ask", ["complete", "structured"])
def test_a_failure_is_raised_as_it_was_and_told_with_what_it_cost(ask: str) -> None:
    failure = ModelUnavailable("down")
    failure.input_tokens = 11
    chat, heard = listened(Chat(failure))
    with pytest.raises(ModelUnavailable) as caught:
        getattr(chat, ask)("system", "user", *([Value] if ask == "structured" else []))
    assert caught.value is failure
    (call,) = heard
    assert isinstance(call, ModelCalled)
    assert (call.fault, call.usage.input_tokens, call.run_id) == ("ModelUnavailable", 11, "")
