"""The OpenAI adapter on the wire: counts, faults, and secrets that stay secret."""

import traceback
from typing import Any

import pytest
from pydantic import BaseModel

from masis.analysts.model.replies import AuditReply
from masis.errors import Cancelled, ConfigurationError, ModelReplyInvalid, ModelUnavailable
from masis.llm.openai import openai_chats
from masis.llm.waiting import cancel_check, time_limit
from tests.fakes.openai_modes import HTTP_MODES
from tests.fakes.openai_server import FakeOpenAI
from tests.llm.chats import KEY, FakeTime, chat_for, settings_for

AUDITOR = "You are the Auditor"
ONCE = {"401", "404", "400", "context", "html", "429_quota"}
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
