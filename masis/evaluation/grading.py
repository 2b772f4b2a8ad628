"""Grading: whether the ending of a golden question is right, wrong, or left to a human."""

from masis.evaluation.asking import Asked
from masis.evaluation.citing import CitedStatement
from masis.evaluation.datasets import GoldenQuestion
from masis.evaluation.matching import contains, contains_any, normalised

_STATES_NOTHING = frozenset({"heading", "hedge"})
_ENOUGH_WORDS = 0.9


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
