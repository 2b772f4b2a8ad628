"""Prompts as Markdown files, rendered strictly."""

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


@cache
def _parts(name: str) -> tuple[Template, Template]:
    """Split a file before anything is filled in, so that no document text can move the border."""
    system, user = (_FOLDER / f"{name}.md").read_text(encoding="utf-8").split(_USER_PART)
    return Template(system.strip()), Template(user.strip())


def render(name: str, **values: str) -> Prompt:
    """Fill a prompt file; a value missing or left over is a ``KeyError``."""
    parts = _parts(name)
    wanted = {identifier for part in parts for identifier in part.get_identifiers()}
    if wanted != values.keys():
        message = f"prompt {name}: {sorted(wanted ^ values.keys())} missing or unknown"
        raise KeyError(message)
    return Prompt(*(part.substitute(values) for part in parts))
