"""Replies word by word, on the wire: what is heard, what it costs, and how servers fail at it."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from masis.errors import Cancelled, ModelRefused, ModelUnavailable
from masis.llm.memory import ServerMemory
from masis.llm.openai import OpenAIChat, openai_chats
from masis.llm.waiting import CallWindow, cancel_check, time_limit
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.openai_streams import REFUSES
from tests.llm.chats import FakeTime, settings_for

WRITER = "You are the Writer"
SAID = "Revenue was 12.4 million euros in 2024 [S1]. It rose by 8 % [S2]."


class Ear:
    """Keeps what it hears, one list for each reply; ``on_word`` may do something meanwhile."""

    def __init__(self) -> None:
        self.replies: list[list[str]] = []
        self.first_word = threading.Event()

    def begin(self) -> None:
        self.replies.append([])

    def hear(self, part: str) -> None:
        self.replies[-1].append(part)
        self.first_word.set()

    @property
    def last(self) -> str:
        return "".join(self.replies[-1])


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
def said(fake: FakeOpenAI) -> FakeOpenAI:
    fake.say("writer", lambda _: SAID)
    return fake


def writer(fake: FakeOpenAI, memory: ServerMemory | None = None, **changes: object) -> OpenAIChat:
    pause = FakeTime().pause
    chats = openai_chats(
        settings_for(fake, **changes), window=CallWindow(1000, pause), pause=pause, memory=memory
    )
    return chats("synthesizer")


def asked(fake: FakeOpenAI) -> list[tuple[bool, bool]]:
    """Return of each request whether it asked for a stream, and for a count in it."""
    bodies = [request["body"] for request in fake.requests]
    return [(bool(body.get("stream")), "stream_options" in body) for body in bodies]


def test_words_are_heard_one_by_one_and_the_reply_is_the_same(said: FakeOpenAI, ear: Ear) -> None:
    chat = writer(said)
    plain = chat.complete(WRITER, "question")
    reply = chat.complete(WRITER, "question", heard=ear)
    assert reply == plain
    assert reply.usage.output_tokens == len(SAID) // 4
    assert (ear.last, len(ear.replies[-1]) > 5) == (SAID, True)
    assert asked(said) == [(False, False), (True, True)]


def test_without_a_listener_nothing_is_streamed(said: FakeOpenAI) -> None:
    writer(said).complete(WRITER, "q")
    assert asked(said) == [(False, False)]


def test_a_word_is_heard_before_the_reply_is_there(said: FakeOpenAI, ear: Ear) -> None:
    said.pause_between_words(0.2)
    heard: list[bool] = []

    def work() -> None:
        writer(said).complete(WRITER, "q", heard=ear)
        heard.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    assert ear.first_word.wait(30)
    assert not heard
    thread.join(30)
    assert heard


@pytest.mark.parametrize("mode", [*REFUSES, "no_stream_named"])
def test_a_server_that_refuses_to_stream_is_asked_for_the_whole_and_that_is_remembered(
    said: FakeOpenAI, ear: Ear, mode: str
) -> None:
    said.mode(mode)
    chat = writer(said)
    assert chat.complete(WRITER, "q", heard=ear).text == SAID
    assert chat.complete(WRITER, "q", heard=ear).text == SAID
    assert asked(said) == [(True, True), (False, False), (False, False)]
    assert ear.last == SAID


def test_a_server_that_answers_a_request_to_stream_with_the_whole_reply_is_understood(
    said: FakeOpenAI, ear: Ear
) -> None:
    said.mode("not_streamed")
    reply = writer(said).complete(WRITER, "q", heard=ear)
    assert (reply.text, ear.last, said.count()) == (SAID, SAID, 1)
    assert reply.usage.output_tokens == len(SAID) // 4


def test_a_refused_count_is_left_out_from_then_on_and_tokens_are_estimated(
    said: FakeOpenAI, ear: Ear
) -> None:
    said.mode("no_stream_options")
    chat = writer(said)
    reply = chat.complete(WRITER, "q", heard=ear)
    chat.complete(WRITER, "q", heard=ear)
    assert asked(said) == [(True, True), (True, False), (True, False)]
    assert reply.text == SAID
    assert reply.usage.output_tokens == len(ear.replies[-1])
    assert reply.usage.input_tokens > 0


def test_a_server_that_does_not_count_is_counted_for(said: FakeOpenAI, ear: Ear) -> None:
    said.mode("uncounted")
    usage = writer(said).complete(WRITER, "q", heard=ear).usage
    assert (usage.calls, usage.output_tokens) == (1, len(ear.replies[-1]))


def test_a_stream_that_breaks_off_is_asked_for_again_and_what_was_heard_is_void(
    said: FakeOpenAI, ear: Ear
) -> None:
    said.script("breaks_off")
    reply = writer(said).complete(WRITER, "q", heard=ear)
    assert (reply.text, ear.last, len(ear.replies)) == (SAID, SAID, 2)
    assert reply.usage.calls == 2
    assert reply.usage.output_tokens == len(SAID) // 4 + len(ear.replies[0])  # the half is paid for as well


def test_a_stream_that_always_breaks_off_is_said_so(said: FakeOpenAI, ear: Ear) -> None:
    said.mode("breaks_off")
    with pytest.raises(ModelUnavailable, match="broke off in the middle of its answer") as caught:
        writer(said, model_max_attempts=2).complete(WRITER, "q", heard=ear)
    assert (said.count(), caught.value.calls) == (2, 2)
    assert caught.value.output_tokens == sum(map(len, ear.replies))


def test_a_stream_that_ends_without_an_end_is_never_taken_for_a_whole_reply(
    said: FakeOpenAI, ear: Ear
) -> None:
    said.mode("ends_early")
    memory = ServerMemory()
    chat = writer(said, memory)
    assert chat.complete(WRITER, "q", heard=ear).text == SAID
    assert asked(said) == [(True, True), (False, False)]
    said.mode("good")
    chat.complete(WRITER, "q", heard=ear)
    assert asked(said)[-1] == (True, True)  # it was an accident, so it is not remembered


def test_a_fault_in_the_middle_of_a_stream_is_told_in_the_servers_words(said: FakeOpenAI, ear: Ear) -> None:
    said.mode("fault_midway")
    with pytest.raises(ModelUnavailable, match="the model crashed"):
        writer(said, model_max_attempts=1).complete(WRITER, "q", heard=ear)


@pytest.mark.parametrize("mode", ["garbled", "html", "broken_json", "json_null", "json_list", "no_choices"])
def test_what_is_no_stream_is_said_so(said: FakeOpenAI, ear: Ear, mode: str) -> None:
    said.mode(mode)
    with pytest.raises(ModelUnavailable, match="not as an OpenAI-compatible service does"):
        writer(said).complete(WRITER, "q", heard=ear)
    assert said.count() == 1


def test_a_status_that_is_about_something_else_is_told_as_ever(said: FakeOpenAI, ear: Ear) -> None:
    memory = ServerMemory()
    chat = writer(said, memory)
    chat.complete(WRITER, "q", heard=ear)
    said.mode("400")
    with pytest.raises(ModelUnavailable, match=r"refused the request \(400\)"):
        chat.complete(WRITER, "q", heard=ear)
    assert asked(said) == [(True, True), (True, True)]  # it has streamed before, so that is not the cause
    fresh = ServerMemory()
    with pytest.raises(ModelUnavailable, match=r"refused the request \(400\)"):
        writer(said, fresh).complete(WRITER, "q", heard=ear)
    assert "stream" not in fresh.of(chat.endpoint.key).refused


@pytest.mark.parametrize("mode", ["401", "403", "context", "429_quota", "ollama_404"])
def test_lasting_faults_cost_one_call(said: FakeOpenAI, ear: Ear, mode: str) -> None:
    said.mode(mode)
    with pytest.raises(ModelUnavailable):
        writer(said).complete(WRITER, "q", heard=ear)
    assert said.count() == 1


def test_refusals_and_filters_are_read_in_a_stream_too(fake: FakeOpenAI, ear: Ear) -> None:
    for mode, words in (("declined", "declined to answer"), ("filtered", "content filter")):
        fake.mode(mode)
        with pytest.raises(ModelRefused, match=words):
            writer(fake).complete(WRITER, "q", heard=ear)


def test_a_reply_cut_off_at_its_limit_is_marked(fake: FakeOpenAI, ear: Ear) -> None:
    fake.mode("endless")
    assert writer(fake).complete(WRITER, "q", heard=ear).truncated


def test_a_stream_without_end_is_read_up_to_its_cap(said: FakeOpenAI, ear: Ear) -> None:
    said.mode("streams_too_much")
    with pytest.raises(ModelUnavailable, match="sent more than 2 MB"):
        writer(said, model_timeout_seconds=60.0).complete(WRITER, "q", heard=ear)
    assert len(ear.last) < 2 * 1024**2


def test_a_stream_that_drips_ends_with_the_call_and_its_connection_is_closed(
    said: FakeOpenAI, ear: Ear
) -> None:
    said.mode("streams_for_ever")
    with pytest.raises(ModelUnavailable, match="gave no whole answer in 4 seconds"):
        writer(said, model_timeout_seconds=4.0).complete(WRITER, "q", heard=ear)
    assert until(lambda: said.hung_up == 1)


def test_a_stream_that_drips_ends_with_the_run(said: FakeOpenAI, ear: Ear) -> None:
    said.mode("streams_for_ever")
    with time_limit(4.0, "the run is over"), pytest.raises(ModelUnavailable, match="the run is over"):
        writer(said, model_timeout_seconds=60.0).complete(WRITER, "q", heard=ear)
    assert until(lambda: said.hung_up == 1)


@pytest.fixture
def cancel() -> Iterator[threading.Event]:
    event = threading.Event()
    token = cancel_check.set(event.is_set)
    yield event
    cancel_check.reset(token)


@pytest.mark.parametrize("mode", ["streams_for_ever", "slow"])
def test_cancelling_closes_the_connection_at_once(
    said: FakeOpenAI, ear: Ear, cancel: threading.Event, mode: str
) -> None:
    said.mode(mode)

    stop_at_the_first_word(ear, cancel)
    with pytest.raises(Cancelled):
        writer(said, model_timeout_seconds=60.0).complete(WRITER, "q", heard=ear)
    spoken = said.spoken
    assert until(lambda: said.hung_up == 1)
    assert said.spoken <= spoken + 3  # the server stopped with its reader, not at its own end


def test_a_call_given_up_does_not_harm_the_next_on_the_same_client(
    said: FakeOpenAI, ear: Ear, cancel: threading.Event
) -> None:
    chat = writer(said, model_timeout_seconds=60.0)
    said.script("streams_for_ever")
    stop_at_the_first_word(ear, cancel)
    with pytest.raises(Cancelled):
        chat.complete(WRITER, "q", heard=ear)
    cancel.clear()
    for _ in range(3):
        assert chat.complete(WRITER, "q", heard=Ear()).text == SAID


def stop_at_the_first_word(ear: Ear, cancel: threading.Event) -> None:
    """Press Cancel beside the call."""

    def stop() -> None:
        ear.first_word.wait(30)
        cancel.set()

    threading.Thread(target=stop, daemon=True).start()


def until(holds: Callable[[], bool], seconds: float = 20.0) -> bool:
    """Wait until it holds; a server notes a lost reader when it writes next."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if holds():
            return True
        time.sleep(0.02)
    return False
