"""Seen: what the training holds is known by its words, and what cannot be told is never called unseen."""

import gzip
import json
from pathlib import Path

import pytest

from benchmarks.sets.rows import read_corpus
from benchmarks.sets.seen import (
    Training,
    beside_all,
    chosen_articles,
    not_seen,
    read_training,
    seen_articles,
    seen_sources,
    told,
)
from masis.errors import InvalidInput
from tests.fakes.training import trained_on

LONG = (
    "The harbour of Lund was deepened in 1931 by the engineer Ada Holm, who had learned her trade in Kiel. "
)


@pytest.fixture
def training(tmp_path: Path) -> Training:
    passage = f"{LONG}Herring was its cargo.\nFixed  price | $ 1,452.4 | 12"
    trained_on(
        tmp_path,
        ("When was the harbour deepened?", passage),
        ("Repot it.", "A pot."),
        ("Use well-drained soil.", "-"),
    )
    found = read_training(tmp_path / "set.jsonl")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("when was the  HARBOUR deepened?", True),
        ("When was the harbour deepened? By whom?", False),
        ("3. Repot it.", True),
        ("* Repot it.", True),
        ("5. Use well-drained soil.", True),
        ("2 repot it.", False),
        (f"{LONG}Another end.", True),
        (LONG[:60], False),
        ("Fixed Price | $  1,452.4 | 12", True),
        ("Fixed price | $ 1,452.4 | 13", False),
        ("", False),
        ("4.", False),
    ],
    ids=[
        "case and blanks",
        "a question is compared whole",
        "number of a list",
        "mark of a list",
        "a hyphen is no mark",
        "a figure is no mark",
        "a passage by its beginning",
        "a part of a passage",
        "a row is a line",
        "another row",
        "nothing",
        "a mark alone",
    ],
)
def test_a_text_is_known_by_its_words(text: str, held: bool, training: Training) -> None:
    assert training.holds(text) is held


def paragraph_set(folder: Path) -> Path:
    """Write three articles: of one the training may have a question, of one a paragraph."""
    names = ("Harbour", "Mill", "Tower")
    corpus = [{"id": name, "article": name, "text": f"{name} words of its own."} for name in names]
    asked = [{"question": f"Who built the {name}?", "gold": name, "answers": ["x"]} for name in names]
    for name, rows in (("my_corpus.jsonl", corpus), ("my_questions.jsonl", asked)):
        (folder / name).write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return folder / "my_questions.jsonl"


def test_an_article_is_seen_by_a_question_or_by_a_paragraph(tmp_path: Path) -> None:
    questions = paragraph_set(tmp_path)
    trained_on(tmp_path, ("Who built the Harbour?", "Else."), ("Else?", "Mill words of its own."))
    assert seen_articles(questions, read_corpus(questions, None)) == {"Harbour", "Mill"}
    assert chosen_articles(questions, "seen") == {"Harbour", "Mill"}
    assert chosen_articles(questions, "unseen") == {"Tower"}
    assert chosen_articles(questions, "all") == {"Harbour", "Mill", "Tower"}


def test_a_source_is_seen_by_any_sentence_or_passage_of_any_answer(tmp_path: Path) -> None:
    def answer(source: str, passage: str, sentence: str) -> dict[str, object]:
        marked = [{"text": sentence, "unsupported": False}]
        return {"source_id": source, "evidence": ["A.", passage], "sentences": marked}

    rows = [
        answer("1", "P.", "New."),
        answer("1", "P.", "Known."),
        answer("2", "Q.", "N."),
        answer("3", "R.", "M."),
    ]
    answers = tmp_path / "answers.jsonl"
    answers.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    assert seen_sources(answers) is None
    trained_on(tmp_path, ("Known.", "Else."), ("Else.", "Q."))
    assert seen_sources(answers) == {"1", "2"}


def test_without_the_training_files_nothing_is_called_unseen(tmp_path: Path) -> None:
    questions = paragraph_set(tmp_path)
    (tmp_path / "reader").mkdir()
    assert read_training(questions) is None
    assert seen_articles(questions, read_corpus(questions, None)) is None
    assert not_seen([1, 2], ["a", "b"], None) == ()
    assert beside_all([1, 2], ["a", "b"], None) == (("all", (1, 2)),)
    assert "could not be told" in told("articles", ["a", "b"], None)
    assert chosen_articles(questions, "all") == {"Harbour", "Mill", "Tower"}
    for which in ("seen", "unseen"):
        with pytest.raises(InvalidInput, match="could not be told"):
            chosen_articles(questions, which)


def test_rows_not_seen_stand_beside_all_and_are_counted() -> None:
    seen = frozenset({"a", "of another set"})
    parts = beside_all([1, 2, 3], ["a", "b", "a"], seen)
    assert parts == (("all", (1, 2, 3)), ("not seen in training", (2,)))
    assert told("articles", ["a", "b", "a"], seen).endswith("1 of 2 articles.")
    assert beside_all([1], ["a"], seen) == (("all", (1,)),)


@pytest.mark.parametrize("content", [b"no archive", b"\x1f\x8b\x08\x00"], ids=["not packed", "cut off"])
def test_a_broken_training_file_is_named(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "reader").mkdir()
    (tmp_path / "reader" / "x.jsonl.gz").write_bytes(content)
    with pytest.raises(InvalidInput, match=r"reader/x\.jsonl\.gz"):
        read_training(tmp_path / "set.jsonl")


def test_a_training_file_of_other_fields_is_refused(tmp_path: Path) -> None:
    (tmp_path / "reader").mkdir()
    (tmp_path / "reader" / "x.jsonl.gz").write_bytes(gzip.compress(b'{"question": "Q"}\n'))
    with pytest.raises(InvalidInput, match="no file of training examples"):
        read_training(tmp_path / "set.jsonl")
