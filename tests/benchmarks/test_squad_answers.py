"""Squad answers: asked is about the articles that the reading model has not seen, or nothing is asked."""

import json
import sys
from pathlib import Path

import pytest

from benchmarks.squad_answers import chosen, main

CORPUS = [{"id": name, "article": name, "text": "Words."} for name in ("Harbour", "Mill")]
QUESTIONS = [{"question": f"Who built the {line['article']}?", "gold": line["id"]} for line in CORPUS]


def test_only_questions_about_the_chosen_articles_are_asked() -> None:
    assert chosen(CORPUS, QUESTIONS, {"Mill"}) == QUESTIONS[1:]


def test_what_was_seen_has_to_be_known_unless_all_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, rows in (("squad_corpus.jsonl", CORPUS), ("squad_questions.jsonl", QUESTIONS)):
        (tmp_path / name).write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["squad_answers", "--data", str(tmp_path)])
    with pytest.raises(SystemExit):
        main()
    assert "articles the reading model was trained on could not be told" in capsys.readouterr().err
