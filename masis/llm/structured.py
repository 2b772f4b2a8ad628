"""The ladder: get a validated value out of any model, one way of asking after the other."""

import ast
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from masis.domain.usage import Usage
from masis.errors import ModelReplyInvalid, ModelUnavailable
from masis.llm.base import MAX_STRUCTURED_CALLS, Reply, T
from masis.llm.memory import Rung, ServerMemory
from masis.prompts.fences import MARKS

_LONGEST_TEXT = 100_000
_MOST_OPENINGS = 50
_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCED = re.compile(r"```[A-Za-z]*\s*\n?(.*?)```", re.DOTALL)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_UNREADABLE = (ValueError, SyntaxError, RecursionError, MemoryError, TypeError)
_REPAIR = (
    "\n\nYour last reply could not be used: {problem}. "
    "Reply with one JSON object of the form described, and nothing before or after it."
)


def clean_text(text: str) -> str:
    """Drop what nobody wants: lone surrogates, controls, hidden thinking and echoes of our fences."""
    printable = _CONTROLS.sub("", text.encode("utf-8", "replace").decode("utf-8"))
    return MARKS.sub("", _THINKING.sub("", printable)).strip()


def json_objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield every object that can be read from the text, the likeliest first."""
    text = text[:_LONGEST_TEXT]
    for candidate in (text, *_FENCED.findall(text), *_outermost(text)):
        yield from _unwrapped(_loads(candidate))
    yield from _embedded(text)


def _outermost(text: str) -> list[str]:
    start, end = text.find("{"), text.rfind("}")
    return [text[start : end + 1]] if 0 <= start < end else []


def _loads(text: str) -> object:
    for repaired in (text, _TRAILING_COMMA.sub(r"\1", text)):
        try:
            return json.loads(repaired)
        except _UNREADABLE:
            continue
    try:
        return ast.literal_eval(text.strip())  # small models write Python: single quotes, True, None
    except _UNREADABLE:
        return None


def _embedded(text: str) -> Iterator[dict[str, Any]]:
    decoder = json.JSONDecoder()
    position = -1
    for _ in range(_MOST_OPENINGS):
        position = text.find("{", position + 1)
        if position < 0:
            return
        try:
            yield from _unwrapped(decoder.raw_decode(text, position)[0])
        except _UNREADABLE:
            continue


def _unwrapped(value: object) -> Iterator[dict[str, Any]]:
    """Yield an object, then what it may be a wrapper for: ``[{...}]`` or ``{"audit": {...}}``."""
    if isinstance(value, list) and value:
        value = value[0]
    if not isinstance(value, dict):
        return
    yield value
    inner = [part for part in value.values() if isinstance(part, dict)]
    if len(inner) == 1:
        yield inner[0]


class FormatRefused(ModelUnavailable):
    """The endpoint refused this way of asking; a lower rung may do."""


class Question(NamedTuple):
    """What is asked, whichever the rung."""

    system: str
    user: str
    schema: type[BaseModel]


Ask = Callable[[Rung, Question], Reply]
"""Ask once on a rung; raises ``FormatRefused`` when the endpoint does not know that rung."""


def climb(
    ask: Ask,
    question: Question,
    schema: type[T],
    *,
    memory: ServerMemory,
    key: str,
    max_calls: int = MAX_STRUCTURED_CALLS,
) -> tuple[T, Usage]:
    """Return a valid value and its cost, or raise ``ModelReplyInvalid`` once the calls are spent.

    A rung's nonsense is answered with one request to mend it, as long as enough calls are left to try
    every later rung once.
    """
    usage, answers, problem = Usage(), 0, ""
    rungs = memory.rungs(key)
    for position, rung in enumerate(rungs):
        later = len(rungs) - position - 1
        for repairing in (False, True):
            if answers >= max_calls or (repairing and answers + later >= max_calls):
                break
            try:
                reply = ask(rung, _mended(question, problem))
            except FormatRefused as refused:
                usage += Usage.of(refused)
                break
            except ModelUnavailable as error:
                usage.charge(error)
                raise
            usage, answers = usage + reply.usage, answers + 1
            value, problem = read_value(reply.text, schema)
            if value is not None:
                memory.remember(key, rung)
                return value, usage
            if reply.truncated:
                problem = "it was cut off before its end; it must be much shorter"
    nothing = ModelReplyInvalid(
        f"The model {usage.model or key} gave no usable answer in {usage.calls} calls: {problem}."
    )
    usage.charge(nothing)
    raise nothing


def _mended(question: Question, problem: str) -> Question:
    if not problem:
        return question
    return question._replace(user=question.user + _REPAIR.format(problem=problem))


def read_value(text: str, schema: type[T]) -> tuple[T | None, str]:
    """Return the first object in the text that fits the schema, else why none does."""
    problem = "it holds no JSON object" if text.strip() else "it is empty"
    first_misfit = ""
    for candidate in json_objects(text):
        try:
            return schema.model_validate(candidate), ""
        except ValidationError as error:
            first_misfit = first_misfit or _misfit(error)
        except RecursionError:
            first_misfit = first_misfit or "it is nested too deeply"
    return None, first_misfit or problem


def _misfit(error: ValidationError) -> str:
    """Name the fields and faults, never the values: those may quote a document."""
    faults = [
        f"{'.'.join(str(part) for part in fault['loc']) or 'the object'}: {fault['msg']}"
        for fault in error.errors(include_url=False, include_input=False, include_context=False)[:4]
    ]
    return "; ".join(faults)


@cache
def strict_schema(schema: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema in the dialect of strict endpoints: closed objects, every field required.

    Kept for each schema, since pydantic takes milliseconds to make one; callers read it only.
    """
    strict: dict[str, Any] = _closed(schema.model_json_schema())
    return strict


def _closed(node: Any) -> Any:  # noqa: ANN401 - JSON values
    if isinstance(node, list):
        return [_closed(part) for part in node]
    if not isinstance(node, dict):
        return node
    noise = {name for name in ("title", "description", "default") if not isinstance(node.get(name), dict)}
    closed = {name: _closed(part) for name, part in node.items() if name not in noise}
    if isinstance(closed.get("properties"), dict):
        closed |= {"required": list(closed["properties"]), "additionalProperties": False}
    return closed
