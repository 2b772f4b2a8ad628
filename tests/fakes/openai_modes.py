"""The faults the fake server can be told to have, by name."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Callable
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse

from tests.fakes.openai_answers import answer, audited, cited, conflicting, reversed_statement

PROSE = "Certainly! I looked at everything carefully and I feel quite good about it overall."
SECRET_ECHO = "Incorrect API key provided"
HUGE_PARTS, HUGE_PART_BYTES = 12_000, 64 * 1024
"""A hostile reply: 750 MiB."""
NO_CHOICES: dict[str, Any] = {"id": "x", "object": "chat.completion", "created": 0, "model": "m"}


def error(
    status: int, message: str, code: str | None = None, param: str | None = None, **headers: str
) -> Response:
    """Return an error as the API words it."""
    body = {"error": {"message": message, "type": "error", "param": param, "code": code}}
    return JSONResponse(
        body, status_code=status, headers={k.replace("_", "-"): v for k, v in headers.items()}
    )


def _unauthorized(request: Request) -> Response:
    return error(401, f"{SECRET_ECHO}: {request.headers.get('authorization', '')}", "invalid_api_key")


async def _drops() -> AsyncIterator[bytes]:
    while True:
        yield b" "
        await asyncio.sleep(0.1)


def _huge(request: Request) -> Response:
    async def parts() -> AsyncIterator[bytes]:
        for _ in range(HUGE_PARTS):
            request.app.state.streamed_bytes += HUGE_PART_BYTES
            yield b" " * HUGE_PART_BYTES
            await asyncio.sleep(0)  # so that the server sees when its reader has gone

    return StreamingResponse(parts(), media_type="application/json")


def _huge_redirect(request: Request) -> Response:
    response = _huge(request)
    response.status_code = 307
    response.headers["location"] = "/v1/elsewhere"
    return response


@cache
def _bomb() -> bytes:
    return gzip.compress(b" " * 100 * 1024**2, 1)


def _packed(_request: Request) -> Response:
    return Response(_bomb(), media_type="application/json", headers={"content-encoding": "gzip"})


HTTP_MODES: dict[str, Callable[[Request], Response]] = {
    "429": lambda _: error(429, "slow down", "rate_limit_exceeded"),
    "429_retry_after": lambda _: error(429, "slow down", "rate_limit_exceeded", retry_after="7"),
    "429_quota": lambda _: error(429, "no money", "insufficient_quota"),
    "500": lambda _: error(500, "boom"),
    "503": lambda _: error(503, "overloaded"),
    "401": _unauthorized,
    "404": lambda _: error(404, "no such model", "model_not_found"),
    "400": lambda request: error(400, f"bad request {request.headers.get('authorization', '')}"),
    "context": lambda _: error(400, "too long", "context_length_exceeded context_length_exceeded"),
    "context_llama": lambda _: error(
        500, "request (900 tokens) exceeds the available context size (512 tokens)"
    ),
    "403": lambda _: error(403, "Country, region, or territory not supported"),
    "402": lambda _: error(402, "Insufficient Balance"),
    "ollama_404": lambda _: error(404, 'model "gpt-4o" not found, try pulling it first'),
    "filtered_request": lambda _: error(400, "The prompt triggered our policy", "content_filter"),
    "error_in_200": lambda _: JSONResponse({"error": {"message": "the model crashed", "code": 500}}),
    "huge": _huge,
    "huge_redirect": _huge_redirect,
    "packed": _packed,
    "html": lambda _: HTMLResponse("<html><body>Welcome to the portal</body></html>"),
    "drip": lambda _: StreamingResponse(_drops(), media_type="application/json"),
    "broken_json": lambda _: Response('{"choices": [', media_type="application/json"),
    "empty_object": lambda _: JSONResponse({}),
    "json_null": lambda _: JSONResponse(None),
    "json_list": lambda _: JSONResponse([]),
    "no_choices": lambda _: JSONResponse(NO_CHOICES | {"choices": None}),
    "zero_choices": lambda _: JSONResponse(NO_CHOICES | {"choices": []}),
    "null_message": lambda _: JSONResponse(NO_CHOICES | {"choices": [{"index": 0, "message": None}]}),
}
TEXT_MODES: dict[str, Callable[[str, str], str]] = {
    "empty": lambda _role, _user: "",
    "null": lambda _role, _user: "null",
    "prose": lambda _role, _user: PROSE,
    "fenced": lambda role, user: f"Here it is:\n```json\n{answer(role, user)}\n```\nAnything else?",
    "thinking": lambda role, user: f"<think>Let me see {{hmm}}</think>\n{answer(role, user)}",
    "missing": lambda _role, _user: '{"reason": "I forgot the rest"}',
    "confidence_10": lambda _role, user: json.dumps(audited(user) | {"confidence": 10}),
    "confidence_85": lambda _role, user: json.dumps(audited(user) | {"confidence": 85}),
    "confidence_text": lambda _role, user: json.dumps(audited(user) | {"confidence": "0.8"}),
    "confidence_word": lambda _role, user: json.dumps(audited(user) | {"confidence": "high"}),
    "low_confidence": lambda _role, user: json.dumps(
        audited(user)
        | {"confidence": 0.4, "needs_retry": True, "logical_gaps": ["What else do the documents say?"]}
    ),
    "conflict": lambda _role, user: json.dumps(conflicting(user)),
    "unknown_conflict": lambda _role, user: json.dumps(
        audited(user)
        | {
            "conflicts": [
                {"subject": "revenue", "sides": [{"chunk_id": f"k_none{n}", "value": str(n)} for n in (1, 2)]}
            ]
        }
    ),
    "fence_echo": lambda role, user: (
        f"<<<0123456789abcdef passage [k1a] Board report | page 2>>>\n{answer(role, user)}\n"
        "<<<0123456789abcdef end>>>"
    ),
    "wrong_ids": lambda _role, _user: "Revenue was $12.4 million [chunk_99]. It grew by 8 % [k_made_up].",
    "refusal": lambda _role, _user: "The documents hold insufficient evidence to answer this question.",
    "invented": lambda role, user: (
        cited(user, "Headcount doubled after the factory in Poland opened")
        if role == "writer"
        else answer(role, user)
    ),
    "reversed": lambda role, user: reversed_statement(user) if role == "writer" else answer(role, user),
    "half_invented": lambda role, user: (
        f"{answer(role, user)} {cited(user, 'Headcount doubled after the factory in Poland opened')}"
        if role == "writer"
        else answer(role, user)
    ),
    "uncited": lambda _role, _user: "Revenue was high. Growth was strong. Costs were low.",
    "deep": lambda _role, _user: "[" * 20_000,
    "deep_object": lambda _role, _user: '{"confidence":' * 5_000 + "1" + "}" * 5_000,
    "surrogate": lambda _role, _user: '{"confidence": 0.9, "issues": [{"claim": "\\ud800"}]} \ud800',
    "nan": lambda _role, user: json.dumps(audited(user) | {"confidence": float("nan")}),
    "schema_echo": lambda _role, _user: (
        '{"type": "object", "properties": {"confidence": {"type": "number"}}}'
    ),
    "follow_up": lambda role, user: (
        json.dumps(
            {"kind": "clear", "reason": "follow-up", "resolved_question": "How high was margin in 2022?"}
        )
        if role == "desk"
        else answer(role, user)
    ),
    "vague": lambda _role, _user: json.dumps(
        {"kind": "vague", "reason": "no subject", "question_back": "Which company?", "choices": ["A", "B"]}
    ),
}
STRUCTURE_MODES = ("no_json_schema", "no_tools", "text_only", "ignores_format")
LLAMA_MODES = {
    f"{prefix}_{status}": status for prefix in ("schema", "format") for status in (404, 415, 422, 500, 501)
}
"""Servers that answer ``json_schema``, or any format, with this status; 500 is llama.cpp's own."""
PARAMETER_MODES = {
    "no_temperature": ("temperature", "Unsupported value: 'temperature' does not support 0", True),
    "no_max_tokens": ("max_tokens", "Unsupported parameter: use 'max_completion_tokens' instead.", True),
    "no_cap": ("max", "Unrecognized request argument supplied: {}", False),
}
"""Parameter or its beginning, the server's words, whether the error names the parameter in its field."""
FINISH_MODES: dict[str, tuple[dict[str, Any], str]] = {
    "declined": ({"content": None, "refusal": "I'm sorry, I can't help with <b>that</b>."}, "stop"),
    "filtered": ({"content": "Revenue"}, "content_filter"),
    "cut_off": ({"content": ""}, "length"),
}
"""Replies without an answer: the message and the reason for its end."""
MODES = (
    "good",
    "hang",
    "endless",
    *HTTP_MODES,
    *TEXT_MODES,
    *STRUCTURE_MODES,
    *LLAMA_MODES,
    *PARAMETER_MODES,
    *FINISH_MODES,
)


def refused(mode: str, body: dict[str, Any]) -> Response | None:
    """Return the error of a server that does not know a parameter of this request."""
    if mode in PARAMETER_MODES:
        start, words, named = PARAMETER_MODES[mode]
        names = [name for name in body if name == start or (not named and name.startswith(f"{start}_"))]
        return error(400, words.format(names[0]), param=names[0] if named else None) if names else None
    kind = body.get("response_format", {}).get("type")
    schema, tools = bool(kind == "json_schema"), "tools" in body
    formats = {
        "no_json_schema": schema,
        "no_tools": schema or tools,
        "text_only": kind is not None or tools,
    }
    unknown = schema if mode.startswith("schema_") else kind is not None or tools
    if formats.get(mode) or (mode in LLAMA_MODES and unknown):
        return error(LLAMA_MODES.get(mode, 400), "this server does not know that way of asking")
    return None
