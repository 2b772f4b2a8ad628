"""Conflicts: differing values a model reports, kept only where the passages it names show them."""

import re
from collections.abc import Iterable
from itertools import combinations

from masis.analysts.model.labels import Labels
from masis.analysts.model.replies import ConflictReply, SideReply
from masis.domain.language.quantities import Figure
from masis.domain.run.contesting import figures_of, verbatim
from masis.domain.verification.conflicts import Conflict, ConflictSide
from masis.domain.verification.values import close

_SENTENCE_REACH = 200
_BARE_VALUE_WORDS = 3


def found_conflicts(
    replies: Iterable[ConflictReply], labels: Labels
) -> tuple[tuple[Conflict, ...], tuple[str, ...]]:
    """Return the conflicts whose sides stand in the evidence, and the subjects of the others.

    A conflict stops a run for a human, so a model's word is not enough: each side must name a passage
    that holds its value or its quote, and at least two values must differ.
    """
    found: list[Conflict] = []
    unproven: list[str] = []
    for reply in replies:
        sides = tuple(side for side in (_side(raw, labels) for raw in reply.sides) if side)
        if any(not _same(left.value, other.value) for left, other in combinations(sides, 2)):
            found.append(Conflict(subject=labels.told(reply.subject) or "the same thing", sides=sides))
        elif reply.subject:
            unproven.append(labels.told(reply.subject))
    return tuple(found), tuple(unproven)


def _side(reply: SideReply, labels: Labels) -> ConflictSide | None:
    chunk = labels.chunk_of(reply.chunk_id)
    if chunk is None or not reply.value:
        return None
    quote = verbatim(reply.quote, chunk.full_text) or _around(reply.value, chunk.full_text)
    if not quote:
        return None
    return ConflictSide(
        chunk_id=chunk.chunk_id,
        document_id=chunk.document_id,
        document_title=chunk.document_title,
        page_label=chunk.page_label,
        value=reply.value,
        quote=quote,
        note=labels.told(reply.note),
    )


def _pattern(words: str) -> re.Pattern[str] | None:
    parts = [re.escape(part) for part in words.split()]
    return re.compile(r"\s+".join(parts), re.IGNORECASE) if parts else None


def _around(value: str, text: str) -> str:
    """Return the line or sentence that holds a value."""
    pattern = _pattern(value)
    match = pattern.search(text) if pattern else None
    if match is None:
        return ""
    before = re.split(r"(?<=[.!?])\s|\n", text[max(0, match.start() - _SENTENCE_REACH) : match.start()])[-1]
    after = re.split(r"(?<=[.!?])\s|\n", text[match.end() : match.end() + _SENTENCE_REACH])[0]
    return f"{before}{match.group()}{after}".strip()


def _same(first: str, other: str) -> bool:
    """Tell whether two printed values are one: ``$12.4 million`` and ``12.4m``, or the same rounded."""
    if _squeezed(first) == _squeezed(other):
        return True
    if max(len(first.split()), len(other.split())) > _BARE_VALUE_WORDS:
        return False  # "5 offices in Poland" and "5 offices in Spain" share their figure only
    left, right = figures_of(first), figures_of(other)
    return bool(left) and len(left) == len(right) and all(map(_agree, left, right))


def _agree(left: Figure, right: Figure) -> bool:
    """Tell whether two figures are one, rounding and a unit left out on one side allowed."""
    kind = (left.kind, left.period, left.negative) == (right.kind, right.period, right.negative)
    if not kind or len({left.unit, right.unit} - {""}) > 1:
        return False
    return close(left, right.value, right.quantum) or close(right, left.value, left.quantum)


def _squeezed(value: str) -> str:
    return "".join(value.lower().split())
