"""Business papers: what strangers wrote to measure with is whole, and what is only counted is of others."""

from collections import Counter
from pathlib import Path

import pytest

from masis.evaluation.sets import read_questions

FOLDER = Path(__file__).parents[2] / "evaluation"
SETS = {half: read_questions(FOLDER / f"business_{half}.jsonl") for half in ("fit", "check")}


@pytest.mark.parametrize(("half", "organisations"), [("fit", 4), ("check", 2)])
def test_each_organisation_has_its_papers_and_questions(half: str, organisations: int) -> None:
    counted = Counter(row.documents for row in SETS[half])
    assert len(counted) == organisations
    assert set(counted.values()) == {80}
    for row in SETS[half]:
        papers = {path.name for path in (FOLDER / str(row.documents)).iterdir()}
        assert {place.document for place in row.gold} <= papers
        assert bool(row.phrases) == (row.expected != "absent")


def test_what_is_only_counted_is_of_others() -> None:
    fit, check = ({row.documents for row in rows} for rows in SETS.values())
    assert not fit & check
    assert {row.split for row in SETS["fit"]} == {"fit"}
    assert {row.split for row in SETS["check"]} == {"report"}
