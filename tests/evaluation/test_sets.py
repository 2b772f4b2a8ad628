"""Sets: a set of questions is read, and what is wrong with one is said with its place."""

import json
from pathlib import Path
from typing import Any

import pytest

from masis.errors import InvalidInput
from masis.evaluation.sets import GoldenQuestion, drawn, read_questions

LEAST: dict[str, Any] = {"id": "q1", "question": "When?", "expected": "answer", "phrases": [["1931"]]}


def written(folder: Path, *lines: object) -> Path:
    path = folder / "set.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n\n", encoding="utf-8")
    return path


def test_an_operator_needs_to_say_four_things(tmp_path: Path) -> None:
    (row,) = read_questions(written(tmp_path, {**LEAST, "note": "not a field"}))
    assert (row.kind, row.topic, row.split, row.documents) == ("fact", "", "", "")
    (row,) = read_questions(written(tmp_path, {**LEAST, "expected": "absent"}))
    assert row.kind == "absent"


def test_a_limit_draws_the_same_rows_in_order() -> None:
    rows = [GoldenQuestion.model_validate({**LEAST, "id": str(number)}) for number in range(30)]
    ids = [row.id for row in drawn(rows, 5, 7)]
    assert ids == [row.id for row in drawn(rows, 5, 7)]
    assert ids == sorted(ids, key=int)
    assert len(set(ids)) == 5
    assert ids != [row.id for row in drawn(rows, 5, 8)]
    assert drawn(rows, None, 0) == drawn(rows, 99, 0) == tuple(rows)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("{", "line 1 is not JSON"),
        ("[1]", "line 1 is not an object"),
        ('{"x": 1}', r"no set of questions: its first row has no expected, id, question.*evaluation\.md"),
        ('{"a": "x", "b": "y", "label": "neutral"}', r"benchmarks\.sets"),
        ('{"id": "q1", "question": "When?", "expected": "maybe"}', "row 1, expected"),
    ],
)
def test_what_is_wrong_is_said(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match=words):
        read_questions(path)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_questions(tmp_path / "none.jsonl")
