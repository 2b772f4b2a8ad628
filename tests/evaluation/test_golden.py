"""Golden: questions about documents beside the set are asked, graded and broken down."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from masis.config import Settings
from masis.evaluation import golden
from masis.evaluation.base import Bench
from masis.evaluation.results import Result
from masis.evaluation.sets import GoldenQuestion
from masis.wiring import build_masis

RIGHT: dict[str, Any] = {
    "id": "q1",
    "question": "When was the bridge opened?",
    "expected": "answer",
    "phrases": [["1931"]],
    "gold": [{"document": "note.md", "pages": [1]}],
    "documents": "papers",
}
WRONG: dict[str, Any] = {**RIGHT, "id": "q2", "phrases": [["1954"]]}
ABSENT: dict[str, Any] = {
    "id": "q3",
    "question": "What did the insurance of the ferry cost?",
    "expected": "absent",
    "documents": "papers",
}


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Ask three questions about one note, without halves, topics and kinds."""
    folder = tmp_path_factory.mktemp("set")
    (folder / "papers").mkdir()
    (folder / "papers" / "note.md").write_text("# Note\n\nThe bridge was opened in 1931.\n", encoding="utf-8")
    rows = [GoldenQuestion.model_validate(row) for row in (RIGHT, WRONG, ABSENT)]
    with closing(build_masis(_settings(folder))) as masis:
        return golden.run(rows, Bench(masis, "own", "extractive", 0, lambda *_: None, folder))


def _settings(folder: Path) -> Settings:
    return Settings(_env_file=None, data_dir=folder / "data")


def test_each_question_is_graded(result: Result) -> None:
    values = {measure.name: measure.value for measure in result.measures}
    assert values["answerable: right · all"] == 0.5
    assert values["answerable: wrong · all"] == 0.5
    assert values["absent and false premise: admitted · all"] == 1.0
    assert values["citation recall by gold pages · all"] == 1.0


def test_rows_without_a_half_make_no_half(result: Result) -> None:
    assert not [measure.name for measure in result.measures if measure.name.endswith("· fit half")]


def test_the_wrong_one_is_listed_with_what_was_expected(result: Result) -> None:
    kinds, failed, _ = result.listings
    assert kinds.rows == (("absent", "1", "0", "0", "1"), ("fact", "1", "1", "0", "2"))
    (row,) = failed.rows
    assert row[:3] == ("q2", "fact", "wrong")
    assert "1954" in row
