"""Words: a reply is heard while it comes, on every kind of server, and is whole or none at the end."""

import time
from threading import Event

import pytest

from masis.errors import Cancelled, ModelUnavailable
from masis.llm.openai import OpenAIChat
from masis.llm.waiting import cancel_check
from masis.llm.words import heard_by
from tests.fakes.openai_server import FakeOpenAI
from tests.llm.chats import chat_for

WRITER = "You are the Writer"
TEXT = "Revenue was 12.4 million dollars [S1]. It grew by 8 % [S2] in that year, as the board had hoped."


@pytest.fixture
def chat(fake: FakeOpenAI) -> OpenAIChat:
    fake.say("writer", lambda _user: TEXT)
    return chat_for(fake, "synthesizer")


def heard(chat: OpenAIChat) -> tuple[str, list[str]]:
    told: list[str] = []
    with heard_by(told.append):
        reply = chat.complete(WRITER, "question")
    return reply.text, told


def streams(fake: FakeOpenAI) -> list[bool]:
    return [bool(request["body"].get("stream")) for request in fake.requests]


def test_words_are_told_as_they_come_and_the_reply_is_whole(fake: FakeOpenAI, chat: OpenAIChat) -> None:
    fake.word_seconds = 0.02
    text, told = heard(chat)
    assert text == told[-1] == TEXT
    assert len(told) > 2
    assert all(TEXT.startswith(part) for part in told)
    assert told == sorted(told, key=len)
    assert streams(fake) == [True]


def test_tokens_are_counted(fake: FakeOpenAI, chat: OpenAIChat) -> None:
    with heard_by(lambda _text: None):
        usage = chat.complete(WRITER, "question").usage
    assert usage.calls == 1
    assert usage.output_tokens == len(TEXT) // 4
    assert fake.requests[0]["body"]["stream_options"] == {"include_usage": True}


def test_nobody_listens_and_nothing_streams(fake: FakeOpenAI, chat: OpenAIChat) -> None:
    assert chat.complete(WRITER, "question").text == TEXT
    assert streams(fake) == [False]


@pytest.mark.parametrize("mode", ["stream_ignored", "no_stream"])
def test_a_server_that_cannot_stream_is_asked_plainly_and_remembered(
    fake: FakeOpenAI, chat: OpenAIChat, mode: str
) -> None:
    fake.mode(mode)
    assert heard(chat)[0] == TEXT
    assert heard(chat)[0] == TEXT
    assert streams(fake) == [True, False, False]


def test_a_server_that_counts_no_tokens_in_a_stream_streams_all_the_same(
    fake: FakeOpenAI, chat: OpenAIChat
) -> None:
    fake.mode("no_stream_options")
    assert heard(chat)[0] == TEXT
    assert heard(chat)[0] == TEXT
    assert streams(fake) == [True, True, True]
    assert ["stream_options" in request["body"] for request in fake.requests] == [True, False, False]


def test_half_a_reply_is_never_taken_for_a_whole_one(fake: FakeOpenAI, chat: OpenAIChat) -> None:
    assert heard(chat)[0] == TEXT
    fake.script("stream_cut")
    assert heard(chat)[0] == TEXT
    assert streams(fake) == [True, True, False]
    assert heard(chat)[0] == TEXT
    assert streams(fake)[-1]  # it broke off once: that is no server without streams


@pytest.mark.parametrize("mode", ["401", "500", "context", "html", "broken_json"])
def test_the_true_cause_is_told_also_when_a_stream_was_asked_for(
    fake: FakeOpenAI, chat: OpenAIChat, mode: str
) -> None:
    fake.mode(mode)
    with pytest.raises(ModelUnavailable) as plain:
        chat_for(fake, "synthesizer").complete(WRITER, "question")
    with pytest.raises(ModelUnavailable) as streaming:
        heard(chat)
    assert str(streaming.value) == str(plain.value)
    assert type(streaming.value) is type(plain.value)


def test_an_endless_stream_ends_at_the_deadline_of_the_call(fake: FakeOpenAI) -> None:
    fake.mode("stream_endless")
    fake.word_seconds = 0.01
    chat = chat_for(fake, "synthesizer", model_timeout_seconds=1.0)
    began = time.monotonic()
    with (
        pytest.raises(ModelUnavailable, match="gave no whole answer in 1 seconds"),
        heard_by(lambda _text: None),
    ):
        chat.complete(WRITER, "question")
    assert time.monotonic() - began < 20  # it would never end by itself


def test_cancelling_ends_a_stream_in_the_middle(fake: FakeOpenAI, chat: OpenAIChat) -> None:
    fake.mode("stream_endless")
    fake.word_seconds = 0.02
    stop = Event()
    token = cancel_check.set(stop.is_set)
    try:
        with pytest.raises(Cancelled), heard_by(lambda _text: stop.set()):
            chat.complete(WRITER, "question")
    finally:
        cancel_check.reset(token)
    assert streams(fake) == [True]


def test_a_reply_too_long_for_the_cap_as_a_stream_comes_in_one_piece(fake: FakeOpenAI) -> None:
    fake.say("writer", lambda _user: TEXT)
    chat = chat_for(fake, "synthesizer", model_max_output_tokens=16_000)
    assert heard(chat) == (TEXT, [])
    assert streams(fake) == [False]
