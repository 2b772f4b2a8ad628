"""Faults: what an endpoint's errors mean, in a sentence that holds no secret, and which are tried again."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeVar
from urllib.parse import urlsplit

from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception_type,
    stop_after_attempt,
    wait_exponential,
    wait_random,
)

from masis.errors import ConfigurationError, ModelUnavailable
from masis.llm.structured import FormatRefused
from masis.llm.waiting import Pause

R = TypeVar("R")

_FIRST_WAIT_SECONDS = 0.5
_LONGEST_WAIT_SECONDS = 20.0
_DETAIL_CHARS = 160
_MASK = "[hidden]"
_SECRET_SHAPES = re.compile(r"(?i)\b(?:sk|pk|key|rk)-[\w.*-]{4,}|\bBearer\s+\S+|(?<=//)[^/@\s]+(?=@)")
_PASSING_STATUS = frozenset({408, 409, 425, 429})
_FORMAT_STATUS = frozenset({400, 422, 501})
_TOO_LONG = ("context_length_exceeded", "context length", "context window", "prompt is too long")
_NOT_OURS = "answered, but not as an OpenAI-compatible service does. Please check OPENAI_BASE_URL."


class PassingFault(ModelUnavailable):
    """A fault that may be gone at the next try: 429, 5xx, a timeout, a lost connection."""

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
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


class Endpoint(NamedTuple):
    """Whom we talk to, and what must never be repeated."""

    url: str
    model: str
    timeout_seconds: float
    secrets: tuple[str, ...] = ()

    @property
    def host(self) -> str:
        """The address as people may see it: no path, no user, no password."""
        parts = urlsplit(self.url)
        return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)

    @property
    def key(self) -> str:
        """What the rung memory remembers an endpoint and model by."""
        return f"{self.host} {self.model}"

    def hidden(self, text: str) -> str:
        """Return a short one-line version of a service's words without anything secret."""
        for secret in self.secrets:
            text = text.replace(secret, _MASK)
        return " ".join(_SECRET_SHAPES.sub(_MASK, text).split())[:_DETAIL_CHARS]


def checked_url(url: str) -> str:
    """Return the address when it can be one; otherwise say what one looks like."""
    try:
        parts = urlsplit(url)
        fits = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        fits = False
    if not fits:
        message = "OPENAI_BASE_URL is not an address such as http://localhost:11434/v1."
        raise ConfigurationError(message)
    return url


class VendorFault(NamedTuple):
    """A client's error without the client's classes."""

    kind: Literal["timeout", "unreachable", "status", "unreadable"]
    status: int = 0
    code: str | None = None
    message: str = ""
    headers: Mapping[str, str] = MappingProxyType({})

    @property
    def too_long(self) -> bool:
        """Whether the request did not fit the model's context."""
        said = f"{self.code} {self.message}".lower()
        return any(sign in said for sign in _TOO_LONG)

    @property
    def retry_after(self) -> float | None:
        """How long the service asks us to stay away; dates and nonsense count as not said."""
        for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
            try:
                seconds = float(self.headers[name]) * unit
            except (KeyError, ValueError):
                continue
            if 0 <= seconds < float("inf"):
                return seconds
        return None


def translated(fault: VendorFault, endpoint: Endpoint, *, formatted: bool) -> ModelUnavailable:
    """Return our error for a vendor's; ``formatted`` says that a reply format was asked for."""
    host = endpoint.host
    if fault.kind == "timeout":
        return PassingFault(f"{host} did not answer within {endpoint.timeout_seconds:g} seconds.")
    if fault.kind == "unreachable":
        return PassingFault(f"{host} cannot be reached.")
    if fault.kind == "status":
        return _by_status(fault, endpoint, formatted=formatted)
    return ModelUnavailable(f"{host} {_NOT_OURS}")


def _by_status(fault: VendorFault, endpoint: Endpoint, *, formatted: bool) -> ModelUnavailable:
    host, status = endpoint.host, fault.status
    if status in {401, 403}:
        return ModelUnavailable(f"{host} refused the key ({status}). Please check OPENAI_API_KEY.")
    if status == 404:
        what = f"{host} does not know the model {endpoint.model} or the address is wrong (404)."
        return ModelUnavailable(f"{what} Please check MASIS_MODEL_* and OPENAI_BASE_URL.")
    if status == 429 and fault.code == "insufficient_quota":
        return ModelUnavailable(f"The account's quota at {host} is used up (429).")
    if status in _PASSING_STATUS or (status >= 500 and status != 501):
        return PassingFault(f"{host} is busy or failing ({status}).", retry_after=fault.retry_after)
    if fault.too_long:
        return ModelUnavailable(f"The question and its passages are too long for {endpoint.model}.")
    refused = FormatRefused if formatted and status in _FORMAT_STATUS else ModelUnavailable
    return refused(f"{host} refused the request ({status}): {endpoint.hidden(fault.message)}")
