"""Client: the HTTP API from a Python program, without anything else of MASIS loaded."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import httpx2

Json = dict[str, Any]

_WAIT_SECONDS = 20 * 60.0
"""Longer than the longest wait that the server allows."""


class ApiError(Exception):
    """The server's own sentence for why a call has no result."""

    def __init__(self, status: int, message: str, retry_after_seconds: int | None = None) -> None:
        """Keep the HTTP status beside the sentence."""
        super().__init__(message)
        self.status = status
        self.retry_after_seconds = retry_after_seconds


class Event(NamedTuple):
    """Something that happened in a run: ``event``, ``words`` (not audited yet) or ``end``."""

    kind: str
    value: Json


class Client:
    """One MASIS, as far as a token reaches; use it in a ``with`` block or close it."""

    def __init__(self, address: str, token: str, timeout_seconds: float = _WAIT_SECONDS) -> None:
        """Connect to nothing yet; ``address`` is that of the web app, such as http://127.0.0.1:8501."""
        self._http = httpx2.Client(
            base_url=f"{address.rstrip('/')}/masis/v1",
            headers={"Authorization": f"Bearer {token}"},
            timeout=httpx2.Timeout(timeout_seconds, connect=10.0),
        )

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of the connection."""
        self.close()

    def close(self) -> None:
        """Let go of the connection."""
        self._http.close()

    def workspaces(self) -> list[Json]:
        """Return the workspaces that the token reaches."""
        found: list[Json] = self._call("GET", "/workspaces")
        return found

    def create_workspace(self, name: str) -> Json:
        """Make a workspace."""
        made: Json = self._call("POST", "/workspaces", body={"name": name})
        return made

    def documents(self, workspace_id: str) -> list[Json]:
        """Return the documents of a workspace."""
        found: list[Json] = self._call("GET", f"/workspaces/{workspace_id}/documents")
        return found

    def upload(self, workspace_id: str, file: Path, password: str | None = None) -> Json:
        """Upload a file; its job says later how far it is (``jobs``)."""
        with file.open("rb") as content:
            job: Json = self._call(
                "POST",
                f"/workspaces/{workspace_id}/documents",
                files={"file": (file.name, content)},
                form={"password": password} if password else None,
            )
        return job

    def jobs(self, workspace_id: str) -> list[Json]:
        """Return the uploads of a workspace and how far they are."""
        found: list[Json] = self._call("GET", f"/workspaces/{workspace_id}/jobs")
        return found

    def ask(self, workspace_id: str, question: str, **how: Any) -> Json:  # noqa: ANN401 - fields of a question
        """Ask, and return the run when it has ended; ``report`` in it holds answer and claims."""
        body = {"question": question, "wait": True, **how}
        run: Json = self._call("POST", f"/workspaces/{workspace_id}/runs", body=body)
        return run

    def follow(self, workspace_id: str, question: str, **how: Any) -> Iterator[Event]:  # noqa: ANN401
        """Ask, and yield what happens until the ``end``, which holds the run."""
        body = {"question": question, **how}
        run_id = self._call("POST", f"/workspaces/{workspace_id}/runs", body=body)["summary"]["run_id"]
        path = f"/workspaces/{workspace_id}/runs/{run_id}/events"
        with self._http.stream("GET", path) as reply:
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
        audit: Json = self._call("POST", f"/workspaces/{workspace_id}/audits", body=body)
        return audit

    def search(self, workspace_id: str, question: str) -> Json:
        """Return the passages a run would read."""
        found: Json = self._call("POST", f"/workspaces/{workspace_id}/search", body={"question": question})
        return found

    def call(self, method: str, path: str, body: Json | None = None, **query: str) -> Any:  # noqa: ANN401 - any endpoint's JSON
        """Call any other endpoint by its path under ``/masis/v1``."""
        return self._call(method, path, body=body, query=query)

    def export(self, workspace_id: str, run_id: str, kind: str = "pack") -> bytes:
        """Return a finished run as a file: ``pack``, ``pdf``, ``docx``, ``md`` or ``json``."""
        reply = self._http.get(f"/workspaces/{workspace_id}/runs/{run_id}/export/{kind}")
        if reply.status_code >= 400:
            raise _error(reply)
        return bytes(reply.content)

    def _call(
        self,
        method: str,
        path: str,
        *,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, str] | None = None,
        files: Mapping[str, Any] | None = None,
        form: Mapping[str, str] | None = None,
    ) -> Any:  # noqa: ANN401 - any endpoint's JSON
        reply = self._http.request(
            method, path, json=dict(body) if body is not None else None, params=query, files=files, data=form
        )
        if reply.status_code >= 400:
            raise _error(reply)
        return reply.json()


def _error(reply: httpx2.Response) -> ApiError:
    try:
        told = str(reply.json().get("error") or reply.json().get("message") or reply.text)
    except (ValueError, AttributeError):
        told = reply.text[:200]
    wait = reply.headers.get("retry-after", "")
    return ApiError(reply.status_code, told, int(wait) if wait.isdigit() else None)
