"""Waiting: where a model call pauses or is waited for, seen by the run and open to its cancel button."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextvars import ContextVar, copy_context
from typing import NamedTuple, TypeVar

from masis.errors import Cancelled

R = TypeVar("R")

WaitListener = Callable[[float, str], None]

wait_listener: ContextVar[WaitListener | None] = ContextVar("wait_listener", default=None)
"""Told ``(seconds, why)`` before a wait and ``(0.0, "")`` when work goes on."""

cancel_check: ContextVar[Callable[[], bool] | None] = ContextVar("cancel_check", default=None)
"""Asked during a wait; true ends it with ``Cancelled``."""

_CANCEL_POLL_SECONDS = 0.25


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

    A client's own timeout starts anew with every byte. Whoever is too late is left behind in a daemon
    thread, which can keep neither the run nor the process.
    """
    return awaited(started(work), seconds)


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
