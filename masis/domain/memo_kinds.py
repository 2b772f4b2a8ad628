"""Memo kinds: which sentences of somebody's memo state a checkable fact, and which are headings or opinions.

The rule is structural. A sentence is an opinion when nothing in it can be looked up: it recommends, or it
says what somebody believes or feels, and no part of it outside that frame holds a figure. A figure that a
writer believes in is still a figure: ``we believe revenue was EUR 300 million`` is checked.
"""

import re
from typing import Literal, NamedTuple

from masis.domain.figures import extract_figures
from masis.domain.language.sentences import classify
from masis.domain.wording import names

MemoKind = Literal["claim", "opinion", "heading"]


class Reading(NamedTuple):
    """What a sentence is, and the words of it that can be checked."""

    kind: MemoKind
    body: str = ""
    """The sentence without the frame its writer put around the fact; empty when there is none."""
    evaluative: bool = False
    """It rates without a figure: an opinion, unless the documents say the same."""


_MARKER = re.compile(r"\A\s*(?:[-*+•‣▪–—·]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|#{1,6})\s+")
_LABEL = re.compile(
    r"\A\s*\W{0,3}(?:to|from|cc|bcc|date|subject|re|author|prepared (?:by|for)|classification|attachments?)"
    r"\W{0,3}:\W{0,3}\s?\S",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"\A\W*(?:dear|hello|hi|good (?:morning|afternoon)|(?:best|kind|warm) regards|regards|sincerely"
    r"|yours|thank(?:s| you)|with thanks|please (?:let|find|see|note|feel|do|get)|(?:i|we) look forward)\b",
    re.IGNORECASE,
)
_END = re.compile(r"[.!?…][\"'”’»)*_]*\s*\Z")
_LONGEST_TITLE = 12

_WHO = r"(?:we|i|one|management|the (?:board|team|author|company|group|management)|(?:my|our) team)"
_THINKS = (
    r"(?:believe|think|feel|hope|trust|suspect|assume|consider|guess|find|judge|welcome|regret|fear|doubt|am|are"
    r"|would argue|would say|remain)s?"
)
# What stands around a fact and is no fact itself: taken off before the fact is looked up.
_FRAME = re.compile(
    rf"\A\W*(?:(?:{_WHO})\s(?:also\s|strongly\s|firmly\s|really\s|still\s|do\s)?{_THINKS}\s"
    r"(?:(?:convinced|confident|certain|sure|optimistic|worried|concerned|pleased|proud|glad|happy)\s)?(?:that\s)?"
    r"|in (?:my|our) (?:view|opinion|judg[e]?ment|experience|estimation),?\s|to (?:my|our) mind,?\s"
    r"|it (?:seems|appears|is (?:clear|obvious|likely|fair to say|worth noting|noteworthy|remarkable))"
    r"(?:\sto (?:me|us))?(?:\sthat)?\s"
    r"|(?:clearly|obviously|arguably|undoubtedly|frankly|personally|unfortunately|sadly|happily|fortunately"
    r"|surprisingly|notably|importantly|interestingly|admittedly|no doubt),?\s)",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"\b(?:should|ought to|must|need(?:s)? to|ha(?:s|ve) to|had better|deserves?|let us|let's"
    rf"|{_WHO} (?:would |therefore |strongly |also )?(?:recommend|propose|suggest|advise|urge|advocate"
    r"|favou?r|prefer|ask|call for|request)s?"
    r"|(?:my|our|the) (?:recommendation|advice|suggestion|proposal) is|it would be (?:wise|better|best|good"
    r"|sensible|prudent|right|wrong)|it is (?:time|important|essential|vital|crucial|imperative|necessary"
    r"|advisable) (?:to|that|for))\b",
    re.IGNORECASE,
)
_RATING = re.compile(
    r"\b(?:impressive|remarkable|excellent|outstanding|great|good|bad|poor|terrible|disappointing|encouraging"
    r"|promising|worrying|concerning|alarming|exciting|solid|healthy|attractive|compelling|convincing"
    r"|wonderful|amazing|superb|mediocre|weak|strong|robust|sound|unwise|wise|prudent|reckless|sensible"
    r"|brilliant|fantastic|satisf\w+|unsatisfactory|unacceptable|acceptable|comfortable|bright|bleak|proud"
    r"|fair|unfair|beautiful|admirable|pleasing|pleased|tempting|bold|ambitious|right|wrong|best|worst"
    r"|success|failure|opportunity|mistake|pity|shame|patience|credit)\b",
    re.IGNORECASE,
)
# Where a reason or an aside begins: it may state a fact beside a piece of advice.
_PARTS = re.compile(
    r"\s*(?:;|—|\s–\s|[,(]?\s*\b(?:because|since|given that|considering that|seeing that|now that|whereas"
    r"|while)\b)\s*",
    re.IGNORECASE,
)
_SINCE_WHEN = re.compile(r"\bsince (?:\w+ )?(?:\d|its|their|then|the )", re.IGNORECASE)


def read_sentence(text: str, *, alone: bool = False) -> Reading:
    """Return what one sentence of a memo is; ``alone``: it has its line or lines to itself."""
    kind = classify(text)
    bare = _MARKER.sub("", text, count=1).strip(" *_")
    if kind == "heading" or _is_furniture(bare, marked=bool(_MARKER.match(text)), alone=alone):
        return Reading("heading")
    if bare.endswith("?"):
        return Reading("opinion")
    if kind == "lead_in" and not _has_figure(bare):
        return Reading("heading")
    if kind == "hedge" and not _has_figure(bare):
        return Reading("opinion")
    return _weighed(text.strip() if text.lstrip().startswith("|") else bare)


def _weighed(bare: str) -> Reading:
    """Tell a fact from an opinion; a reason given for advice is a fact to check."""
    if _ADVICE.search(bare):
        stated = [part for part in _parts(bare) if not _ADVICE.search(part)]
        facts = [part for part in stated if _has_figure(part)]
        return Reading("claim", " ".join(facts)) if facts else Reading("opinion")
    body = _FRAME.sub("", bare, count=1).strip()
    framed = body != bare and bool(re.match(rf"\W*(?:{_WHO}|in (?:my|our)|to (?:my|our))\b", bare, re.I))
    if _has_figure(body):
        return Reading("claim", body)
    if framed:
        return Reading("opinion")
    rated = bool(_RATING.search(body)) and not any(name.sure for name in names(body))
    return Reading("claim", body, evaluative=rated or not _says_anything(body))


def _parts(bare: str) -> list[str]:
    guarded = _SINCE_WHEN.sub(lambda found: found.group().replace("since", "after", 1), bare)
    return [part.strip(" ,.") for part in _PARTS.split(guarded) if part.strip(" ,.")]


def _has_figure(text: str) -> bool:
    """Tell whether a text holds a figure or a date; a small spelled number is a way of speaking."""
    return any(not (one.spelled and one.value <= 3 and not one.unit) for one in extract_figures(text))


def _says_anything(body: str) -> bool:
    return len(body.split()) > 2


def _is_furniture(bare: str, *, marked: bool, alone: bool) -> bool:
    """Tell a title, an address line or a greeting from a sentence."""
    if _LABEL.match(bare) or (_GREETING.match(bare) and not _has_figure(bare)):
        return True
    if marked or not alone or _END.search(bare) or bare.startswith("|"):
        return False
    numbers = [one for one in extract_figures(bare) if one.kind == "number"]
    return len(bare.split()) <= _LONGEST_TITLE and not numbers
