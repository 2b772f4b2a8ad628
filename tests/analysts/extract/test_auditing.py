"""The extractive auditor and judge: confidence bands, gaps, conflicts and the four scores."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.analysts.extract.auditing import confidence
from masis.analysts.extractive import extractive_analysts
from masis.domain.verification.citations import audit_citations
from masis.domain.verification.claims import build_ledger
from masis.domain.critique import Opinion
from masis.domain.draft import Draft
from masis.domain.evaluation import Scores
from tests.analysts.extract.corpus import CHUNKS, context_for, embed, evidence_for

SHARES = st.floats(min_value=0.0, max_value=1.0)


def audited(question: str, text: str | None = None) -> tuple[Opinion, Scores]:
    analysts = extractive_analysts(embed)
    draft = Draft(text=text) if text else analysts.writer.write(question, context_for(question), None)
    evidence = evidence_for(question)
    ledger = build_ledger(draft.text, evidence)
    citations = audit_citations(draft.text, [one.chunk_id for one in CHUNKS])
    return (
        analysts.auditor.audit(question, draft, evidence, ledger),
        analysts.judge.score(question, draft.text, evidence, citations, ledger),
    )


BANDS = [
    ("How many people does Fernhall employ?", 0.75, 0.95),
    ("Why did gross margin improve?", 0.75, 0.95),
    ("What was gross margin in 2024 and who is the auditor of the accounts?", 0.4, 0.65),
    ("What was the dividend per share in 2024?", 0.0, 0.3),
]


@pytest.mark.parametrize(("question", "low", "high"), BANDS, ids=[row[0] for row in BANDS])
def test_confidence_tells_full_partial_and_no_answer_apart(question: str, low: float, high: float) -> None:
    opinion, _ = audited(question)
    assert low <= opinion.confidence <= high


def test_an_uncovered_part_becomes_a_gap_question() -> None:
    opinion, scores = audited("What was gross margin in 2024 and who is the auditor of the accounts?")
    assert opinion.logical_gaps == ("who is the auditor of the accounts?",)
    assert opinion.needs_retry
    assert scores.completeness == 0.5


def test_a_complete_answer_asks_for_nothing_more() -> None:
    opinion, scores = audited("How many people does Fernhall employ?")
    assert not opinion.needs_retry
    assert not opinion.logical_gaps
    assert min(scores.faithfulness, scores.relevance, scores.completeness) >= 0.8


def test_a_conflict_in_the_evidence_is_reported_with_its_sides() -> None:
    opinion, _ = audited("What was net revenue in 2024?")
    assert [side.note for side in opinion.conflicts[0].sides].count("preliminary") == 1
    assert opinion.conflicting_evidence


def test_a_wrong_figure_is_an_unsupported_claim() -> None:
    opinion, scores = audited(
        "How many people does Fernhall employ?", "Fernhall employed 940 people at the end of 2024 [p2]."
    )
    assert opinion.unsupported_claims
    assert opinion.confidence < 0.3
    assert scores.faithfulness == 0.0


@given(SHARES, SHARES, SHARES, SHARES)
def test_confidence_rises_with_coverage_support_and_strength(
    one: float, other: float, support: float, near: float
) -> None:
    low, high = sorted((one, other))
    assert (
        confidence(coverage=low, support=support, strength=near)
        <= confidence(coverage=high, support=max(support, 0.0), strength=near)
        or low == 0.0
    )
    assert confidence(coverage=near, support=low, strength=support) <= confidence(
        coverage=near, support=high, strength=support
    )
    assert confidence(coverage=near, support=support, strength=low) <= confidence(
        coverage=near, support=support, strength=high
    )
