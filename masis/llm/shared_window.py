"""Shared window: the limit of model calls a minute of all processes together, kept on a Redis server."""

import math
from functools import cache
from threading import Lock
from uuid import uuid4

import redis

from masis.errors import ModelUnavailable
from masis.llm.waiting import CallWindow

_WAIT_SECONDS = 3.0
"""Longest wait for Redis to take a connection or to answer."""
_WINDOW_MS = 60_250
"""A minute, and a quarter of a second for the way to the server and back."""
_TAKE = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local window, limit, patience = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window - 1)
local held = redis.call('ZCARD', KEYS[1])
local turn = now
if held > 0 then
  turn = math.max(turn, tonumber(redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]))
end
if held >= limit then
  local freeing = redis.call('ZRANGE', KEYS[1], held - limit, held - limit, 'WITHSCORES')[2]
  turn = math.max(turn, tonumber(freeing) + window + 1)
end
if turn - now > patience then
  return -1
end
redis.call('ZADD', KEYS[1], turn, ARGV[1])
redis.call('PEXPIRE', KEYS[1], turn - now + window + 1000)
return turn - now
"""
"""Promises the first free moment, as ``waiting._Turns`` does in one process; the server's clock counts."""


class RedisTurns:
    """The promised moments of all processes; whoever came first is served first."""

    def __init__(self, url: str, limit: int, key: str = "masis:calls") -> None:
        """Connect to nothing yet."""
        self._redis = redis.Redis.from_url(
            url, socket_connect_timeout=_WAIT_SECONDS, socket_timeout=_WAIT_SECONDS, decode_responses=True
        )
        self._take = self._redis.register_script(_TAKE)
        self._limit = limit
        self._key = f"{key}:{limit}"
        self._members: dict[float, str] = {}
        self._guard = Lock()

    def take(self, now: float, latest: float) -> float | None:
        """Promise the next free moment, in seconds of the caller's clock; none when it is later than that.

        Raises:
            ModelUnavailable: Redis does not answer, so nobody knows whether a call is free.
        """
        member = uuid4().hex
        patience = math.floor(max(0.0, latest - now) * 1000)
        try:
            delay = int(self._take([self._key], [member, _WINDOW_MS, self._limit, patience]))
        except redis.RedisError as error:
            said = str(error).rstrip(".")
            message = f"The limit of model calls is kept on Redis, which does not answer: {said}."
            raise ModelUnavailable(message) from error
        if delay < 0:
            return None
        turn = now + delay / 1000
        with self._guard:
            while turn in self._members:  # two threads at the same moment of a coarse clock
                turn = math.nextafter(turn, math.inf)
            self._members[turn] = member
        return turn

    def give_back(self, turn: float) -> None:
        """Free a promised moment that will not be used; on an outage it frees itself in a minute."""
        with self._guard:
            member = self._members.pop(turn, None)
        if member is None:
            return
        try:
            self._redis.zrem(self._key, member)
        except redis.RedisError:
            return

    def used(self, turn: float) -> None:
        """Forget a moment that was used."""
        with self._guard:
            self._members.pop(turn, None)


@cache
def redis_window(url: str, calls_per_minute: int) -> CallWindow:
    """Return this process's part in the window of all processes."""
    return CallWindow(calls_per_minute, turns=RedisTurns(url, calls_per_minute))
