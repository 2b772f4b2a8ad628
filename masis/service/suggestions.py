"""Suggestions: three questions a workspace's own headings and titles invite."""

import re
from collections.abc import Iterator, Sequence

_METRIC = re.compile(
    r"\b(revenue|margin|retention|churn|profit|income|cash|cost|growth|headcount|debt|dividend|market share"
    r"|sales|bookings|pipeline|customers)\b",
    re.IGNORECASE,
)
_RISK = re.compile(r"\b(risks?|threats?|challenges?|uncertaint\w+|competit\w+)\b", re.IGNORECASE)
_EMPTY = re.compile(
    r"^(contents|table of contents|index|introduction|appendix\b.*|page \d+|sheet ?\d+)$", re.I
)
COUNT = 3


def questions(pairs: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return up to three questions from (title, heading) pairs, of different kinds and documents."""
    usable = [(title, _plain(heading)) for title, heading in pairs]
    found: list[str] = []
    used: set[str] = set()
    for sources in (_metrics(usable), _risks(usable), _topics(usable), _titles(usable)):
        for title, question in sources:
            if title not in used and question not in found:
                found.append(question)
                used.add(title)
                break
        if len(found) == COUNT:
            return tuple(found)
    extra = (question for _, question in _titles(usable) if question not in found)
    return tuple([*found, *extra][:COUNT])


def _metrics(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for title, heading in pairs:
        if heading and _METRIC.search(heading):
            yield title, f"What does “{title}” report about {_lower(heading)}?"


def _risks(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for title, heading in pairs:
        if _RISK.search(f"{title} {heading}"):
            yield title, f"Which risks does “{title}” describe?"


def _topics(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for title, heading in pairs:
        if heading and heading.casefold() != title.casefold():
            yield title, f"What does “{title}” say about {_lower(heading)}?"


def _titles(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for title in dict.fromkeys(title for title, _ in pairs):
        yield title, f"What are the main findings of “{title}”?"


def _plain(heading: str) -> str:
    """Return the last part of a heading path without its number; empty when it says nothing."""
    last = re.split(r"\s[>›/]\s", heading)[-1].strip(" #:.")
    last = re.sub(r"^(\d+(\.\d+)*|[A-Z])[.)]?\s+", "", last)
    words = last.split()
    return "" if _EMPTY.match(last) or not 1 <= len(words) <= 9 else last


def _lower(heading: str) -> str:
    """Return a heading as it reads inside a sentence; names and abbreviations keep their capitals."""
    first, *rest = heading.split(" ")
    lowered = first.lower() if first[1:].islower() else first
    return " ".join([lowered, *rest])
