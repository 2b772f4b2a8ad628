"""Faults: what an endpoint's errors mean, in a sentence that holds no secret, and which are tried again."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeVar

from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception_type,
    stop_after_attempt,
    wait_exponential,
    wait_random,
)

from masis.errors import ContextTooLong, ModelRefused, ModelUnavailable
from masis.llm.endpoints import Endpoint
from masis.llm.structured import FormatRefused
from masis.llm.waiting import Pause, seconds_left

R = TypeVar("R")

_FIRST_WAIT_SECONDS = 0.5
_LONGEST_WAIT_SECONDS = 20.0
MOST_REPLY_BYTES = 2 * 1024 * 1024
"""A reply of 16,000 tokens, the most a setting allows, is below 100 kB; anything near this is no answer."""

_FORMAT_STATUS = frozenset({400, 404, 415, 422, 500, 501})
"""What servers without a reply format answer to one: llama.cpp's own server says 500, others 404 or 415."""
_DOUBTFUL_STATUS = frozenset({404, 500})
"""The same from a server that has answered this way of asking before means a fault of another kind."""
_STREAM_STATUS = frozenset({400, 404, 415, 422, 501})
"""What servers that cannot stream answer to a request to do so, where they do not just send it whole."""
_PARAMETER_STATUS = frozenset({400, 422})
_PASSING_STATUS = frozenset({408, 409, 425, 429})
_FORMATS = frozenset({"response_format", "tools", "tool_choice"})
_TOO_LONG = (
    "context_length_exceeded",
    "exceed_context_size",
    "context length",
    "context window",
    "context size",
    "maximum context",
    "prompt is too long",
)
_FILTERED = frozenset({"content_filter", "content_policy_violation"})
_NO_CREDIT = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
_NO_MODEL = frozenset({"model_not_found", "deploymentnotfound"})
_MODEL_MISSING = re.compile(
    r"(?i)\bmodel\b.{0,120}\b(?:not found|does(?: not|n't) exist|is not loaded)"
    r"|(?:unknown|no such|invalid) model\b"
)
_WINDOW = re.compile(r"(?i)(?:context (?:length|window|size)|n_ctx)\D{0,20}(\d{3,8})\b")
_NOT_OURS = "answered, but not as an OpenAI-compatible service does"


class PassingFault(ModelUnavailable):
    """A fault that may be gone at the next try: 429, 5xx, a timeout, a lost connection."""

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ParameterRefused(ModelUnavailable):
    """The model does not take one of the parameters sent; the same request without it may do."""

    def __init__(self, message: str, parameter: str) -> None:
        super().__init__(message)
        self.parameter = parameter


class StreamRefused(ModelUnavailable):
    """The server sends no replies word by word, or not to their end; a reply asked for whole may come."""

    def __init__(self, message: str, *, lasting: bool) -> None:
        super().__init__(message)
        self.lasting = lasting


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
        most = min(max_wait_seconds, seconds_left())
        return bool(fault and fault.retry_after and fault.retry_after > most)

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


class VendorFault(NamedTuple):
    """A client's error without the client's classes."""

    kind: Literal["timeout", "unreachable", "broken_off", "status", "unreadable", "too_much"]
    status: int = 0
    code: str | None = None
    """The code and the type of the error, one after the other."""
    message: str = ""
    headers: Mapping[str, str] = MappingProxyType({})
    parameter: str | None = None

    @property
    def too_long(self) -> bool:
        """Whether the request did not fit the model's context."""
        said = f"{self.code} {self.message}".lower()
        return any(sign in said for sign in _TOO_LONG)

    @property
    def signs(self) -> frozenset[str]:
        """The words of the code."""
        return frozenset((self.code or "").lower().split())

    @property
    def no_model(self) -> bool:
        """Whether the server knows no model of this name."""
        said = self.status in {400, 404} and _MODEL_MISSING.search(self.message)
        return bool(said or self.signs & _NO_MODEL)

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

    def refused(self, sent: frozenset[str]) -> str | None:
        """Return the parameter among those sent that the server names as the fault."""
        if self.status not in _PARAMETER_STATUS:
            return None
        if self.parameter in sent:
            return self.parameter
        named = [name for name in sent if re.search(rf"\b{name}\b", self.message)]
        return min(named, key=self.message.find) if named else None


def translated(
    fault: VendorFault, endpoint: Endpoint, sent: frozenset[str] = frozenset(), *, proven: bool = False
) -> ModelUnavailable:
    """Return our error for a vendor's, in the server's words without its secrets.

    ``sent`` are the parameters beside the messages; ``proven`` says that this way of asking has worked here.
    """
    host, words = endpoint.host, _quoted(endpoint.hidden(fault.message))
    if fault.kind == "timeout":
        return ModelUnavailable(f"{host} gave no whole answer in {endpoint.timeout_seconds:g} seconds.")
    if fault.kind == "unreachable":
        return PassingFault(f"{host} cannot be reached{words}. Please check {endpoint.url_variable}.")
    if fault.kind == "broken_off":
        return PassingFault(f"{host} broke off in the middle of its answer{words}.")
    if fault.kind == "too_much":
        most = MOST_REPLY_BYTES // 1024**2
        return ModelUnavailable(f"{host} sent more than {most} MB; the reply was not read to its end.")
    if fault.kind == "status":
        return _lasting(fault, endpoint, words) or _by_status(fault, endpoint, sent, words, proven=proven)
    return ModelUnavailable(f"{host} {_NOT_OURS}{words}. Please check {endpoint.url_variable}.")


def _quoted(words: str) -> str:
    """Return a service's words behind a colon; a page of HTML says nothing to a reader."""
    return f": {words.rstrip('. ')}" if words and not words.startswith("<") else ""


def _lasting(fault: VendorFault, endpoint: Endpoint, words: str) -> ModelUnavailable | None:
    """Return the error for a cause that neither another format nor another try can mend."""
    host, status = endpoint.host, fault.status
    if fault.too_long:
        return _too_long(fault, endpoint, words)
    if fault.signs & _FILTERED:
        return ModelRefused(f"The content filter of {host} stopped the request ({status}){words}.")
    if fault.signs & _NO_CREDIT or status == 402:
        return ModelUnavailable(f"The account's quota at {host} is used up ({status}){words}.")
    if status in {401, 403}:
        check = f"Please check {endpoint.key_variable}."
        return ModelUnavailable(f"{host} refused the key ({status}){words}. {check}")
    return _unknown_model(fault, endpoint, words) if fault.no_model else None


def _too_long(fault: VendorFault, endpoint: Endpoint, words: str) -> ContextTooLong:
    error = ContextTooLong(
        f"The question and its passages are too long for {endpoint.model} ({fault.status}){words}."
    )
    window = _WINDOW.search(fault.message)
    error.window_tokens = int(window[1]) if window else None
    return error


def _unknown_model(fault: VendorFault, endpoint: Endpoint, words: str) -> ModelUnavailable:
    what = f"{endpoint.host} does not know the model {endpoint.model} or this address ({fault.status})"
    return ModelUnavailable(
        f"{what}{words}. Please check {endpoint.model_variable} and {endpoint.url_variable}."
    )


def _by_status(
    fault: VendorFault, endpoint: Endpoint, sent: frozenset[str], words: str, *, proven: bool
) -> ModelUnavailable:
    host, status = endpoint.host, fault.status
    refused = f"{host} refused the request ({status}){words}."
    named = fault.refused(sent)
    if named and named not in _FORMATS:
        return ParameterRefused(refused, named)
    doubtful = proven and status in _DOUBTFUL_STATUS
    if sent & _FORMATS and status in _FORMAT_STATUS and not doubtful:
        return FormatRefused(refused)
    if "stream" in sent and status in _STREAM_STATUS and not proven:
        return StreamRefused(refused, lasting=True)
    if status == 404:
        return _unknown_model(fault, endpoint, words)
    if status in _PASSING_STATUS or (status >= 500 and status != 501):
        return PassingFault(f"{host} is busy or failing ({status}){words}.", retry_after=fault.retry_after)
    return ModelUnavailable(refused)
