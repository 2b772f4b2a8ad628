"""Units: the sentences and table rows that can be cited, each with what surrounds it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from masis.analysts.extract.tables import table_units
from masis.domain.evidence import SUB_SECTION, EvidenceChunk
from masis.domain.language.sentences import split_sentences
from masis.domain.terms import stems
from masis.domain.timeframes import labels

_BULLET = re.compile(r"^\s*(?:[-*•–▪◦‣·]|\(?\d{1,2}[.)]|\(?[a-z]\))\s+")
_MARKER = re.compile(r"\s*(?:[-*•]\s+)?\(?(?:\d{1,2}|[a-z])[.)]\s*")
_MARKUP = re.compile(r"^\s*#{1,6}\s+|\*\*|__|`")
_SPACE = re.compile(r"\s+")
_LEADERS = re.compile(r"(?:\. ?){4,}|\u2026{2,}|_{4,}")
"""What joins an entry of a table of contents to its page, or a form to its signature."""
_LETTERHEAD = re.compile(r"(?:^|\s)(?:From|To|Cc|CC|Date|Subject|Re|By|Copy):\s")
_BACKWARD = re.compile(
    # "It is known that ..." points at nothing; "these risks" names what it points at.
    r"^(?:it(?! (?:is|was|has been) (?:\w+ )?\w+ (?:that|to)\b)|they|he|she|(?:both|these|those|this|"
    r"that)(?= (?:is|are|was|"
    r"were|has|have|had|will|would|can|also|led|made|meant|means|gave|left|includes?|reflects?|"
    r"compares?)))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Unit:
    """A sentence or a table row as it can be quoted."""

    chunk: EvidenceChunk
    text: str
    """One line, verbatim but for white space, bullets and markup; a row is rendered readable."""
    kind: Literal["sentence", "item", "row"]
    position: int
    """Place in its chunk."""
    before: str = ""
    """The sentence before it, or the lead-in of its list."""
    stems: frozenset[str] = field(default=frozenset(), compare=False)
    around: frozenset[str] = field(default=frozenset(), compare=False)
    """Stems of title, heading, the sentence before and a table's header."""
    periods: frozenset[str] = field(default=frozenset(), compare=False)
    context_periods: frozenset[str] = field(default=frozenset(), compare=False)

    @property
    def key(self) -> str:
        """What makes two units the same sentence: their words, whatever chunk they stand in."""
        return " ".join(self.text.lower().split())

    @property
    def leans_back(self) -> bool:
        """True when the sentence opens with a word that points at the one before it."""
        return self.kind != "row" and bool(_BACKWARD.match(self.text))


def units_of(chunks: Sequence[EvidenceChunk]) -> tuple[Unit, ...]:
    """Return every quotable unit once, in the order of the chunks; flagged passages give none."""
    seen: set[str] = set()
    kept: list[Unit] = []
    for chunk in chunks:
        if chunk.flagged:
            continue
        for unit in _units(chunk):
            if unit.key not in seen:
                seen.add(unit.key)
                kept.append(unit)
    return tuple(kept)


@lru_cache(maxsize=2048)
def _units(chunk: EvidenceChunk) -> tuple[Unit, ...]:
    """Return the units of one chunk; kept, because the same chunks are asked about again and again."""
    rows = table_units(chunk.full_text)
    pieces: list[tuple[str, Literal["sentence", "item", "row"], str]] = [
        (row.text, "row", row.caption) for row in rows
    ]
    pieces.extend(_sentences(chunk.text, _titles(chunk)))
    return tuple(_unit(chunk, place, *piece) for place, piece in enumerate(pieces))


def _unit(
    chunk: EvidenceChunk, place: int, text: str, kind: Literal["sentence", "item", "row"], before: str
) -> Unit:
    frame = f"{chunk.document_title}. {chunk.heading}. {before}"
    return Unit(
        chunk=chunk,
        text=text,
        kind=kind,
        position=place,
        before=before,
        stems=frozenset(stems(text)),
        around=frozenset(stems(frame)),
        periods=labels(text),
        context_periods=labels(f"{chunk.heading}. {before}") or labels(chunk.document_title),
    )


def _titles(chunk: EvidenceChunk) -> frozenset[str]:
    """Return what the document and the sections of a chunk are called."""
    named = (chunk.document_title, chunk.heading, *chunk.heading.split(SUB_SECTION))
    return frozenset(_bare(one) for one in named)


def _bare(line: str) -> str:
    return clean(line).casefold().strip(" .:")


def is_letterhead(text: str) -> bool:
    """Tell the head of a letter or memo from what it says: ``To: the board From: ...``."""
    return len(_LETTERHEAD.findall(text)) > 1


def _sentences(
    text: str, titles: frozenset[str]
) -> list[tuple[str, Literal["sentence", "item", "row"], str]]:
    """Return the prose of a chunk; headings and lead-ins give context but are no units themselves."""
    found: list[tuple[str, Literal["sentence", "item", "row"], str]] = []
    before, lead_in, marked = "", "", False
    for span in split_sentences(text):
        raw = text[span.start : span.end]
        if raw.lstrip().startswith("|"):
            continue
        if _MARKER.fullmatch(raw):
            marked = True  # "- 1." was taken for a sentence: it numbers the next one
            continue
        bullet = marked or bool(_BULLET.match(raw))
        marked = False
        line = clean(raw)
        if line.endswith(":"):
            lead_in = before = line
            continue
        if not bullet:
            lead_in = ""
        furniture = _bare(line) in titles or bool(_LEADERS.search(line))
        if not furniture and _quotable(line, bullet=bullet, lead_in=lead_in):
            found.append((line, "item" if bullet else "sentence", lead_in if bullet else before))
        before = line or before
    return found


def clean(raw: str) -> str:
    """Return a sentence on one line, its bullet and markup removed, brackets made round."""
    line = _MARKUP.sub("", _BULLET.sub("", raw))
    # Square brackets would read as citations in the answer.
    return _SPACE.sub(" ", line).strip().replace("[", "(").replace("]", ")")


def _quotable(line: str, *, bullet: bool, lead_in: str) -> bool:
    """Tell whether a line says something: headings, page furniture and fragments do not."""
    count = len(line.split())
    if bullet and lead_in:
        return count >= 1 and len(line) >= 4
    if count < 3 or len(line) > 900 or line.endswith("?"):
        return False
    ends = line[-1] in ".!;)”\"'’"
    return ends or count >= 8 or (count >= 4 and any(ch.isdigit() for ch in line)) or bullet
