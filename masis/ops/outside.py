"""Outside: the addresses that notifications are sent to, through Apprise, told of without their secrets."""

import logging
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from threading import get_ident
from typing import TYPE_CHECKING, Protocol
from urllib.parse import quote

from masis.config import Settings
from masis.domain.notifications import Message
from masis.errors import ConfigurationError

if TYPE_CHECKING:
    from apprise import NotifyBase

ADDRESS = "{address}"
"""Stands in an address for that of each person who is told."""
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*)://\S+", re.IGNORECASE)
_ANSWER = re.compile(r"error=(\d{3})\b")
_PLAIN_ADDRESS = re.compile(r"[a-z0-9._+-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+", re.IGNORECASE)
"""Apprise reads others otherwise: ``o'ben@`` as ``ben@``, which is somebody else."""
_EXAMPLE = "anna@example.com"
_MOST_TARGETS = 20
_NOT_INSTALLED = (
    "MASIS_NOTIFY_URLS is set, but what sends notifications is not installed. "
    "Run pip install -r requirements-notify.txt, or unset it to keep them in the app."
)
NOT_ARRIVED = "no connection, or the message was refused"


@dataclass(frozen=True)
class Target:
    """Where notifications go."""

    name: str
    """Its kind and its number among those of that kind; the address itself may hold a secret."""
    url: str = field(repr=False)

    @property
    def personal(self) -> bool:
        """Whether each person who is told gets a message of their own."""
        return ADDRESS in self.url


def targets_of(settings: Settings) -> tuple[Target, ...]:
    """Return where notifications are sent; nothing is imported, connected or checked.

    Raises:
        ConfigurationError: a part is no address; it is named by its place alone.
    """
    if settings.notify_urls is None:
        return ()
    counted: Counter[str] = Counter()
    found = []
    for place, url in enumerate(settings.notify_urls.get_secret_value().split(), start=1):
        scheme = _SCHEME.fullmatch(url)
        if scheme is None or place > _MOST_TARGETS:
            raise _refused(place)
        kind = scheme[1].lower()
        counted[kind] += 1
        found.append(Target(f"{kind[:32]} {counted[kind]}", url))
    return tuple(found)


def _refused(place: int) -> ConfigurationError:
    return ConfigurationError(
        f"MASIS_NOTIFY_URLS: its address number {place} is none that Apprise knows. Write up to "
        f"{_MOST_TARGETS} such as json://127.0.0.1:9000/hook, parted by spaces."
    )


class Sender(Protocol):
    """Sends messages to targets."""

    @property
    def targets(self) -> Sequence[Target]:
        """Where messages can go."""
        ...

    def send(self, target: Target, message: Message, address: str = "") -> str:
        """Send a message, to one person where the target is personal; return why it did not arrive."""
        ...


class Outside:
    """Fills ``Sender`` with Apprise; its own log lines, which may hold addresses, stay unwritten."""

    def __init__(self, targets: Sequence[Target]) -> None:
        """Make what sends to each target.

        Raises:
            ConfigurationError: an address is not one of Apprise's, or Apprise is not installed.
        """
        if not find_spec("apprise"):
            raise ConfigurationError(_NOT_INSTALLED)
        self.targets = tuple(targets)
        self._heard = _Heard()
        log = logging.getLogger("apprise")
        log.propagate = False
        log.addHandler(self._heard)
        logging.getLogger("urllib3").setLevel(logging.INFO)  # below it writes the paths of addresses
        self._channels: dict[str, NotifyBase] = {}
        for place, target in enumerate(self.targets, start=1):
            made = _made(target, _EXAMPLE)
            if made is None:
                raise _refused(place)
            if not target.personal:
                self._channels[target.name] = made

    def send(self, target: Target, message: Message, address: str = "") -> str:
        """Send a message, to one person where the target is personal; return why it did not arrive."""
        from apprise import NotifyFormat, NotifyType

        sends = self._channels.get(target.name) or _made(target, address)
        if sends is None:
            return "the address of this person cannot be written to"
        heard = self._heard.listen()
        try:
            arrived = sends.notify(
                body=message.body,
                title=message.title,
                notify_type=NotifyType.INFO,
                body_format=NotifyFormat.TEXT,
            )
        except Exception as error:  # noqa: BLE001 - a target's own fault must not end the sending of all
            return type(error).__name__
        if arrived:
            return ""
        answer = next((found[1] for said in heard if (found := _ANSWER.search(said))), "")
        return f"the server answered {answer}" if answer else NOT_ARRIVED

    def close(self) -> None:
        """Listen to Apprise's log no more."""
        logging.getLogger("apprise").removeHandler(self._heard)


def is_writable(address: str) -> bool:
    """Whether a person's copy can be sent to an address, and reaches nobody else."""
    return _PLAIN_ADDRESS.fullmatch(address) is not None


def _made(target: Target, address: str) -> "NotifyBase | None":
    """Return what sends to a target, for one person where it is personal; nothing for what cannot be."""
    from apprise import Apprise

    url = target.url
    if target.personal:
        if not is_writable(address):
            return None
        url = url.replace(ADDRESS, quote(address, safe=""))
    made = Apprise.instantiate(url)
    return made or None


class _Heard(logging.Handler):
    """Keeps what Apprise says in the thread that sends: its answer is only whether it worked."""

    def __init__(self) -> None:
        """Hear nothing yet."""
        super().__init__(logging.WARNING)
        self._said: dict[int, list[str]] = {}

    def listen(self) -> Sequence[str]:
        """Return what is said from now on in this thread."""
        said = self._said[get_ident()] = []
        return said

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self._said.get(get_ident(), []).append(record.getMessage())
