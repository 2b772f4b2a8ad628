"""The extractive critic and evaluator: opinions follow from the ledger and the gate, never from wishes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.analysts.extractive.audit import LINE as FINAL
from masis.analysts.extractive.audit import ExtractiveCritic, confidence
from masis.analysts.extractive.gate import FittedGate
from masis.domain.evidence import EvidenceChunk
from masis.domain.run.critique import Opinion
from masis.domain.run.draft import Draft
from masis.domain.run.evaluation import Scores, mean_support, scores_by_code
from masis.domain.run.gate import PartVerdict
from masis.domain.verification.citations import audit_citations
from masis.domain.verification.ledger import build_ledger
from tests.analysts.extractive.harbour import EVIDENCE, ranker
from tests.analysts.extractive.harbour import LINE as GATE_LINE
from tests.builders import claim

SHARES = st.floats(0, 1)
QUESTION = "What was the revenue of Fernhall in 2024?"
REVENUE = "Revenue: €412.5 million (2024) [income]."


@pytest.fixture
def shared(by_hand: None) -> FittedGate:
    """Return the gate that critic and evaluator share."""
    return FittedGate(ranker())


def opinion(
    shared: FittedGate, answer: str, question: str = QUESTION, evidence: tuple[EvidenceChunk, ...] = EVIDENCE
) -> Opinion:
    """Return the critic's opinion of an answer."""
    return ExtractiveCritic(shared).audit(
        question, Draft(text=answer), evidence, build_ledger(answer, evidence)
    )


def scores(shared: FittedGate, answer: str, question: str = QUESTION) -> Scores:
    """Return an answer's scores by code."""
    audit = audit_citations(answer, [chunk.chunk_id for chunk in EVIDENCE])
    ledger = build_ledger(answer, EVIDENCE)
    return scores_by_code(shared.decide(question, ledger, EVIDENCE), audit, ledger)


def verdicts(*chances: float) -> list[PartVerdict]:
    """Return parts that are answered with these chances."""
    return [PartVerdict(part="?", outcome="answered", position=0, chance=chance) for chance in chances]


def test_an_answer_to_the_whole_question_leaves_nothing_to_ask(shared: FittedGate) -> None:
    found = opinion(shared, REVENUE)
    assert found.confidence >= FINAL
    assert (found.logical_gaps, found.unsupported_claims, found.issues) == ((), (), ())
    assert not found.needs_retry
    assert not found.hallucination_detected


def test_an_open_part_is_a_gap_to_search_for(shared: FittedGate) -> None:
    both = "What was the revenue of Fernhall in 2024 and which zeppelins did the orchestra insure?"
    found = opinion(shared, REVENUE, both)
    assert found.logical_gaps == ("which zeppelins did the orchestra insure?",)
    assert found.needs_retry
    assert found.confidence < FINAL
    assert [issue.kind for issue in found.issues] == ["gap"]
    assert scores(shared, REVENUE, both).completeness == 0.5


@pytest.mark.parametrize(
    "wrong",
    [
        "Cost of sales: €231.9 million (2024) [income].",
        "Fernhall was founded by a guild of salt traders [staff].",
    ],
)
def test_a_sentence_that_does_not_hold_is_named_and_lowers_confidence(shared: FittedGate, wrong: str) -> None:
    clean, found = opinion(shared, REVENUE), opinion(shared, f"{REVENUE} {wrong}")
    assert found.confidence < clean.confidence
    assert [issue.kind for issue in found.issues] == ["unsupported"]
    assert len(found.unsupported_claims) == 1
    assert found.needs_retry


def test_a_false_figure_is_a_hallucination(shared: FittedGate) -> None:
    assert opinion(shared, "Revenue: €512.5 million (2024) [income].").hallucination_detected


def test_a_second_search_is_not_asked_for_where_the_first_found_nothing(shared: FittedGate) -> None:
    found = opinion(shared, "Insufficient evidence: no passage was verified.", evidence=())
    assert found.confidence == 0.0
    assert not found.needs_retry


def test_the_line_of_the_gate_is_the_line_of_a_run(shared: FittedGate) -> None:
    supported, line = [claim()], GATE_LINE
    assert confidence(verdicts(line), supported) == pytest.approx(FINAL)
    assert confidence(verdicts(1.0), supported) == 1.0
    assert confidence(verdicts(0.99, line - 0.1), supported) < FINAL
    assert confidence([], supported) == 0.0


@given(SHARES, SHARES)
def test_confidence_rises_with_the_chance_of_the_weakest_part(one: float, other: float) -> None:
    low, high = sorted((one, other))
    supported = [claim()]
    assert confidence(verdicts(low), supported) <= confidence(verdicts(high), supported)
    assert confidence(verdicts(low, high), supported) == confidence(verdicts(low), supported)


@given(SHARES)
def test_what_is_not_supported_takes_confidence_away(chance: float) -> None:
    mixed = [claim(), claim(verdict="not_verified", support=0.2)]
    assert confidence(verdicts(chance), mixed) <= confidence(verdicts(chance), [claim()])


def test_scores_of_a_clean_answer_are_high_and_of_a_false_one_are_not(shared: FittedGate) -> None:
    clean, false = scores(shared, REVENUE), scores(shared, "Revenue: €512.5 million (2024) [income].")
    assert (clean.completeness, clean.reasoning_quality) == (1.0, 1.0)
    assert clean.faithfulness >= 0.75
    assert (false.completeness, false.faithfulness) == (0.0, 0.0)


def test_support_is_a_mean_over_all_claims() -> None:
    assert mean_support([]) == 0.0
    assert mean_support([claim(support=1.0), claim(verdict="not_verified", support=0.9)]) == 0.5
    assert mean_support([claim(support=0.0)]) == 0.5
