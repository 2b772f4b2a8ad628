"""Clauses: which phrase says what a figure measures, and whether it is a level or a movement."""

import re

from masis.domain.figures import Figure
from masis.domain.metrics import measure

_LEVEL = (
    r"(?:was|is|were|are|reached|reaches|stood at|stands at|amounted to|totall?ed|totals?|came in at|"
    r"came to|hit|equall?ed|"
    r"remained(?: at)?|ended(?: the year)? at|closed at|averaged|exceeded|of|at|:|–|has been|had been)"
)
_MOVE = (
    r"(?:rose|rises|grew|grows|fell|falls|increased|increases|decreased|declined|improved|dropped|climbed|"
    r"expanded|"
    r"shrank|widened|narrowed|gained|slipped|jumped|surged|advanced|edged (?:up|down)|up|down)"
)
_SUBJECT = re.compile(
    rf"^(?P<subject>.{{2,120}}?)(?:\s+|(?=:))(?P<verb>{_LEVEL}|{_MOVE})(?=\s|$)(?P<rest>.*)$", re.IGNORECASE
)
_MOVED = re.compile(rf"\b{_MOVE}\b", re.IGNORECASE)
_BREAK = re.compile(
    r"[;,](?!\d)|\s[–—-]\s|\b(?:while|whereas|but|compared (?:with|to)|versus|against|up from|down from|"
    r"from|than|after)\b|\(",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"(?:compared (?:with|to)|versus|against|from|than|after)\s*\W{0,2}(?:\w+\s+){0,2}$", re.IGNORECASE
)
_COUNTED = re.compile(r"\s*(?P<noun>(?:[a-z][a-z-]+\s?){1,3})")
_NOUN_STOP = re.compile(
    r"\b(?:in|at|of|by|for|from|to|on|and|or|with|were|was|is|are|have|has|had|during|across|as|who|that|"
    r"per|worldwide|left|"
    r"joined|remain\w*)\b.*$"
)
_AFTER_NOUN = re.compile(r"^\s*(?:in|of)\s+(?:(?:net|gross|annual|total)\s+)?[a-z]")


def points_back(before: str) -> bool:
    """Tell whether the words before a figure make it the other half of a comparison."""
    return bool(_BACK.search(before))


def breaks(text: str) -> bool:
    """Tell whether a new clause starts inside a text."""
    return bool(_BREAK.search(text))


def subject_of(before: str, figure: Figure, after: str) -> tuple[str, bool]:
    """Return the phrase that says what the figure measures, and whether its verb is one of movement."""
    clause = last_clause(before)
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


def is_change(before: str, figure: Figure, moved: bool) -> bool:
    """Tell a movement (``rose by 13%``) from a level it led to (``rose to 199.6``)."""
    tail = before.rstrip().lower()
    if figure.unit == "pp":
        return True
    if re.search(
        r"\b(?:to|at|of|was|is|were|are|reached)(?:\s+(?:about|around|nearly|almost|over|some))?$", tail
    ):
        return bool(
            re.search(
                r"\b(?:increase|decrease|growth|rise|decline|drop|fall|gain|change)\s+(?:\w+\s+){0,3}(?:of|"
                r"was|to)$",
                tail,
            )
        )
    return moved or bool(re.search(rf"\b(?:by|{_MOVE})(?:\s+\w+)?$", tail))


def last_clause(text: str) -> str:
    """Return what stands after the last break."""
    pieces = _BREAK.split(text)
    return pieces[-1] if pieces else text


def first_clause(text: str) -> str:
    """Return what stands before the first break."""
    return _BREAK.split(text, maxsplit=1)[0]
