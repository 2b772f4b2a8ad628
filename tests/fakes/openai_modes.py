"""The faults the fake server can be told to have, by name."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse

from tests.fakes.openai_answers import answer, audited, cited, conflicting, reversed_statement

PROSE = "Certainly! I looked at everything carefully and I feel quite good about it overall."
SECRET_ECHO = "Incorrect API key provided"
NO_CHOICES: dict[str, Any] = {"id": "x", "object": "chat.completion", "created": 0, "model": "m"}


def error(status: int, message: str, code: str | None = None, **headers: str) -> Response:
    """Return an error as the API words it."""
    body = {"error": {"message": message, "type": "error", "param": None, "code": code}}
    return JSONResponse(
        body, status_code=status, headers={k.replace("_", "-"): v for k, v in headers.items()}
    )


def _unauthorized(request: Request) -> Response:
    return error(401, f"{SECRET_ECHO}: {request.headers.get('authorization', '')}", "invalid_api_key")


async def _drops() -> AsyncIterator[bytes]:
    while True:
        yield b" "
        await asyncio.sleep(0.1)


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
MODES = ("good", "hang", "endless", *HTTP_MODES, *TEXT_MODES, *STRUCTURE_MODES)


def refuses(mode: str, body: dict[str, Any]) -> bool:
    """Tell whether a server of this kind knows no such parameter."""
    kind = body.get("response_format", {}).get("type")
    schema, tools = bool(kind == "json_schema"), "tools" in body
    refused = {
        "no_json_schema": schema,
        "no_tools": schema or tools,
        "text_only": kind is not None or tools,
    }
    return refused.get(mode, False)
