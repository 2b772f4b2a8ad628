"""What an agent found is one short line, whatever its trace entry holds."""

from typing import Any

import pytest

from masis.domain.run.findings import found, told_call
from masis.domain.run.labels import AGENTS


def test_findings_are_short_sentences() -> None:
    entry = {"chunks": 1, "filtered_out": 4, "avg_score": 0.61}
    assert found("researcher", entry) == "1 passage kept, 4 dropped, average score 0.61"
    assert (
        found("supervisor", {"decision": "retry", "reason": "low_confidence"})
        == "Another round: low confidence"
    )
    assert found("unknown", {}) == ""


def test_the_librarian_says_what_the_web_gave() -> None:
    calls = [{"tool": "documents", "kept": 2}, {"tool": "web", "kept": 3}]
    entry: dict[str, Any] = {"chunks": 5, "filtered_out": 1, "tools": calls}
    assert found("researcher", entry) == "5 passages kept, 1 dropped, 3 from web"
    entry["tools"] = [{"tool": "web", "warning": "down"}]
    assert found("researcher", entry).endswith(", web did not answer")


def test_each_call_says_what_was_looked_at_and_why() -> None:
    opened = {"tool": "open", "question": "Report: Margins, p. 4", "why": "It explains them.", "found": 2}
    planned: dict[str, Any] = {**opened, "by_outline": True}
    assert told_call(planned) == "opened: Report: Margins, p. 4 — because It explains them (2 passages found)"
    failed = {**planned, "warning": "“D9.9” is not in the table of contents.", "why": ""}
    assert told_call(failed) == "opened: Report: Margins, p. 4 (“D9.9” is not in the table of contents)"
    assert told_call({"tool": "web", "question": "Q?", "found": 1}) == "asked web: Q? (1 passage found)"
    entry: dict[str, Any] = {"chunks": 5, "filtered_out": 1, "tools": [{"tool": "documents"}, planned]}
    assert found("researcher", entry) == "5 passages kept, 1 dropped, 1 call planned from the contents"


def test_a_threshold_stands_with_the_passages_it_kept() -> None:
    entry = {"warning": "no_qualifying_evidence", "results_before_filter": 2, "threshold_used": 0.354}
    assert found("researcher", entry) == "No passage qualifies; 2 candidates looked at, threshold 0.35"
    assert found("researcher", {"chunks": 2, "threshold_used": 0.3}).endswith("threshold 0.30")


def test_an_agent_that_did_not_answer_is_told_with_its_reason() -> None:
    assert found("synthesizer", {"error": "no route"}) == "Did not answer: no route"
    assert found("critic", {"failed": "no JSON"}) == "Gave no opinion: no JSON"


@pytest.mark.parametrize("node", AGENTS)
def test_every_agent_can_be_told_from_an_empty_entry(node: str) -> None:
    assert "None" not in found(node, {})
