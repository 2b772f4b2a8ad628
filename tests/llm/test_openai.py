"""The OpenAI adapter on the wire: counts, faults, and secrets that stay secret."""

import traceback
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from masis.analysts.model.replies import AuditReply
from masis.domain.usage import Usage
from masis.errors import (
    Cancelled,
    ConfigurationError,
    ContextTooLong,
    ModelRefused,
    ModelReplyInvalid,
    ModelUnavailable,
)
from masis.llm.openai import openai_chats
from masis.llm.waiting import cancel_check, shared_window, time_limit
from masis.prompts.fences import Fence
from tests.fakes.openai_modes import HTTP_MODES, LLAMA_MODES
from tests.fakes.openai_server import FakeOpenAI
from tests.llm.chats import KEY, FakeTime, chat_for, settings_for

AUDITOR = "You are the Auditor"
ONCE = {
    "401",
    "402",
    "403",
    "404",
    "400",
    "context",
    "context_llama",
    "filtered_request",
    "html",
    "huge",
    "429_quota",
    "ollama_404",
    "packed",
}
BROKEN = {
    "broken_json",
    "empty_object",
    "json_null",
    "json_list",
    "no_choices",
    "zero_choices",
    "null_message",
}


def test_a_structured_request_is_one_call_and_says_what_it_cost(fake: FakeOpenAI) -> None:
    value, usage = chat_for(fake).structured(AUDITOR, "question", AuditReply)
    assert value.confidence == 0.3
    assert (usage.calls, fake.count(), usage.model) == (1, 1, "gpt-4o")
    assert usage.output_tokens > 10


def test_the_request_is_what_the_contract_asks(fake: FakeOpenAI) -> None:
    chat_for(fake, model_max_output_tokens=99).structured(AUDITOR, "question", AuditReply)
    body = fake.requests[0]["body"]
    assert body["temperature"] == 0
    assert body["max_tokens"] == 99
    form = body["response_format"]["json_schema"]
    assert form["strict"] is True
    assert set(form["schema"]["required"]) == set(AuditReply.model_fields)
    assert form["schema"]["additionalProperties"] is False


@pytest.mark.parametrize("mode", [m for m in HTTP_MODES if m in ONCE | BROKEN])
def test_faults_that_stay_are_not_tried_again(fake: FakeOpenAI, mode: str) -> None:
    fake.mode(mode)
    with pytest.raises(ModelUnavailable) as caught:
        chat_for(fake).complete("You are the Writer", "question")
    assert (fake.count(), caught.value.calls) == (1, 1)


@pytest.mark.parametrize("mode", ["429", "500", "503"])
def test_passing_faults_use_up_the_attempts_and_no_more(fake: FakeOpenAI, mode: str) -> None:
    fake.mode(mode)
    attempts = 2
    with pytest.raises(ModelUnavailable) as caught:
        chat_for(fake, model_max_attempts=attempts).complete("You are the Writer", "q")
    assert (fake.count(), caught.value.calls) == (attempts, attempts)


@pytest.mark.parametrize("mode", ["hang", "drip"])
def test_a_call_has_one_deadline_for_all_its_tries(fake: FakeOpenAI, mode: str) -> None:
    fake.script("500")
    fake.mode(mode)
    with pytest.raises(ModelUnavailable, match="gave no whole answer in 1 seconds") as caught:
        chat_for(fake, model_max_attempts=4, model_timeout_seconds=1.0).complete("You are the Writer", "q")
    assert (fake.count(), caught.value.calls) == (2, 2)


@pytest.mark.parametrize("mode", ["hang", "drip"])
def test_the_deadline_of_a_run_ends_the_call_under_way_and_every_later_one(
    fake: FakeOpenAI, mode: str
) -> None:
    fake.mode(mode)
    chat = chat_for(fake, model_timeout_seconds=60.0)
    with time_limit(1.0, "the run is over"):
        for _ in range(3):
            with pytest.raises(ModelUnavailable, match="the run is over"):
                chat.complete("You are the Writer", "q")
    assert fake.count() == 1


def test_the_desk_gets_one_try(fake: FakeOpenAI) -> None:
    fake.mode("503")
    with pytest.raises(ModelUnavailable) as caught:
        chat_for(fake, "orchestrator").structured("You are the Desk", "q", AuditReply, max_calls=1)
    assert (fake.count(), caught.value.calls) == (1, 1)


def test_retry_after_is_honoured_and_counted(fake: FakeOpenAI) -> None:
    time = FakeTime()
    fake.script("429_retry_after", "500")
    reply = chat_for(fake, "synthesizer", time).complete("You are the Writer", "q")
    assert time.slept[0] == 7.0
    assert (reply.usage.calls, fake.count()) == (3, 3)
    assert reply.usage.waited_seconds == pytest.approx(sum(time.slept))


def test_a_dead_endpoint_is_a_sentence() -> None:
    window_less = settings_for(None, model_max_attempts=1, model_calls_per_minute=5000)
    with pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1:9 cannot be reached"):
        openai_chats(window_less)("synthesizer").complete("s", "u")


@pytest.mark.parametrize("mode", list(HTTP_MODES))
@pytest.mark.parametrize("key", [KEY, "odd key without a shape"], ids=["usual", "odd"])
def test_no_error_text_holds_the_key(fake: FakeOpenAI, mode: str, key: str) -> None:
    fake.mode(mode)
    url = fake.base_url.replace("http://", "http://user:hunter2pass@")
    chat = chat_for(
        fake, OPENAI_API_KEY=key, OPENAI_BASE_URL=url, model_max_attempts=1, model_timeout_seconds=1.0
    )
    with pytest.raises(ModelUnavailable) as caught:
        chat.complete("You are the Writer", "question")
    shown = "".join(traceback.format_exception(caught.value)) + repr(caught.value)
    assert key not in shown
    assert "hunter2pass" not in shown


def test_a_cancelled_run_does_not_wait_for_an_answer(fake: FakeOpenAI) -> None:
    fake.mode("hang")
    token = cancel_check.set(lambda: fake.count() > 0)
    try:
        with pytest.raises(Cancelled):
            chat_for(fake, model_timeout_seconds=60.0).complete("You are the Writer", "question")
    finally:
        cancel_check.reset(token)
    assert fake.count() == 1


def test_a_wrong_key_is_said_plainly(fake: FakeOpenAI) -> None:
    fake.mode("401")
    with pytest.raises(
        ModelUnavailable, match=r"refused the key \(401\): .*hidden.* Please check OPENAI_API_KEY"
    ):
        chat_for(fake).structured(AUDITOR, "question", AuditReply)
    assert fake.count() == 1


def test_keyless_servers_are_fine(fake: FakeOpenAI) -> None:
    assert chat_for(fake, "synthesizer", OPENAI_API_KEY=None).complete("You are the Writer", "q").text


def test_text_that_no_request_can_carry_is_sent_without_it(fake: FakeOpenAI) -> None:
    chat_for(fake, "synthesizer").complete("You are the Writer", "half a character: \ud800.")
    assert fake.requests[0]["body"]["messages"][1]["content"] == "half a character: ?."


def test_no_key_and_no_address_is_a_configuration_error() -> None:
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY"):
        openai_chats(settings_for(None, OPENAI_API_KEY=None, OPENAI_BASE_URL=None))


@pytest.mark.parametrize(
    ("mode", "first", "later"),
    [("no_json_schema", 2, 1), ("no_tools", 3, 1), ("text_only", 4, 1)],
)
def test_a_refused_format_is_paid_for_once(fake: FakeOpenAI, mode: str, first: int, later: int) -> None:
    fake.mode(mode)
    chat = chat_for(fake)
    _, usage = chat.structured(AUDITOR, "question", AuditReply)
    assert (usage.calls, fake.count()) == (first, first)
    chat.structured(AUDITOR, "question", AuditReply)
    assert fake.count() == first + later


def test_the_memory_is_shared_by_the_roles_on_one_model(fake: FakeOpenAI) -> None:
    fake.mode("no_json_schema")
    time = FakeTime()
    chats = openai_chats(settings_for(fake, model_calls_per_minute=4000), pause=time.pause)
    chats("critic").structured(AUDITOR, "q", AuditReply)
    chats("evaluator").structured(AUDITOR, "q", AuditReply)
    assert fake.count() == 3


@pytest.mark.parametrize(
    "mode", ["empty", "prose", "missing", "deep", "deep_object", "nan", "null", "schema_echo"]
)
def test_nonsense_ends_after_five_answers(fake: FakeOpenAI, mode: str) -> None:
    fake.mode(mode)
    with pytest.raises(ModelReplyInvalid) as caught:
        chat_for(fake).structured(AUDITOR, "question", AuditReply)
    assert (fake.count(), caught.value.calls) == (5, 5)


def test_one_slip_costs_one_repair_on_the_same_rung(fake: FakeOpenAI) -> None:
    fake.script("prose")
    _, usage = chat_for(fake).structured(AUDITOR, "question", AuditReply)
    assert usage.calls == 2
    assert [request["body"]["response_format"]["type"] for request in fake.requests] == ["json_schema"] * 2
    assert "could not be used" in fake.requests[1]["body"]["messages"][1]["content"]


def test_an_outage_in_the_middle_of_the_ladder_keeps_count(fake: FakeOpenAI) -> None:
    fake.script("prose", "prose", "401")
    with pytest.raises(ModelUnavailable) as caught:
        chat_for(fake).structured(AUDITOR, "question", AuditReply)
    assert caught.value.calls == 3


class _Nested(BaseModel):
    inner: dict[str, Any] = {}


@pytest.mark.parametrize("mode", ["fenced", "thinking"])
def test_json_is_found_in_its_wrapping(fake: FakeOpenAI, mode: str) -> None:
    fake.mode(mode)
    _, usage = chat_for(fake).structured(AUDITOR, "question", AuditReply)
    assert usage.calls == 1


@pytest.mark.parametrize("mode", LLAMA_MODES)
def test_every_status_of_an_unknown_format_leads_down_and_is_paid_for_once(
    fake: FakeOpenAI, mode: str
) -> None:
    fake.mode(mode)
    chat = chat_for(fake)
    first = 2 if mode.startswith("schema_") else 4
    for calls in (first, 1):
        value, usage = chat.structured(AUDITOR, "question", AuditReply)
        assert (value.confidence, usage.calls) == (0.3, calls)
    assert fake.count() == first + 1


def test_a_500_after_this_way_of_asking_has_worked_is_tried_again_as_it_is(fake: FakeOpenAI) -> None:
    chat = chat_for(fake)
    chat.structured(AUDITOR, "question", AuditReply)
    fake.script("500")
    chat.structured(AUDITOR, "question", AuditReply)
    kinds = [request["body"]["response_format"]["type"] for request in fake.requests]
    assert kinds == ["json_schema"] * 3


@pytest.mark.parametrize(
    ("mode", "first", "sent"),
    [
        ("no_temperature", 2, {"max_tokens"}),
        ("no_max_tokens", 2, {"temperature", "max_completion_tokens"}),
        ("no_cap", 3, {"temperature"}),
    ],
)
@pytest.mark.parametrize("way", ["text", "structured"])
def test_a_refused_parameter_is_left_out_and_paid_for_once(
    fake: FakeOpenAI, mode: str, first: int, sent: set[str], way: str
) -> None:
    fake.mode(mode)
    chat = chat_for(fake)
    for calls in (first, 1):
        if way == "text":
            usage = chat.complete("You are the Writer", "question").usage
        else:
            usage = chat.structured(AUDITOR, "question", AuditReply)[1]
        assert usage.calls == calls
    assert fake.count() == first + 1
    assert {"temperature", "max_tokens", "max_completion_tokens"} & set(fake.requests[-1]["body"]) == sent


@pytest.mark.parametrize(
    ("mode", "kind", "said"),
    [
        ("declined", ModelRefused, "gpt-4o declined to answer: I'm sorry, I can't help"),
        ("filtered", ModelRefused, "The content filter of .* stopped the reply of gpt-4o"),
        ("filtered_request", ModelRefused, "The content filter of .*: The prompt triggered our policy"),
        ("cut_off", ModelReplyInvalid, "gpt-4o was cut off at 1500 tokens .*MASIS_MODEL_MAX_OUTPUT_TOKENS"),
        ("429_quota", ModelUnavailable, "quota at .* is used up .*: no money"),
        ("402", ModelUnavailable, "quota at .* is used up .*: Insufficient Balance"),
        ("401", ModelUnavailable, "refused the key .*OPENAI_API_KEY"),
        ("403", ModelUnavailable, "refused the key .*: Country, region, or territory not supported"),
        ("404", ModelUnavailable, "does not know the model gpt-4o .*no such model.*MASIS_MODEL_AUDITOR"),
        ("ollama_404", ModelUnavailable, "does not know the model gpt-4o .*try pulling it first"),
        ("context_llama", ContextTooLong, "too long for gpt-4o .*512 tokens"),
        ("huge", ModelUnavailable, "more than 2 MB"),
        ("huge_redirect", ModelUnavailable, "more than 2 MB"),
        ("packed", ModelUnavailable, "more than 2 MB"),
        ("html", ModelUnavailable, "not as an OpenAI-compatible service does"),
    ],
)
@pytest.mark.parametrize("way", ["text", "structured"])
def test_every_cause_is_named_and_ends_the_call_at_once(
    fake: FakeOpenAI, mode: str, kind: type[ModelUnavailable], said: str, way: str
) -> None:
    fake.mode(mode)
    chat = chat_for(fake)
    ways: dict[str, Callable[[], object]] = {
        "text": lambda: chat.complete("You are the Writer", "question"),
        "structured": lambda: chat.structured(AUDITOR, "question", AuditReply),
    }
    with pytest.raises(kind, match=said) as caught:
        ways[way]()
    assert type(caught.value) is kind
    assert (fake.count(), caught.value.calls) == (1, 1)


def test_a_fault_told_with_status_200_is_a_fault(fake: FakeOpenAI) -> None:
    fake.mode("error_in_200")
    with pytest.raises(ModelUnavailable, match=r"busy or failing \(500\): the model crashed"):
        chat_for(fake, model_max_attempts=1).complete("You are the Writer", "question")


@pytest.mark.parametrize("mode", ["huge", "huge_redirect"])
def test_no_more_of_a_hostile_reply_is_read_than_a_reply_may_be(fake: FakeOpenAI, mode: str) -> None:
    fake.mode(mode)
    with pytest.raises(ModelUnavailable, match="more than 2 MB"):
        chat_for(fake).complete("You are the Writer", "question")
    assert 2 * 1024**2 < fake.streamed_bytes < 20 * 1024**2  # the sockets hold some that nobody reads


@pytest.mark.parametrize("mode", ["declined", "filtered", "cut_off", "prose"])
def test_tokens_of_failed_calls_are_counted(fake: FakeOpenAI, mode: str) -> None:
    fake.mode(mode)
    with pytest.raises(ModelReplyInvalid) as caught:
        chat_for(fake).structured(AUDITOR, "question " * 40, AuditReply)
    spent = Usage.of(caught.value)
    assert (spent.model, spent.calls) == ("gpt-4o", fake.count())
    assert spent.input_tokens >= 90 * fake.count()


def test_echoes_of_our_fences_reach_nobody(fake: FakeOpenAI) -> None:
    fake.mode("fence_echo")
    user = Fence("x").around("question", "What?")
    assert "<<<" not in chat_for(fake).complete("You are the Writer", user).text
    value, usage = chat_for(fake).structured(AUDITOR, user, AuditReply)
    assert (value.confidence, usage.calls) == (0.3, 1)


def test_each_role_has_its_own_server_model_and_key(fake: FakeOpenAI) -> None:
    with FakeOpenAI() as other:
        chats = openai_chats(
            settings_for(fake, model_writer_base_url=other.base_url, model_writer_api_key="sk-of-the-writer")
        )
        chats("synthesizer").complete("You are the Writer", "q")
        chats("critic").structured(AUDITOR, "q", AuditReply)
        assert (other.count("writer"), fake.count("auditor")) == (1, 1)
        assert other.keys == ["Bearer sk-of-the-writer"]
        assert fake.keys == [f"Bearer {KEY}"]


def test_the_common_key_is_not_told_to_another_server(fake: FakeOpenAI) -> None:
    with FakeOpenAI() as other:
        chats = openai_chats(settings_for(fake, model_writer_base_url=other.base_url))
        chats("synthesizer").complete("You are the Writer", "q")
        assert other.keys == ["Bearer not-needed"]
        other.mode("401")
        with pytest.raises(ModelUnavailable, match="Please check MASIS_MODEL_WRITER_API_KEY"):
            chats("synthesizer").complete("You are the Writer", "q")


@pytest.mark.parametrize(
    ("changes", "limit"),
    [
        ({"OPENAI_BASE_URL": None}, 10),
        ({}, None),
        ({"model_calls_per_minute": 3}, 3),
        ({"OPENAI_BASE_URL": None, "model_calls_per_minute": 3}, 3),
        ({"OPENAI_BASE_URL": None, "model_auditor_base_url": "http://127.0.0.1:9/v1"}, None),
    ],
    ids=["openai", "another", "another_set", "openai_set", "role_elsewhere"],
)
def test_calls_are_limited_at_openai_or_where_somebody_says_so(
    changes: dict[str, Any], limit: int | None
) -> None:
    window = openai_chats(settings_for(None, **changes))("critic")._window
    assert window is (shared_window(limit) if limit else None)
