"""The ladder and the reading of JSON, without a wire."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from masis.analysts.model.replies import AuditReply
from masis.domain.usage import Usage
from masis.errors import ModelReplyInvalid
from masis.llm.base import Reply
from masis.llm.memory import RUNGS, Rung, ServerMemory
from masis.llm.structured import (
    FormatRefused,
    Question,
    clean_text,
    climb,
    json_objects,
    read_value,
    strict_schema,
)


class Size(BaseModel):
    """A thing to ask for."""

    width: int


class Scripted:
    """Replies by rung; ``None`` refuses."""

    def __init__(self, replies: dict[Rung, str | None]) -> None:
        self.replies = replies
        self.asked: list[Rung] = []

    def __call__(self, rung: Rung, question: Question) -> Reply:
        self.asked.append(rung)
        text = self.replies[rung]
        if text is None:
            refused = FormatRefused("no")
            refused.calls = 1
            raise refused
        return Reply(text=text, usage=Usage(model="m", calls=1))


QUESTION = Question("s", "u", Size)
GOOD = '{"width": 3}'


@pytest.mark.parametrize(
    ("replies", "asked"),
    [
        ((GOOD, GOOD, GOOD, GOOD), [0]),
        (("no", GOOD, GOOD, GOOD), [0, 0, 1]),
        (("no", "no", GOOD, GOOD), [0, 0, 1, 2]),
        (("no", "no", "no", GOOD), [0, 0, 1, 2, 3]),
        ((None, GOOD, GOOD, GOOD), [0, 1]),
        ((None, None, None, GOOD), [0, 1, 2, 3]),
        ((None, "no", None, GOOD), [0, 1, 1, 2, 3]),
    ],
    ids=["at_once", "second", "third", "last", "refused", "all_refused", "mixed"],
)
def test_the_ladder_steps_down(replies: tuple[str | None, ...], asked: list[int]) -> None:
    ask = Scripted(dict(zip(RUNGS, replies, strict=True)))
    value, usage = climb(ask, QUESTION, Size, memory=ServerMemory(), key="k")
    assert value.width == 3
    assert [RUNGS.index(rung) for rung in ask.asked] == asked
    assert usage.calls == len(asked)


@pytest.mark.parametrize(("max_calls", "calls"), [(1, 1), (3, 3), (5, 5), (20, 8)])
def test_the_calls_are_bounded(max_calls: int, calls: int) -> None:
    ask = Scripted(dict.fromkeys(RUNGS, "nonsense"))
    with pytest.raises(ModelReplyInvalid) as caught:
        climb(ask, QUESTION, Size, memory=ServerMemory(), key="k", max_calls=max_calls)
    assert caught.value.calls == len(ask.asked) == calls


def test_the_memory_starts_at_the_rung_that_worked() -> None:
    memory = ServerMemory()
    ask = Scripted(dict(zip(RUNGS, ("no", None, GOOD, GOOD), strict=True)))
    climb(ask, QUESTION, Size, memory=memory, key="k")
    ask.asked.clear()
    climb(ask, QUESTION, Size, memory=memory, key="k")
    assert ask.asked == ["json_mode"]
    assert memory.rungs("another") == RUNGS


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"Sure, here it is: {GOOD} Hope that helps.",
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```",
        '{"width": 3,}',
        "{'width': 3, 'ok': True}",
        f"[{GOOD}]",
        '{"size": {"width": 3}}',
        f"I thought of {{things}} and chose {GOOD}",
        '{"width": "3", "extra": [1, 2]}',
        f'{{"note": "x"}} {GOOD}',
    ],
    ids=[
        "plain",
        "prose",
        "fence",
        "bare_fence",
        "comma",
        "python",
        "list",
        "wrapped",
        "braces",
        "text",
        "second",
    ],
)
def test_json_is_found(text: str) -> None:
    value, problem = read_value(text, Size)
    assert (value, problem) == (Size(width=3), "")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it is empty"),
        ("I would say three.", "it holds no JSON object"),
        ("{}", "width: Field required"),
        ("[" * 100_000, "it holds no JSON object"),
        ('{"a":' * 30_000, "it holds no JSON object"),
        ("{" * 1000, "it holds no JSON object"),
    ],
    ids=["empty", "prose", "missing", "deep_list", "deep_object", "braces"],
)
def test_what_is_wrong_is_said(text: str, problem: str) -> None:
    assert read_value(text, Size) == (None, problem)


def test_the_complaint_never_quotes_the_value() -> None:
    _, problem = read_value('{"width": "document secret"}', Size)
    assert "secret" not in problem


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(text: str) -> None:
    list(json_objects(text))
    read_value(text, AuditReply)


@given(st.text(st.characters(), max_size=200))
def test_clean_text_can_be_stored(text: str) -> None:
    cleaned = clean_text(text)
    assert "\x00" not in cleaned
    cleaned.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("<think>secret plan</think>Answer.", "Answer."),
        ("<thinking>a\nb</thinking>\nAnswer.", "Answer."),
        ("<think>never ends", ""),
        ("a\x00b\ud800c", "ab?c"),
    ],
)
def test_clean_text_drops_what_nobody_wants(text: str, kept: str) -> None:
    assert clean_text(text) == kept


def test_every_object_of_a_strict_schema_is_closed() -> None:
    found = []

    def walk(node: object) -> None:
        if isinstance(node, dict):
            if "properties" in node:
                found.append(node)
            for part in node.values():
                walk(part)
        if isinstance(node, list):
            for part in node:
                walk(part)

    walk(strict_schema(AuditReply))
    assert len(found) == 5
    for node in found:
        assert node["additionalProperties"] is False
        assert node["required"] == list(node["properties"])
