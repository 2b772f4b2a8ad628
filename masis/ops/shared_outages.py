"""Shared outages: a breaker that opens in one process is known to all others, by way of a Redis server."""

import time
from collections.abc import Callable

from masis.ops.shared_redis import SharedRedis


class RedisOutages:
    """Fills ``breaker.Outages``; an outage is a key that ends with its pause."""

    def __init__(self, url: str, installation_id: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Connect to nothing yet; ``clock`` gives seconds, for tests."""
        self._key = f"masis:{installation_id}:outage:"
        self._shared = SharedRedis(url, clock)
        self._redis = self._shared.server

    def left_seconds(self, name: str) -> float:
        """Return how long a service is still known to be down; 0 where nobody says so."""
        left = self._shared.asked(lambda: int(self._redis.pttl(f"{self._key}{name}")), 0)
        return max(0, left) / 1000

    def begun(self, name: str, seconds: float) -> None:
        """Tell the others that a service is down."""
        self._shared.asked(
            lambda: int(bool(self._redis.set(f"{self._key}{name}", 1, px=int(seconds * 1000)))), 0
        )

    def over(self, name: str) -> None:
        """Tell the others that a service answered again."""
        self._shared.asked(lambda: int(self._redis.delete(f"{self._key}{name}")), 0)
