"""Assertions: which value a passage gives to which measure, of whom, when, in which unit and how firmly."""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from masis.domain.evidence import EvidenceChunk
from masis.domain.figures import Figure, extract_figures
from masis.domain.metrics import measure, name_keys
from masis.domain.sentences import split_sentences
from masis.domain.tables import cells
from masis.domain.timeframes import labels, mentions
from masis.domain.units import declared_unit


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


_PLANNED = re.compile(
    r"\b(?:targets?|targeted|plans?|planned|budget\w*|forecast\w*|guidance|expect\w*|aims?|aiming|project(?:ed|ion|ions)|"
    r"outlook|will|would|could|goals?|ambitions?|cap(?:ped)?|should|intends?|scenario|estimate[sd]? for|assum\w+)\b",
    re.IGNORECASE,
)
_NOTES = (
    ("unaudited", re.compile(r"\bunaudited\b", re.IGNORECASE)),
    ("preliminary", re.compile(r"\b(?:preliminary|provisional|flash|draft|not yet audited)\b", re.IGNORECASE)),
    ("restated", re.compile(r"\b(?:restated|revised|adjusted for)\b", re.IGNORECASE)),
    ("audited", re.compile(r"\baudited\b|\bauditors?\b", re.IGNORECASE)),
    ("estimated", re.compile(r"\b(?:estimated?|estimates)\b", re.IGNORECASE)),
)
_LEVEL = (
    r"(?:was|is|were|are|reached|reaches|stood at|stands at|amounted to|totall?ed|totals?|came in at|came to|hit|equall?ed|"
    r"remained(?: at)?|ended(?: the year)? at|closed at|averaged|exceeded|of|at|:|–|has been|had been)"
)
_MOVE = (
    r"(?:rose|rises|grew|grows|fell|falls|increased|increases|decreased|declined|improved|dropped|climbed|expanded|"
    r"shrank|widened|narrowed|gained|slipped|jumped|surged|advanced|edged (?:up|down)|up|down)"
)
_SUBJECT = re.compile(rf"^(?P<subject>.{{2,120}}?)(?:\s+|(?=:))(?P<verb>{_LEVEL}|{_MOVE})(?=\s|$)(?P<rest>.*)$", re.IGNORECASE)
_MOVED = re.compile(rf"\b{_MOVE}\b", re.IGNORECASE)
_BREAK = re.compile(
    r"[;,](?!\d)|\s[–—-]\s|\b(?:while|whereas|but|compared (?:with|to)|versus|against|up from|down from|from|than|after)\b|\(",
    re.IGNORECASE,
)
_BACK = re.compile(r"(?:compared (?:with|to)|versus|against|from|than|after)\s*\W{0,2}(?:\w+\s+){0,2}$", re.IGNORECASE)
_COUNTED = re.compile(r"\s*(?P<noun>(?:[a-z][a-z-]+\s?){1,3})")
_NOUN_STOP = re.compile(
    r"\b(?:in|at|of|by|for|from|to|on|and|or|with|were|was|is|are|have|has|had|during|across|as|who|that|per|worldwide|left|"
    r"joined|remain\w*)\b.*$"
)
_AFTER_NOUN = re.compile(r"^\s*(?:in|of)\s+(?:(?:net|gross|annual|total)\s+)?[a-z]")
_STAFF = re.compile(r"\b(?:employ\w*|staff|workforce|headcount|personnel|FTEs?)\b", re.IGNORECASE)
_UNITS = frozenset({"%", "pp", "x"})
_EARLIER = re.compile(r"\b(?:earlier|previous|prior|last|before|ago)\b", re.IGNORECASE)
_YEAR_END = re.compile(r"^(\d{4})-12(?:-31)?$")


@lru_cache(maxsize=2048)
def assertions_of(chunk: EvidenceChunk) -> tuple[Assertion, ...]:
    """Return the values a passage asserts; flagged passages assert nothing."""
    if chunk.flagged:
        return ()
    found = list(_from_cells(chunk))
    for span in split_sentences(chunk.text):
        sentence = " ".join(chunk.text[span.start : span.end].split())
        # "respectively" pairs lists by order, which is read wrongly more often than rightly.
        if not sentence.startswith("|") and "respectively" not in sentence and not sentence.endswith(":"):
            found.extend(_from_sentence(chunk, sentence))
    return tuple(found)


def _from_sentence(chunk: EvidenceChunk, sentence: str) -> Iterator[Assertion]:
    figures = [figure for figure in extract_figures(sentence) if figure.kind == "number"]
    subject, moved = "", False
    for at, figure in enumerate(figures):
        left = figures[at - 1].end if at else 0
        right = figures[at + 1].start if at + 1 < len(figures) else len(sentence)
        before, after = sentence[left : figure.start], sentence[figure.end : right]
        back = bool(_BACK.search(before))
        own, own_moved = ("", False) if back else _subject(before, figure, after)
        if own:
            subject, moved = own, own_moved
        if not subject:
            continue
        near = f"{_last_clause(before)} {_first_clause(after)}"
        period = _period(sentence, figure, left, right, chunk, back=back)
        if back and not period and name_keys(_lowered_opener(near)) and not _EARLIER.search(near):
            period = _period(sentence, figure, 0, right, chunk, back=False)
        if back and not period:
            continue
        near = near if back else f"{subject} {near}"
        yield _assertion(chunk, figure, subject, near, period, sentence, changed=_is_change(before, figure, moved))


def _subject(before: str, figure: Figure, after: str) -> tuple[str, bool]:
    """Return the phrase that says what the figure measures, and whether its verb is one of movement."""
    clause = _last_clause(before)
    match = _SUBJECT.match(clause.strip())
    if match and measure(match["subject"]):
        return match["subject"], bool(_MOVED.fullmatch(match["verb"].strip()))
    whole = _SUBJECT.match(before.strip())
    if whole and clause.strip() != before.strip() and measure(whole["subject"]) and not match:
        return whole["subject"], bool(_MOVED.fullmatch(whole["verb"].strip()))
    if _AFTER_NOUN.match(after):
        return _NOUN_STOP.sub("", re.sub(r"^\s*(?:in|of)\s+", "", after)).strip(" ,.;"), False
    counted = _COUNTED.match(after)
    if counted and figure.unit not in {"%", "pp", "x"} and not figure.currency:
        return _NOUN_STOP.sub("", counted["noun"]).strip(), False
    return "", False


def _is_change(before: str, figure: Figure, moved: bool) -> bool:
    """Tell a movement (``rose by 13%``) from a level it led to (``rose to 199.6``)."""
    tail = before.rstrip().lower()
    if figure.unit == "pp":
        return True
    if re.search(r"\b(?:to|at|of|was|is|were|are|reached)(?:\s+(?:about|around|nearly|almost|over|some))?$", tail):
        return bool(re.search(r"\b(?:increase|decrease|growth|rise|decline|drop|fall|gain|change)\s+(?:\w+\s+){0,3}(?:of|was|to)$", tail))
    return moved or bool(re.search(rf"\b(?:by|{_MOVE})(?:\s+\w+)?$", tail))


def _assertion(
    chunk: EvidenceChunk, figure: Figure, subject: str, near: str, period: str, quote: str, *, changed: bool
) -> Assertion:
    beside = name_keys(_lowered_opener(near))
    # "6.2% in Harbor, compared with 4.9% in Delta": the second figure has a name of its own.
    named = beside if beside and not _shares_clause(subject, near) else name_keys(subject) | beside
    frame = f"{quote} {chunk.heading}"
    return Assertion(
        chunk=chunk,
        measure=_measure(subject, figure, quote),
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
    """Read each numeric cell as row label, column header and value; units come from either or the corner."""
    text = chunk.text
    corner = " ".join((chunk.lead or text).split("\n", 1)[0].split("|")[1:2])
    for cell in cells(text, chunk.lead):
        figures = [one for one in extract_figures(text[cell.start : cell.end]) if one.kind == "number"]
        label = f"{cell.section} {cell.row_label}".strip()
        if len(figures) != 1 or not label or cell.column == 0:
            continue
        quote = f"{label} – {cell.header}: {text[cell.start : cell.end].strip()}"
        unit = figures[0].unit and (figures[0].unit, Decimal(1))
        declared = unit or declared_unit(label) or declared_unit(cell.header) or declared_unit(corner)
        named, scale = declared or declared_unit(chunk.heading) or ("", Decimal(1))
        scaled = figures[0].model_copy(
            update={
                "value": figures[0].value * scale,
                "quantum": figures[0].quantum * scale,
                "unit": named,
                "text": f"{figures[0].text} {_unit_words(corner, label)}".strip() if not unit else figures[0].text,
            }
        )
        stated = labels(cell.header) or labels(label) or _context_period(chunk)
        period = next(iter(sorted(stated)), "")
        changed = bool(re.search(r"\b(?:change|growth|variance|delta|diff\w*|yoy|y/y)\b|Δ", cell.header, re.IGNORECASE))
        if len(stated) <= 1:
            plain = re.sub(r"\([^)]*\)", "", label).strip()
            yield _assertion(chunk, scaled, plain, f"{plain} {cell.header}", period, quote, changed=changed)


def _unit_words(corner: str, label: str) -> str:
    inside = re.search(r"\(([^)]*)\)", label)
    return inside.group(1) if inside and declared_unit(inside.group(1)) else corner.strip() if declared_unit(corner) else ""


def _last_clause(text: str) -> str:
    pieces = _BREAK.split(text)
    return pieces[-1] if pieces else text


def _first_clause(text: str) -> str:
    return _BREAK.split(text, maxsplit=1)[0]


def _lowered_opener(text: str) -> str:
    return f"x {text.strip()}"


def _period(sentence: str, figure: Figure, left: int, right: int, chunk: EvidenceChunk, *, back: bool) -> str:
    """Return the period nearest to the figure in its own stretch, else the sentence's only one."""
    found = mentions(sentence)
    after = [label for label, start, _ in found if figure.end <= start < right]
    before = [label for label, _, end in found if left <= end <= figure.start]
    if after and (back or not before or not _BREAK.search(sentence[figure.end : right].split(after[0], 1)[0])):
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
    for source in (text, chunk.document_title):
        for note, pattern in _NOTES:
            if pattern.search(source):
                return note
    return ""
