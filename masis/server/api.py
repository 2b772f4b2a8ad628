"""API: the HTTP route that answers one question, as JSON in and JSON out."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from masis.domain.person import Caller, Right
from masis.errors import MasisError
from masis.server.v1.calls import BadCall, Door, allowed, status_of

if TYPE_CHECKING:
    from masis.service import Masis

LARGEST_BODY = 64 * 1024
LONGEST_RUN_SECONDS = 900.0
_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


class Question(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid", strict=True)

    query: str
    max_retries: int | None = None
    thread_id: str | None = None
    allow_web: bool | None = None


def api_routes(masis: "Callable[[], Masis]") -> list[Route]:
    """Return the routes of the API on the process's one MASIS."""
    door = Door(masis)

    async def ask(request: Request) -> JSONResponse:
        """Answer a question in a workspace."""
        if request.method != "POST":
            # The route takes every method: one it left alone would fall through to the web app's shell.
            sentence = "Send a POST with a JSON body: query, max_retries, thread_id."
            return JSONResponse({"error": sentence}, 405, {"Allow": "POST"})
        try:
            service = await run_in_threadpool(masis)
            caller = await run_in_threadpool(door.caller, service, request)
            allowed(Right.ASK, caller)
            question = _question(await _body(request))
            workspace_id = request.path_params["workspace_id"]
            answer = await door.waiting.run(lambda: _answer(service, caller, workspace_id, question))
        except BadCall as error:
            return JSONResponse({"error": str(error)}, error.status, error.headers)
        except MasisError as error:
            return JSONResponse({"error": str(error)}, status_of(error))
        return JSONResponse(answer)

    return [Route("/masis/workspaces/{workspace_id}", ask, methods=_METHODS)]


async def _body(request: Request) -> bytes:
    """Read the body and stop as soon as it is too large, whatever its header says."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_BODY:
            raise BadCall(413, f"The request is larger than {LARGEST_BODY // 1024} KB.")
    return bytes(body)


def _question(body: bytes) -> Question:
    try:
        plain = json.loads(body)
    except (ValueError, RecursionError):
        raise BadCall(400, "The body is not valid JSON.") from None
    if not isinstance(plain, dict):
        raise BadCall(422, "The body is a JSON object with query, max_retries and thread_id.")
    try:
        return Question.model_validate(plain)
    except ValidationError as error:
        reasons = (f"{'.'.join(map(str, e['loc'])) or 'body'}: {e['msg']}" for e in error.errors())
        raise BadCall(422, "; ".join(reasons)) from None


def _answer(service: "Masis", caller: Caller, workspace_id: str, question: Question) -> dict[str, Any]:
    run_id = service.ask(
        caller,
        workspace_id,
        question.query,
        question.max_retries,
        question.thread_id,
        allow_web=question.allow_web,
    )
    service.wait(run_id, LONGEST_RUN_SECONDS)
    snapshot = service.run(caller, workspace_id, run_id)
    if snapshot.report is not None:
        contract = snapshot.report.contract()
        return {**contract, "answer": contract["answer"] or ""}
    if snapshot.summary.state in {"queued", "running"}:
        if snapshot.message:
            raise BadCall(503, f"{snapshot.message} The run {run_id} is in the history.")
        raise BadCall(504, f"The run {run_id} is still going on; find it in the history.")
    raise BadCall(409 if snapshot.summary.state == "cancelled" else 500, snapshot.message)
