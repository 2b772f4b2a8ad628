"""Prompts as Markdown files, rendered strictly."""

import hashlib
from functools import cache
from pathlib import Path
from string import Template
from typing import NamedTuple

_FOLDER = Path(__file__).parent
_USER_PART = "\n=== user ===\n"


class Prompt(NamedTuple):
    """The two messages of one request."""

    system: str
    user: str
    version: str = ""
    """Name of the file and a hash of its text: ``critic 5f2c9a01``."""


class _File(NamedTuple):
    system: Template
    user: Template
    version: str


@cache
def _file(name: str) -> _File:
    """Split a file before anything is filled in, so that no document text can move the border."""
    text = (_FOLDER / f"{name}.md").read_text(encoding="utf-8")
    system, user = text.split(_USER_PART)
    digest = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
    return _File(Template(system.strip()), Template(user.strip()), f"{name} {digest}")


def render(name: str, **values: str) -> Prompt:
    """Fill a prompt file; a value missing or left over is a ``KeyError``."""
    system, user, version = _file(name)
    wanted = {*system.get_identifiers(), *user.get_identifiers()}
    if wanted != values.keys():
        message = f"prompt {name}: {sorted(wanted ^ values.keys())} missing or unknown"
        raise KeyError(message)
    return Prompt(system.substitute(values), user.substitute(values), version)
