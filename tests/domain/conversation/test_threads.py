"""Threads: titles, first sentences, and the Markdown in which a document's words stay words."""

from datetime import UTC, datetime
from typing import Any

import pytest

from masis.domain.conversation.threads import LONGEST_TITLE, ThreadRun, as_markdown, first_sentence, title_of
from masis.domain.run.report import RunReport
from tests.builders import chunk

NOW = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)


def run(question: str = "How high was revenue?", **changes: Any) -> ThreadRun:
    """Build a finished run."""
    values: dict[str, Any] = {
        "run_id": "r1", "workspace_id": "acme", "thread_id": "t1", "question": question, "status": "success",
        "answer": "Revenue was EUR 12 million [k1].", "confidence": 0.8, "requires_human_review": False,
        "evidence": (chunk("k1", document_title="Report | A*B"),), "started_at": NOW, "finished_at": NOW,
    }  # fmt: skip
    report = RunReport(**{**values, **changes})
    return ThreadRun(question=question, verdict="finalized", started_at=NOW, report=report)


def test_a_long_question_is_cut_to_a_title_and_spaces_are_folded() -> None:
    assert title_of("  How\n high? ") == "How high?"
    assert title_of("a" * LONGEST_TITLE) == "a" * LONGEST_TITLE
    cut = title_of("word " * 100)
    assert len(cut) <= LONGEST_TITLE
    assert cut.endswith("word…")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("Revenue rose to **EUR 12 million** [k1]. Costs fell [k2].", "Revenue rose to EUR 12 million."),
        ("- Revenue rose [k1]\n- Costs fell [k2]", "Revenue rose"),
        ("", ""),
    ],
)
def test_the_first_sentence_is_plain(answer: str, said: str) -> None:
    assert first_sentence(answer) == said


def test_sources_are_numbered_in_the_order_of_the_answer() -> None:
    passages = (chunk("k1", document_title="First"), chunk("k2", document_title="Second"))
    told = as_markdown("T", [run(answer="Costs fell [k2]. Revenue rose [k1].", evidence=passages)])
    assert "Costs fell [1]. Revenue rose [2]." in told
    assert told.index("1. Second, page 1") < told.index("2. First, page 1")


def test_words_of_people_and_documents_do_not_become_markdown() -> None:
    told = as_markdown("A # title", [run("Is `x` [a link](http://evil.example)?")])
    assert told.startswith("# A \\# title\n")
    assert "\\`x\\` \\[a link\\](http" in told
    assert "Report \\| A\\*B" in told or "Report · A\\*B" in told


def test_a_run_without_a_report_and_one_that_asked_back_are_told() -> None:
    waiting = ThreadRun(question="Why?", verdict="running", started_at=NOW, report=None)
    asked = run(answer=None, status="needs_clarification", clarification_question="Which year?", evidence=())
    told = as_markdown("T", [waiting, asked])
    assert "## 1. Why?\n\n*Working, 2026-11-21 12:30 UTC*" in told
    assert "> Which year?" in told
    assert "confidence" not in told
