"""Memo turns: whether a sentence turns round what the passage with its words and figures says.

The claim ledger compares a sentence with everything it cites. A memo cites nothing, so each candidate is also
held against what a careful reader would look at: the clause the figure stands in, who acts there, when, and
in which direction.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from masis.domain.figure_checking import same_value
from masis.domain.figures import Figure, extract_figures
from masis.domain.language.periods import Period, covered, find_periods
from masis.domain.wording import NEGATIONS, STOPWORDS, Name, name_in, names, sides, stem, words

_CLAUSE = re.compile(
    r"[;:()]\s*|,\s+|\s[–—]\s|\s(?:and|but|while|whereas|although|because|after|compared)\s", re.IGNORECASE
)
_NO_DENIAL = re.compile(
    r"\b(?:not only|not least|no (?:later|less|more|fewer) than|no\.\s?\d|nothing but)\b", re.IGNORECASE
)
_WEAK_DENIAL = re.compile(
    r"\b(?:no|not|never|none|nothing|without|nor|neither|fail\w*|lack\w*|unable|un\w{5,}|loss\w*|cannot|nobody)\b|n['’]t\b",
    re.IGNORECASE,
)
_TO = re.compile(r"\b(?:to|at)\s+\W*(?:[A-Z]{3}\s)?\W*\Z")
_FROM = re.compile(r"\b(?:from|after|against|compared (?:with|to))\s+\W*(?:[A-Z]{3}\s)?\W*\Z")
_LOOKBACK = 24


class Turn(NamedTuple):
    """How a sentence departs from a passage that holds most of it."""

    verdict: str
    reason: str
    right: tuple[tuple[str, str], ...] = ()
    """What the sentence says and what stands in its place."""


class Lexicon(NamedTuple):
    """Names as the workspace uses them, in stems."""

    house: frozenset[str] = frozenset()
    """The one everything is about; a document may take it for granted."""
    known: frozenset[str] = frozenset()
    """Words that stand with a capital inside sentences."""


def turned(body: str, passage: str, above: str, lexicon: Lexicon) -> Turn | None:
    """Return how ``body`` departs from ``passage``; ``above`` is its title, heading and table header."""
    for look in (_denied, _direction, _opposite, _period):
        found = look(body, passage, above)
        if found is not None:
            return found
    return _other_clause(body, passage, lexicon) or _somebody_else(body, passage, above, lexicon)


def _denied(body: str, passage: str, _above: str) -> Turn | None:
    if _denies(body) and not _WEAK_DENIAL.search(passage):
        return Turn("contradicted", "Only the sentence denies it; the source states it.")
    return None


def _denies(text: str) -> bool:
    found = words(_NO_DENIAL.sub(" ", text))
    return any(word in NEGATIONS or word.endswith(("n't", "n’t")) for word in found)


def _direction(body: str, _passage: str, _above: str) -> Turn | None:
    """Find a rise to a smaller figure, or a fall to a larger one."""
    figures = [one for one in extract_figures(body) if one.kind == "number"]
    arrived = [one for one in figures if _TO.search(body[max(0, one.start - _LOOKBACK) : one.start])]
    begun = [one for one in figures if _FROM.search(body[max(0, one.start - _LOOKBACK) : one.start])]
    if len(arrived) != 1 or len(begun) != 1 or arrived[0].unit != begun[0].unit:
        return None
    first = min(arrived[0].start, begun[0].start)
    side = {place for word in words(body[:first])[-5:] for pair, place in sides(word) if pair == 0}
    if len(side) != 1 or arrived[0].negative or begun[0].negative:
        return None
    step = arrived[0].value - begun[0].value
    if step and (step > 0) != (side == {0}):
        way = "up" if step > 0 else "down"
        return Turn("contradicted", f"From {begun[0].text} to {arrived[0].text} is {way}.")
    return None


def _opposite(body: str, passage: str, above: str) -> Turn | None:
    """Find an opposite word beside the same figure."""
    for said, clause in _clauses(body):
        ours = _sided(clause)
        for given, other in _clauses(passage, above):
            if given.negative or not same_value(said, given):
                continue
            theirs = _sided(other)
            for pair in ours.keys() & theirs.keys():
                mine, yours = ours[pair], theirs[pair]
                if len(mine) == 1 and len(yours) == 1 and mine.keys() != yours.keys():
                    here, there = next(iter(mine.values())), next(iter(yours.values()))
                    return Turn("contradicted", f"The source says “{there}”, the sentence says “{here}”.")
    return None


def _sided(text: str) -> dict[int, dict[int, str]]:
    found: dict[int, dict[int, str]] = {}
    for word in words(text):
        for pair, side in sides(word):
            found.setdefault(pair, {}).setdefault(side, word)
    return found


def _clauses(text: str, above: str = "") -> Iterator[tuple[Figure, str]]:
    """Yield each number with the clause it stands in; a table row is one clause under its header."""
    figures = [one for one in extract_figures(text) if one.kind == "number" and not one.spelled]
    row = text.lstrip().startswith("|")
    cuts = [] if row else [found.start() for found in _CLAUSE.finditer(text) if not _inside(found, figures)]
    for figure in figures:
        start = max((cut for cut in cuts if cut <= figure.start), default=0)
        end = min((cut for cut in cuts if cut >= figure.end), default=len(text))
        yield figure, f"{text[start:end]} {above}" if row else text[start:end]


def _inside(found: "re.Match[str]", figures: list[Figure]) -> bool:
    return any(one.start < found.end() and found.start() < one.end for one in figures)


def _period(body: str, passage: str, above: str) -> Turn | None:
    """Find a period where the passage names others of its kind, and not this one."""
    there = list(find_periods(passage))
    known = frozenset(period for mention in there for period in mention.periods)
    if not known:
        return None
    wide = known | frozenset(period for mention in find_periods(above) for period in mention.periods)
    for mention in find_periods(body):
        wider = frozenset(mention.periods)
        if any(covered(one, wide) for one in wider) or any(covered(one, wider) for one in known):
            continue
        said = body[mention.start : mention.end]
        rivals = [passage[one.start : one.end] for one in there if _same_grain(one.periods, mention.periods)]
        if rivals:
            right = ((said, rivals[0]),) if len(set(rivals)) == 1 else ()
            return Turn("figure_mismatch", f"The source says {rivals[0]}, the sentence says {said}.", right)
    return None


def _same_grain(some: tuple[Period, ...], others: tuple[Period, ...]) -> bool:
    return any(_grain(one) == _grain(other) for one in some for other in others)


def _grain(period: Period) -> tuple[bool, str]:
    kind = "part" if period.part[:1] in {"Q", "H"} else "month" if len(period.part) == 2 else "day"
    return bool(period.year), kind if period.part else "year"


def _other_clause(body: str, passage: str, lexicon: Lexicon) -> Turn | None:
    """Find a figure that the passage gives for somebody else, in another clause than the one named."""
    if passage.lstrip().startswith("|"):
        return None
    for said, clause in _clauses(body):
        ours = _named(clause, lexicon)
        same = [other for given, other in _clauses(passage) if same_value(said, given)]
        if not ours or not same:
            continue
        stated = [_named(other, lexicon) for other in same]
        if all(theirs and not _meet(ours, other) for theirs, other in zip(stated, same, strict=True)):
            here, there = ours[0].text, stated[0][0].text
            return Turn("contradicted", f"The source says this of {there}, the sentence of {here}.")
    return None


def _somebody_else(body: str, passage: str, above: str, lexicon: Lexicon) -> Turn | None:
    """Find a name in the place of the one the passage has; what is left over must be nearly all there."""
    if passage.lstrip().startswith("|"):
        return None  # the ledger has looked at rows and columns
    where = f"{passage} {above}"
    stems = frozenset(stem(word) for word in words(where))
    ours = [name for name in _named(body, lexicon) if not _meet([name], where)]
    said = frozenset(stem(word) for word in words(body))
    theirs = [name for name in _named(passage, lexicon) if stem(name.text) not in said]
    if not ours or not theirs:
        return None
    left = {stem(word) for word in words(body) if word not in STOPWORDS} - stems
    if len(left) > len(ours) + 1:
        return None
    here, there = ours[0].text, theirs[0].text
    return Turn("contradicted", f"The source says this of {there}, the sentence of {here}.", ((here, there),))


def _named(text: str, lexicon: Lexicon) -> list[Name]:
    """Return the names of a text that are surely names, the house's own left out."""
    return [
        name
        for name in names(text)
        if stem(name.text) not in lexicon.house and (name.sure or stem(name.text) in lexicon.known)
    ]


def _meet(some: Sequence[Name], text: str) -> bool:
    folded, stems = text.casefold(), frozenset(stem(word) for word in words(text))
    return any(name_in(name.text, folded, stems, "") for name in some)
