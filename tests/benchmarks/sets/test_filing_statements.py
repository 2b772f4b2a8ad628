"""Statements: the worst of a statement's sentences decides, and both halves are counted apart."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.sets.__main__ import main
from benchmarks.sets.filing_statements import Audited, failures, judged, measures
from benchmarks.sets.rows import KnownStatement
from masis.domain.memo_audit.verdicts import DraftRow

ROW: dict[str, Any] = {
    "id": "s1",
    "split": "fit",
    "topic": "NORTH",
    "label": "true",
    "kind": "plain",
    "statement": "North Ltd sold 1,107 boats in 2022.",
    "document": "north.md",
    "pages": [1],
    "truth": "1,107 boats",
    "pair": "",
}


def statement(**changes: Any) -> KnownStatement:
    return KnownStatement.model_validate({**ROW, **changes})


def sentence(verdict: str, reason: str = "") -> DraftRow:
    return DraftRow.model_validate(
        {"position": 0, "start": 0, "end": 1, "text": "x", "verdict": verdict, "reason": reason}
    )


@pytest.mark.parametrize(
    ("verdicts", "found"),
    [
        (("supported",), "supported"),
        (("supported", "contradicted"), "flagged"),
        (("figure_mismatch", "not_found"), "flagged"),
        (("not_found", "supported"), "not found"),
        (("supported", "opinion"), "unchecked"),
        ((), "unchecked"),
    ],
)
def test_the_worst_sentence_decides(verdicts: tuple[str, ...], found: str) -> None:
    assert judged(statement(), [sentence(verdict, verdict) for verdict in verdicts]).found == found


def test_the_sentence_before_a_statement_is_not_counted() -> None:
    first = sentence("not_found").model_copy(update={"text": "North Ltd is a yard."})
    row = statement(before="North Ltd is a yard.", statement="It sold 1,107 boats in 2022.")
    assert judged(row, [first, sentence("supported")]).found == "supported"
    assert judged(row, [first]).found == "unchecked"


def audited(found: str, **changes: Any) -> Audited:
    return Audited(statement(**changes), found, found, "why", "a page")  # type: ignore[arg-type]


def test_true_and_false_are_counted_apart_and_by_kind() -> None:
    rows = [
        audited("supported"),
        audited("flagged", kind="list"),
        audited("supported", label="false", kind="period"),
        audited("not found", label="false", kind="period"),
        audited("flagged", label="false", kind="scale"),
    ]
    found = {measure.name: (measure.value, measure.count) for measure in measures(rows, 0)}
    assert found["true: supported"] == (0.5, 2)
    assert found["true: flagged"] == (0.5, 2)
    assert found["false: supported"] == (1 / 3, 3)
    assert found["false: supported · period"] == (0.5, 2)
    assert found["true: flagged · list"] == (1.0, 1)


def test_failures_are_true_ones_not_supported_and_false_ones_supported() -> None:
    rows = [
        audited("supported"),
        audited("not found", id="s2"),
        audited("flagged", id="s3"),
        audited("supported", id="s4", label="false"),
        audited("flagged", id="s5", label="false"),
    ]
    missed, passed = failures(rows, show_report_rows=False)
    assert [row[0] for row in missed.rows] == ["s3", "s2"]
    assert [row[0] for row in passed.rows] == ["s4"]


def test_words_of_report_rows_stay_hidden_until_asked_for() -> None:
    rows = [audited("flagged", split="report")]
    assert not any(failures(rows, show_report_rows=False)[0].rows[0][3:])
    assert ROW["statement"] in failures(rows, show_report_rows=True)[0].rows[0]


def test_statements_over_documents_end_to_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    (tmp_path / "papers").mkdir()
    text = "# North Ltd annual report 2022\n\nNorth Ltd sold 1,107 boats in 2022.\n"
    (tmp_path / "papers" / "north.md").write_text(text, encoding="utf-8")
    bent = {**ROW, "id": "s2", "label": "false", "statement": "North Ltd sold 2,214 boats in 2022"}
    (tmp_path / "set.jsonl").write_text(f"{json.dumps(ROW)}\n{json.dumps(bent)}\n", encoding="utf-8")
    assert main(["set.jsonl", "--documents", "papers", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    values = {measure["name"]: measure["value"] for measure in result["measures"]}
    assert values["true: supported"] == 1.0
    assert values["false: supported"] == 0.0


def test_statements_are_audited_against_the_papers_of_their_own_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    rows = []
    for folder, boats in (("first", "1,107"), ("second", "2,214")):
        (tmp_path / folder).mkdir()
        text = f"# North Ltd annual report 2022\n\nNorth Ltd sold {boats} boats in 2022.\n"
        (tmp_path / folder / "north.md").write_text(text, encoding="utf-8")
        rows.append({**ROW, "id": folder, "documents": folder})
    rows[1]["label"] = "false"
    (tmp_path / "set.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    assert main(["set.jsonl", "--documents", ".", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    values = {measure["name"]: measure["value"] for measure in result["measures"]}
    assert (values["true: supported"], values["false: supported"]) == (1.0, 0.0)


def test_without_documents_it_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    (tmp_path / "set.jsonl").write_text(f"{json.dumps(ROW)}\n", encoding="utf-8")
    assert main(["set.jsonl"]) == 1
    assert "--documents FOLDER" in capsys.readouterr().err
