"""Own sets: the project's own questions and statements are true to the sample documents."""

from functools import cache
from pathlib import Path

import pytest

from benchmarks.sets.rows import CleanStatement
from masis.evaluation.matching import contains_any
from masis.evaluation.sets import GoldenQuestion, parsed, raw_lines, read_questions
from masis.ingest.child import read_document
from masis.ingest.guard import check_upload
from masis.ingest.readers.job import Job, Limits
from masis.sample import files

FOLDER = Path(__file__).parents[2] / "evaluation"
GOLDEN = read_questions(FOLDER / "golden.jsonl")
PLANTED = parsed(FOLDER / "planted_faults.jsonl", raw_lines(FOLDER / "planted_faults.jsonl"), CleanStatement)


@cache
def pages() -> dict[tuple[str, int], str]:
    """Read the sample once; text of (file name, page)."""
    from masis.config import Settings

    found = {}
    for path in files():
        content = path.read_bytes()
        kind, _ = check_upload(path.name, content, Settings(_env_file=None))
        for page in read_document(Job(content, kind, path.name, None, Limits(ocr=False))).pages:
            found[path.name, page.number] = page.text
    return found


def test_there_are_enough_of_every_kind() -> None:
    kinds = {row.kind for row in GOLDEN}
    assert len(GOLDEN) >= 60
    assert kinds == {
        "answerable",
        "multi_part",
        "comparison",
        "conflict",
        "look_alike",
        "absent",
        "false_premise",
        "off_topic",
        "injection",
    }
    for half in ("fit", "report"):
        assert {row.kind for row in GOLDEN if row.split == half} == kinds


def test_ids_and_questions_are_unique() -> None:
    assert len({row.id for row in GOLDEN}) == len({row.question for row in GOLDEN}) == len(GOLDEN)
    assert len({row.id for row in PLANTED}) == len({row.statement for row in PLANTED}) == len(PLANTED)


def test_a_topic_is_in_one_half_only() -> None:
    topics = {(row.topic, row.split) for row in GOLDEN if row.topic != "off topic"}
    assert len(topics) == len({topic for topic, _ in topics})


@pytest.mark.parametrize("row", [row for row in GOLDEN if row.gold], ids=lambda row: row.id)
def test_the_gold_pages_hold_the_answer(row: GoldenQuestion) -> None:
    texts = [pages()[place.document, page] for place in row.gold for page in place.pages]
    for group in row.phrases:
        assert any(contains_any(text, group) for text in texts), group


@pytest.mark.parametrize("row", PLANTED, ids=lambda row: row.id)
def test_a_clean_statement_stands_on_its_page(row: CleanStatement) -> None:
    text = " ".join(pages()[row.document, row.page].split())
    assert " ".join((row.quote or row.statement).split()) in text
    if row.swap:
        assert row.swap[0] in row.statement
