"""Wire: an HTTP client that reads a reply up to a size and a moment; imported when first used."""

import json
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from threading import Lock

import httpx2

from masis.llm.faults import MOST_REPLY_BYTES

_CONNECT_SECONDS = 10.0
"""A server that takes longer to accept a connection is down; only its answer may take longer."""


TOO_MUCH = f"it sent more than {MOST_REPLY_BYTES // 1024**2} MB"


class TooMuch(httpx2.ReadError):
    """The reply is longer than any answer can be."""


class CappedStream(httpx2.SyncByteStream):
    """A reply's bytes up to a size and a moment, whatever the server goes on to send."""

    def __init__(
        self,
        stream: httpx2.SyncByteStream,
        most: int,
        ends: float,
        clock: Callable[[], float],
        line: "Line | None" = None,
    ) -> None:
        self._stream = stream
        self._most = most
        self._ends = ends
        self._clock = clock
        self._line = line

    def __iter__(self) -> Iterator[bytes]:
        """Yield the bytes; a client's own timeout starts anew with each of them, this one does not."""
        read = 0
        for part in self._stream:
            read += len(part)
            if read > self._most:
                raise TooMuch(TOO_MUCH)
            if self._clock() > self._ends or (self._line and self._line.given_up):
                message = "the reply took too long"
                raise httpx2.ReadTimeout(message)
            yield part

    def close(self) -> None:
        """Let go of the connection; another call may have it next."""
        if self._line:
            self._line.let_go()
        self._stream.close()


class Line:
    """The connection of one call, so that whoever gives the call up can close it from another thread."""

    def __init__(self, *, streams: bool = False) -> None:
        self.streams = streams
        """Whether the reply is asked for word by word."""
        self._lock = Lock()
        self._socket: socket.socket | None = None
        self._given_up = False

    @property
    def given_up(self) -> bool:
        """Whether nobody waits for the reply any more."""
        return self._given_up

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Make every reply that this thread reads within the block one of this line."""
        token = _line.set(self)
        try:
            yield
        finally:
            _line.reset(token)

    def hold(self, response: httpx2.Response) -> None:
        """Take the connection that a reply comes over."""
        stream = response.extensions.get("network_stream")
        with self._lock:
            self._socket = stream.get_extra_info("socket") if stream is not None else None
        if self._given_up:
            self.cut()

    def let_go(self) -> None:
        """Forget the connection."""
        with self._lock:
            self._socket = None

    def cut(self) -> None:
        """End the call now, even while it waits for the next byte; harmless when it has ended."""
        with self._lock:
            self._given_up = True
            if self._socket is not None:
                with suppress(OSError):  # gone already
                    # Not the method of an encrypted socket, which is not made for two threads.
                    socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


_line: ContextVar[Line | None] = ContextVar("line", default=None)


class WholeAsEvents(httpx2.SyncByteStream):
    """A reply that was asked for word by word and came whole, as the one event the client waits for."""

    def __init__(self, stream: CappedStream) -> None:
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        """Read all of it, then yield it."""
        yield b"data: " + _as_event(b"".join(self._stream)) + b"\n\ndata: [DONE]\n\n"

    def close(self) -> None:
        """Let go of the connection."""
        self._stream.close()


def _as_event(body: bytes) -> bytes:
    """Return a whole reply in the shape of a part; what is no reply is left for the client to refuse."""
    try:
        reply = json.loads(body)
    except (ValueError, RecursionError):
        return b"no JSON"
    choices = reply.get("choices") if isinstance(reply, dict) else None
    for choice in choices if isinstance(choices, list) else ():
        if isinstance(choice, dict) and isinstance(choice.get("message"), dict):
            choice["delta"] = choice.pop("message")
            choice["finish_reason"] = choice.get("finish_reason") or "stop"
    return json.dumps(reply).encode()


@cache
def trusted() -> ssl.SSLContext:
    """Return whom this machine trusts, read once: each role has a client, and reading takes each 20 ms."""
    return httpx2.create_ssl_context()


def capped_client(
    timeout_seconds: float,
    most: int = MOST_REPLY_BYTES,
    clock: Callable[[], float] = time.monotonic,
    *,
    most_streamed: int = MOST_REPLY_BYTES,
) -> httpx2.Client:
    """Return a client whose replies are capped while they are read, those of redirects included.

    ``most_streamed`` bytes may come of a reply that comes word by word, where each stands in an event.
    """

    def cap(response: httpx2.Response) -> None:
        if response.headers.get("content-encoding", "identity") != "identity":
            raise TooMuch(TOO_MUCH)  # it was asked not to: a few kilobytes may unpack to gigabytes
        stream = response.stream
        if not isinstance(stream, httpx2.SyncByteStream):
            return
        line = _line.get()
        events = response.headers.get("content-type", "").startswith("text/event-stream")
        room = most_streamed if events else most
        capped = CappedStream(stream, room, clock() + timeout_seconds, clock, line)
        response.stream = capped
        if line is not None:
            line.hold(response)
            if line.streams and not events and response.is_success:
                response.stream = WholeAsEvents(capped)

    return httpx2.Client(
        verify=trusted(),
        timeout=httpx2.Timeout(timeout_seconds, connect=min(timeout_seconds, _CONNECT_SECONDS)),
        headers={"accept-encoding": "identity"},
        event_hooks={"response": [cap]},
        follow_redirects=True,
    )
