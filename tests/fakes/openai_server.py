"""A fake OpenAI-compatible server on a real socket, with scripted faults and a count of every request.

In a test: ``with FakeOpenAI() as fake: settings(OPENAI_BASE_URL=fake.base_url)``.
As a process: ``python -m tests.fakes.openai_server --port 9000`` (``PUT /_fake`` with
``{"mode": "conflict", "role": "auditor"}`` changes the mode, ``GET /_fake`` returns the requests).
"""

import argparse
import asyncio
import base64
import json
import socket
import struct
import sys
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Any, Self

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.fakes.openai_answers import answer, role_of, vector
from tests.fakes.openai_modes import FINISH_MODES, HTTP_MODES, MODES, TEXT_MODES, error, refused
from tests.fakes.openai_streams import STREAM_MODES, refused_stream, streamed

_BESIDE = ("embeddings", "models")
"""What has modes of its own only."""
DIMENSIONS = {"text-embedding-ada-002": 1536, "text-embedding-3-small": 1536, "text-embedding-3-large": 3072}


class FakeOpenAI:
    """The server, its script and its log; every method may be called while it runs."""

    def __init__(self, port: int = 0, hang_seconds: float = 3.0) -> None:
        self.hang_seconds = hang_seconds
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.models = ["fake", "gpt-4o-mini", "gpt-4o"]
        """What ``GET /models`` lists."""
        self._modes: dict[str, str] = defaultdict(lambda: "good")
        self._scripts: dict[str, deque[str]] = defaultdict(deque)
        self._replies: dict[str, Callable[[str], str]] = {}
        self._lock = threading.Lock()
        self._socket = socket.create_server(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        routes = [
            Route("/v1/chat/completions", self._chat, methods=["POST"]),
            Route("/v1/embeddings", self._embeddings, methods=["POST"]),
            Route("/v1/models", self._models),
            Route("/_fake", self._control, methods=["GET", "PUT", "DELETE"]),
        ]
        self._app = Starlette(routes=routes)
        self._forget_streams()
        config = uvicorn.Config(self._app, log_level="error", lifespan="off")
        self._server = uvicorn.Server(config)

    @property
    def base_url(self) -> str:
        """What ``OPENAI_BASE_URL`` is set to."""
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/v1"

    @property
    def streamed_bytes(self) -> int:
        """How much of its hostile replies somebody has read."""
        return int(self._app.state.streamed_bytes)

    @property
    def hung_up(self) -> int:
        """How many replies that came word by word nobody read to their end."""
        return int(self._app.state.hung_up)

    @property
    def spoken(self) -> int:
        """How many words were sent, one after the other."""
        return len(self._app.state.spoken_at)

    def pause_between_words(self, seconds: float) -> None:
        """Take so long for each word of a reply that comes word by word."""
        self._app.state.pause_seconds = seconds

    def start(self) -> Self:
        """Serve in a thread until ``stop``."""
        self._thread = threading.Thread(target=self.serve, daemon=True)
        self._thread.start()
        while not self._server.started:
            time.sleep(0.005)
        return self

    def serve(self) -> None:
        """Serve in this thread."""
        self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """Stop serving; answers that hang are cut off."""
        self._server.should_exit = self._server.force_exit = True
        self._thread.join(timeout=10)
        self._socket.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def mode(self, mode: str, role: str = "any") -> None:
        """Answer in this mode from now on, in one role (also ``embeddings``) or in all."""
        self._check(mode)
        if role == "any":
            self._modes.clear()
        self._modes[role] = mode

    def script(self, *modes: str, role: str = "any") -> None:
        """Use these modes for the next requests, one each, before the standing mode."""
        for mode in modes:
            self._check(mode)
        self._scripts[role].extend(modes)

    def say(self, role: str, reply: Callable[[str], str]) -> None:
        """Answer in one role with what is made of each user message, from now on."""
        self._replies[role] = reply

    def reset(self) -> None:
        """Forget modes, scripts, replies and the log."""
        self._modes.clear()
        self._scripts.clear()
        self._replies.clear()
        self.requests.clear()
        self.keys.clear()
        self._forget_streams()

    def _forget_streams(self) -> None:
        state = self._app.state
        state.since, state.streamed_bytes = object(), 0
        state.pause_seconds, state.hung_up, state.spoken_at = 0.0, 0, []

    def count(self, role: str = "any") -> int:
        """Return the model requests seen on the wire, embeddings left out unless asked for."""
        return sum(
            request["role"] == role or (role == "any" and request["role"] != "embeddings")
            for request in self.requests
        )

    @staticmethod
    def _check(mode: str) -> None:
        if mode not in (*MODES, *STREAM_MODES):
            message = f"unknown mode {mode}; there are {', '.join((*MODES, *STREAM_MODES))}"
            raise ValueError(message)

    def _next_mode(self, role: str) -> str:
        with self._lock:
            for name in (role, "any"):
                if self._scripts[name] and (name != "any" or role not in _BESIDE):
                    return self._scripts[name].popleft()
            standing = self._modes.get(role)
            return standing or ("good" if role in _BESIDE else self._modes["any"])

    async def _chat(self, request: Request) -> Response:
        body = await request.json()
        said = {message["role"]: message["content"] for message in body["messages"]}
        role = role_of(said.get("system", ""))
        self.keys.append(request.headers.get("authorization", ""))
        mode = self._next_mode(role)
        self.requests.append({"role": role, "mode": mode, "body": body, "at": time.monotonic()})
        if mode in HTTP_MODES:
            return HTTP_MODES[mode](request)
        if mode == "hang":
            await asyncio.sleep(self.hang_seconds)
        if refusal := refused(mode, body) or refused_stream(mode, body):
            return refusal
        reply = _completion(mode, role, said.get("user", ""), body, self._replies.get(role))
        if body.get("stream") and mode != "not_streamed":
            return streamed(self._app, mode, reply, body)
        return Response(json.dumps(reply), media_type="application/json")

    async def _embeddings(self, request: Request) -> Response:
        body = await request.json()
        mode = self._next_mode("embeddings")
        self.requests.append({"role": "embeddings", "mode": mode, "body": body, "at": time.monotonic()})
        if mode in HTTP_MODES:
            return HTTP_MODES[mode](request)
        if mode == "hang":
            await asyncio.sleep(self.hang_seconds)
        texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
        dimension = body.get("dimensions") or DIMENSIONS.get(body["model"], 1536)
        rows = [vector(str(text), dimension) for text in texts]
        if body.get("encoding_format") == "base64":
            packed: list[Any] = [
                base64.b64encode(struct.pack(f"<{dimension}f", *row)).decode() for row in rows
            ]
        else:
            packed = list(rows)
        data = [{"object": "embedding", "index": i, "embedding": row} for i, row in enumerate(packed)]
        spent = sum(len(str(text)) // 4 for text in texts)
        usage = {"prompt_tokens": spent, "total_tokens": spent}
        return JSONResponse({"object": "list", "data": data, "model": body["model"], "usage": usage})

    async def _models(self, request: Request) -> Response:
        mode = self._next_mode("models")
        if mode in HTTP_MODES:
            return HTTP_MODES[mode](request)
        if mode == "hang":
            await asyncio.sleep(self.hang_seconds)
        data = [{"id": name, "object": "model"} for name in self.models]
        return JSONResponse({"object": "list", "data": data})

    async def _control(self, request: Request) -> Response:
        if request.method == "PUT":
            wanted = await request.json()
            try:
                self.mode(wanted.get("mode", "good"), wanted.get("role", "any"))
                self.script(*wanted.get("script", ()), role=wanted.get("role", "any"))
                self.pause_between_words(float(wanted.get("pause", 0.0)))
            except ValueError as unknown:
                return error(400, str(unknown))
        if request.method == "DELETE":
            self.reset()
        brief = [{name: entry[name] for name in ("role", "mode")} for entry in self.requests]
        state = self._app.state
        told = {"modes": dict(self._modes), "hung_up": state.hung_up, "spoken": len(state.spoken_at)}
        return JSONResponse({"requests": brief, **told})


def _completion(
    mode: str, role: str, user: str, body: dict[str, Any], given: Callable[[str], str] | None = None
) -> dict[str, Any]:
    finish = "stop"
    if given is not None:
        text = given(user)
    elif mode == "endless":
        text, finish = (answer(role, user)[:-2] + " and so on it goes," * 400), "length"
    elif mode in TEXT_MODES:
        text = TEXT_MODES[mode](role, user)
    else:
        text = answer(role, user)
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if mode in FINISH_MODES:
        told, finish = FINISH_MODES[mode]
        message |= told
    elif "tools" in body and mode not in {"ignores_format", "prose", "empty"}:
        call = {"name": body["tools"][0]["function"]["name"], "arguments": text}
        message |= {"content": None, "tool_calls": [{"id": "c1", "type": "function", "function": call}]}
    spent = {"prompt_tokens": len(user) // 4, "completion_tokens": len(text) // 4}
    usage = spent | {"total_tokens": sum(spent.values())}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    reply = {"id": "x", "object": "chat.completion", "created": 0, "model": body["model"]}
    return reply | {"choices": [choice], "usage": usage}


def main() -> None:
    """Run as a process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    fake = FakeOpenAI(parser.parse_args().port)
    sys.stdout.write(f"{fake.base_url}\n")
    sys.stdout.flush()
    fake.serve()


if __name__ == "__main__":
    main()
