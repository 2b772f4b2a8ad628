"""Contents: the table of contents of documents, each entry under a short label, within a budget."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from math import fsum
from typing import Literal, NamedTuple

from masis.domain.evidence import SUB_SECTION, Chunk, place_of
from masis.domain.language.questions import parse
from masis.domain.language.words import concepts
from masis.domain.profile import DocumentProfile
from masis.domain.value import Value

OUTLINE_CHARS = 6000
"""What an outline may take of a prompt."""
MOST_DOCUMENTS = 12
"""Documents whose contents are shown; more are only counted."""
_LONGEST_NAME = 90
_FENCE_SIGNS = str.maketrans({"<": "(", ">": ")", "|": "/", "[": "(", "]": ")"})
_LABEL = re.compile(r"D\s?(\d{1,4})(?:\s?\.\s?(\d{1,5}))?\Z", re.IGNORECASE)


class Entry(Value):
    """A section or a table of a document, with the passages that are it."""

    kind: Literal["section", "table"]
    name: str
    first_page: str
    """Its printed label."""
    last_page: str
    chunk_ids: tuple[str, ...]
    """In reading order."""


class PagePassages(Value):
    """The passages of one page."""

    number: int
    label: str
    chunk_ids: tuple[str, ...]


class Contents(Value):
    """What one document version holds, in reading order."""

    entries: tuple[Entry, ...]
    pages: tuple[PagePassages, ...]


class ListedDocument(Value):
    """A document as the outline names it."""

    document_id: str
    version_id: str
    profile: DocumentProfile
    contents: Contents


class Opened(NamedTuple):
    """What a label names: where, as people say it, and its passages."""

    version_id: str
    said: str
    chunk_ids: tuple[str, ...]


class Outline(Value):
    """The contents of a workspace's documents as a planner reads them; labels are ``D2`` and ``D2.14``."""

    text: str
    documents: tuple[ListedDocument, ...]

    def named(self, label: str, page: str = "") -> Opened | None:
        """Return what a label names, or a page of its document; ``None`` where there is no such thing."""
        found = _LABEL.match(label.strip().strip("[]() "))
        if found is None or not 0 < int(found[1]) <= len(self.documents):
            return None
        document = self.documents[int(found[1]) - 1]
        if page:
            return _page(document, page)
        if found[2] is None or not 0 < int(found[2]) <= len(document.contents.entries):
            return None
        entry = document.contents.entries[int(found[2]) - 1]
        said = f"{_title(document)}: {_plain(entry.name)}, {_pages(entry)}"
        return Opened(document.version_id, said, entry.chunk_ids)


def contents_of(chunks: Sequence[Chunk]) -> Contents:
    """Return the sections, tables and pages that a document's passages, in reading order, are.

    Passages that follow each other under one heading are a section; the row groups of a table are one
    entry. Passages that read like an order to a model are left out: none is shown.
    """
    sections: dict[str, list[Chunk]] = {}
    tables: dict[tuple[str, str], list[Chunk]] = {}
    pages: dict[int, list[Chunk]] = {}
    placed: dict[tuple[str, ...], int] = {}
    for at, chunk in enumerate(chunk for chunk in chunks if not chunk.flagged):
        pages.setdefault(chunk.page_number, []).append(chunk)
        if chunk.heading:
            sections.setdefault(chunk.heading, []).append(chunk)
            placed.setdefault((chunk.heading,), at)
        if chunk.table is not None:
            key = (chunk.table.title or _innermost(chunk.heading), chunk.page_label)
            tables.setdefault(key, []).append(chunk)
            placed.setdefault(key, at)
    found = [
        (placed[heading,], 0, _entry("section", _innermost(heading), own))
        for heading, own in sections.items()
    ]
    found += [(placed[key], 1, _entry("table", key[0], own)) for key, own in tables.items() if key[0]]
    found.sort(key=lambda item: item[:2])
    return Contents(
        entries=tuple(entry for *_, entry in found),
        pages=tuple(
            PagePassages(
                number=number, label=own[0].page_label, chunk_ids=tuple(chunk.chunk_id for chunk in own)
            )
            for number, own in sorted(pages.items())
        ),
    )


def outline_of(
    question: str, documents: Sequence[ListedDocument], budget_chars: int = OUTLINE_CHARS
) -> Outline:
    """Return an outline within a budget: the documents first, then the entries most like the question.

    ``documents`` are in the order in which they matter. What is shown of each keeps its reading order, and an
    entry's label is the same however much is shown around it.
    """
    shown = documents[:MOST_DOCUMENTS]
    heads = [_head(number, document) for number, document in enumerate(shown, 1)]
    left = len(documents) - len(shown)
    more = f"and {left} more documents, which a search finds" if left else ""
    room = budget_chars - sum(len(head) + 1 for head in heads) - len(more)
    lines = {
        (number, at): f"  D{number}.{at} {_line(entry)}"
        for number, document in enumerate(shown, 1)
        for at, entry in enumerate(document.contents.entries, 1)
    }
    kept: set[tuple[int, int]] = set()
    for place in _by_likeness(question, shown):
        if len(lines[place]) + 1 <= room:
            kept.add(place)
            room -= len(lines[place]) + 1
    told: list[str] = []
    for number, head in enumerate(heads, 1):
        own = [lines[place] for place in sorted(kept) if place[0] == number]
        told += [head, *own]
    return Outline(text="\n".join([*told, more] if more else told)[:budget_chars], documents=tuple(shown))


def _by_likeness(question: str, documents: Sequence[ListedDocument]) -> list[tuple[int, int]]:
    """Return the places of all entries, those first that share rare words with the question."""
    wanted = frozenset(term for part in parse(question).parts for term in part.terms)
    words = {
        (number, at): frozenset(concepts(entry.name))
        for number, document in enumerate(documents, 1)
        for at, entry in enumerate(document.contents.entries, 1)
    }
    common: Counter[str] = Counter(word for held in words.values() for word in held & wanted)
    likeness = {place: fsum(1 / common[word] for word in held & wanted) for place, held in words.items()}
    kinds = {place: _entry_at(documents, place).kind == "section" for place in words}
    return sorted(words, key=lambda place: (-likeness[place], kinds[place], place[1], place[0]))


def _entry_at(documents: Sequence[ListedDocument], place: tuple[int, int]) -> Entry:
    return documents[place[0] - 1].contents.entries[place[1] - 1]


def _page(document: ListedDocument, asked: str) -> Opened | None:
    wanted = asked.casefold().strip().removeprefix("page").removeprefix("p.").strip()
    pages = document.contents.pages
    found = next((page for page in pages if page.label.casefold() == wanted), None)
    found = found or next((page for page in pages if str(page.number) == wanted), None)
    if found is None:
        return None
    said = f"{_title(document)}: {place_of(found.label)}"
    return Opened(document.version_id, said, found.chunk_ids)


def _entry(kind: Literal["section", "table"], name: str, chunks: Sequence[Chunk]) -> Entry:
    return Entry(
        kind=kind,
        name=name,
        first_page=chunks[0].page_label,
        last_page=chunks[-1].page_label,
        chunk_ids=tuple(dict.fromkeys(chunk.chunk_id for chunk in chunks)),
    )


def _head(number: int, document: ListedDocument) -> str:
    profile = document.profile
    scale = f"in {profile.scale:,f}s" if profile.scale != 1 else ""
    period = f"fiscal {profile.fiscal_year}" if profile.fiscal_year else ""
    quarter = f"Q{profile.quarter}" if profile.quarter else ""
    told = [
        _title(document),
        profile.organisation,
        profile.kind.replace("_", " "),
        " ".join(filter(None, (quarter, period))),
        " ".join(filter(None, (profile.currency, scale))),
        _counted(document.contents.pages),
    ]
    return f"D{number} " + " | ".join(_plain(part) for part in told if part)


def _counted(pages: Sequence[PagePassages]) -> str:
    return f"{len(pages)} pages" if len(pages) != 1 else "1 page"


def _line(entry: Entry) -> str:
    return f"{'table: ' if entry.kind == 'table' else ''}{_plain(entry.name)}, {_pages(entry)}"


def _pages(entry: Entry) -> str:
    if entry.first_page == entry.last_page:
        return place_of(entry.first_page)
    return f"{place_of(entry.first_page)} to {entry.last_page}"


def _title(document: ListedDocument) -> str:
    return _plain(document.profile.title) or "Untitled"


def _innermost(heading: str) -> str:
    return heading.rsplit(SUB_SECTION, maxsplit=1)[-1]


def _plain(text: str) -> str:
    """Keep a title from looking like a line or a label of ours, and short."""
    return _cut(" ".join(text.translate(_FENCE_SIGNS).split()))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1].rstrip()}…"


def most_alike(question: str, chunks: Iterable[Chunk], budget_chars: int) -> tuple[Chunk, ...]:
    """Return the passages of something opened that fit a budget, whole and in reading order.

    Of what is too long the passages most like the question are taken; one is always.
    """
    found = list(chunks)
    wanted = frozenset(concepts(question))
    alike = {chunk.chunk_id: len(wanted & {*concepts(chunk.full_text)}) for chunk in found}
    best = first_within(sorted(found, key=lambda chunk: -alike[chunk.chunk_id]), budget_chars)
    kept = {chunk.chunk_id for chunk in best}
    return tuple(chunk for chunk in found if chunk.chunk_id in kept)


def first_within(chunks: Sequence[Chunk], budget_chars: int) -> tuple[Chunk, ...]:
    """Return the first passages that fit a budget whole; one is always."""
    kept: list[Chunk] = []
    for chunk in chunks:
        if not kept or len(chunk.full_text) <= budget_chars:
            kept.append(chunk)
            budget_chars -= len(chunk.full_text)
    return tuple(kept)
