"""Retry: the one layer that tries a model call again, for faults that pass by themselves."""

from collections.abc import Callable
from typing import TypeVar

from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception_type,
    stop_after_attempt,
    wait_exponential,
    wait_random,
)

from masis.errors import ModelUnavailable
from masis.llm.waiting import Pause

R = TypeVar("R")

_FIRST_WAIT_SECONDS = 0.5
_LONGEST_WAIT_SECONDS = 20.0


class PassingFault(ModelUnavailable):
    """A fault that may be gone at the next try: 429, 5xx, a timeout, a lost connection."""

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        """Keep how long the service asked us to stay away."""
        super().__init__(message)
        self.retry_after = retry_after


_backoff = wait_exponential(multiplier=_FIRST_WAIT_SECONDS, max=_LONGEST_WAIT_SECONDS) + wait_random(
    0, _FIRST_WAIT_SECONDS
)


def _fault(state: RetryCallState) -> PassingFault | None:
    raised = state.outcome.exception() if state.outcome else None
    return raised if isinstance(raised, PassingFault) else None


def _wait(state: RetryCallState) -> float:
    fault = _fault(state)
    if fault and fault.retry_after is not None:
        return fault.retry_after
    return _backoff(state)


def call_with_retries(
    attempt: Callable[[], R], *, attempts: int, max_wait_seconds: float, pause: Pause
) -> tuple[R, float]:
    """Call until it works, the attempts are spent, or the service asks for too long a wait.

    Returns:
        What ``attempt`` returned and the seconds waited between attempts.
    """
    waited = 0.0

    def asks_too_long(state: RetryCallState) -> bool:
        fault = _fault(state)
        return bool(fault and fault.retry_after and fault.retry_after > max_wait_seconds)

    def hold(seconds: float) -> None:
        nonlocal waited
        waited += pause.hold(seconds, "The model service asked for a pause or failed; trying again.")

    retrying = Retrying(
        retry=retry_if_exception_type(PassingFault),
        stop=lambda state: stop_after_attempt(attempts)(state) or asks_too_long(state),
        wait=_wait,
        sleep=hold,
        reraise=True,
    )
    return retrying(attempt), waited
