"""Endpoints: which server and model answer for a role, and what of them may be shown."""

import re
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from masis.config import OFFICIAL_URL, Settings
from masis.errors import ConfigurationError

Role = Literal["synthesizer", "critic", "evaluator", "orchestrator"]
ROLES: dict[Role, str] = {
    "synthesizer": "model_writer",
    "critic": "model_auditor",
    "evaluator": "model_judge",
    "orchestrator": "model_desk",
}
"""The settings of each role: its model; address and key have the same name with an ending."""

_DETAIL_CHARS = 160
_MASK = "[hidden]"
_SECRET_SHAPES = re.compile(
    r"(?i)\b(?:sk|pk|key|rk)-[\w.*-]{4,}|\bBearer\s+\S+|(?<=//)[^/@\s]+(?=@)|[^\s'\"]*\*{2,}[^\s'\"]*"
)
"""Keys by their beginning, tokens, passwords in addresses, and keys that a server has half starred out."""


class Endpoint(NamedTuple):
    """Whom we talk to, and what must never be repeated."""

    url: str
    model: str
    timeout_seconds: float
    secrets: tuple[str, ...] = ()
    setting: str = "model_writer"
    own_address: bool = False
    own_key: bool = False

    @property
    def host(self) -> str:
        """The address as people may see it: no path, no user, no password."""
        parts = urlsplit(self.url)
        return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)

    @property
    def official(self) -> bool:
        """Whether this is OpenAI's own server."""
        return urlsplit(self.url).hostname == urlsplit(OFFICIAL_URL).hostname

    @property
    def key(self) -> str:
        """What the memory of servers knows an endpoint and model by."""
        return f"{self.host} {self.model}"

    @property
    def url_variable(self) -> str:
        """The variable that holds the address."""
        return f"MASIS_{self.setting.upper()}_BASE_URL" if self.own_address else "OPENAI_BASE_URL"

    @property
    def key_variable(self) -> str:
        """The variable that holds the key."""
        own = self.own_key or (self.own_address and not self.secrets)
        return f"MASIS_{self.setting.upper()}_API_KEY" if own else "OPENAI_API_KEY"

    @property
    def model_variable(self) -> str:
        """The variable that holds the name of the model."""
        return f"MASIS_{self.setting.upper()}"

    def hidden(self, text: str) -> str:
        """Return a short one-line version of a service's words without anything secret."""
        for secret in self.secrets:
            text = text.replace(secret, _MASK)
        return " ".join(_SECRET_SHAPES.sub(_MASK, text).split())[:_DETAIL_CHARS]


def endpoint_of(settings: Settings, role: Role) -> tuple[Endpoint, str]:
    """Return a role's endpoint and its key, which is empty where the server has none.

    Raises:
        ConfigurationError: the address is none.
    """
    part = ROLES[role]
    url, key = settings.address_and_key(part)
    own_address = bool(getattr(settings, f"{part}_base_url"))
    variable = f"MASIS_{part.upper()}_BASE_URL" if own_address else "OPENAI_BASE_URL"
    secrets = tuple(secret for secret in (key, urlsplit(checked_url(url, variable)).password) if secret)
    own_key = bool(getattr(settings, f"{part}_api_key"))
    model, timeout = getattr(settings, part), settings.model_timeout_seconds
    return Endpoint(url, model, timeout, secrets, part, own_address, own_key), key


def checked_url(url: str, variable: str = "OPENAI_BASE_URL") -> str:
    """Return the address when it can be one; otherwise say what one looks like."""
    try:
        parts = urlsplit(url)
        fits = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        fits = False
    if not fits:
        message = f"{variable} is not an address such as http://localhost:11434/v1."
        raise ConfigurationError(message)
    return url
