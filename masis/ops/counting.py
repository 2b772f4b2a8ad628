"""Counting: what callers did within the last minute, in this process or in all that share a Redis."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from threading import Lock
from typing import Protocol

_MINUTE_SECONDS = 60.0
_MOST_KNOWN = 10_000
"""Keys and marks that are remembered; the one not seen for longest is forgotten first."""


class SharedCounts(Protocol):
    """Counts of all processes; it never raises, and never takes long."""

    def wait_seconds(self, what: str, key: str, limit: int, *, count: bool) -> int | None:
        """Return how long a key has to wait, 0 when it may go on; ``None`` where nobody can tell."""
        ...

    def note(self, mark: str) -> None:
        """Note for all processes that a mark is known."""
        ...

    def known(self, mark: str) -> bool:
        """Whether any process noted a mark."""
        ...


class PerMinute:
    """Counts events by key over a sliding minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Know nobody yet."""
        self._clock = clock
        self._moments: OrderedDict[str, deque[float]] = OrderedDict()
        self._guard = Lock()

    def wait_seconds(self, key: str, limit: int, *, count: bool) -> int:
        """Return how long the key has to wait, 0 when it may go on; ``count`` notes this event if it may."""
        now = self._clock()
        with self._guard:
            moments = self._moments.setdefault(key, deque())
            self._moments.move_to_end(key)
            while len(self._moments) > _MOST_KNOWN:
                self._moments.popitem(last=False)
            while moments and moments[0] <= now - _MINUTE_SECONDS:
                moments.popleft()
            if len(moments) >= limit:
                return int(moments[0] + _MINUTE_SECONDS - now) + 1
            if count:
                moments.append(now)
            return 0


class Counts:
    """What callers did; while the shared counts are away, or without them, this process counts for itself."""

    def __init__(
        self, shared: SharedCounts | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Know nobody yet; ``clock`` gives seconds, for tests."""
        self._shared = shared
        self._clock = clock
        self._own: dict[str, PerMinute] = {}
        self._known: OrderedDict[str, None] = OrderedDict()
        self._guard = Lock()

    def wait_seconds(self, what: str, key: str, limit: int, *, count: bool) -> int:
        """Return how long the key has to wait, 0 when it may go on; ``count`` notes this event if it may."""
        if self._shared is not None:
            wait = self._shared.wait_seconds(what, key, limit, count=count)
            if wait is not None:
                return wait
        with self._guard:
            own = self._own.setdefault(what, PerMinute(self._clock))
        return own.wait_seconds(key, limit, count=count)

    def note(self, mark: str) -> None:
        """Note that a mark is known."""
        with self._guard:
            new = mark not in self._known
            self._known[mark] = None
            self._known.move_to_end(mark)
            while len(self._known) > _MOST_KNOWN:
                self._known.popitem(last=False)
        if new and self._shared is not None:
            self._shared.note(mark)

    def known(self, mark: str) -> bool:
        """Whether a mark was noted."""
        with self._guard:
            if mark in self._known:
                return True
        return self._shared is not None and self._shared.known(mark)


def counts_of(redis_url: str | None, installation_id: str) -> Counts:
    """Return counts of all processes of an installation; without Redis those of this process."""
    if redis_url is None:
        return Counts()
    from masis.ops.shared_counts import RedisCounts

    return Counts(RedisCounts(redis_url, installation_id))
