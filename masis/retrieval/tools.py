"""Tools: what the researcher may search with, and how an operator's own are found.

A tool is any object with a ``name``, a ``when_to_use`` and a ``search``. ``documents`` and ``web`` ship with
MASIS; ``MASIS_TOOLS=package.module:factory`` adds others, where ``factory()`` returns a tool or several.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Protocol, runtime_checkable
from urllib.parse import urlsplit

from masis.domain.evidence import WEB_LABEL, EvidenceChunk, EvidenceSelection
from masis.domain.printable import printable, single_line
from masis.domain.run.research import DOCUMENTS_OFFER
from masis.errors import ConfigurationError

LONGEST_PASSAGE = 1500
_LONGEST_TITLE = 200
_LONGEST_URL = 2000
_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")


@runtime_checkable
class Tool(Protocol):
    """One place to search."""

    name: str
    when_to_use: str

    def search(self, workspace_id: str, question: str, limit: int) -> Sequence[EvidenceChunk]:
        """Return at most ``limit`` passages, unscored ones included; see ``passage``."""
        ...


class Retrieves(Protocol):
    """What the documents are searched with."""

    def retrieve(
        self, workspace_id: str, question: str, gap_questions: tuple[str, ...], *, retry: bool
    ) -> EvidenceSelection:
        """Return the evidence that qualifies."""
        ...


class Documents:
    """The workspace's documents as a tool, for whoever wants nothing but their passages."""

    name = DOCUMENTS_OFFER.name
    when_to_use = DOCUMENTS_OFFER.when_to_use

    def __init__(self, retriever: Retrieves) -> None:
        self._retriever = retriever

    def search(self, workspace_id: str, question: str, limit: int) -> tuple[EvidenceChunk, ...]:
        """Return the best passages that qualify."""
        return self._retriever.retrieve(workspace_id, question, (), retry=False).evidence[:limit]


def passage(
    workspace_id: str, *, title: str, text: str, url: str = "", published: str = "", seen_on: str = ""
) -> EvidenceChunk:
    """Return something found outside the documents as a passage, under an id that stays the same."""
    body = shortened(printable(str(text)))
    address = safe_url(url)
    host = host_of(address)
    name = single_line(str(title))[:_LONGEST_TITLE] or host or "Untitled"
    return EvidenceChunk(
        chunk_id="w" + _digest(address or name, body),
        workspace_id=workspace_id,
        document_id="web-" + _digest(address or name),
        version_id="",
        document_title=name,
        text=body,
        page_number=1,
        page_label=f"{WEB_LABEL}{host or 'no address'}",
        char_start=0,
        char_end=len(body),
        source="web",
        url=address,
        document_date=published,
        seen_on=seen_on,
    )


def safe_url(url: str) -> str:
    """Return a web address without spaces or credentials; empty for everything that is none."""
    try:
        parts = urlsplit("".join(printable(str(url)).split()))
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    if parts.scheme not in {"http", "https"} or not host:
        return ""
    named = f"[{host}]" if ":" in host else host
    return parts._replace(netloc=f"{named}:{port}" if port else named).geturl()[:_LONGEST_URL]


def host_of(url: str) -> str:
    """Return the host of a web address without ``www.``."""
    return (urlsplit(url).hostname or "").removeprefix("www.")


def shortened(text: str, limit: int = LONGEST_PASSAGE) -> str:
    """Return the text, cut at the end of a sentence or word when it is too long to be one passage."""
    text = re.sub(r"\n{3,}", "\n\n", re.sub(r"[^\S\n]+", " ", text)).strip()
    if len(text) <= limit:
        return text
    head = text[:limit]
    ends = [found.end() for found in re.finditer(r"[.!?](?=\s)", head)]
    cut = ends[-1] if ends and ends[-1] > limit // 2 else head.rfind(" ")
    return head[: cut if cut > 0 else limit].rstrip()


def load_tools(names: str) -> tuple[Tool, ...]:
    """Load an operator's tools, ``package.module:factory`` separated by commas.

    Raises:
        ConfigurationError: one of them cannot be loaded or is no tool; the message says which and why.
    """
    tools = [tool for name in names.split(",") if name.strip() for tool in _made(name.strip())]
    seen = {"documents", "web"}
    for tool in tools:
        if tool.name in seen:
            message = f"MASIS_TOOLS names two tools “{tool.name}”, or one that MASIS brings itself."
            raise ConfigurationError(message)
        seen.add(tool.name)
    return tuple(tools)


def _made(name: str) -> tuple[Tool, ...]:
    module, _, factory = name.partition(":")
    try:
        made = getattr(import_module(module), factory)()
    except Exception as error:  # an operator's file may fail in any way
        message = f"MASIS_TOOLS: {name} cannot be loaded ({type(error).__name__}: {error})."
        raise ConfigurationError(message) from error
    tools = tuple(made) if isinstance(made, Iterable) else (made,)
    if not all(_is_tool(tool) for tool in tools):
        message = (
            f"MASIS_TOOLS: {name} did not return a tool. A tool has a name of small letters, a when_to_use, "
            "and search(workspace_id, question, limit)."
        )
        raise ConfigurationError(message)
    return tools


def _is_tool(thing: object) -> bool:
    return (
        isinstance(thing, Tool)
        and isinstance(thing.name, str)
        and isinstance(thing.when_to_use, str)
        and bool(_NAME.fullmatch(thing.name))
    )


def _digest(*parts: str) -> str:
    return hashlib.blake2b("\x1f".join(parts).encode("utf-8", "replace"), digest_size=6).hexdigest()
