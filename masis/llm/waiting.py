"""Waiting: pauses and the limit of calls a minute, seen by the run and open to its cancel button."""

import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from functools import cache
from threading import Lock
from typing import NamedTuple, Protocol, TypeVar

from masis.errors import Cancelled, ModelUnavailable

R = TypeVar("R")

WaitListener = Callable[[float, str], None]

wait_listener: ContextVar[WaitListener | None] = ContextVar("wait_listener", default=None)
"""Told ``(seconds, why)`` before a wait and ``(0.0, "")`` when work goes on."""

cancel_check: ContextVar[Callable[[], bool] | None] = ContextVar("cancel_check", default=None)
"""Asked during a wait; true ends it with ``Cancelled``."""

_limit: ContextVar["_Limit | None"] = ContextVar("time_limit", default=None)

_CANCEL_POLL_SECONDS = 0.25
_WINDOW_SECONDS = 60.0
_SLACK_SECONDS = 0.001
"""Beyond the minute, so that rounding never puts two calls into one window."""


class _Limit(NamedTuple):
    """When the work under way must have its answer, and what is said when it has not."""

    moment: float
    why: str


@contextmanager
def time_limit(seconds: float, why: str) -> Iterator[None]:
    """Give everything that is asked of models within this block one deadline; the earlier of two counts."""
    new, outer = _Limit(time.monotonic() + seconds, why), _limit.get()
    token = _limit.set(outer if outer and outer.moment <= new.moment else new)
    try:
        yield
    finally:
        _limit.reset(token)


def seconds_left() -> float:
    """Return the seconds until the deadline; infinite without one.

    Raises:
        ModelUnavailable: there are none.
    """
    limit = _limit.get()
    if limit is None:
        return float("inf")
    if (left := limit.moment - time.monotonic()) <= 0:
        raise ModelUnavailable(limit.why)
    return left


class Pause(NamedTuple):
    """Where time comes from; tests hand in a clock that jumps."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def hold(self, seconds: float, why: str) -> float:
        """Wait, telling the listener, and return the seconds waited."""
        listener = wait_listener.get()
        if listener:
            listener(seconds, why)
        self._sleep_through(seconds)
        if listener:
            listener(0.0, "")
        return seconds

    def _sleep_through(self, seconds: float) -> None:
        cancelled = cancel_check.get()
        if cancelled is None:
            self.sleep(seconds)
            return
        left = seconds
        while left > 0:
            _stop_if(cancelled)
            step = min(left, _CANCEL_POLL_SECONDS)
            self.sleep(step)
            left -= step


def _stop_if(cancelled: Callable[[], bool] | None) -> None:
    if cancelled and cancelled():
        message = "The run was cancelled while it waited for the model."
        raise Cancelled(message)


def within(seconds: float, work: Callable[[], R]) -> R:
    """Return what ``work`` returns, or raise ``TimeoutError``: a deadline for the whole, however it trickles.

    The deadline of ``time_limit`` ends it too, as ``ModelUnavailable``. A client's own timeout starts anew
    with every byte. Whoever is too late is left behind in a daemon thread, which can keep neither the run
    nor the process.
    """
    try:
        return awaited(started(work), min(seconds, seconds_left()))
    except TimeoutError:
        seconds_left()
        raise


def started(work: Callable[[], R]) -> "Future[R]":
    """Begin work beside the caller, in the caller's context."""
    outcome: Future[R] = Future()

    def settle() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:  # noqa: BLE001 - raised again by ``result`` below
            outcome.set_exception(error)

    threading.Thread(target=copy_context().run, args=(settle,), daemon=True, name="outside-call").start()
    return outcome


def awaited(outcome: "Future[R]", seconds: float) -> R:
    """Return what the work came to, or raise ``TimeoutError`` when it takes longer; cancelling ends it."""
    deadline = time.monotonic() + seconds
    cancelled = cancel_check.get()
    while not outcome.done():
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        wait([outcome], timeout=min(left, _CANCEL_POLL_SECONDS) if cancelled else left)
        _stop_if(cancelled)
    return outcome.result()


class Turns(Protocol):
    """Promises moments of the caller's clock at which a call is free."""

    def take(self, now: float, latest: float) -> float | None:
        """Promise the next free moment and return it; nothing when it is later than ``latest``."""
        ...

    def give_back(self, turn: float) -> None:
        """Free a promised moment that will not be used."""
        ...

    def used(self, turn: float) -> None:
        """Take note that a promised moment was used."""
        ...


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

    def used(self, turn: float) -> None:
        """Do nothing: the moment counts until its minute is over."""


class CallWindow:
    """A sliding window of calls; whoever finds it full waits outside every lock, up to a deadline."""

    def __init__(self, calls_per_minute: int, pause: Pause | None = None, turns: Turns | None = None) -> None:
        self._pause = pause or Pause()
        self._limit = calls_per_minute
        self._turns = turns or _Turns(calls_per_minute)

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
        self._turns.used(turn)
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
