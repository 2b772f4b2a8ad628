"""Call window: at most so many model calls a minute in this process, first come, first served."""

from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from threading import Lock

from masis.errors import ModelUnavailable
from masis.llm.waiting import Pause

_WINDOW_SECONDS = 60.0
_SLACK_SECONDS = 0.001
"""Beyond the minute, so that rounding never puts two calls into one window."""


class _Turns:
    """The moments of the calls in a sliding window: those made, and those promised to who waits.

    A promise instead of a race at every free place: whoever came first is served first, so no run is
    overtaken until its patience ends, and how long a wait takes is known when it begins.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._guard = Lock()
        self._moments: list[float] = []

    def take(self, now: float, latest: float) -> float | None:
        """Promise the next free moment and return it; nothing when it is later than ``latest``."""
        with self._guard:
            moments = self._moments
            del moments[: bisect_right(moments, now - _WINDOW_SECONDS - _SLACK_SECONDS)]
            turn = max(now, moments[-1]) if moments else now  # nobody is served before who came earlier
            if len(moments) >= self._limit:
                turn = max(turn, moments[-self._limit] + _WINDOW_SECONDS + _SLACK_SECONDS)
            if turn > latest:
                return None
            moments.append(turn)
            return turn

    def give_back(self, turn: float) -> None:
        """Free a promised moment that will not be used."""
        with self._guard:
            if turn in self._moments:
                self._moments.remove(turn)


class CallWindow:
    """A sliding window of calls; whoever finds it full waits outside every lock, up to a deadline."""

    def __init__(self, calls_per_minute: int, pause: Pause | None = None) -> None:
        self._pause = pause or Pause()
        self._limit = calls_per_minute
        self._turns = _Turns(calls_per_minute)

    def acquire(self, max_wait_seconds: float) -> float:
        """Take a place, waiting if need be, and return the seconds waited."""
        clock: Callable[[], float] = self._pause.clock
        came = clock()
        turn = self._turns.take(came, came + max_wait_seconds)
        if turn is None:
            raise ModelUnavailable(self._refusal(max_wait_seconds))
        waited = 0.0
        try:
            while (left := turn - clock()) > 0:
                why = f"The limit of {self._limit} model calls a minute is reached."
                waited += self._pause.hold(left, why)
        except BaseException:
            self._turns.give_back(turn)  # a cancelled run does not keep the others waiting
            raise
        return waited

    def _refusal(self, max_wait_seconds: float) -> str:
        return (
            f"The limit of {self._limit} model calls a minute is used up and no call came free "
            f"within {max_wait_seconds:g} seconds. Please try again shortly."
        )


@cache
def shared_window(calls_per_minute: int) -> CallWindow:
    """Return this process's window for a limit."""
    return CallWindow(calls_per_minute)
