"""Harness: every kind of set runs on the real pipeline, through the command line, and repeats."""

import json
from pathlib import Path
from typing import Any

import pytest

from masis.cli import main

PARAGRAPHS = [
    {
        "id": "p1",
        "article": "Harbour",
        "text": "The harbour of Lund was deepened in 1931 by the engineer Ada Holm.",
    },
    {"id": "p2", "article": "Harbour", "text": "Herring was the main cargo of the harbour until the war."},
    {"id": "p3", "article": "Mill", "text": "The mill burned down in 1870 and was rebuilt in brick."},
]
QUESTIONS = [
    {
        "question": "When was the harbour of Lund deepened?",
        "gold": "p1",
        "answers": ["1931"],
        "answerable": True,
    },
    {"question": "When did the mill burn down?", "gold": "p3", "answers": ["1870"], "answerable": True},
    {"question": "Who painted the mill?", "gold": "p3", "answers": [], "answerable": False},
]
AUDITED = {
    "id": "a1",
    "source_id": "s1",
    "evidence": ["The harbour was deepened in 1931."],
    "sentences": [
        {"text": "The harbour was deepened in 1931.", "unsupported": False},
        {"text": "The harbour was deepened in 1954.", "unsupported": True},
    ],
}
PAIRS = [
    {
        "a": "Sales were EUR 5 million in 2024.",
        "b": "Sales were EUR 7 million in 2024.",
        "label": "contradiction",
    },
    {
        "a": "Sales were EUR 5 million in 2024.",
        "b": "Sales were EUR 5 million in 2024.",
        "label": "consistent",
    },
]


def written(folder: Path, name: str, *rows: object) -> str:
    path = folder / name
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return str(path)


def evaluated(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["eval", *arguments, "--json", "--engine", "extractive"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def value(result: dict[str, Any], name: str) -> float:
    return float(next(one["value"] for one in result["measures"] if one["name"] == name))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the caller's .env and data folder out of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)


def test_audited_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = evaluated(capsys, written(tmp_path, "audited.jsonl", AUDITED))
    assert value(result, "claim support, sentence AUROC · all") == 1.0
    assert value(result, "verdict recall · all") == 1.0


def test_pairs_of_statements(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = evaluated(capsys, written(tmp_path, "pairs.jsonl", *PAIRS))
    assert value(result, "flagged as a conflict: contradiction") == 1.0
    assert value(result, "flagged as a conflict: consistent") == 0.0


def test_pairs_of_passages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{**row, "question": "What were sales in 2024?"} for row in PAIRS]
    result = evaluated(capsys, written(tmp_path, "passages.jsonl", *rows))
    assert result["kind"] == "passage pairs"
    assert value(result, "flagged as a conflict: consistent") == 0.0


def test_a_wrong_set_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", written(tmp_path, "x.jsonl", {"x": 1})]) == 1
    assert "No kind of set" in capsys.readouterr().err


@pytest.mark.slow
def test_questions_over_a_corpus_repeat_to_the_letter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, "my_corpus.jsonl", *PARAGRAPHS)
    questions = written(tmp_path, "my_questions.jsonl", *QUESTIONS)
    first = evaluated(capsys, questions, "--report", str(tmp_path / "report.html"))
    assert value(first, "recall@1 · all") == 1.0
    assert value(first, "stability: same verdict 5 of 5") == 1.0
    assert "<svg" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert evaluated(capsys, questions) == first


@pytest.mark.slow
def test_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = {
        "table": [["EUR million", "2019", "2018"], ["Sales", "12.5", "11.0"]],
        "paragraphs": ["Sales are sales to customers outside the group."],
        "questions": [
            {"question": "What were sales in 2019?", "answer": ["12.5"], "type": "span", "from": "table"},
            {
                "question": "What is the change in sales from 2018 to 2019?",
                "answer": 1.5,
                "derivation": "12.5-11.0",
                "type": "arithmetic",
                "from": "table",
            },
        ],
    }
    result = evaluated(capsys, written(tmp_path, "tables.jsonl", table))
    assert value(result, "right: span from table") == 1.0
    assert value(result, "arithmetic: every operand shown") == 1.0


@pytest.mark.slow
def test_the_project_s_own_sets(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(__file__).parents[2] / "evaluation"
    golden = evaluated(capsys, str(folder / "golden.jsonl"), "--limit", "3")
    assert golden["rows"] == 3
    assert value(golden, "answers with a fabricated citation · all") == 0.0
    planted = evaluated(capsys, str(folder / "planted_faults.jsonl"), "--limit", "6")
    assert value(planted, "caught: invented citation · all") == 1.0
    assert value(planted, "false alarms: clean, as it stands · all") == 0.0


def test_a_set_over_its_own_documents(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "note.md").write_text(
        "# Note\n\nThe bridge was opened in 1931.\n", encoding="utf-8"
    )
    row = {
        "id": "q1",
        "split": "fit",
        "topic": "bridge",
        "kind": "answerable",
        "question": "When was the bridge opened?",
        "expected": "answer",
        "phrases": [["1931"]],
        "gold": [{"document": "note.md", "pages": [1]}],
        "documents": "papers",
    }
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    result = evaluated(capsys, str(path))
    assert value(result, "what was expected stands in the evidence · all") == 1.0
    assert value(result, "answerable: right · all") == 1.0
    path.write_text(json.dumps({**row, "documents": "missing"}) + "\n", encoding="utf-8")
    assert main(["eval", str(path), "--engine", "extractive"]) == 1
    assert "The documents of the set are missing" in capsys.readouterr().err
