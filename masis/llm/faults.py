"""Faults: what an endpoint's errors mean, in a sentence that holds no secret."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from masis.errors import ModelUnavailable
from masis.llm.retry import PassingFault
from masis.llm.structured import FormatRefused

_DETAIL_CHARS = 160
_MASK = "[hidden]"
_SECRET_SHAPES = re.compile(r"(?i)\b(?:sk|pk|key|rk)-[\w.*-]{4,}|\bBearer\s+\S+|(?<=//)[^/@\s]+(?=@)")
_PASSING_STATUS = frozenset({408, 409, 425, 429})
_FORMAT_STATUS = frozenset({400, 422, 501})
_NOT_OURS = "answered, but not as an OpenAI-compatible service does. Please check OPENAI_BASE_URL."


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
        name = parts.hostname or "the model endpoint"
        try:
            return f"{name}:{parts.port}" if parts.port else name
        except ValueError:
            return name

    @property
    def key(self) -> str:
        """What the rung memory remembers an endpoint and model by."""
        return f"{self.host} {self.model}"

    def hidden(self, text: str) -> str:
        """Return a short one-line version of a service's words without anything secret."""
        for secret in self.secrets:
            text = text.replace(secret, _MASK)
        return " ".join(_SECRET_SHAPES.sub(_MASK, text).split())[:_DETAIL_CHARS]


def translated(error: Exception, endpoint: Endpoint, *, formatted: bool) -> ModelUnavailable:
    """Return our error for a vendor's; ``formatted`` says that a reply format was asked for."""
    import openai

    host = endpoint.host
    if isinstance(error, openai.APITimeoutError):
        return PassingFault(f"{host} did not answer within {endpoint.timeout_seconds:g} seconds.")
    if isinstance(error, openai.APIStatusError):
        return _by_status(error.status_code, error, endpoint, formatted=formatted)
    if isinstance(error, openai.APIConnectionError):
        return PassingFault(f"{host} cannot be reached.")
    return ModelUnavailable(f"{host} {_NOT_OURS}")


def _by_status(status: int, error: Exception, endpoint: Endpoint, *, formatted: bool) -> ModelUnavailable:
    host, detail = endpoint.host, endpoint.hidden(str(getattr(error, "message", "")))
    if status in {401, 403}:
        return ModelUnavailable(f"{host} refused the key ({status}). Please check OPENAI_API_KEY.")
    if status == 404:
        what = f"{host} does not know the model {endpoint.model} or the address is wrong (404)."
        return ModelUnavailable(f"{what} Please check MASIS_MODEL_* and OPENAI_BASE_URL.")
    if status == 429 and getattr(error, "code", None) == "insufficient_quota":
        return ModelUnavailable(f"The account's quota at {host} is used up (429).")
    if status in _PASSING_STATUS or (status >= 500 and status != 501):
        return PassingFault(f"{host} is busy or failing ({status}).", retry_after=_retry_after(error))
    if "context" in type(error).__name__.lower():
        return ModelUnavailable(f"The question and its passages are too long for {endpoint.model}: {detail}")
    refused = FormatRefused if formatted and status in _FORMAT_STATUS else ModelUnavailable
    return refused(f"{host} refused the request ({status}): {detail}")


def _retry_after(error: Exception) -> float | None:
    """Read how long to stay away; dates and nonsense count as not said."""
    headers = getattr(getattr(error, "response", None), "headers", {})
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) * unit
        except (KeyError, ValueError):
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    return None
