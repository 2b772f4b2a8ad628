"""Shared Redis: what processes tell each other by way of a server that nothing depends on."""

import time
from collections.abc import Callable
from typing import TypeVar

import redis

T = TypeVar("T")

_WAIT_SECONDS = 0.5
"""Longest wait for Redis: what it knows is never worth more than going by what one sees oneself."""
_LEFT_ALONE_SECONDS = 15.0
"""After Redis did not answer it is not asked for this time, and every process goes by what it sees itself."""


class SharedRedis:
    """A server that is asked shortly, and left alone for a while after it did not answer."""

    def __init__(self, url: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Connect to nothing yet; ``clock`` gives seconds, for tests."""
        self.server = redis.Redis.from_url(
            url, socket_connect_timeout=_WAIT_SECONDS, socket_timeout=_WAIT_SECONDS
        )
        self._clock = clock
        self._ask_from = 0.0

    def asked(self, question: Callable[[], T], otherwise: T) -> T:
        """Return what the server says to a question, or ``otherwise`` while it does not answer."""
        if self._clock() < self._ask_from:
            return otherwise
        try:
            return question()
        except redis.RedisError:  # health says that Redis is away; what asks works without it
            self._ask_from = self._clock() + _LEFT_ALONE_SECONDS
            return otherwise
