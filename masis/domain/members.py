"""Members: the people of a workspace, those who are invited, and how each is told from the others."""

import re
from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from masis.domain.person import Role
from masis.domain.value import Value
from masis.errors import InvalidInput

_ADDRESS = re.compile(r"[^\s@<>,;:\"()\\\[\]]{1,64}@[^\s@<>,;:\"()\\\[\]]+\.[^\s@<>,;:\"()\\\[\]]+")
_LONGEST_ADDRESS = 254
"""Characters; RFC 5321, section 4.5.3.1.3."""


class Profile(Value):
    """What a provider says of the person it signed in."""

    issuer: str
    subject: str
    name: str = ""
    address: str = ""
    checked: bool = False
    """Whether the provider made sure that the address is the person's."""


class Member(Value):
    """A person of a workspace."""

    person: str
    name: str
    address: str
    role: Role
    since: datetime


class Invitation(Value):
    """Who may come in as what, at their next sign-in."""

    address: str
    role: Role
    invited_by: str
    at: datetime


class KnownPerson(Value):
    """A person who signed in before, as an administrator sees them."""

    person: str
    name: str
    address: str
    first_seen: datetime
    last_seen: datetime
    shut_out: bool
    workspaces: int


class HeldWorkspace(Value):
    """A workspace as an administrator sees it: how much it holds, not what."""

    workspace_id: str
    name: str
    owners: tuple[str, ...]
    members: int
    documents: int
    runs: int
    created_at: datetime


def address_of(text: str) -> str:
    """Return an e-mail address as it is compared.

    Raises:
        InvalidInput: it is none.
    """
    address = text.strip().casefold()
    if len(address) > _LONGEST_ADDRESS or not _ADDRESS.fullmatch(address):
        message = "Write one e-mail address, for example anna@example.com."
        raise InvalidInput(message)
    return address


def listed_addresses(listed: str) -> frozenset[str]:
    """Return the addresses of a setting, parted by commas, as they are compared."""
    return frozenset(entry.strip().casefold() for entry in listed.split(",") if entry.strip())


def let_in(address: str, admitted: Iterable[str]) -> bool:
    """Whether an address is one of those admitted, or of a domain that is (``@example.com``)."""
    known = address.casefold()
    return any(known.endswith(entry) if entry.startswith("@") else known == entry for entry in admitted)


def labels(people: Iterable[Member]) -> dict[str, str]:
    """Return the name each person goes by, by person; two of one name carry their addresses too."""
    held = tuple(people)
    named = Counter(member.name for member in held)
    return {
        member.person: f"{member.name} ({member.address})"
        if named[member.name] > 1 and member.address
        else member.name
        for member in held
    }
