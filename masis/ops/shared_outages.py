"""Shared outages: a breaker that opens in one process is known to all others, by way of a Redis server."""

import time
from collections.abc import Callable

import redis

_WAIT_SECONDS = 0.5
"""Longest wait for Redis: what it knows is never worth more than finding out oneself."""
_LEFT_ALONE_SECONDS = 15.0
"""After Redis did not answer it is not asked for this time, and every process goes by what it sees itself."""


class RedisOutages:
    """Fills ``breaker.Outages``; an outage is a key that ends with its pause."""

    def __init__(self, url: str, installation_id: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Connect to nothing yet; ``clock`` gives seconds, for tests."""
        self._key = f"masis:{installation_id}:outage:"
        self._redis = redis.Redis.from_url(
            url, socket_connect_timeout=_WAIT_SECONDS, socket_timeout=_WAIT_SECONDS
        )
        self._clock = clock
        self._ask_from = 0.0

    def left_seconds(self, name: str) -> float:
        """Return how long a service is still known to be down; 0 where nobody says so."""
        left = self._asked(lambda: int(self._redis.pttl(f"{self._key}{name}")), 0)
        return max(0, left) / 1000

    def begun(self, name: str, seconds: float) -> None:
        """Tell the others that a service is down."""
        self._asked(lambda: int(bool(self._redis.set(f"{self._key}{name}", 1, px=int(seconds * 1000)))), 0)

    def over(self, name: str) -> None:
        """Tell the others that a service answered again."""
        self._asked(lambda: int(self._redis.delete(f"{self._key}{name}")), 0)

    def _asked(self, question: Callable[[], int], otherwise: int) -> int:
        if self._clock() < self._ask_from:
            return otherwise
        try:
            return question()
        except redis.RedisError:  # health says that Redis is away; a breaker works without it
            self._ask_from = self._clock() + _LEFT_ALONE_SECONDS
            return otherwise
