"""Calls: who calls, how often, with what body; and what became of it, as JSON."""

import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from masis.domain.person import Caller, Right
from masis.domain.printable import printable
from masis.errors import CaseChanged, InvalidInput, MasisError, NotAllowed, NotFound
from masis.server.waiting import WaitingRoom

if TYPE_CHECKING:
    from starlette.types import Message

    from masis.service import Masis

log = logging.getLogger(__name__)

LARGEST_JSON_BYTES = 1024 * 1024
_FORM_BYTES = 64 * 1024
"""What a form may hold beside its file."""
WRONG_TRIES = 10
"""Wrong tokens from one address in a minute before it has to wait."""
_MOST_DIGITS = 12
"""Of a number in a query: Python refuses to read one of 4,300 and more."""


class BadCall(Exception):
    """A call that gets an error as its answer."""

    def __init__(self, status: int, message: str, **headers: str) -> None:
        """Keep the HTTP status and headers beside the sentence."""
        super().__init__(message)
        self.status = status
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


@dataclass(frozen=True)
class Uploaded:
    """A file of a form."""

    name: str
    content: bytes
    password: str | None


@dataclass(frozen=True)
class Call:
    """One call as an endpoint sees it."""

    masis: "Masis"
    caller: Caller
    path: dict[str, str]
    query: dict[str, str]
    body: Any = None
    """The endpoint's request model, validated."""
    file: Uploaded | None = None

    def number(self, name: str, default: int, most: int) -> int:
        """Return a whole number of the query, 0 to ``most``."""
        raw = self.query.get(name)
        if raw is None:
            return default
        if not raw.isascii() or not raw.isdigit() or len(raw) > _MOST_DIGITS or int(raw) > most:
            message = f"{name} is a whole number up to {most:,}."
            raise BadCall(422, message)
        return int(raw)


@dataclass(frozen=True)
class Answer:
    """What an endpoint gives back."""

    content: Any = None
    """Values, or anything that is JSON-plain."""
    status: int = 200
    stream: Iterator[str] | None = None
    """Server-sent events in place of JSON."""
    file: tuple[str, str, bytes] | None = None
    """Name, media type and bytes in place of JSON."""


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be done."""

    method: str
    path: str
    right: Right | None
    """What the token has to allow; ``None``: only that it counts."""
    summary: str
    work: Callable[[Call], Answer]
    request: type[BaseModel] | None = None
    reply: Any = None
    """The type of the JSON that comes back."""
    takes_file: bool = False
    query: dict[str, str] = field(default_factory=dict)
    """What may stand in the query, and its meaning."""
    gives: str = "application/json"


class Door:
    """Lets callers in by their token, and slows down those who guess or hurry."""

    def __init__(self, masis: "Callable[[], Masis]") -> None:
        """Open nothing yet."""
        self.masis = masis
        self.waiting = WaitingRoom()

    def caller(self, masis: "Masis", request: Request) -> Caller:
        """Return who calls.

        Raises:
            BadCall: 401 without a token that counts, 404 where no token exists, 429 for too many calls.
        """
        if not masis.tokens.exist():
            raise BadCall(404, "The API is off. Make a token on the System page, or set MASIS_API_TOKEN.")
        address = request.client.host if request.client else ""
        scheme, _, secret = request.headers.get("authorization", "").partition(" ")
        counts, settings = masis.parts.callers, masis.parts.settings
        found = masis.tokens.caller_of(secret.strip()) if scheme.casefold() == "bearer" else None
        mark = f"{address} {found[0] if found else ''}"
        wait = counts.wait_seconds("wrong", address, WRONG_TRIES, count=False)
        # Asked for a wrong token too: whoever guesses must not learn from the time that one was right.
        if wait and not (counts.known(mark) and found):
            message = f"Too many wrong tokens came from this address. Try again in {wait} seconds."
            raise BadCall(429, message, Retry_After=str(wait))
        if found is None:
            counts.wait_seconds("wrong", address, WRONG_TRIES, count=True)
            message = "Send the header “Authorization: Bearer …” with a token that counts."
            raise BadCall(401, message, WWW_Authenticate="Bearer")
        counts.note(mark)
        token_id, caller = found
        if wait := counts.wait_seconds("calls", token_id, settings.api_calls_per_minute, count=True):
            message = f"This token's calls of the minute are used up. Try again in {wait} seconds."
            raise BadCall(429, message, Retry_After=str(wait))
        return caller


async def answered(door: Door, endpoint: Endpoint, request: Request) -> Response:
    """Carry out a call; whatever goes wrong is a sentence in JSON."""
    try:
        masis = await run_in_threadpool(door.masis)
        caller = await run_in_threadpool(door.caller, masis, request)
        allowed(endpoint.right, caller)
        _not_a_new_one(endpoint, caller, request.path_params.get("workspace_id"))
        call = await _read(masis, caller, endpoint, request)
        if getattr(call.body, "wait", False):
            answer = await door.waiting.run(lambda: endpoint.work(call))
        else:
            answer = await run_in_threadpool(endpoint.work, call)
    except BadCall as error:
        return JSONResponse({"error": str(error)}, error.status, error.headers)
    except MasisError as error:
        return JSONResponse({"error": str(error)}, status_of(error))
    except Exception:
        log.exception("a call failed", extra={"endpoint": f"{endpoint.method} {endpoint.path}"})
        return JSONResponse({"error": "A fault in MASIS stopped this call; the log has the details."}, 500)
    return _response(door, answer)


def status_of(error: MasisError) -> int:
    """Return the HTTP status that says the same as an error."""
    if isinstance(error, NotFound):
        return 404
    if isinstance(error, NotAllowed):
        return 403
    if isinstance(error, CaseChanged):
        return 409
    return 422 if isinstance(error, InvalidInput) else 503


def allowed(right: Right | None, caller: Caller) -> None:
    """Refuse a caller whose token does not carry a right."""
    if right is not None and right not in caller.limits.rights:
        raise BadCall(403, f"This token does not carry the right “{right}”.")


def _not_a_new_one(endpoint: Endpoint, caller: Caller, workspace_id: str | None) -> None:
    if workspace_id is None and endpoint.right is Right.MANAGE and caller.limits.workspaces is not None:
        raise BadCall(403, "This token is for some workspaces only and cannot make new ones.")


async def _read(masis: "Masis", caller: Caller, endpoint: Endpoint, request: Request) -> Call:
    if unknown := sorted(request.query_params.keys() - endpoint.query.keys()):
        known = ", ".join(sorted(endpoint.query)) or "nothing"
        raise BadCall(422, f"The query holds {', '.join(unknown)}; known here: {known}.")
    body, file = None, None
    if endpoint.takes_file:
        file = await _file(request, masis.parts.settings.max_file_mb * 1024 * 1024)
    elif endpoint.request is not None:
        body = _value(endpoint.request, await _bytes(request))
    path, query = _printable(dict(request.path_params)), _printable(dict(request.query_params))
    return Call(masis, caller, path, query, body, file)


async def _bytes(request: Request) -> bytes:
    """Read the body and stop as soon as it is too large, whatever its header says."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_JSON_BYTES:
            raise BadCall(413, f"The request is larger than {LARGEST_JSON_BYTES // 1024**2} MB.")
    return bytes(body)


def _value(model: type[BaseModel], body: bytes) -> BaseModel:
    try:
        plain = _printable(json.loads(body))
    except (ValueError, RecursionError):
        raise BadCall(400, "The body is not valid JSON.") from None
    if not isinstance(plain, dict):
        raise BadCall(422, f"The body is a JSON object with {', '.join(model.model_fields)}.")
    try:
        return model.model_validate(plain)
    except ValidationError as error:
        reasons = (f"{'.'.join(map(str, e['loc'])) or 'body'}: {e['msg']}" for e in error.errors())
        raise BadCall(422, f"{'; '.join(reasons)}.") from None


def _printable(value: Any) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return JSON without characters that nobody sees, and that no database and no document may hold."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {name: _printable(held) for name, held in value.items()}
    return [_printable(held) for held in value] if isinstance(value, list) else value


async def _file(request: Request, most_bytes: int) -> Uploaded:
    """Read a form with one file; it lies on disk, not in memory, while it comes."""
    read = 0
    receive = request.receive

    async def counted() -> "Message":
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most_bytes + _FORM_BYTES:
            raise BadCall(413, f"The file is larger than {most_bytes // 1024**2} MB (MASIS_MAX_FILE_MB).")
        return message

    try:
        form = await Request(request.scope, counted).form(max_files=1, max_fields=2)
    except BadCall:
        raise
    except Exception as error:  # starlette and its parser raise classes of their own
        raise BadCall(400, "Send the file as multipart/form-data in the field “file”.") from error
    try:
        return await _uploaded(form)
    finally:
        await form.close()


async def _uploaded(form: FormData) -> Uploaded:
    file, password = form.get("file"), form.get("password")
    if not isinstance(file, UploadFile) or not file.filename:
        raise BadCall(422, "Send the file as multipart/form-data in the field “file”, with its name.")
    return Uploaded(file.filename, await file.read(), str(password) if password else None)


def _response(door: Door, answer: Answer) -> Response:
    if answer.stream is not None:
        parts = door.waiting.follow(answer.stream)
        return StreamingResponse(parts, media_type="text/event-stream", headers={"Cache-Control": "no-store"})
    if answer.file is not None:
        name, media, content = answer.file
        quoted = name.replace("\\", "_").replace('"', "_").encode("ascii", "replace").decode()
        return Response(
            content, media_type=media, headers={"Content-Disposition": f'attachment; filename="{quoted}"'}
        )
    return JSONResponse(plain(answer.content), answer.status)


def plain(value: Any) -> Any:  # noqa: ANN401 - whatever an endpoint gives back
    """Return values as what JSON knows."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, dict):
        return {name: plain(held) for name, held in value.items()}
    if isinstance(value, list | tuple):
        return [plain(held) for held in value]
    return value
