"""Call window: at most so many model calls a minute in this process, shared by every run."""

import threading
from bisect import bisect_right
from collections.abc import Callable
from functools import cache

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from masis.errors import ModelUnavailable
from masis.llm.waiting import Pause

_KEY = "model-calls"
_SLACK_SECONDS = 0.001


class _SteadyStorage(MemoryStorage):
    """Memory storage on a given clock: the library's own follows the wall clock, which can jump."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock
        self._guard = threading.Lock()
        self._hits: dict[str, list[float]] = {}

    def _live(self, key: str, expiry: int) -> list[float]:
        hits = self._hits.setdefault(key, [])
        del hits[: bisect_right(hits, self._clock() - expiry)]
        return hits

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Take ``amount`` places in the window when they are free."""
        with self._guard:
            hits = self._live(key, expiry)
            if len(hits) + amount > limit:
                return False
            hits.extend([self._clock()] * amount)
            return True

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:  # noqa: ARG002
        """Return when the oldest place was taken and how many are taken."""
        with self._guard:
            hits = self._live(key, expiry)
            return (hits[0] if hits else self._clock()), len(hits)


class CallWindow:
    """A sliding window of calls; whoever finds it full waits outside every lock, up to a deadline."""

    def __init__(self, calls_per_minute: int, pause: Pause | None = None) -> None:
        self._pause = pause or Pause()
        self._item = RateLimitItemPerMinute(calls_per_minute)
        self._limiter = MovingWindowRateLimiter(_SteadyStorage(self._pause.clock))

    def acquire(self, max_wait_seconds: float) -> float:
        """Take a place, waiting if need be, and return the seconds waited."""
        started = self._pause.clock()
        waited = 0.0
        while not self._limiter.hit(self._item, _KEY):
            wait = self._until_free()
            if self._pause.clock() + wait > started + max_wait_seconds:
                raise ModelUnavailable(self._refusal(max_wait_seconds))
            why = f"The limit of {self._item.amount} model calls a minute is reached."
            waited += self._pause.hold(wait, why)
        return waited

    def _until_free(self) -> float:
        frees_at, remaining = self._limiter.get_window_stats(self._item, _KEY)
        if remaining:
            return _SLACK_SECONDS  # another thread's place ran out between the two looks
        return max(frees_at - self._pause.clock(), 0.0) + _SLACK_SECONDS

    def _refusal(self, max_wait_seconds: float) -> str:
        return (
            f"The limit of {self._item.amount} model calls a minute is used up and no call came free "
            f"within {max_wait_seconds:g} seconds. Please try again shortly."
        )


@cache
def shared_window(calls_per_minute: int) -> CallWindow:
    """Return this process's window for a limit."""
    return CallWindow(calls_per_minute)
