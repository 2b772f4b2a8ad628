"""JSON in text: find the object a model meant, in prose, code fences or near-JSON."""

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

_LONGEST_TEXT = 100_000
_MOST_OPENINGS = 50
_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCED = re.compile(r"```[A-Za-z]*\s*\n?(.*?)```", re.DOTALL)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_UNREADABLE = (ValueError, SyntaxError, RecursionError, MemoryError, TypeError)


def clean_text(text: str) -> str:
    """Drop what no database or browser takes (lone surrogates, control characters) and hidden thinking."""
    printable = _CONTROLS.sub("", text.encode("utf-8", "replace").decode("utf-8"))
    return _THINKING.sub("", printable).strip()


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
