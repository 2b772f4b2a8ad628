"""Replies that come word by word, and the ways in which servers do that badly."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.responses import Response, StreamingResponse

from tests.fakes.openai_modes import error

REFUSES = {f"no_stream_{status}": status for status in (400, 404, 415, 422, 501)}
"""Servers that refuse to stream with this status and do not say why."""
STREAM_MODES = (
    *REFUSES,
    "no_stream_named",
    "no_stream_options",
    "not_streamed",
    "uncounted",
    "breaks_off",
    "ends_early",
    "fault_midway",
    "garbled",
    "streams_for_ever",
    "streams_too_much",
    "slow",
)
SLOW_SECONDS = 2.0
"""Half a token a second."""


def refused_stream(mode: str, body: dict[str, Any]) -> Response | None:
    """Return the error of a server that does not stream, or not with every option."""
    if mode in REFUSES and body.get("stream"):
        return error(REFUSES[mode], "that is not supported here")
    if mode == "no_stream_named" and body.get("stream"):
        return error(400, "Unsupported value: 'stream' does not support true", param="stream")
    if mode == "no_stream_options" and "stream_options" in body:
        return error(400, "Unrecognized request argument supplied: stream_options")
    return None


def streamed(app: Starlette, mode: str, reply: dict[str, Any], body: dict[str, Any]) -> Response:
    """Return a reply in parts of about a word."""
    return StreamingResponse(_events(app, mode, reply, body), media_type="text/event-stream")


async def _events(
    app: Starlette, mode: str, reply: dict[str, Any], body: dict[str, Any]
) -> AsyncIterator[bytes]:
    choice = reply["choices"][0]
    message = choice["message"]
    words = re.findall(r"\S+\s*|\s+", message.get("content") or "")
    whole, since = False, app.state.since
    try:
        yield _part(reply, {"role": "assistant", "content": ""})
        if message.get("refusal"):
            yield _part(reply, {"refusal": message["refusal"]})
        async for word in _said(mode, words):
            await asyncio.sleep(SLOW_SECONDS if mode == "slow" else app.state.pause_seconds)
            app.state.spoken_at.append(asyncio.get_running_loop().time())
            yield _part(reply, {"content": word})
        if mode == "breaks_off":
            message = "the server fell over"
            raise ConnectionResetError(message)
        if mode == "fault_midway":
            yield b'data: {"error": {"message": "the model crashed", "code": 500}}\n\n'
        if mode == "garbled":
            yield b"data: {half\n\n"
        if mode not in {"ends_early", "fault_midway", "garbled"}:
            yield _part(reply, {}, choice["finish_reason"])
            if mode != "uncounted" and body.get("stream_options", {}).get("include_usage"):
                yield _event(_frame(reply) | {"choices": [], "usage": reply["usage"]})
            yield b"data: [DONE]\n\n"
        whole = True
    finally:
        # A reader of an earlier test may be noted only now.
        app.state.hung_up += not whole and app.state.since is since


async def _said(mode: str, words: list[str]) -> AsyncIterator[str]:
    if mode in {"breaks_off", "ends_early", "fault_midway", "garbled"}:
        words = words[: max(2, len(words) // 2)]
    for word in words:
        yield word
    while mode == "streams_for_ever":
        await asyncio.sleep(0.1)
        yield "and so on "
    while mode == "streams_too_much":
        yield "and so on " * 6000


def _frame(reply: dict[str, Any]) -> dict[str, Any]:
    return {name: reply[name] for name in ("id", "created", "model")} | {"object": "chat.completion.chunk"}


def _part(reply: dict[str, Any], delta: dict[str, Any], finish: str | None = None) -> bytes:
    return _event(_frame(reply) | {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})


def _event(part: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(part)}\n\n".encode()
