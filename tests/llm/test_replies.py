"""Remembered replies: asked once in a step of a run, again in another; nothing is kept outside of a run."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from masis.domain.usage import Usage
from masis.errors import ModelUnavailable
from masis.llm.base import Reply
from masis.llm.replies import RememberingChat, run_in_view, within_step
from masis.llm.speech import Listener, Speech


class Value(BaseModel):
    number: int


class CountingChat:
    """Answers with the number of the call."""

    def __init__(self) -> None:
        self.calls = 0
        self.failure: Exception | None = None

    def complete(
        self,
        system: str,
        user: str,
        *,
        max_output_tokens: int | None = None,
        heard: Listener | None = None,
    ) -> Reply:
        self.calls += 1
        if self.failure:
            raise self.failure
        return Reply(text=f"reply {self.calls}", usage=Usage(model="m", calls=1))

    def structured(
        self, system: str, user: str, schema: type[Any], *, max_calls: int = 5
    ) -> tuple[Any, Usage]:
        self.calls += 1
        return schema(number=self.calls), Usage(model="m", calls=2, input_tokens=7)


class MemoryReplies(dict[tuple[str, str], str]):
    """A store in memory."""

    def get(self, run_id: str, key: str) -> str | None:  # type: ignore[override]
        return super().get((run_id, key))

    def put(self, run_id: str, key: str, reply: str) -> None:
        self[run_id, key] = reply


@pytest.fixture(autouse=True)
def in_a_run() -> Iterator[None]:
    token = run_in_view.set("r1")
    yield
    run_in_view.reset(token)


@pytest.fixture
def inner() -> CountingChat:
    return CountingChat()


@pytest.fixture
def chat(inner: CountingChat) -> RememberingChat:
    return RememberingChat(inner, "writer", MemoryReplies())


def said(chat: RememberingChat, step: str = "synthesizer:1", times: int = 1) -> list[str]:
    """Ask the same question in a step, as often as told."""
    with within_step(step):
        return [chat.complete("s", "u").text for _ in range(times)]


def test_a_repeated_step_is_given_its_replies_again_in_order(
    chat: RememberingChat, inner: CountingChat
) -> None:
    assert said(chat, times=2) == ["reply 1", "reply 2"]
    assert said(chat, times=3) == ["reply 1", "reply 2", "reply 3"]
    assert inner.calls == 3


def test_another_step_run_role_or_question_asks_anew(chat: RememberingChat, inner: CountingChat) -> None:
    said(chat)
    assert said(chat, "synthesizer:2") == ["reply 2"]
    with within_step("synthesizer:1"):
        assert chat.complete("s", "other").text == "reply 3"
        assert chat.complete("s", "u", max_output_tokens=9).text == "reply 4"
        other = RememberingChat(inner, "judge", chat._store)
        assert other.complete("s", "u").text == "reply 5"
    run_in_view.set("r2")
    assert said(chat) == ["reply 6"]


def test_a_value_comes_back_whole_with_what_it_cost(chat: RememberingChat, inner: CountingChat) -> None:
    for _ in range(2):
        with within_step("critic:1"):
            value, usage = chat.structured("s", "u", Value)
            assert (value, usage) == (Value(number=1), Usage(model="m", calls=2, input_tokens=7))
    assert inner.calls == 1


def test_a_failure_is_not_kept(chat: RememberingChat, inner: CountingChat) -> None:
    inner.failure = ModelUnavailable("down")
    with pytest.raises(ModelUnavailable):
        said(chat)
    inner.failure = None
    assert said(chat) == ["reply 2"]


@pytest.mark.parametrize("where", ["no run", "no step"])
def test_nothing_is_kept_where_nothing_could_go_on(
    chat: RememberingChat, inner: CountingChat, where: str
) -> None:
    if where == "no run":
        run_in_view.set("")
        said(chat), said(chat)
    else:
        chat.complete("s", "u"), chat.complete("s", "u")
    assert inner.calls == 2
    assert not chat._store


def test_a_reply_given_again_is_heard_at_once(chat: RememberingChat) -> None:
    for _ in range(2):
        speech = Speech()
        with within_step("synthesizer:1"):
            chat.complete("s", "u", heard=speech)
    assert speech.words()[1] == "reply 1"
