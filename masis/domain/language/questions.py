"""Questions: one parse of a question into parts with slots; nothing parses it again."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from masis.domain.language.grammar import Operation, Result, Wanted, grammar
from masis.domain.language.organisations import is_ordinary
from masis.domain.language.periods import Period, PeriodMention, find_periods, without_periods
from masis.domain.language.units import asked_unit, is_unit
from masis.domain.language.words import (
    Name,
    concepts,
    directions,
    fold,
    is_movement,
    lexicon,
    names,
    negated,
    stems,
    tokens,
)
from masis.domain.value import Value


class Part(Value):
    """One thing that is asked, with its slots."""

    text: str
    operation: Operation
    wants: Wanted
    terms: tuple[str, ...]
    """Concepts of attribute, scope and entity in order: periods, wrapping and words of movement left out."""
    names: tuple[str, ...] = ()
    """As written; organisations are told from other names by the documents' profiles."""
    periods: tuple[str, ...] = ()
    """Labels, as ``Period.label`` writes them."""
    sides: tuple[str, ...] = ()
    """For a comparison of two things: each in the words of the question."""
    denied: bool = False
    moving: bool = False
    """Whether it asks how something moved."""
    superlative: Literal["", "most", "least"] = ""
    carried: tuple[str, ...] = ()
    """Concepts taken from the part before, to which this one points back."""
    result: Result = ""
    """What it wants worked out, where its first words name that: ``what was the percentage change in``."""


class Question(Value):
    """A question with its parts; at least one."""

    text: str
    parts: tuple[Part, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Every name in it, in order."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.names))


_BREAK = re.compile(r"(?:^|\s)\(?(?:\d{1,2}|[a-h])[.)]\s+(?=\S)|(?<=[?!])\s+|\n+|(?<=[a-z]{3}\.)\s+(?=[A-Z])")
_AND = re.compile(r"\s+and\s+(?:(?:for|its|their|the|of|to)\s+)*", re.IGNORECASE)
_LATER_THING = re.compile(
    r"(?P<first>.+?\s(?:in|for|during|at|as of|on)\s.+?)\s+and\s+(?:its|their|the)\s+(?:total\s+)?"
    r"(?P<second>[^,?]+)",
    re.IGNORECASE,
)
"""``net income in 2022 and its earnings per share``: the second thing comes after the first one's period."""
_HOW_MUCH = re.compile(r"\bhow (?:much|high|large|big|low|far)\b", re.IGNORECASE)
_TO, _AND_ONLY = re.compile(r"\s*(?:to|through|until|[-–])\s*$"), re.compile(r"\s*,?\s*and\s*$")
_SINCE = re.compile(
    r"\b(?:from|since|against|versus|vs\.?|with|to)(?: (?:the|fiscal|financial|year))* $", re.IGNORECASE
)
_BETWEEN = re.compile(r"\bbetween\s*$", re.IGNORECASE)
MOST_PARTS = 6


@lru_cache(maxsize=512)
def parse(question: str) -> Question:
    """Return what is asked, part by part, in the order of the question."""
    parts: list[Part] = []
    for text in _split(question):
        part = _part(text)
        if parts:
            part = _leaning(part, parts[-1])
        parts.append(part)
    return Question(text=question.strip(), parts=tuple(parts))


def _part(text: str) -> Part:
    mentions, bare = find_periods(text), without_periods(text)
    periods = tuple(dict.fromkeys(period.label for period in _completed(text, mentions)))
    operation = _operation(text, frozenset(concepts(bare)))
    found = [term for term in dict.fromkeys(concepts(bare)) if term not in lexicon().wrapping]
    moving = operation == "change" or any(pair == "movement" for pair, _ in directions(bare))
    movers = {token.stem for token in tokens(bare) if is_movement(token.stem)} if moving else set()
    known = lexicon()
    dropped = grammar().period | grammar().moving | {known.canonical.get(mover, mover) for mover in movers}
    terms = tuple(term for term in found if term not in dropped) or tuple(found)
    superlative = _superlative(text)
    if superlative:
        terms = tuple(term for term in terms if not _is_superlative(term)) or terms
    earlier = grammar().earlier.search(text)
    # ``a year earlier, at December 31, 2021`` names that earlier date itself.
    if len(periods) == 1 and earlier and "," not in text[earlier.end() : mentions[0].start]:
        periods = (*periods, year_before(periods[0]))
    two_named = len(periods) == 2 and len(mentions) > 1  # ``2025-26`` is one year
    if operation == "lookup" and two_named and not _is_span(text, mentions):
        operation = "compare"
    return Part(
        text=text,
        operation=operation,
        wants=_wanted(text, operation, terms),
        terms=terms,
        names=tuple(dict.fromkeys(name.text for name in names(bare) if _is_name(name, bare))),
        periods=periods,
        sides=_sides(text) if operation in {"compare", "rank"} else (),
        denied=negated(text),
        moving=moving,
        superlative=superlative,
        result=_result(text, periods),
    )


def _is_name(name: Name, text: str) -> bool:
    """Tell a name from a unit, ``tonnes CO2e``, and from an everyday word that only opens the question."""
    before = text[: name.start].split()[-1:]
    if is_unit(name.text) or is_unit(" ".join((*before, name.text))):
        return False
    return name.sure or not all(is_ordinary(word) for word in re.split(r"[-–]", name.text))


_NEXT_YEAR = re.compile(r"\s*(?:,\s*)?(?:and|to|or|versus|vs\.?|from|than|/|,)\s*\Z")


def _completed(text: str, mentions: Sequence[PeriodMention]) -> tuple[Period, ...]:
    """Return the periods with what their neighbour says for both: ``June 30 and December 31, 2023``.

    A day without its year is of the next one's year; ``December 31, 2023 and 2022`` names two days.
    """
    found: list[Period] = []
    for at, mention in enumerate(mentions):
        following = mentions[at + 1].periods[0] if at + 1 < len(mentions) else None
        for period in mention.periods:
            named = period
            if (
                not period.year
                and following is not None
                and following.part
                and len(period.part) == len(following.part)
            ):
                named = Period(following.year, period.part)
            before = found[-1] if found else None
            between = text[mentions[at - 1].end : mention.start] if at else ""
            if (
                before
                and before.year
                and len(before.part) == len("12-31")
                and not period.part
                and _NEXT_YEAR.match(between)
            ):
                named = Period(period.year, before.part)
            found.append(named)
    return tuple(found)


def _result(text: str, periods: Sequence[str]) -> Result:
    """Return what shall be worked out; a total only of several periods: of one, tables call things so."""
    results = grammar().results
    found: Result = next((name for name, (asks, *_) in results.items() if asks.search(text)), "")
    return found if found != "sum" or len(periods) > 1 else ""


def _is_span(text: str, mentions: Sequence[PeriodMention]) -> bool:
    """Tell whether two dates are the ends of one stretch of time: ``between May 2 and May 29``."""
    if len(mentions) != 2:
        return False
    before, between = text[: mentions[0].start], text[mentions[0].end : mentions[1].start]
    return bool(_TO.match(between) or (_AND_ONLY.match(between) and _BETWEEN.search(before)))


def _operation(text: str, asked: frozenset[str]) -> Operation:
    """Return the first shape that fits; what names a measure is looked up, not listed."""
    for shape, pattern in grammar().operations:
        if pattern.search(text) and not (shape in {"list", "describe"} and lexicon().measures & asked):
            return shape
    return "lookup"


def _wanted(text: str, operation: Operation, terms: tuple[str, ...]) -> Wanted:
    if operation in {"why", "describe", "advise", "list"}:
        return "text"
    kinds = (kind for kind, pattern in grammar().wanted if pattern.search(text))
    wanted = next((kind for kind in kinds if kind != "text" or operation == "lookup"), None)
    if wanted is not None:
        return _counted_in(asked_unit(text)) if wanted == "count" else wanted
    thing = None if _superlative(text) or operation in {"rank", "compare"} else grammar().thing.match(text)
    measured = bool(lexicon().measures & frozenset(concepts(thing["thing"]) if thing else terms))
    return "figure" if measured or _HOW_MUCH.search(text) else "text"


def _counted_in(unit: str) -> Wanted:
    """Return what "how many" wants: ``how many orders, in $ million`` is money, ``in per cent`` a share."""
    return "percent" if unit == "%" else "money" if unit else "count"


def _superlative(text: str) -> Literal["", "most", "least"]:
    said = {fold(token.text) for token in tokens(text)}
    return "most" if said & grammar().most else "least" if said & grammar().least else ""


def _is_superlative(root: str) -> bool:
    return any(pair == "extreme" for pair, _ in lexicon().sides.get(root, ())) or root in {
        "fastest",
        "slowest",
        "best",
        "worst",
    }


def _leaning(part: Part, before: Part) -> Part:
    """Give a part that points back, or names nothing, the names and periods of the one before."""
    back = bool(grammar().pointing_back.search(part.text)) or len(part.terms) < 2
    lacks_name = not part.names
    if not (back or lacks_name):
        return part
    named = before.names if lacks_name else part.names
    periods = part.periods or before.periods
    if not part.periods and before.periods and grammar().earlier.search(part.text):
        periods = (year_before(before.periods[0]),)
    elif back and len(part.periods) == len(before.periods) == 1 and _starts_from(part):
        periods = tuple(
            sorted({*before.periods, *part.periods})
        )  # "in 2022, and how did it change from 2021"
    name_concepts = {root for name in named for root in concepts(name)}
    context = tuple(
        term for term in before.terms if term not in part.terms and (back or term in name_concepts)
    )
    return part.model_copy(update={"names": named, "periods": periods, "carried": context})


def _starts_from(part: Part) -> bool:
    """Tell whether the one period of a part is where a change or comparison begins, not where it ends."""
    first = find_periods(part.text)[0].start
    return part.operation in {"change", "compare"} and bool(_SINCE.search(part.text[:first]))


def year_before(label: str) -> str:
    """Return the label of the same period one year earlier; a label without a year as it is."""
    year, rest = label[:4], label[4:]
    return f"{int(year) - 1}{rest}" if year.isdigit() else label


def _split(question: str) -> tuple[str, ...]:
    """Return the single questions inside a question, in order; at least one, at most six.

    It is cut at numbers of a list, at ends of sentences and before another question word; a piece that asks
    nothing sets the scene of the next one, or belongs to the one before.
    """
    text = question.strip()
    pieces = [piece for sentence in _BREAK.split(text) for piece in grammar().joined.split(sentence)]
    merged: list[str] = []
    for piece in (piece.strip() for piece in pieces if piece.strip()):
        whole = merged and _asks(merged[-1]) and len(merged[-1].split()) > 2
        if merged and not (whole and _asks(piece) and stems(piece)):
            merged[-1] += f"{'' if merged[-1][-1] in '.?!' else ','} {piece}"
        else:
            merged.append(piece)
    parts = (single.strip().strip("?;,. ").strip() for clause in merged for single in _conjuncts(clause))
    return tuple(part for part in parts if part)[:MOST_PARTS] or (text or "?",)


def _asks(text: str) -> bool:
    """Tell whether a piece asks something: it opens with a question word, perhaps behind a short clause."""
    return bool(grammar().asking.match(text) or grammar().asking_inside.search(text))


def _conjuncts(text: str) -> list[str]:
    """Ask of two joined things one by one: ``what were revenue and EBITDA in 2024``."""
    head = grammar().head.match(text)
    if head is None or grammar().comparing.search(text):
        return [text]
    later = _LATER_THING.match(text, head.end())
    if later and _is_thing(later["second"]) and lexicon().measures & {*concepts(later["second"])}:
        first = f"{head['head'].strip()} {later['first'].strip()}"
        own_tail = grammar().tail.search(later["first"])
        ending = own_tail.group() if own_tail else ""
        return [first, f"{head['head'].strip()} {later['second'].strip()}{ending}"]
    tail = grammar().tail.search(text, head.end())
    middle = text[head.end() : tail.start() if tail else len(text)]
    sides = _AND.split(middle)
    if len(sides) != 2 or not all(_is_thing(side) for side in sides) or _one_thing(*sides):
        return [text]
    ending = tail.group() if tail else ""
    return [f"{head['head'].strip()} {side.strip()}{ending}" for side in sides]


def _is_thing(side: str) -> bool:
    """Tell whether a side of ``and`` is something that can be asked for by itself."""
    return 1 <= len(side.split()) <= 6 and bool(stems(side)) and not side.strip().endswith(",")


def _one_thing(first: str, second: str) -> bool:
    """Tell whether ``and`` joins two words of one name: ``research and development``, ``Parts and Service``.

    Everyday words with a capital are a name: of the cut ones in 24 sets of questions 28 of 29 were.
    """
    left, right = stems(first), stems(second)
    joined = frozenset((left[-1], right[0]))
    if joined in lexicon().pairs:
        return True
    measured = lexicon().measures
    if measured & {*concepts(first)} and measured & {*concepts(second)}:
        return False
    around = (first.rsplit(maxsplit=1)[-1], second.split(maxsplit=1)[0].rstrip("?.,;"))
    return not all(word[:1].isupper() for word in around) or all(map(is_ordinary, around))


_UNTIL = r"(?=\s+(?:in|for|during|at)\b|[?,]|$)"
_SIDE = re.compile(
    rf"(?:\bbetween\s+(?P<a>.+?)\s+and\s+(?P<b>.+?){_UNTIL})"
    r"|(?:(?:,|\bmore\b.*?\bin|\bfaster\b|:|\bin)\s+(?P<c>[^,?]+?)\s+or\s+(?:in\s+)?"
    rf"(?P<d>[^,?]+?){_UNTIL})"
    r"|(?:(?P<e>[\w&’' -]+?)\s+(?:compare[ds]?\s+(?:with|to)|versus|vs\.?)\s+"
    rf"(?:that of\s+|those of\s+)?(?P<f>.+?){_UNTIL})",
    re.IGNORECASE,
)


def _sides(text: str) -> tuple[str, ...]:
    """Return the two things compared, where both are named in words."""
    found = _SIDE.search(text)
    if not found:
        return ()
    pair = [side.strip() for side in found.groups() if side]
    usable = [side for side in pair if stems(side) and not find_periods(side)]
    return tuple(usable) if len(usable) == 2 else ()


def period_of(label: str) -> Period:
    """Return the period a label stands for."""
    head, _, rest = label.partition("-")
    return Period(int(head), rest) if head.isdigit() and len(head) == 4 else Period(0, label)
