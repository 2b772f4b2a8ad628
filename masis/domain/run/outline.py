"""Outline: which headings and lead-ins of a draft stand over which of its sentences."""

import re
from collections.abc import Sequence

from masis.domain.language.sentences import classify
from masis.domain.verification.claims import Claim

LIST_MARKER = re.compile(r"[ \t]*(?:[-*+•‣▪–—·]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\(?[ivx]{1,5}[.)])[ \t]+")

_MARKED = re.compile(r"\s*(#{1,6})\s")
_BOLD_LEVEL = 7
_LEAD_IN_LEVEL = 8
_ROW_LEVEL = 9


def is_row(draft: str, claim: Claim) -> bool:
    """Tell whether a claim is a row of a table."""
    return draft[claim.answer_start : claim.answer_end].lstrip().startswith("|")


def without_bodies(draft: str, ledger: Sequence[Claim], gone: frozenset[int]) -> frozenset[int]:
    """Return the positions that go: those given, and every heading or lead-in that loses all it stood over.

    What stood over nothing in the draft already stays as it is.
    """
    sentences = {claim.position for claim in ledger if claim.verdict != "heading"}
    empty = {
        claim.position
        for at, claim in enumerate(ledger)
        if claim.verdict == "heading" and _loses_all(_body(draft, ledger, at) & sentences, gone)
    }
    return gone | empty


def _loses_all(body: frozenset[int], gone: frozenset[int]) -> bool:
    return bool(body) and body <= gone


def _body(draft: str, ledger: Sequence[Claim], at: int) -> frozenset[int]:
    """Return the positions of what a heading, lead-in or header row stands over."""
    level = _level(draft, ledger[at])
    following = ledger[at + 1 :]
    inside: list[Claim] = []
    for claim in following:
        if claim.verdict == "heading" and _level(draft, claim) <= level:
            break
        if level >= _LEAD_IN_LEVEL and inside and not _same_run(draft, inside, claim):
            break
        if level == _ROW_LEVEL and not is_row(draft, claim):
            break
        inside.append(claim)
    return frozenset(claim.position for claim in inside)


def _level(draft: str, claim: Claim) -> int:
    raw = draft[claim.answer_start : claim.answer_end]
    marked = _MARKED.match(raw)
    if marked:
        return len(marked[1])
    if is_row(draft, claim):
        return _ROW_LEVEL
    return _BOLD_LEVEL if classify(claim.text) == "heading" else _LEAD_IN_LEVEL


def _same_run(draft: str, inside: Sequence[Claim], claim: Claim) -> bool:
    """Tell whether a claim goes on with the list, the table or the paragraph that a lead-in opened."""
    gap = draft[inside[-1].answer_end : claim.answer_start]
    if "\n" not in gap:
        return True
    if is_row(draft, inside[0]):
        return is_row(draft, claim)
    if LIST_MARKER.match(draft[inside[0].answer_start :]):
        goes_on = gap.endswith((" ", "\t")) and claim.verdict != "heading"
        return goes_on or bool(LIST_MARKER.match(draft[claim.answer_start :]))
    return "\n\n" not in gap
