"""Third company: the questions on a bank and a city are true to their documents."""

from pathlib import Path

import pytest

from masis.evaluation.matching import contains_any
from masis.evaluation.sets import GoldenQuestion, read_questions

FOLDER = Path(__file__).parents[2] / "evaluation"
ROWS = read_questions(FOLDER / "third_company.jsonl")


def test_ids_and_questions_are_unique_and_a_topic_is_in_one_half_only() -> None:
    assert len({row.id for row in ROWS}) == len({row.question for row in ROWS}) == len(ROWS) == 54
    halves = {(row.topic, row.split) for row in ROWS}
    assert len(halves) == len({topic for topic, _ in halves})
    assert {row.split for row in ROWS} == {"fit", "report"}


@pytest.mark.parametrize("row", [row for row in ROWS if row.gold], ids=lambda row: row.id)
def test_the_gold_documents_hold_the_answer(row: GoldenQuestion) -> None:
    files = [FOLDER / row.documents / place.document for place in row.gold]
    texts = [
        text.replace(",", " | ") if path.suffix == ".csv" else text
        for path in files
        for text in [path.read_text(encoding="utf-8")]
    ]
    for group in row.phrases:
        assert any(contains_any(text, group) for text in texts), group


@pytest.mark.parametrize("row", [row for row in ROWS if row.expected == "absent"], ids=lambda row: row.id)
def test_an_absent_row_names_no_gold(row: GoldenQuestion) -> None:
    assert not row.gold
