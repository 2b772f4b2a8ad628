"""Cached and metered chats: equal questions cost nothing twice, and every call is asked for and settled."""

import contextlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel

from masis.domain.usage import Usage
from masis.errors import BudgetReached, Cancelled, ModelUnavailable
from masis.llm.base import ChatModel, Reply
from masis.llm.metered import Held, watched
from masis.llm.replies import within_step, workspace_in_view
from masis.llm.speech import Listener


class Value(BaseModel):
    number: int


class OtherValue(BaseModel):
    number: int
    unit: str = ""


class Place(NamedTuple):
    url: str = "http://one/v1"
    model: str = "m"
    key: str = "one m"


class CountingChat:
    """Answers with the number of the call, or with the text or failure that stands in line."""

    def __init__(self, place: Place) -> None:
        self.endpoint = place
        self.asked: list[int] = []
        self.line: list[Any] = []

    def complete(
        self,
        system: str,
        user: str,
        *,
        max_output_tokens: int | None = None,
        heard: Listener | None = None,
    ) -> Reply:
        self.asked.append(1)
        said = self.line.pop(0) if self.line else Reply(text=f"reply {len(self.asked)}")
        if heard is not None:
            heard.begin()
            heard.hear("half ")
        if isinstance(said, BaseException):
            raise said
        if heard is not None:
            heard.hear(said.text)
        return said.model_copy(update={"usage": Usage(model="m", calls=1, input_tokens=7, output_tokens=2)})

    def structured(
        self, system: str, user: str, schema: type[Any], *, max_calls: int = 5
    ) -> tuple[Any, Usage]:
        self.asked.append(max_calls)
        if self.line:
            raise self.line.pop(0)
        return schema(number=len(self.asked)), Usage(model="m", calls=1, input_tokens=7)


class MemoryReplies(dict[str, tuple[str, str]]):
    """A cache in memory."""

    def get(self, key: str) -> str | None:  # type: ignore[override]
        return self[key][1] if key in self else None

    def put(self, key: str, workspace_id: str, reply: str) -> None:
        self[key] = (workspace_id, reply)


class OpenPurse:
    """Lets so many calls through and keeps what was settled."""

    def __init__(self, room: int = 5) -> None:
        self.room = room
        self.held: list[tuple[int, int, int]] = []
        self.settled: list[Usage] = []
        self.from_cache = 0

    def hold(self, input_tokens: int, output_tokens: int, most_calls: int) -> Held:
        if not self.room:
            raise BudgetReached("spent")  # noqa: EM101
        self.held.append((input_tokens, output_tokens, most_calls))
        return Held(str(len(self.held)), min(self.room, most_calls))

    def settle(self, held: Held, usage: Usage) -> Usage:
        self.settled.append(usage)
        return usage.model_copy(update={"money_nano": 5, "currency": "USD"})

    def saved(self) -> None:
        self.from_cache += 1


class Bench(NamedTuple):
    inner: CountingChat
    chat: ChatModel
    purse: OpenPurse
    kept: MemoryReplies

    def on(self, place: Place, most: int = 99) -> ChatModel:
        return watched(lambda _: CountingChat(place), lambda _: OpenPurse(), most, self.kept)("writer")


@pytest.fixture
def bench() -> Iterator[Bench]:
    inner, purse, kept = CountingChat(Place()), OpenPurse(), MemoryReplies()
    token = workspace_in_view.set("acme")
    yield Bench(inner, watched(lambda _: inner, lambda _: purse, 99, kept)("writer"), purse, kept)
    workspace_in_view.reset(token)


def test_an_equal_question_is_answered_from_the_cache_and_costs_nothing(bench: Bench) -> None:
    first = bench.chat.complete("s", "u")
    again = bench.chat.complete("s", "u")
    assert (first.text, again.text, len(bench.inner.asked)) == ("reply 1", "reply 1", 1)
    assert (first.usage.calls, first.usage.money_nano) == (1, 5)
    assert again.usage == Usage(model="m", cached=1)
    assert bench.chat.structured("s", "u", Value)[0] == bench.chat.structured("s", "u", Value)[0]
    assert (len(bench.inner.asked), bench.purse.from_cache) == (2, 2)


def test_the_prompt_is_not_kept(bench: Bench) -> None:
    bench.chat.complete("secret order", "secret document")
    assert "secret" not in repr(bench.kept)


def test_anything_that_differs_asks_anew(bench: Bench) -> None:
    bench.chat.complete("s", "u")
    bench.chat.complete("su", "")
    bench.chat.complete("s", "u", max_output_tokens=9)
    bench.chat.structured("s", "u", Value)
    bench.chat.structured("s", "u", OtherValue)
    assert len(bench.inner.asked) == 5
    assert bench.on(Place(model="n")).complete("s", "u").usage.calls == 1
    assert bench.on(Place(url="http://two/v1")).complete("s", "u").usage.calls == 1
    assert bench.on(Place(), 98).complete("s", "u").usage.calls == 1
    assert bench.on(Place()).complete("s", "u").usage.cached == 1
    token = workspace_in_view.set("other")
    assert bench.chat.complete("s", "u").text == "reply 6"
    workspace_in_view.reset(token)


def test_a_model_that_refuses_temperature_0_is_asked_every_time(bench: Bench) -> None:
    chats = watched(
        lambda _: bench.inner, lambda _: bench.purse, 99, bench.kept, lambda place: place.key != "one m"
    )
    assert [chats("writer").complete("s", "u").text for _ in range(2)] == ["reply 1", "reply 2"]
    assert not bench.kept


def test_nothing_is_kept_outside_of_a_workspace(bench: Bench) -> None:
    token = workspace_in_view.set("")
    assert [bench.chat.complete("s", "u").text for _ in range(2)] == ["reply 1", "reply 2"]
    workspace_in_view.reset(token)
    assert not bench.kept


@pytest.mark.parametrize(
    "useless", [Reply(text=" \n"), Reply(text="half a", truncated=True), ModelUnavailable("away")]
)
def test_failures_and_cut_off_and_empty_replies_are_not_kept(bench: Bench, useless: Any) -> None:
    bench.inner.line = [useless]
    with contextlib.suppress(ModelUnavailable):
        bench.chat.complete("s", "u")
    assert not bench.kept
    assert bench.chat.complete("s", "u").text == "reply 2"


def test_a_step_that_asks_the_same_twice_could_not_use_the_first_reply(bench: Bench) -> None:
    with within_step("synthesizer:1"):
        assert bench.chat.complete("s", "u").text == "reply 1"
    with within_step("synthesizer:1"):
        assert [bench.chat.complete("s", "u").text for _ in range(2)] == ["reply 1", "reply 2"]
    with within_step("synthesizer:1"):
        assert bench.chat.complete("s", "u").text == "reply 2"


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"text": 5}', '{"number": "many"}'])
def test_what_cannot_be_read_is_a_miss(bench: Bench, broken: str) -> None:
    bench.chat.complete("s", "u")
    bench.chat.structured("s", "u", Value)
    for key in bench.kept:
        bench.kept[key] = ("acme", broken)
    assert bench.chat.complete("s", "u").text == "reply 3"
    assert bench.chat.structured("s", "u", Value)[0] == Value(number=4)


def test_a_call_asks_for_leave_for_its_whole_prompt_and_its_longest_reply(bench: Bench) -> None:
    bench.chat.complete("s" * 10, "é" * 10)
    bench.chat.complete("s", "u", max_output_tokens=9)
    assert bench.purse.held == [(15, 99, 1), (1, 9, 1)]


def test_no_leave_means_no_call(bench: Bench) -> None:
    bench.purse.room = 0
    with pytest.raises(BudgetReached):
        bench.chat.complete("s", "u")
    with pytest.raises(BudgetReached):
        bench.chat.structured("s", "u", Value)
    assert (bench.inner.asked, bench.purse.settled) == ([], [])


def test_the_ladder_climbs_no_further_than_there_is_leave(bench: Bench) -> None:
    bench.purse.room = 2
    bench.chat.structured("s", "u", Value)
    assert bench.inner.asked == [2]


def test_what_a_failed_call_cost_is_counted_and_a_cancelled_one_gives_back_what_it_held(bench: Bench) -> None:
    failure = ModelUnavailable("away", calls=3)
    failure.input_tokens = 40
    bench.inner.line = [failure, Cancelled("stopped"), failure]
    for _ in range(2):
        with pytest.raises((ModelUnavailable, Cancelled)):
            bench.chat.complete("s", "u")
    with pytest.raises(ModelUnavailable):
        bench.chat.structured("s", "u", Value)
    cost = Usage(calls=3, input_tokens=40)
    assert bench.purse.settled == [cost, Usage(), cost]


class Ear(list[str]):
    """Keeps what it hears."""

    def begin(self) -> None:
        self.clear()

    def hear(self, part: str) -> None:
        self.append(part)


def test_a_reply_from_the_cache_is_heard_at_once(bench: Bench) -> None:
    ear = Ear()
    bench.chat.complete("s", "u")
    bench.chat.complete("s", "u", heard=ear)
    assert (ear, len(bench.inner.asked)) == (["reply 1"], 1)


def test_what_was_heard_of_a_cancelled_reply_is_counted(bench: Bench) -> None:
    bench.inner.line = [Cancelled("stopped")]
    ear = Ear()
    with pytest.raises(Cancelled):
        bench.chat.complete("s" * 6, "u" * 4, heard=ear)
    assert bench.purse.settled == [Usage(calls=1, input_tokens=5, output_tokens=1)]
    assert not bench.kept
