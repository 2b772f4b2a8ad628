"""Grading: how a golden question ended, and citation precision and recall as ALCE defines them."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from masis.evaluation.asking import Asked
from masis.evaluation.matching import contains, contains_any, normalised
from masis.evaluation.sets import GoldenQuestion

_STATES_NOTHING = frozenset({"heading", "hedge"})
_ENOUGH_WORDS = 0.9

Supports = Callable[[str, Sequence[str]], bool]
"""(statement, cited ids) -> whether these passages together support the statement."""


class CitedStatement(NamedTuple):
    """One statement of an answer with what it cites."""

    text: str
    citations: tuple[str, ...]


class CitationScore(NamedTuple):
    """Counts behind the two shares."""

    statements: int
    supported: int
    citations: int
    precise: int


def grade(row: GoldenQuestion, asked: Asked) -> str:
    """Return ``right``, ``wrong`` or ``escalated``: left to a human though an answer was there."""
    if any(contains(asked.stated, words) for words in row.forbidden):
        return "wrong"
    holds = bool(row.phrases) and all(contains_any(asked.stated, group) for group in row.phrases)
    if row.expected == "conflict":
        return (
            "right" if finds_conflict(row, asked) else "wrong" if asked.ending == "answered" else "escalated"
        )
    if row.expected == "absent":
        return _grade_of_absence(row, asked, named=holds)
    if asked.ending != "answered":
        return "escalated"
    return "right" if holds else "wrong"


def _grade_of_absence(row: GoldenQuestion, asked: Asked, *, named: bool) -> str:
    """Return the grade where there is nothing to find: admitted, turned away, or the false premise named."""
    turned_away = row.kind in {"off_topic", "injection"} and asked.ending == "asked_back"
    if asked.ending == "absent" or turned_away or named:
        return "right"
    return "wrong" if asked.ending == "answered" else "escalated"


def finds_conflict(row: GoldenQuestion, asked: Asked) -> bool:
    """Tell whether one conflict shows every competing value that is expected."""
    return any(
        all(any(contains_any(side.value, group) for side in conflict.sides) for group in row.phrases)
        for conflict in asked.conflicts
    )


def found_in(row: GoldenQuestion, asked: Asked) -> float:
    """Return the share of the expected wordings that the evidence of the run holds."""
    evidence = asked.report.evidence if asked.report else ()
    text = "\n".join(f"{chunk.heading}\n{chunk.full_text}" for chunk in evidence)
    return sum(contains_any(text, group) for group in row.phrases) / len(row.phrases)


def statements(asked: Asked) -> list[CitedStatement]:
    """Return the sentences of an answer that state a fact, with what they cite."""
    claims = asked.report.claims if asked.report else ()
    return [
        CitedStatement(claim.text, claim.citations)
        for claim in claims
        if claim.verdict not in _STATES_NOTHING
    ]


def holds_words(statement: str, source: str) -> bool:
    """Tell whether a source has all numbers and nearly all words of a statement."""
    wanted, there = set(normalised(statement).split()), set(normalised(source).split())
    numbers = {word for word in wanted if any(char.isdigit() for char in word)}
    return bool(wanted) and numbers <= there and len(wanted & there) >= _ENOUGH_WORDS * len(wanted)


def score_citations(statements: Sequence[CitedStatement], supports: Supports) -> CitationScore:
    """Count supported statements and precise citations.

    Recall: a statement counts when its cited passages together support it; one without a citation never
    does. Precision: a citation counts when its statement is supported and the citation is not
    irrelevant, that is, it supports the statement alone or the others fail to without it.
    """
    supported = precise = cited = 0
    for statement in statements:
        ids = tuple(dict.fromkeys(statement.citations))
        cited += len(ids)
        if not ids or not supports(statement.text, ids):
            continue
        supported += 1
        precise += sum(not _irrelevant(statement.text, ids, cited_id, supports) for cited_id in ids)
    return CitationScore(len(statements), supported, cited, precise)


def _irrelevant(text: str, ids: Sequence[str], cited_id: str, supports: Supports) -> bool:
    others = [other for other in ids if other != cited_id]
    return bool(others) and not supports(text, [cited_id]) and supports(text, others)
