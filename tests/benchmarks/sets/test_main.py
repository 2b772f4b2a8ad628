"""Main: every kind of public set runs on the real pipeline, through the command line, and repeats."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.sets.__main__ import main
from tests.fakes.training import trained_on

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
    assert main([*arguments, "--json", "--engine", "extractive"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def value(result: dict[str, Any], name: str) -> float:
    return float(next(measure["value"] for measure in result["measures"] if measure["name"] == name))


def count(result: dict[str, Any], name: str) -> int:
    return int(next(measure["count"] for measure in result["measures"] if measure["name"] == name))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the caller's .env and data folder out of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)


def test_audited_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = evaluated(capsys, written(tmp_path, "audited.jsonl", AUDITED))
    assert value(result, "claim support, sentence AUROC · all") == 1.0
    assert value(result, "verdict recall · all") == 1.0
    assert "sources the reading model was trained on could not be told" in " ".join(result["notes"])
    assert not [measure for measure in result["measures"] if "not seen" in measure["name"]]


def test_of_the_report_half_what_the_training_held_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Report sources two and four; a sentence of two is in the training, and one of the fit half's three."""
    answers = [
        {
            **AUDITED,
            "source_id": f"s{number}",
            "sentences": [{"text": f"Quay {number}.", "unsupported": False}],
        }
        for number in (1, 2, 3, 4)
    ]
    trained_on(tmp_path, ("Quay 2.", "A quay."), ("Quay 3.", "A quay."))
    result = evaluated(capsys, written(tmp_path, "audited.jsonl", *answers))
    shares = "sentences that are unsupported · "
    assert count(result, f"{shares}all") == 4
    assert count(result, f"{shares}report half") == 2
    assert count(result, f"{shares}report half, not seen in training") == 1
    assert "texts of 2 of 4 sources" in " ".join(result["notes"])


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
    assert main([written(tmp_path, "x.jsonl", {"x": 1})]) == 1
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
    assert "could not be told" in " ".join(first["notes"])
    trained_on(tmp_path, ("Who?", PARAGRAPHS[2]["text"]))
    second = evaluated(capsys, questions)
    assert count(second, "answerable: left to a human · all") == 2
    assert count(second, "answerable: left to a human · not seen in training") == 1
    assert "texts of 1 of 2 articles" in " ".join(second["notes"])


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
    trained_on(tmp_path, ("What were sales in 2019?", "Costs | 1 | 2\nSales | 12.5 | 11.0"))
    result = evaluated(capsys, written(tmp_path, "tables.jsonl", table))
    assert value(result, "right: span from table · all") == 1.0
    assert value(result, "arithmetic: every operand shown · all") == 1.0
    assert count(result, "right in the best draft · all") == 2
    assert count(result, "right in the best draft · not seen in training") == 1
    assert "a row of 1 of 1 tables" in " ".join(result["notes"])


@pytest.mark.slow
def test_planted_faults_of_the_sample_in_answers_and_in_a_memo(capsys: pytest.CaptureFixture[str]) -> None:
    faults = str(Path(__file__).parents[3] / "evaluation" / "planted_faults.jsonl")
    planted = evaluated(capsys, faults, "--limit", "6")
    assert value(planted, "caught: invented citation · all") == 1.0
    assert value(planted, "false alarms: clean, as it stands · all") == 0.0
    uncited = evaluated(capsys, faults, "--limit", "6", "--uncited")
    assert uncited["kind"] == "planted faults, uncited"
    assert uncited["rows"] == 6


@pytest.mark.parametrize(
    ("option", "words"),
    [("--uncited", "takes a planted-fault set"), ("--documents=.", "takes statements or")],
)
def test_an_option_of_another_kind_of_set_is_refused(
    option: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([written(tmp_path, "pairs.jsonl", *PAIRS), option]) == 1
    assert words in capsys.readouterr().err
