"""Digest: the main points of one document, when a question asks for just that."""

import re
from collections.abc import Sequence
from dataclasses import replace

from masis.analysts.extract.question import Part, understand
from masis.analysts.extract.selecting import Finding
from masis.analysts.extract.units import Unit, units_of
from masis.domain.evidence import EvidenceChunk
from masis.domain.run.attributed import is_named
from masis.domain.terms import stems

_ASKS = re.compile(
    r"^(?:please )?(?:(?:what are|give (?:me|us)|list|show(?: (?:me|us))?|name) )?"
    r"(?:(?:the )?(?:main|key) (?:points|takeaways|messages|findings) (?:of|in|from)|"
    r"(?:an? |the )?(?:overview|summary) of|summari[sz]e|what does) "
    r"(?P<name>.{3,160}?)(?: say)?[?.!]*$",
    re.IGNORECASE,
)
_MOST = 7
_LEAST_WORDS = 6
_LETTERHEAD = re.compile(r"^(?:from|to|cc|date|subject|re|by):", re.IGNORECASE)
_Asked = tuple[Part, tuple[EvidenceChunk, ...]]


def digest_of(question: str, chunks: Sequence[EvidenceChunk]) -> _Asked | None:
    """Return what is asked and the document's passages in reading order; nothing unless one is named.

    A document that was superseded gives way to the others of its name.
    """
    match = _ASKS.match(question.strip())
    if match is None:
        return None
    named = frozenset(stems(match["name"]))
    own = [chunk for chunk in chunks if is_named(named, frozenset(stems(chunk.document_title)))]
    if not own:
        return None
    own = [chunk for chunk in own if not chunk.superseded] or own
    own.sort(key=lambda chunk: (chunk.document_id, chunk.page_number, chunk.char_start))
    return replace(understand("The main points").parts[0], text=question.strip()), tuple(own)


def digested(part: Part, chunks: Sequence[EvidenceChunk], barred: frozenset[str]) -> Finding:
    """Return the sentence that opens each section, in reading order; of a table alone, its first row."""
    points: list[Unit] = []
    for heading in dict.fromkeys(chunk.heading for chunk in chunks):
        section = [chunk for chunk in chunks if chunk.heading == heading]
        told = [unit for unit in units_of(section) if unit.key not in barred]
        rows = (unit for unit in told if unit.kind == "row")
        first = next((unit for unit in told if _is_point(unit)), next(rows, None))
        if first is not None:
            points.append(first)
    return Finding(part=part, units=tuple(points[:_MOST]))


def _is_point(unit: Unit) -> bool:
    """Tell a statement from a letterhead, a date line or a sentence that leans on the one before it."""
    if unit.kind == "row" or unit.leans_back or _LETTERHEAD.match(unit.text):
        return False
    return unit.text.endswith(".") and len(unit.text.split()) >= _LEAST_WORDS
