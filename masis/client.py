"""Client: the HTTP API from a Python program, without anything else of MASIS loaded."""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast
from urllib.parse import quote

import httpx2

Json = dict[str, Any]

_WAIT_SECONDS = 20 * 60.0
"""Longer than the longest wait that the server allows."""
_IDLE_SECONDS = 2.0
"""For which a connection is kept: the server ends it after five, and a question sent just then is lost."""


class ApiError(Exception):
    """The server's own sentence for why a call has no result."""

    def __init__(self, status: int, message: str, retry_after_seconds: int | None = None) -> None:
        """Keep the HTTP status beside the sentence; it is 0 where nothing answered."""
        super().__init__(message)
        self.status = status
        self.retry_after_seconds = retry_after_seconds


class Event(NamedTuple):
    """Something that happened in a run: ``event``, ``words`` (not audited yet) or ``end``."""

    kind: str
    value: Json


class Client(AbstractContextManager["Client"]):
    """One MASIS, as far as a token reaches; use it in a ``with`` block or close it."""

    def __init__(self, address: str, token: str, timeout_seconds: float = _WAIT_SECONDS) -> None:
        """Connect to nothing yet; ``address`` is that of the web app, such as http://127.0.0.1:8501."""
        self._http = httpx2.Client(
            base_url=f"{address.rstrip('/')}/masis/v1",
            headers={"Authorization": f"Bearer {token}"},
            timeout=httpx2.Timeout(timeout_seconds, connect=10.0),
            limits=httpx2.Limits(keepalive_expiry=_IDLE_SECONDS),
        )

    def __exit__(self, *_: object) -> None:
        """Let go of the connection."""
        self.close()

    def close(self) -> None:
        """Let go of the connection."""
        self._http.close()

    def workspaces(self) -> list[Json]:
        """Return the workspaces that the token reaches."""
        return self._list("workspaces")

    def create_workspace(self, name: str) -> Json:
        """Make a workspace."""
        return self._object("POST", "workspaces", body={"name": name})

    def documents(self, workspace_id: str) -> list[Json]:
        """Return the documents of a workspace."""
        return self._list("workspaces", workspace_id, "documents")

    def upload(self, workspace_id: str, file: Path, password: str | None = None) -> Json:
        """Upload a file; its job says later how far it is (``jobs``)."""
        form = {"password": password} if password else None
        with file.open("rb") as content:
            files = {"file": (file.name, content)}
            return self._object("POST", "workspaces", workspace_id, "documents", files=files, data=form)

    def jobs(self, workspace_id: str) -> list[Json]:
        """Return the uploads of a workspace and how far they are."""
        return self._list("workspaces", workspace_id, "jobs")

    def ask(self, workspace_id: str, question: str, **how: Any) -> Json:  # noqa: ANN401 - fields of a question
        """Ask, and return the run when it has ended; ``report`` in it holds answer and claims.

        Where no worker takes it up, or after 15 minutes, it has no report; its ``message`` says why.
        """
        body = {"question": question, "wait": True, **how}
        return self._object("POST", "workspaces", workspace_id, "runs", body=body)

    def follow(self, workspace_id: str, question: str, **how: Any) -> Iterator[Event]:  # noqa: ANN401
        """Ask, and yield what happens until the ``end``, which holds the run."""
        body = {"question": question, **how}
        run_id = self._object("POST", "workspaces", workspace_id, "runs", body=body)["summary"]["run_id"]
        path = path_of("workspaces", workspace_id, "runs", run_id, "events")
        with self._answering(), self._http.stream("GET", path) as reply:
            if reply.status_code >= 400:
                reply.read()
                raise _error(reply)
            kind = ""
            for line in reply.iter_lines():
                name, _, value = line.partition(": ")
                if name == "event":
                    kind = value
                elif name == "data":
                    yield Event(kind, json.loads(value))

    def audit(self, workspace_id: str, text: str, name: str = "Memo") -> Json:
        """Check every sentence of a text against the documents; return its rows with their sources."""
        body = {"text": text, "name": name, "wait": True}
        return self._object("POST", "workspaces", workspace_id, "audits", body=body)

    def search(self, workspace_id: str, question: str) -> Json:
        """Return the passages a run would read."""
        return self._object("POST", "workspaces", workspace_id, "search", body={"question": question})

    def call(self, method: str, path: str, body: Json | None = None, **query: str) -> Any:  # noqa: ANN401 - any endpoint's JSON
        """Call any other endpoint by its path under ``/masis/v1``; see ``path_of`` for ids in it."""
        return self._reply(method, path, json=body, params=query).json()

    def export(self, workspace_id: str, run_id: str, kind: str = "pack") -> bytes:
        """Return a finished run as a file: ``pack``, ``pdf``, ``docx``, ``md`` or ``json``."""
        path = path_of("workspaces", workspace_id, "runs", run_id, "export", kind)
        return bytes(self._reply("GET", path).content)

    def _object(self, method: str, *parts: str, body: Json | None = None, **sent: Any) -> Json:  # noqa: ANN401
        return cast(Json, self._reply(method, path_of(*parts), json=body, **sent).json())

    def _list(self, *parts: str) -> list[Json]:
        return cast(list[Json], self._reply("GET", path_of(*parts)).json())

    def _reply(self, method: str, path: str, **sent: Any) -> httpx2.Response:  # noqa: ANN401 - what httpx takes
        with self._answering():
            reply = self._http.request(method, path, **sent)
        if reply.status_code >= 400:
            raise _error(reply)
        return reply

    @contextmanager
    def _answering(self) -> Iterator[None]:
        try:
            yield
        except httpx2.TransportError as error:
            message = f"MASIS does not answer at {self._http.base_url.copy_with(path='/')}: {error}"
            raise ApiError(0, message) from error


def path_of(*parts: str) -> str:
    """Return the path of a resource, each part of it quoted: an id may hold whatever it likes."""
    return "".join(f"/{quote(part, safe='')}" for part in parts)


def _error(reply: httpx2.Response) -> ApiError:
    try:
        told = str(reply.json().get("error") or reply.json().get("message") or reply.text)
    except (ValueError, AttributeError):
        told = reply.text[:200]
    wait = reply.headers.get("retry-after", "")
    return ApiError(reply.status_code, told, int(wait) if wait.isdigit() else None)
