"""Over documents: the figures over judged questions, the listing, and a run from end to end."""

import json
from pathlib import Path
from typing import Any

import pytest

from masis.cli.main import main
from masis.evaluation.over_documents import failures, measures
from tests.evaluation.builders import judged

RIGHT = judged(("Sales were 1,107 million.", "north-2"))
WRONG = judged(("Sales were 5 million.", "north-2"), confidence=0.4)
HELD = judged(("Sales were 1,107 million.", "north-2"), ending="escalated", kind="text_fact")
ABSENT: dict[str, Any] = {"kind": "absent", "expected": "absent", "phrases": (), "gold": ()}
INVENTED = judged(("Sales were 5 million.", "south-1"), confidence=0.8, **ABSENT)
REFUSED = judged(ending="absent", **ABSENT)


def figures(*rows: Any) -> dict[str, tuple[float | None, int]]:
    return {measure.name: (measure.value, measure.count) for measure in measures(rows, 0)}


def test_the_figures_count_what_they_name() -> None:
    found = figures(RIGHT, WRONG, HELD, INVENTED, REFUSED)
    assert found["finalized and wrong, of all questions"] == (0.4, 5)
    assert found["finalized and wrong, of those finalized"] == (pytest.approx(2 / 3), 3)
    assert found["answerable facts: finalized and right"] == (pytest.approx(1 / 3), 3)
    assert found["answerable facts: not finalized"] == (pytest.approx(1 / 3), 3)
    assert found["absent and false premise: finalized"] == (0.5, 2)
    assert found["another organisation cited, of answers finalized"] == (pytest.approx(1 / 3), 3)
    assert found["confidence tells right from wrong, AUROC, all drafts that state something"] == (1.0, 4)
    assert found["confidence tells right from wrong, AUROC, answers finalized"] == (1.0, 3)
    assert found["finalized and wrong · table_fact"] == (0.5, 2)
    assert found["finalized · absent"] == (0.5, 2)
    assert "finalized and right · absent" not in found


def test_broad_questions_are_no_facts() -> None:
    found = figures(judged(("x", "north-2"), kind="broad"))
    assert found["answerable facts: finalized and wrong"] == (None, 0)
    assert found["finalized and wrong, of all questions"] == (1.0, 1)


def test_failures_list_wrong_answers_first_and_no_refusal_that_is_right() -> None:
    listing = failures([HELD, RIGHT, REFUSED, WRONG], show_report_rows=False)
    assert [row[1] for row in listing.rows] == ["table_fact", "text_fact"]
    assert "Sales were 5 million." in listing.rows[0]


def test_words_of_report_rows_stay_hidden_until_asked_for() -> None:
    hidden = judged(("Sales were 5 million.", "north-2"), split="report", question="A secret?")
    (row,) = failures([hidden], show_report_rows=False).rows
    assert row[:2] == ("q1", "table_fact")
    assert not any(row[3:])
    (row,) = failures([hidden], show_report_rows=True).rows
    assert "A secret?" in row


COMMAND = ("eval", "set.jsonl", "--documents", "papers", "--keep", "kept", "--engine", "extractive")
NORTH = "# North Ltd annual report 2022\n\nNorth Ltd sold 1,107 boats in 2022.\n"
SOUTH = "# South Ltd annual report 2022\n\nSouth Ltd opened a bakery in Rome in 2022.\n"
ROW = {
    "id": "q1",
    "split": "fit",
    "topic": "NORTH",
    "kind": "text_fact",
    "question": "How many boats did North Ltd sell in 2022?",
    "expected": "answer",
    "phrases": [["1,107"]],
    "gold": [{"document": "north.md", "pages": [1]}],
    "judged_by": "1,107 boats",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a set and two companies' documents; the caller's settings are kept out."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "north.md").write_text(NORTH, encoding="utf-8")
    (tmp_path / "papers" / "south.md").write_text(SOUTH, encoding="utf-8")
    (tmp_path / "set.jsonl").write_text(json.dumps(ROW) + "\n", encoding="utf-8")
    return tmp_path


def test_a_set_over_documents_end_to_end_and_again_from_the_kept_workspace(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [
        "eval",
        "set.jsonl",
        "--documents",
        "papers",
        "--keep",
        "kept",
        "--json",
        "--engine",
        "extractive",
    ]
    assert main(command) == 0
    first = capsys.readouterr()
    result = json.loads(first.out)
    assert result["kind"] == "questions over documents"
    values = {measure["name"]: measure["value"] for measure in result["measures"]}
    assert values["answerable facts: finalized and right"] == 1.0
    assert values["gold page in the evidence"] == 1.0
    assert "documents taken in: 2 of 2" in first.err

    def refuse(*_: object) -> None:
        pytest.fail("a kept document was taken in again")

    monkeypatch.setattr("masis.evaluation.workspaces.take_in", refuse)
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out) == result
    assert len(list((folder / "kept").iterdir())) == 1


def test_a_row_that_says_no_more_than_it_must(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A row needs no topic, half or kind; its document is nobody's, so no citation is a stranger."""
    rows = [
        {key: ROW[key] for key in ("id", "question", "expected", "phrases", "gold")},
        {"id": "q2", "question": "What did North Ltd pay for insurance?", "expected": "absent"},
    ]
    (folder / "set.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert main(["eval", "set.jsonl", "--documents", "papers", "--json", "--engine", "extractive"]) == 0
    result = json.loads(capsys.readouterr().out)
    values = {measure["name"]: measure["value"] for measure in result["measures"]}
    assert values["answerable facts: finalized and right"] == 1.0
    assert values["finalized and right · fact"] == 1.0
    assert values["finalized · absent"] == 0.0
    assert values["another organisation cited, of all questions"] == 0.0


@pytest.mark.slow
def test_another_document_makes_another_kept_workspace(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [*COMMAND]
    assert main(command) == 0
    (folder / "papers" / "north.md").write_text(NORTH.replace("1,107", "2,214"), encoding="utf-8")
    assert main(command) == 0
    assert len(list((folder / "kept").iterdir())) == 2
    assert "2,214 boats" in capsys.readouterr().out


def test_a_set_of_another_kind_over_documents_is_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "pairs.jsonl").write_text('{"a": "x", "b": "y", "label": "neutral"}\n', encoding="utf-8")
    assert main(["eval", "pairs.jsonl", "--documents", "papers"]) == 1
    assert "is no set of questions" in capsys.readouterr().err
