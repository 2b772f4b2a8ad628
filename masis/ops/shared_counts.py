"""Shared counts: what callers did within a minute, counted for all processes on a Redis server."""

import time
from collections.abc import Callable
from uuid import uuid4

from masis.ops.shared_redis import SharedRedis

_WINDOW_MS = 60_000
_KNOWN_SECONDS = 7 * 24 * 3600
_COUNT = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local window, limit = tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local held = redis.call('ZCARD', KEYS[1])
if held >= limit then
  return tonumber(redis.call('ZRANGE', KEYS[1], held - limit, held - limit, 'WITHSCORES')[2]) + window - now
end
if ARGV[4] == '1' then
  redis.call('ZADD', KEYS[1], now, ARGV[1])
  redis.call('PEXPIRE', KEYS[1], window)
end
return -1
"""
"""Returns the wait in milliseconds, or -1. It refuses at once, where the window of model calls
(``llm.shared_window``) promises a later moment."""


class RedisCounts:
    """Fills ``counting.SharedCounts``; the server's clock counts."""

    def __init__(self, url: str, installation_id: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Connect to nothing yet; ``clock`` gives seconds, for tests."""
        self._prefix = f"masis:{installation_id}:callers:"
        self._shared = SharedRedis(url, clock)
        self._count = self._shared.server.register_script(_COUNT)

    def wait_seconds(self, what: str, key: str, limit: int, *, count: bool) -> int | None:
        """Return how long a key has to wait, 0 when it may go on; ``None`` while Redis is away."""
        told: list[str | int] = [uuid4().hex, _WINDOW_MS, limit, int(count)]
        left = self._shared.asked(lambda: self._counted(f"{self._prefix}{what}:{key}", told), None)
        if left is None:
            return None
        return 0 if left < 0 else left // 1000 + 1

    def _counted(self, key: str, told: list[str | int]) -> int | None:
        return int(self._count([key], told))

    def note(self, mark: str) -> None:
        """Note for all processes that a mark is known."""
        self._shared.asked(
            lambda: self._shared.server.set(f"{self._prefix}known:{mark}", 1, ex=_KNOWN_SECONDS), None
        )

    def known(self, mark: str) -> bool:
        """Whether any process noted a mark; False while Redis is away."""
        return self._shared.asked(
            lambda: bool(self._shared.server.exists(f"{self._prefix}known:{mark}")), False
        )
