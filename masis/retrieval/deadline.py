"""Deadline: an HTTP transport whose requests end in time, also when the server sends a byte now and then.

A client's own timeout counts from one byte to the next, so a server that drips keeps a request for good.
"""

import ssl
import time
from collections.abc import Callable, Iterable
from threading import local
from typing import Any

import httpcore
import httpx


class DeadlineTransport(httpx.HTTPTransport):
    """An ordinary transport that gives every request, with its whole reply, a number of seconds."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Connect to nothing yet; ``clock`` counts seconds."""
        super().__init__()
        self._seconds, self._clock = seconds, clock
        self._until = local()
        inner = self._pool._network_backend  # httpx takes no backend of ours
        self._pool._network_backend = _Backend(inner, self.left)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request and read its reply to the end; ``httpx.ReadTimeout`` when that takes too long."""
        self._until.time = self._clock() + self._seconds
        response = super().handle_request(request)
        response.read()
        return response

    def left(self) -> float:
        """Return how many seconds the request of this thread may still take, at least a little."""
        until: float = self._until.time
        return max(0.001, until - self._clock())


class _Backend(httpcore.NetworkBackend):
    """Opens connections that keep to the deadline."""

    def __init__(self, inner: httpcore.NetworkBackend, left: Callable[[], float]) -> None:
        self._inner, self._left = inner, left

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 - the deadline counts
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        stream = self._inner.connect_tcp(host, port, self._left(), local_address, socket_options)
        return _Stream(stream, self._left)


class _Stream(httpcore.NetworkStream):
    """A connection on which nothing waits longer than the request may take."""

    def __init__(self, inner: httpcore.NetworkStream, left: Callable[[], float]) -> None:
        self._inner, self._left = inner, left

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002
        return self._inner.read(max_bytes, self._left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        self._inner.write(buffer, self._left())

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002
    ) -> httpcore.NetworkStream:
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, self._left()), self._left)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - the library's
        return self._inner.get_extra_info(info)
