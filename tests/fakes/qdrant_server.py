"""A Qdrant server on the wire: its REST paths over the client's in-memory engine, with faults on demand."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from threading import RLock, Thread
from typing import Any

import uvicorn
from qdrant_client import QdrantClient
from qdrant_client.http import models as rest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

Handler = Callable[[str, dict[str, Any]], Any]

_LOST = "Not found: Collection `{}` doesn't exist!"
"""As a real server says it."""


class FakeQdrant:
    """The server's side; tests set the faults and read what was asked.

    Like a real server in strict mode it refuses filters on fields that were not indexed.
    """

    def __init__(self) -> None:
        """Start empty and healthy."""
        self._engine = QdrantClient(":memory:")
        self._lock = RLock()  # the in-memory engine is not thread-safe
        self._indexed: dict[str, dict[str, Any]] = {}
        self._made: dict[str, dict[str, Any]] = {}
        """What each collection was made with, for what the engine in memory does not keep."""
        self.bodies: list[tuple[str, dict[str, Any]]] = []
        """Requests with what was sent."""
        self.requests: list[str] = []
        self.status: int | None = None
        """Answer everything with this status."""
        self.garbage = False
        """Answer with a page that is no JSON."""
        self.delay_seconds = 0.0
        self.drip_seconds = 0.0
        """Send the reply byte by byte with a pause after each."""
        self.refuse_update = 0
        """Answer changes of a collection with this status and change nothing."""
        self.api_key: str | None = None
        self.url = ""

    def heal(self) -> None:
        """Take every fault back."""
        self.status, self.garbage, self.refuse_update = None, False, 0
        self.delay_seconds = self.drip_seconds = 0.0

    def lose_collections(self) -> None:
        """Forget everything that was stored, as an operator's slip does."""
        with self._lock:
            for each in self._engine.get_collections().collections:
                self._engine.delete_collection(each.name)
            self._indexed.clear()

    def app(self) -> Starlette:
        """Return the routes the adapter uses."""
        table: list[tuple[str, str, Handler]] = [
            ("GET", "/exists", self._exists),
            ("GET", "", self._info),
            ("PUT", "", self._create),
            ("PATCH", "", self._update),
            ("PUT", "/index", self._index),
            ("PUT", "/points", self._upsert),
            ("POST", "/points/payload", self._set_payload),
            ("POST", "/points/delete", self._delete),
            ("POST", "/points/scroll", self._scroll),
            ("POST", "/points/count", self._count),
            ("POST", "/points/query/batch", self._query_batch),
        ]
        return Starlette(
            routes=[
                Route("/collections/{name}" + path, self._endpoint(path, handler), methods=[method])
                for method, path, handler in table
            ]
        )

    def _endpoint(self, path: str, handler: Handler) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            from starlette.concurrency import run_in_threadpool

            body = await request.json() if await request.body() else {}
            self.requests.append(f"{request.method} {path or '/'}")
            self.bodies.append((self.requests[-1], body))
            key = request.headers.get("api-key")
            answer = await run_in_threadpool(self._answer, request.path_params["name"], body, handler, key)
            return StreamingResponse(self._dripped(answer.body)) if self.drip_seconds else answer

        return endpoint

    async def _dripped(self, content: bytes) -> AsyncIterator[bytes]:
        for at in range(len(content)):
            yield content[at : at + 1]
            await asyncio.sleep(self.drip_seconds)

    def _answer(self, name: str, body: dict[str, Any], handler: Handler, key: str | None) -> Response:
        time.sleep(self.delay_seconds)
        if self.garbage:
            return PlainTextResponse("<html>a proxy's page</html>")
        if self.status is not None:
            return JSONResponse({"status": {"error": "fault on demand"}}, self.status)
        if self.api_key is not None and key != self.api_key:
            return JSONResponse({"status": {"error": "wrong key"}}, 403)
        if self.refuse_update and handler == self._update:
            return JSONResponse({"result": True, "status": "ok", "time": 0.0}, self.refuse_update)
        with self._lock:
            known = self._engine.collection_exists(name) or handler in {self._exists, self._create}
        if not known:
            return JSONResponse({"status": {"error": _LOST.format(name)}, "time": 0.0}, 404)
        return self._handled(name, body, handler)

    def _handled(self, name: str, body: dict[str, Any], handler: Handler) -> Response:
        unindexed = _filtered_fields(body) - self._indexed.get(name, {}).keys()
        if unindexed:
            return JSONResponse({"status": {"error": f"not indexed: {sorted(unindexed)}"}}, 400)
        with self._lock:
            try:
                result = handler(name, body)
            except ValueError as error:
                return JSONResponse({"status": {"error": str(error)}}, 404)
        return JSONResponse({"result": result, "status": "ok", "time": 0.0})

    def _exists(self, name: str, body: dict[str, Any]) -> Any:
        return {"exists": self._engine.collection_exists(name)}

    def _info(self, name: str, body: dict[str, Any]) -> Any:
        info, made = _plain(self._engine.get_collection(name)), self._made.get(name, {})
        spread = {"shard_number": made.get("shard_number") or 1}
        spread |= {"replication_factor": made.get("replication_factor") or 1}
        info["config"]["params"] |= spread
        if made.get("quantization_config"):
            info["config"]["quantization_config"] = made["quantization_config"]
        indexes = self._indexed.get(name, {}).items()
        schema = {field: {"data_type": "keyword", "params": made, "points": 0} for field, made in indexes}
        return {**info, "payload_schema": schema}

    def _create(self, name: str, body: dict[str, Any]) -> Any:
        wish = rest.CreateCollection.model_validate(body)
        self._made[name] = body
        return self._engine.create_collection(
            name,
            vectors_config=wish.vectors,
            sparse_vectors_config=wish.sparse_vectors,
            metadata=wish.metadata,
        )

    def _update(self, name: str, body: dict[str, Any]) -> Any:
        wish = rest.UpdateCollection.model_validate(body)
        return self._engine.update_collection(
            name, sparse_vectors_config=wish.sparse_vectors, metadata=wish.metadata
        )

    def _index(self, name: str, body: dict[str, Any]) -> Any:
        self._indexed.setdefault(name, {})[body["field_name"]] = body["field_schema"]
        return _DONE

    def _upsert(self, name: str, body: dict[str, Any]) -> Any:
        self._engine.upsert(name, rest.PointsList.model_validate(body).points)
        return _DONE

    def _set_payload(self, name: str, body: dict[str, Any]) -> Any:
        wish = rest.SetPayload.model_validate(body)
        assert wish.filter is not None
        self._engine.set_payload(name, wish.payload, wish.filter)
        return _DONE

    def _delete(self, name: str, body: dict[str, Any]) -> Any:
        self._engine.delete(name, rest.FilterSelector.model_validate(body))
        return _DONE

    def _scroll(self, name: str, body: dict[str, Any]) -> Any:
        wish = rest.ScrollRequest.model_validate(body)
        points, after = self._engine.scroll(name, wish.filter, limit=wish.limit or 10, offset=wish.offset)
        return {"points": [_plain(point) for point in points], "next_page_offset": after}

    def _count(self, name: str, body: dict[str, Any]) -> Any:
        return _plain(self._engine.count(name, rest.CountRequest.model_validate(body).filter))

    def _query_batch(self, name: str, body: dict[str, Any]) -> Any:
        wish = rest.QueryRequestBatch.model_validate(body)
        return [_plain(reply) for reply in self._engine.query_batch_points(name, wish.searches)]


_DONE = {"operation_id": 1, "status": "completed"}


def _plain(model: Any) -> Any:
    return model.model_dump(mode="json", exclude_none=True)


def _filtered_fields(value: Any) -> set[str]:
    """Return every payload field that a request's filters name."""
    if isinstance(value, list):
        return set().union(*map(_filtered_fields, value))
    if not isinstance(value, dict):
        return set()
    own = {value["key"]} if isinstance(value.get("key"), str) and "match" in value else set()
    return own.union(*(_filtered_fields(v) for k, v in value.items() if k not in {"payload", "points"}))


@contextmanager
def running_qdrant() -> Iterator[FakeQdrant]:
    """Serve a fake on a free port of this machine while the block runs."""
    fake = FakeQdrant()
    listener = socket.create_server(("127.0.0.1", 0))
    # As a real server: the second part of a reply does not wait for the first to be acknowledged.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    fake.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    server = uvicorn.Server(uvicorn.Config(fake.app(), log_level="error", lifespan="off"))
    thread = Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.005)
    try:
        yield fake
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()


@contextmanager
def refusing_url() -> Iterator[str]:
    """Lend an address nobody listens on: the port is held, but does not listen."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{held.getsockname()[1]}"
