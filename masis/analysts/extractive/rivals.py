"""Rivals: the statements that give another answer than the one that leads, and which of them dispute it."""

from collections.abc import Sequence

from masis.analysts.extractive.features import held, share_a_value, stated_values
from masis.analysts.extractive.rank import READ_CLOSELY, Ranked
from masis.analysts.extractive.statements import Statement
from masis.analysts.extractive.understand import Asked
from masis.domain.facts.phrases import narrowing
from masis.domain.language.words import concepts, lexicon

_AS_NEAR = 3.0
"""A rival stands at most so far behind, in log odds (own choice)."""


def settled_lead(asked: Asked, ranked: Sequence[Ranked]) -> Ranked:
    """Return the lead, or its rival whose value more passages give: a report repeats its main figures."""
    lead = ranked[0]
    rivals = rivals_of(asked, lead, ranked)
    return max((lead, *rivals), key=lambda candidate: agreement_of(asked, candidate.statement, ranked))


def rivals_of(asked: Asked, chosen: Ranked, ranked: Sequence[Ranked]) -> list[Ranked]:
    """Return the rows of the same label that give another value: whose scope is meant, nothing says."""
    if not stated_values(asked, chosen.statement):
        return []
    return [
        candidate
        for candidate in ranked[:READ_CLOSELY]
        if chosen.score - candidate.score < _AS_NEAR
        and candidate.statement.kind == chosen.statement.kind == "row"
        and alike(candidate.statement, chosen.statement)
        and stated_values(asked, candidate.statement)
        and not share_a_value(asked, chosen.statement, candidate.statement)
        and not told_apart(asked, chosen.statement, candidate.statement)
    ]


def agreement_of(asked: Asked, statement: Statement, ranked: Sequence[Ranked]) -> float:
    """Return how many other passages give a value of a statement; a report repeats its main figures."""
    others = {
        candidate.statement.chunk.chunk_id
        for candidate in ranked[:READ_CLOSELY]
        if candidate.statement.chunk.chunk_id != statement.chunk.chunk_id
        and share_a_value(asked, statement, candidate.statement)
    }
    return min(3, len(others)) / 3


def told_apart(asked: Asked, chosen: Statement, other: Statement) -> bool:
    """Tell whether the question itself says which of two rows of one label it means.

    An asked measure stands in or over the chosen one alone (``operating profit``: the other is under ``net
    sales``), none over the other alone, and the chosen one is no narrower.
    """
    known = lexicon()
    measured = asked.attribute & (known.measures | known.rates)
    mine, theirs = _over(chosen), _over(other)
    only_mine = any(held(word, mine) and not held(word, theirs) for word in measured)
    only_theirs = any(held(word, theirs) and not held(word, mine) for word in measured)
    return only_mine and not only_theirs and _unasked_over(asked, chosen) <= _unasked_over(asked, other)


def _unasked_over(asked: Asked, statement: Statement) -> int:
    """Return how many words of the rows over a row nobody asked for."""
    over = narrowing(" ".join(statement.row.path if statement.row else ()), frozenset())
    return sum(not held(word, asked.attribute) for word in over - statement.own)


def _over(statement: Statement) -> frozenset[str]:
    """Return the concepts of a row's label, of the rows over it and of its headers; titles are read badly."""
    over = concepts(" ".join(statement.row.path if statement.row else ()))
    return statement.own | statement.header | frozenset(over)


def alike(left: Statement, right: Statement) -> bool:
    """Tell whether two statements are one in other places: the same label, or most words in common.

    How firm a figure is said to be makes no other statement of it: which one counts is a conflict's matter.
    """
    if left.key == right.key:
        return True
    firmness = frozenset(lexicon().firmness)
    small, large = sorted((left.own - firmness, right.own - firmness), key=len)
    return bool(small) and len(small & large) >= 0.9 * len(large)
