"""Papers by strangers to measure with: each set is whole, and what is only counted is of others."""

from collections import Counter
from pathlib import Path

import pytest

from masis.evaluation.sets import read_questions

FOLDER = Path(__file__).parents[2] / "evaluation"
SHAPE = {
    "business_fit": (4, 80),
    "business_fit_second": (6, 120),
    "business_fit_third": (8, 120),
    "business_fit_fourth": (8, 120),
    "business_fit_fifth": (7, 140),
    "reports_fit": (8, 150),
    "reports_second_fit": (7, 200),
    "reports_third_fit": (8, 180),
    "business_literal_fit": (26, 44),
    "reports_literal_fit": (7, 44),
    "business_check": (2, 80),
    "business_check_second": (2, 120),
    "reports_check": (1, 200),
    "conventions_fit": (8, 40),
    "conventions_check": (4, 40),
    "variants_fit": (6, 40),
    "variants_check": (6, 40),
    "voices_fit": (4, 30),
    "voices_check": (4, 30),
}
"""Folders of papers of a set, and questions for each."""
SETS = {name: read_questions(FOLDER / f"{name}.jsonl") for name in SHAPE}


@pytest.mark.parametrize("name", SHAPE)
def test_each_folder_has_its_papers_and_questions(name: str) -> None:
    folders, questions = SHAPE[name]
    counted = Counter(row.documents for row in SETS[name])
    assert len(counted) == folders
    assert set(counted.values()) == {questions}
    for row in SETS[name]:
        papers = {path.name for path in (FOLDER / str(row.documents)).iterdir()}
        assert {place.document for place in row.gold} <= papers
        assert bool(row.phrases) == (row.expected != "absent")


def test_what_is_only_counted_is_of_others() -> None:
    checks = {name for name in SETS if "check" in name}
    looked_at = {row.documents for name in SETS.keys() - checks for row in SETS[name]}
    counted = {row.documents for name in checks for row in SETS[name]}
    assert not looked_at & counted
    for name, rows in SETS.items():
        assert {row.split for row in rows} == {"report" if name in checks else "fit"}
