"""Conflict scope: which of the values that passages state a question is about."""

import re
from collections.abc import Sequence, Set
from itertools import pairwise

from masis.domain.assertions import Assertion
from masis.domain.metrics import HEADS, MODIFIERS, SOFT, is_measure, measure, name_keys
from masis.domain.terms import stems
from masis.domain.timeframes import compatible, labels, without_periods

_RANKS = re.compile(
    r"\b(?:which|what) (?!is\b|was\b|are\b|were\b)(?:\w+ ){1,4}?.*?"
    r"\b(?:most|least|best|worst|fewest|(?!interest|latest|invest|forest|request|harvest|contest|protest|quest|west|rest|test|guest)\w{2,}est)\b",
    re.IGNORECASE,
)
"""A question for the one part of a whole that leads."""
_OF_WHOLE = re.compile(
    r"\b(?P<part>share|percentage|proportion|part|portion|fraction) of "
    r"(?:the |our |its |their |total |all )*\w+",
    re.IGNORECASE,
)
"""A part of a whole is asked for, not the whole: "what share of revenue is invoiced in dollars"."""

_CONTRASTS = re.compile(r"\b(?:or|than|versus|vs)\b|\bcompar", re.IGNORECASE)
_OURS = re.compile(r"\b(?:we|our|ours|us)\b", re.IGNORECASE)


def asked_values(stated: Sequence[Assertion], question: str, house: frozenset[str]) -> tuple[Assertion, ...]:
    """Return the values of the asked measure, period and scope."""
    question = _OF_WHOLE.sub(r"\g<part>", question)
    relevant = [one for one in stated if _matters(one, question)]
    return tuple(_as_asked(_in_asked_scope(relevant, question, house), question))


def _in_asked_scope(
    relevant: Sequence[Assertion], question: str, house: frozenset[str]
) -> Sequence[Assertion]:
    """Keep the values of whom the question names; "which route carries most" is about the parts alone."""
    asked = frozenset(key for key in name_keys(question) - house if not is_measure(key))
    if asked:
        held = [one.names | frozenset(stems(one.words)) for one in relevant]
        counts = [sum(meet({key}, words) for key in asked) for words in held]
        ours = _OURS.search(question) or name_keys(question) & house
        # Which of two others is larger is no question about a third, though it shares the market they are in.
        least = max(counts, default=0) if _CONTRASTS.search(question) and not ours else 1
        return [one for one, count in zip(relevant, counts, strict=True) if count >= max(1, least)]
    if _RANKS.search(question):
        return [one for one in relevant if one.names - house]
    return relevant


def meet(some: Set[str], others: Set[str]) -> bool:
    """Tell whether two sets of name stems share one; ``Europe`` and ``European`` are one."""
    return any(
        key == other or (min(len(key), len(other)) >= 5 and (key.startswith(other) or other.startswith(key)))
        for key in some
        for other in others
    )


def _as_asked(relevant: Sequence[Assertion], question: str) -> Sequence[Assertion]:
    """Leave narrower measures out when the asked one is stated: revenue, not hardware revenue."""
    asked = frozenset(stems(question)) | measure(without_periods(question))
    exact = [one for one in relevant if _core(one) <= asked]
    # Asked for hardware revenue, plain revenue is another measure.
    narrow = [one for one in exact if not any(_core(one) < _core(other) for other in exact)]
    return narrow or relevant


def _core(assertion: Assertion) -> frozenset[str]:
    return assertion.measure - SOFT or assertion.measure


def _matters(assertion: Assertion, question: str) -> bool:
    """Tell whether the question asks about this measure in this period."""
    asked = frozenset(stems(question))
    spelled = measure(without_periods(question))
    # A short form asks for all of its words: revenue alone does not answer NRR.
    asked |= spelled if spelled - asked <= assertion.measure | SOFT else frozenset()
    core = _core(assertion)
    shared = core & asked
    if not shared or len(shared) * 2 < len(core) or _asks_narrower(assertion.measure, question):
        return False
    periods = labels(question)
    return not periods or not assertion.period or any(compatible(one, assertion.period) for one in periods)


def _asks_narrower(stated: frozenset[str], question: str) -> bool:
    """Tell whether the question puts a word before the measure that makes it another one."""
    said = stems(question)
    return any(
        (word in MODIFIERS and following in stated and word not in stated | SOFT)
        or (following in HEADS and word in stated and following not in stated)
        for word, following in pairwise(said)
    )
