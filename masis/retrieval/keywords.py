"""Keyword evidence: how much of a question, weighted by rarity, a passage holds word for word.

It decides one thing: whether a passage whose meaning the embedder did not recognise is kept all the
same, as with product codes, names and dates. So it is strict: common words count little, one lucky
word is not enough, and a question about something else does not get through.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from masis.retrieval.tokens import Term, terms, tokens

KEYWORD_FLOOR: Final = 0.65
"""Keyword score that keeps a passage below the cosine threshold; fitted, see benchmarks/retrieval.py."""

_MOST_TERMS: Final = 24
_CODE_WEIGHT: Final = 2.0
_RARE: Final = 0.65
"""Inverse document frequency of a word that about half of the passages hold; commoner ones prove nothing."""
_RARE_SHARE: Final = 0.5
"""A code is rare when its weight is at least this share of the heaviest of the question's terms."""

_ASKING_WORDS: Final = frozenset(
    tokens(
        "tell describe explain give list show find name summarise summarize mention state report say said "
        "document file passage information detail please know does much many "
        "acronym abbreviation stand mean meaning"
    )
)


_HOW: Final = re.compile(r"\bhow (\w+)", re.IGNORECASE)
"""``how large``: asks for a size, and no passage need say "large"."""


def question_terms(line: str) -> tuple[Term, ...]:
    """Return a question's distinct terms, codes first, without the words that only ask."""
    asking = _ASKING_WORDS.union(*(tokens(word) for word in _HOW.findall(line)))
    distinct = {term.token: term for term in terms(line) if term.token not in asking}
    ordered = sorted(distinct.values(), key=lambda term: not term.code)
    return tuple(ordered[:_MOST_TERMS])


def keyword_score(question: Sequence[Term], found: Collection[str], rarity: Mapping[str, float]) -> float:
    """Return the share of a question's terms that a passage holds, weighted by rarity, 0 to 1.

    Args:
        question: from ``question_terms``.
        found: the passage's tokens.
        rarity: inverse document frequency by token, over the workspace; a token no passage holds is missing.
    """
    if not question:
        return 0.0
    heaviest = max(rarity.values(), default=0.0)
    absent = heaviest + 1.0  # rarer than anything that is there
    weights = [rarity.get(term.token, absent) * (_CODE_WEIGHT if term.code else 1.0) for term in question]
    matched = [_holds(found, term) for term in question]
    cover = sum(weight for weight, hit in zip(weights, matched, strict=True) if hit) / (sum(weights) or 1.0)
    if _exact_code(question, found, rarity, heaviest):
        return KEYWORD_FLOOR + (1 - KEYWORD_FLOOR) * min(cover, 1.0)
    rare = any(hit and rarity.get(t.token, 0.0) >= _RARE for t, hit in zip(question, matched, strict=True))
    if not rare or sum(matched) < min(2, len(question)):
        return 0.0
    return min(cover, 1.0)


def _holds(found: Collection[str], term: Term) -> bool:
    return term.token in found or (bool(term.parts) and all(part in found for part in term.parts))


def _exact_code(
    question: Sequence[Term], found: Collection[str], rarity: Mapping[str, float], heaviest: float
) -> bool:
    """Tell whether the passage holds a code of the question that few passages hold."""
    return any(
        term.code and term.token in found and rarity.get(term.token, 0.0) >= _RARE_SHARE * heaviest
        for term in question
    )
