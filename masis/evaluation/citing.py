"""Citing: citation precision and recall as ALCE defines them, for any judge of support."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

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
        precise += sum(not _irrelevant(statement.text, ids, one, supports) for one in ids)
    return CitationScore(len(statements), supported, cited, precise)


def _irrelevant(text: str, ids: Sequence[str], one: str, supports: Supports) -> bool:
    others = [other for other in ids if other != one]
    return bool(others) and not supports(text, [one]) and supports(text, others)
