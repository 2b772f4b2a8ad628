"""Wire: an HTTP client that reads a reply up to a size and a moment; imported when first used."""

import time
from collections.abc import Callable, Iterator

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
        self, stream: httpx2.SyncByteStream, most: int, ends: float, clock: Callable[[], float]
    ) -> None:
        self._stream = stream
        self._most = most
        self._ends = ends
        self._clock = clock

    def __iter__(self) -> Iterator[bytes]:
        """Yield the bytes; a client's own timeout starts anew with each of them, this one does not."""
        read = 0
        for part in self._stream:
            read += len(part)
            if read > self._most:
                raise TooMuch(TOO_MUCH)
            if self._clock() > self._ends:
                message = "the reply took too long"
                raise httpx2.ReadTimeout(message)
            yield part

    def close(self) -> None:
        """Let go of the connection."""
        self._stream.close()


def capped_client(
    timeout_seconds: float, most: int = MOST_REPLY_BYTES, clock: Callable[[], float] = time.monotonic
) -> httpx2.Client:
    """Return a client whose replies are capped while they are read, those of redirects included."""

    def cap(response: httpx2.Response) -> None:
        if response.headers.get("content-encoding", "identity") != "identity":
            raise TooMuch(TOO_MUCH)  # it was asked not to: a few kilobytes may unpack to gigabytes
        stream = response.stream
        if isinstance(stream, httpx2.SyncByteStream):
            response.stream = CappedStream(stream, most, clock() + timeout_seconds, clock)

    return httpx2.Client(
        timeout=httpx2.Timeout(timeout_seconds, connect=min(timeout_seconds, _CONNECT_SECONDS)),
        headers={"accept-encoding": "identity"},
        event_hooks={"response": [cap]},
        follow_redirects=True,
    )
