"""Rows: public sets are known by their fields, and a bad line is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.sets.rows import read, read_corpus, recognised
from masis.errors import InvalidInput

LINES: dict[str, dict[str, Any]] = {
    "paragraph questions": {"question": "What?", "gold": "p1", "answers": ["that"], "answerable": True},
    "audited answers": {"evidence": ["a"], "sentences": [{"text": "s", "unsupported": False}]},
    "passage pairs": {"question": "q", "a": "x", "b": "y", "label": "neutral", "set": "extra field"},
    "statement pairs": {"a": "x", "b": "y", "label": "contradiction"},
    "table questions": {
        "table": [["", "2019"], ["Sales", "12"]],
        "paragraphs": ["Text."],
        "questions": [{"question": "Sales?", "answer": ["12"], "type": "span", "from": "table"}],
    },
    "planted faults": {"id": "p1", "split": "fit", "statement": "s", "document": "d", "page": 1},
    "statements": {
        "id": "s1",
        "split": "fit",
        "topic": "NORTH",
        "label": "true",
        "kind": "plain",
        "statement": "s",
        "document": "d",
        "pages": [1],
    },
    "table cells": {"id": "c1", "document": "d", "page": 1, "row": "Sales", "column": "2022", "value": "12"},
}


def written(folder: Path, *lines: object, name: str = "set.jsonl") -> Path:
    path = folder / name
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", LINES)
def test_a_set_is_known_by_its_fields(kind: str, tmp_path: Path) -> None:
    found, rows = read(written(tmp_path, LINES[kind]), None, 0)
    assert (found, len(rows)) == (kind, 1)


@pytest.mark.parametrize("answer", [["a", "b"], -12.6, "word", 3], ids=["spans", "number", "word", "whole"])
def test_table_answers_come_in_several_shapes(answer: object, tmp_path: Path) -> None:
    line = json.loads(json.dumps(LINES["table questions"]))
    line["questions"][0]["answer"] = answer
    _, rows = read(written(tmp_path, line), None, 0)
    assert len(rows) == 1


def test_a_limit_draws_the_same_rows_in_order(tmp_path: Path) -> None:
    path = written(tmp_path, *({**LINES["statement pairs"], "group": str(n)} for n in range(30)))
    groups = [row.model_dump()["group"] for row in read(path, 5, 7)[1]]
    assert groups == [row.model_dump()["group"] for row in read(path, 5, 7)[1]]
    assert groups == sorted(groups, key=int)
    assert len(set(groups)) == 5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("{", "line 1 is not JSON"),
        ("[1]", "line 1 is not an object"),
        ('{"x": 1}', "No kind of set"),
        ('{"id": "p", "text": "t"}', "corpus"),
        ('{"id": "q1", "question": "q", "expected": "answer", "gold": []}', "masis eval"),
        ('{"a": "x", "b": "y", "label": "maybe"}', "row 1, label"),
    ],
)
def test_what_is_wrong_is_said(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match=words):
        read(path, None, 0)


def test_the_corpus_is_found_beside_its_questions(tmp_path: Path) -> None:
    questions = written(tmp_path, LINES["paragraph questions"], name="my_questions.jsonl")
    with pytest.raises(InvalidInput, match="--corpus"):
        read_corpus(questions, None)
    written(tmp_path, {"id": "p1", "text": "words"}, name="my_corpus.jsonl")
    assert read_corpus(questions, None)[0].id == "p1"
    other = written(tmp_path, {"id": "p2", "text": "words"}, name="other.jsonl")
    assert read_corpus(questions, other)[0].id == "p2"


def test_the_narrower_kind_wins() -> None:
    assert recognised(frozenset({"a", "b", "label", "question"})) == "passage pairs"
