"""Comparing runs: what counts as the same claim, what is gained and lost, and both ways round."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.evidence import EvidenceChunk
from masis.domain.history.alike import MOST_PAIRS, matches
from masis.domain.history.compare import Comparison, Subject, compare
from masis.domain.run.critique import Penalty
from masis.domain.run.evaluation import Evaluation
from masis.domain.run.report import RunReport
from masis.domain.verification.ledger import build_ledger
from tests.builders import chunk, critique

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def report(answer: str = "", evidence: tuple[EvidenceChunk, ...] = (), **changes: Any) -> RunReport:
    """Build a finished report whose ledger is made from its answer."""
    values: dict[str, Any] = {
        "run_id": "r1", "workspace_id": "acme", "thread_id": "t1", "question": "How high was revenue?",
        "status": "success", "answer": answer, "confidence": 0.8, "requires_human_review": False,
        "claims": build_ledger(answer, evidence), "evidence": evidence, "started_at": NOW, "finished_at": NOW,
        "engine": "extractive",
    }  # fmt: skip
    return RunReport(**{**values, **changes})


def told(before: RunReport, after: RunReport, verdicts: tuple[Any, Any] = ("finalized",) * 2) -> Comparison:
    return compare(
        *(Subject(report=one, verdict=v) for one, v in zip((before, after), verdicts, strict=True))
    )


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("Revenue was 12 million.", "Revenue was 12 million.", "kept"),
        ("- Revenue was 12 million", "Revenue was 12 million.", "kept"),
        ("**Revenue** was “high”.", 'Revenue was "high".', "kept"),
        ("Growth was 5 % – a record.", "Growth was 5% - a record.", "kept"),
        ("Net revenue retention was 114 % in 2025.", "Net revenue retention was 111 % in 2025.", "changed"),
        ("The contract may be ended in 2025.", "The contract may not be ended in 2025.", "changed"),
        ("Revenue was 12 million euros in 2024.", "The board has seven members.", None),
    ],
)
def test_a_claim_is_kept_changed_or_another(before: str, after: str, kind: str | None) -> None:
    """List marks, quotes and dashes are no difference; a figure or a negation always is."""
    kinds = [pair.kind for pair in told(report(before), report(after)).claims]
    assert kinds == ([kind] if kind else ["gained", "lost"])


def test_a_long_sentence_with_one_other_word_is_kept() -> None:
    words = (
        "The operator moved its main terminal to the northern harbour after the long repair of the old quay"
    )
    pairs = told(report(f"{words}."), report(f"{words} walls.")).claims
    assert [pair.kind for pair in pairs] == ["kept"]


def test_verdicts_and_sources_that_changed_are_seen_on_a_kept_claim() -> None:
    answer = "Revenue was 12 million euros in 2024 [k1]."
    old = report(answer, (chunk(),))
    new = report(answer.replace("k1", "k2"), (chunk("k2", "Revenue was 15 million euros in 2024."),))
    (pair,) = told(old, new).claims
    assert (pair.kind, pair.verdict_changed, pair.other_sources) == ("kept", True, True)
    assert pair.before is not None
    assert pair.before.verdict == "supported"


def test_evidence_gained_lost_and_reworded_with_scores_and_citations() -> None:
    """The same passage id is the same passage; a new version of a document pairs with the old wording."""
    old = report(
        "Revenue was 12 million euros in 2024 [k1].",
        (chunk(score=0.7), chunk("k3", "The board has seven members.", document_id="d3", score=0.4)),
    )
    new = report(
        "Revenue was 15 million euros in 2024 [k9].",
        (
            chunk("k9", "Revenue was 15 million euros in 2024.", version_id="v2", score=0.75),
            chunk("k4", "The board met twice.", document_id="d4", score=0.5),
        ),
    )
    pairs = {pair.kind: pair for pair in told(old, new).evidence}
    assert pairs["changed"].score_change == pytest.approx(0.05)
    assert (pairs["changed"].cited_before, pairs["changed"].cited_after) == (True, True)
    assert [one.chunk_id for one in (pairs["lost"].before, pairs["gained"].after) if one] == ["k3", "k4"]


def test_a_file_taken_in_again_under_another_id_is_the_same_evidence() -> None:
    again = told(report(evidence=(chunk(),)), report(evidence=(chunk(document_id="d7"),))).evidence
    assert [pair.kind for pair in again] == ["kept"]


def test_decision_figures_penalties_and_settings() -> None:
    halved = critique(
        0.4, model_confidence=0.8, penalties=(Penalty(name="unfounded_claims", factor=0.5, count=1),)
    )
    scores = {"relevance": 0.9, "completeness": 0.9, "reasoning_quality": 0.9, "overall_score": 0.7}
    old = report(
        critique=halved, confidence=0.4, evaluation=Evaluation(faithfulness=0.4, **scores),
        requires_human_review=True, cause="low_confidence", conditions={"Confidence needed": "0.65"},
    )  # fmt: skip
    new = report(
        critique=critique(0.9), confidence=0.9, evaluation=Evaluation(faithfulness=0.9, **scores),
        conditions={"Confidence needed": "0.30", "Only here": "x"}, engine="openai",
    )  # fmt: skip
    made = told(old, new, ("needs_review", "finalized"))
    moved = {one.name: one.delta for one in made.figures if one.differs}
    assert moved == {
        "Confidence": 0.5, "Auditor before penalties": 0.1, "Penalties, multiplied": 0.5, "Faithfulness": 0.5
    }  # fmt: skip
    assert [(one.name, one.before, one.after) for one in made.settings] == [
        ("Confidence needed", "0.65", "0.30"),
        ("Engine", "extractive", "openai"),
    ]
    assert made.endings[0].cause == "low_confidence"
    assert made.endings[1].cause is None


def test_runs_without_an_answer_compare_too() -> None:
    empty = report().model_copy(update={"answer": None})
    assert told(empty, empty).same
    made = told(empty, report("Revenue was 12 million.", run_id="r2"))
    assert (made.count("gained"), made.same_answer) == (1, False)


def test_very_long_answers_are_matched_by_equal_text_only() -> None:
    """Quadratic work has a bound: 600 sentences that all differ a little are gained and lost."""
    side = int(MOST_PAIRS**0.5) + 10
    old = [f"Value number {i} of the long old list" for i in range(side)]
    found = matches(old, [*old[:3], *(f"{one} changed" for one in old[3:])])
    assert len(found) == 3


SENTENCES = st.sampled_from(
    [
        "Revenue was 12 million euros in 2024 [k1].",
        "Revenue was 15 million euros in 2024 [k2].",
        "Revenue was 12 million euros in 2023 [k1].",
        "Revenue rose to 12 million euros [k1][k2].",
        "The board has seven members [k3].",
        "The board has no seven members.",
        "The documents do not say more about it.",
        "## Findings",
    ]
)
TEXTS = st.sampled_from(
    ["Revenue was 12 million euros in 2024.", "Revenue was 15 million euros in 2024.", "The board has seven."]
)


@st.composite
def reports(draw: st.DrawFn) -> RunReport:
    """Make reports that share sentences, passages and documents often."""
    answer = "\n\n".join(draw(st.lists(SENTENCES, max_size=6)))
    ids = draw(st.lists(st.sampled_from(["k1", "k2", "k3", "k4"]), unique=True, max_size=4))
    evidence = tuple(
        chunk(
            one,
            draw(TEXTS),
            document_id=draw(st.sampled_from(["d1", "d2"])),
            score=draw(st.sampled_from([0.4, 0.5, 0.7])),
        )
        for one in ids
    )
    confidence = draw(st.sampled_from([0.2, 0.8]))
    return report(
        answer,
        evidence,
        confidence=confidence,
        critique=draw(st.none() | st.just(critique(confidence))),
        engine=draw(st.sampled_from(["extractive", "openai"])),
        requires_human_review=draw(st.booleans()),
    )


@given(reports())
def test_a_run_does_not_differ_from_itself(one: RunReport) -> None:
    made = told(one, one)
    assert made.same
    assert {pair.kind for pair in (*made.claims, *made.evidence)} <= {"kept"}


@given(reports(), reports())
def test_comparing_reads_both_ways_round(one: RunReport, other: RunReport) -> None:
    assert told(other, one).swapped() == told(one, other)
    assert told(one, other).swapped().swapped() == told(one, other)


@given(reports(), reports())
def test_every_claim_and_passage_is_told_exactly_once(one: RunReport, other: RunReport) -> None:
    made = told(one, other)
    for side, subject in (("before", one), ("after", other)):
        told_claims = sorted(c.position for p in made.claims if (c := getattr(p, side)))
        assert told_claims == [c.position for c in subject.claims if c.verdict != "heading"]
        told_chunks = sorted(c.chunk_id for p in made.evidence if (c := getattr(p, side)))
        assert told_chunks == sorted(c.chunk_id for c in subject.evidence)
