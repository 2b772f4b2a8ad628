"""Command: ``masis eval`` measures an operator's questions on the sample and on documents beside the set."""

import json
from pathlib import Path
from typing import Any

import pytest

from masis.cli.main import main


def evaluated(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["eval", *arguments, "--json", "--engine", "extractive"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def value(result: dict[str, Any], name: str) -> float:
    return float(next(measure["value"] for measure in result["measures"] if measure["name"] == name))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the caller's .env and data folder out of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)


def test_a_wrong_set_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.jsonl").write_text('{"x": 1}', encoding="utf-8")
    assert main(["eval", "x.jsonl"]) == 1
    assert "x.jsonl is no set of questions" in capsys.readouterr().err


@pytest.mark.slow
def test_the_golden_set_on_the_sample(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(__file__).parents[2] / "evaluation"
    golden = evaluated(capsys, str(folder / "golden.jsonl"), "--limit", "3")
    assert golden["rows"] == 3
    assert value(golden, "answers with a fabricated citation · all") == 0.0


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
