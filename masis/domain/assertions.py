"""Assertions: which value a passage gives to which measure, of whom, when, in which unit and how firmly."""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from masis.domain.clauses import breaks, first_clause, is_change, last_clause, points_back, subject_of
from masis.domain.evidence import EvidenceChunk
from masis.domain.figures import Figure, extract_figures
from masis.domain.language.sentences import split_sentences
from masis.domain.metrics import measure, name_keys
from masis.domain.table_meaning import cell_meaning, with_unit
from masis.domain.tables import cells
from masis.domain.timeframes import labels, mentions


class Assertion(NamedTuple):
    """One value with everything that must agree before it can contradict another."""

    chunk: EvidenceChunk
    measure: frozenset[str]
    words: str
    """The measure as the passage words it."""
    names: frozenset[str]
    period: str
    unit: str
    value: Decimal
    quantum: Decimal
    bound: str
    planned: bool
    change: bool
    note: str
    shown: str
    quote: str


class _Reading(NamedTuple):
    """What was read around a figure."""

    subject: str
    near: str
    period: str
    quote: str
    changed: bool


_PLANNED = re.compile(
    r"\b(?:targets?|targeted|plans?|planned|budget\w*|forecast\w*|guidance|expect\w*|aims?|aiming|"
    r"project(?:ed|ion|ions)|"
    r"outlook|will|would|could|goals?|ambitions?|cap(?:ped)?|should|intends?|scenario|estimate[sd]? for|"
    r"assum\w+)\b",
    re.IGNORECASE,
)
_NOTES = (
    ("unaudited", re.compile(r"\bunaudited\b", re.IGNORECASE)),
    (
        "preliminary",
        re.compile(r"\b(?:preliminary|provisional|flash|draft|not yet audited)\b", re.IGNORECASE),
    ),
    ("restated", re.compile(r"\b(?:restated|revised|adjusted for)\b", re.IGNORECASE)),
    ("audited", re.compile(r"\baudited\b|\bauditors?\b", re.IGNORECASE)),
    (
        "trailing twelve months",
        re.compile(r"\b(?:trailing|last|rolling|past) (?:twelve|12) months\b|\b[TL]TM\b", re.IGNORECASE),
    ),
    (
        "not validated",
        re.compile(r"\b(?:not (?:yet |been )*(?:validated|verified)|unverified)\b", re.IGNORECASE),
    ),
    ("estimated", re.compile(r"\b(?:estimated?|estimates)\b", re.IGNORECASE)),
)
_STATUS = re.compile(
    r"\b(?:figures|amounts|numbers|data)\s+(?:are|remain)\s[^.|\n]*?"
    r"\b(?:audited|unaudited|preliminary|provisional|restated)\b[^.|\n]*",
    re.IGNORECASE,
)
"""What a table's page says of all of its figures."""
_STAFF = re.compile(r"\b(?:employ\w*|staff|workforce|headcount|personnel|FTEs?)\b", re.IGNORECASE)
_SPAN = re.compile(r"[\s-]*(?:months?|quarters?|weeks?)\s+(?:to|ended|ending|until)\b", re.IGNORECASE)
"""What follows a number that is the length of a period: ``the twelve months to December``."""
_RESTRICTED = re.compile(r"\s*(?:who|whose|that|which)\b", re.IGNORECASE)
"""What makes a count one of some only: ``five passengers who slipped``."""
_UNITS = frozenset({"%", "pp", "x"})
_EARLIER = re.compile(r"\b(?:earlier|previous|prior|last|before|ago)\b", re.IGNORECASE)
_YEAR_END = re.compile(r"^(\d{4})-12(?:-31)?$")


@lru_cache(maxsize=2048)
def assertions_of(chunk: EvidenceChunk) -> tuple[Assertion, ...]:
    """Return the values a passage asserts; flagged and superseded passages assert nothing."""
    if chunk.flagged or chunk.superseded:
        return ()
    found = list(_from_cells(chunk))
    for span in split_sentences(chunk.text):
        sentence = " ".join(chunk.text[span.start : span.end].split())
        # "respectively" pairs lists by order, which is read wrongly more often than rightly.
        if not sentence.startswith("|") and "respectively" not in sentence and not sentence.endswith(":"):
            found.extend(_from_sentence(chunk, sentence))
    return tuple(found)


def _from_sentence(chunk: EvidenceChunk, sentence: str) -> Iterator[Assertion]:
    found = (figure for figure in extract_figures(sentence) if figure.kind == "number")
    figures = [figure for figure in found if not _SPAN.match(sentence, figure.end)]
    subject, moved = "", False
    for at, figure in enumerate(figures):
        left = figures[at - 1].end if at else 0
        right = figures[at + 1].start if at + 1 < len(figures) else len(sentence)
        before, after = sentence[left : figure.start], sentence[figure.end : right]
        back = points_back(before)
        own, own_moved = ("", False) if back else subject_of(before, figure, after)
        if own:
            subject, moved = own, own_moved
        if not subject:
            continue
        near = f"{last_clause(before)} {first_clause(after)}"
        period = _period(sentence, figure, left, right, chunk, back=back)
        if back and not period and name_keys(_lowered_opener(near)) and not _EARLIER.search(near):
            period = _period(sentence, figure, 0, right, chunk, back=False)
        if back and not period:
            continue
        counted = bool(own) and after.strip().startswith(own)
        if counted and _RESTRICTED.match(after.strip().removeprefix(own)):
            continue
        near = near if back else f"{subject} {before if counted and not name_keys(near) else ''} {near}"
        reading = _Reading(subject, near, period, sentence, is_change(before, figure, moved))
        yield _assertion(chunk, figure, reading)


def _assertion(chunk: EvidenceChunk, figure: Figure, reading: _Reading) -> Assertion:
    subject, near, period, quote, changed = reading
    beside = name_keys(_lowered_opener(near))
    # "6.2% in Harbor, compared with 4.9% in Delta": the second figure has a name of its own.
    named = beside if beside and not _shares_clause(subject, near) else name_keys(subject) | beside
    # "Subscription revenue" opens with a capital; "subscription" elsewhere says that it is no name.
    named = frozenset(key for key in named if not re.search(rf"\b{re.escape(key)}", chunk.full_text))
    status = _STATUS.search(chunk.text) if chunk.kind == "table" else None
    frame = f"{quote} {chunk.heading} {status.group() if status else ''}"
    return Assertion(
        chunk=chunk,
        measure=_measure(subject, figure, quote) - named,
        words=subject.strip(" ,.;"),
        names=named,
        period=_settled(period),
        # What is counted is part of the measure; a table cell does not repeat it.
        unit=figure.unit if figure.unit in _UNITS or figure.currency else "",
        value=-figure.value if figure.negative and figure.value > 0 else figure.value,
        quantum=figure.quantum,
        bound=figure.bound,
        planned=bool(_PLANNED.search(quote)),
        change=changed,
        note=_note(frame, chunk),
        shown=figure.text.strip(" .,;"),
        quote=quote,
    )


def _measure(subject: str, figure: Figure, quote: str) -> frozenset[str]:
    """Return what is measured; people that are employed are the headcount."""
    if figure.unit == "people" and _STAFF.search(quote):
        return measure("headcount")
    return measure(subject, name_keys(quote))


def _shares_clause(subject: str, near: str) -> bool:
    return subject.strip() in near


def _from_cells(chunk: EvidenceChunk) -> Iterator[Assertion]:
    """Read each numeric cell as what its row, column and corner say of it."""
    text = chunk.text
    for cell in cells(text, chunk.lead):
        shown = text[cell.start : cell.end].strip()
        figures = [one for one in extract_figures(shown) if one.kind == "number"]
        label = f"{cell.section} {cell.row_label}".strip()
        stated = labels(cell.header) or labels(label) or _context_period(chunk)
        if len(figures) != 1 or not label or cell.column == 0 or len(stated) > 1:
            continue
        meaning = cell_meaning(label, cell.header, cell.corner)
        figure = with_unit(figures[0], (label, cell.header, cell.corner, chunk.heading))
        reading = _Reading(
            subject=meaning.measured,
            near=meaning.measured,
            period=next(iter(stated), ""),
            quote=f"{label} – {cell.header}: {figure.text.strip()}",
            changed=meaning.changed,
        )
        found = _assertion(chunk, figure, reading)
        yield found._replace(
            names=found.names | meaning.scope,
            measure=found.measure - meaning.scope,
            note=_noted(f"{label} {cell.header} {cell.corner}") or found.note,
        )


def _lowered_opener(text: str) -> str:
    return f"x {text.strip()}"


def _period(sentence: str, figure: Figure, left: int, right: int, chunk: EvidenceChunk, *, back: bool) -> str:
    """Return the period nearest to the figure in its own stretch, else the sentence's only one."""
    found = mentions(sentence)
    after = [label for label, start, _ in found if figure.end <= start < right]
    before = [label for label, _, end in found if left <= end <= figure.start]
    if after and (back or not before or not breaks(sentence[figure.end : right].split(after[0], 1)[0])):
        return after[0]
    if before:
        return before[-1]
    distinct = {label for label, _, _ in found}
    if back:
        return ""
    if distinct:
        first = next(label for label, _, _ in found)
        return first if len(distinct) == 1 or found[0][2] <= figure.start else ""
    return next(iter(sorted(_context_period(chunk))), "")


def _context_period(chunk: EvidenceChunk) -> frozenset[str]:
    """Return the heading's period, or the year in the title of an annual document."""
    own = labels(chunk.heading)
    if len(own) == 1:
        return own
    title = frozenset(label for label in labels(chunk.document_title) if len(label) == 4)
    return title if len(title) == 1 else frozenset()


def _settled(period: str) -> str:
    """Let the last day or month of a year stand for the year."""
    return _YEAR_END.sub(r"\1", period)


def _note(text: str, chunk: EvidenceChunk) -> str:
    return _noted(text) or _noted(chunk.document_title)


def _noted(text: str) -> str:
    return next((note for note, pattern in _NOTES if pattern.search(text)), "")
