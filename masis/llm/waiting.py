"""Waiting: the one place where a model call pauses, seen by the run and open to its cancel button."""

import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import NamedTuple

from masis.errors import Cancelled

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
            if cancelled():
                message = "The run was cancelled while it waited for the model."
                raise Cancelled(message)
            step = min(left, _CANCEL_POLL_SECONDS)
            self.sleep(step)
            left -= step
