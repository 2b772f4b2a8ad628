"""No copied text: a run of words in common is found, its order and its length count."""

import json
from pathlib import Path

import pytest

from scripts.no_copied_text import RUN, copied, main

SENTENCE = "North Ltd sold boats, nets and ropes worth 1,107 million in twelve harbours of the far north."


def test_a_run_of_the_document_s_words_is_found_whatever_its_marks() -> None:
    text = f"Our view: {SENTENCE.upper().replace(',', ';', 1)}"
    assert copied({"a": text, "b": "Something else entirely."}, [SENTENCE]) == ("a",)


def test_a_shorter_run_is_nobody_s() -> None:
    words = SENTENCE.split()
    assert copied({"a": " ".join(words[: RUN - 1])}, [SENTENCE]) == ()
    assert copied({"a": " ".join(words[:RUN])}, [SENTENCE]) == ("a",)
    assert copied({"a": " ".join(reversed(words))}, [SENTENCE]) == ()


def test_the_passages_of_a_row_are_compared_but_for_the_rows_of_their_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, kept = tmp_path / "documents", tmp_path / "kept.jsonl"
    folder.mkdir()
    (folder / "report.md").write_text(f"# Report\n\n{SENTENCE}\n", encoding="utf-8")
    passages = {
        "copied": {"text": SENTENCE},
        "led": {"text": "| a | b |", "lead": SENTENCE},
        "table": {"text": f"| {SENTENCE} | 1 |"},
        "own": {"text": "North Ltd's sales of boats came to 1,107 million."},
    }
    rows = [json.dumps({"id": name, "evidence": [passage]}) for name, passage in passages.items()]
    kept.write_text("\n".join(rows), encoding="utf-8")
    assert main([str(folder), str(kept)]) == 1
    assert capsys.readouterr().out.splitlines()[1:] == ["kept.jsonl copied", "kept.jsonl led"]
