"""Collected evidence: what is fitted on and what is reported on share no article of the paragraphs."""

import argparse
import json
from pathlib import Path

from benchmarks.sets.seen import chosen_articles
from benchmarks.squad_answers import chosen
from scripts.collect_evidence import lines, paragraphs
from tests.fakes.training import trained_on

NAMES = ("Harbour", "Mill", "Oven", "Tower")


def test_what_is_collected_is_what_the_benchmark_does_not_ask(tmp_path: Path) -> None:
    corpus = [
        {"id": f"p{name}", "article": name, "text": f"The {name} was built by Ada Holm."} for name in NAMES
    ]
    # The corpus has an article that nobody asks about: it must not move the split.
    asked = [
        {"id": name, "question": f"Who built the {name}?", "gold": f"p{name}", "answers": ["Ada Holm"]}
        for name in NAMES
        if name != "Harbour"
    ]
    questions = tmp_path / "my_questions.jsonl"
    for path, rows in ((tmp_path / "my_corpus.jsonl", corpus), (questions, asked)):
        path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    trained_on(tmp_path, ("Who built the Oven?", "Else."), ("Else?", "The Tower was built by Ada Holm."))
    collected = paragraphs(lines(questions), argparse.Namespace(set=questions, data=tmp_path))
    assert [row["topic"] for row in collected] == ["Oven", "Tower"]
    assert all(row["evidence"] for row in collected)
    reported = chosen(corpus, lines(questions), chosen_articles(questions, "unseen"))
    assert [row["id"] for row in reported] == ["Mill"]
