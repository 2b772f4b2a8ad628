"""Business papers: what strangers wrote to measure with is whole, and what is only counted is of others."""

from collections import Counter
from pathlib import Path

import pytest

from masis.evaluation.sets import read_questions

FOLDER = Path(__file__).parents[2] / "evaluation"
SHAPE = {"fit": (4, 80), "fit_second": (6, 120), "check": (2, 80), "check_second": (2, 120)}
"""Organisations of a set, and questions for each."""
SETS = {name: read_questions(FOLDER / f"business_{name}.jsonl") for name in SHAPE}


@pytest.mark.parametrize("name", SHAPE)
def test_each_organisation_has_its_papers_and_questions(name: str) -> None:
    organisations, questions = SHAPE[name]
    counted = Counter(row.documents for row in SETS[name])
    assert len(counted) == organisations
    assert set(counted.values()) == {questions}
    for row in SETS[name]:
        papers = {path.name for path in (FOLDER / str(row.documents)).iterdir()}
        assert {place.document for place in row.gold} <= papers
        assert bool(row.phrases) == (row.expected != "absent")


def test_what_is_only_counted_is_of_others() -> None:
    looked_at = {row.documents for name in ("fit", "fit_second") for row in SETS[name]}
    counted = {row.documents for name in ("check", "check_second") for row in SETS[name]}
    assert not looked_at & counted
    for name, rows in SETS.items():
        assert {row.split for row in rows} == {"fit" if name.startswith("fit") else "report"}
