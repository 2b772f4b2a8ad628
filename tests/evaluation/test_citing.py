"""Citing: ALCE's precision and recall on answers worked by hand."""

from collections.abc import Sequence

import pytest

from masis.evaluation.citing import CitationScore, CitedStatement, score_citations

# Words stand for what a passage holds: a statement is supported when every word is in some cited passage.
HOLDS = {"k1": {"red"}, "k2": {"blue"}, "k3": {"red", "blue"}, "k4": {"green"}}


def supports(statement: str, ids: Sequence[str]) -> bool:
    return set(statement.split()) <= set().union(*(HOLDS[one] for one in ids))


@pytest.mark.parametrize(
    ("statement", "ids", "expected"),
    [
        ("red", ("k1",), CitationScore(1, 1, 1, 1)),
        ("red", ("k2",), CitationScore(1, 0, 1, 0)),
        ("red", (), CitationScore(1, 0, 0, 0)),
        ("red blue", ("k1", "k2"), CitationScore(1, 1, 2, 2)),
        ("red blue", ("k3", "k4"), CitationScore(1, 1, 2, 1)),
        ("red", ("k1", "k3"), CitationScore(1, 1, 2, 2)),
        ("red", ("k1", "k1"), CitationScore(1, 1, 1, 1)),
    ],
    ids=[
        "right",
        "wrong passage",
        "no citation",
        "both are needed",
        "one is irrelevant",
        "each suffices alone",
        "named twice counts once",
    ],
)
def test_citations_are_scored(statement: str, ids: tuple[str, ...], expected: CitationScore) -> None:
    assert score_citations([CitedStatement(statement, ids)], supports) == expected


def test_statements_add_up() -> None:
    score = score_citations([CitedStatement("red", ("k1",)), CitedStatement("green", ("k1",))], supports)
    assert score == CitationScore(statements=2, supported=1, citations=2, precise=1)
