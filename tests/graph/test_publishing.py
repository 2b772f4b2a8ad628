"""What a run publishes: only what holds, whoever wrote it, and only what answers every part is final."""

from collections.abc import Sequence
from typing import Any

import pytest

from masis.analysts.base import SupportedClaimGate
from masis.domain.evidence import EvidenceChunk
from masis.domain.run.gate import PartOutcome, PartVerdict
from masis.domain.run.publishing import NOTHING_HOLDS
from masis.domain.verification.claims import Claim
from masis.domain.verification.conflicts import Conflict
from tests.builders import chunk, conflict, opinion, selection
from tests.fakes.scripted import GOOD_ANSWER, OTHER_ANSWER, REFUSAL, scripted_deps
from tests.graph.runs import ROUND, START, ask, entries, path

INVENTED = "Headcount doubled after the factory in Poland opened [k1]."
FALSE = "Revenue was 19 million euros in 2024 [k1]."
REVERSED = "Revenue was not 12 million euros in 2024 [k1]."
SURE = opinion(0.99)


@pytest.mark.parametrize("draft", [INVENTED, FALSE, REVERSED, REFUSAL, "Revenue was fine [chunk_99]."])
def test_a_draft_that_does_not_hold_is_never_final_however_sure_its_auditor(draft: str) -> None:
    result = ask(scripted_deps(drafts=[draft], opinions=[SURE]))
    assert result["status"] == "needs_clarification"
    assert result["requires_human_review"] is True
    assert result["outcome"] in {"passages", "absent"}
    assert result["final_answer"] == (draft if draft == REFUSAL else NOTHING_HOLDS)
    assert [one["sentence"] for one in result["struck"]] == ([] if draft == REFUSAL else [_bare(draft)])


def _bare(draft: str) -> str:
    return draft.split(" [", maxsplit=1)[0] + "."


@pytest.mark.parametrize("flaw", [INVENTED, FALSE, REVERSED, "It will double again [chunk_99]."])
def test_one_flaw_is_struck_and_the_rest_is_final_at_once(flaw: str) -> None:
    doubting = opinion(0.9, hallucination_detected=True, needs_retry=True)
    result = ask(scripted_deps(drafts=[f"{GOOD_ANSWER} {flaw}"], opinions=[doubting]))
    assert path(result) == START + ROUND
    assert (result["status"], result["outcome"]) == ("success", "answered")
    assert result["final_answer"] == GOOD_ANSWER
    assert result["draft_answer"] == f"{GOOD_ANSWER} {flaw}"
    assert [one["reason"] for one in result["struck"]] != [""]
    assert result["confidence"] == pytest.approx(0.9)
    assert [claim["verdict"] for claim in result["claims"]] == ["supported"]
    assert result["metrics"]["last_citation_audit"]["cited"] == ["k1"]


def test_the_trace_keeps_what_the_audit_found_in_the_whole_draft() -> None:
    entry = entries(ask(scripted_deps(drafts=[f"{GOOD_ANSWER} {FALSE}"])), "critic")[0]
    assert (entry["hallucination"], entry["needs_retry"]) == (True, True)
    assert entry["draft_confidence"] == pytest.approx(0.45)
    assert entry["confidence"] == pytest.approx(0.9)
    assert entry["struck"][0]["verdict"] == "number_mismatch"
    assert [part["outcome"] for part in entry["parts"]] == ["answered"]


def test_auditor_and_judge_see_what_would_be_published() -> None:
    deps: Any = scripted_deps(drafts=[f"{GOOD_ANSWER} {FALSE}"])
    ask(deps)
    assert deps.critic.calls[0][1].text == GOOD_ANSWER
    assert deps.evaluator.calls[0][1] == GOOD_ANSWER


def test_the_writer_is_told_what_was_struck() -> None:
    deps: Any = scripted_deps(drafts=[f"{GOOD_ANSWER} {FALSE}", GOOD_ANSWER], opinions=[opinion(0.5), SURE])
    ask(deps)
    assert deps.synthesizer.calls[1][2].unsupported_claims == ("Revenue was 19 million euros in 2024.",)


def test_a_low_confidence_is_not_raised_by_striking() -> None:
    result = ask(scripted_deps(drafts=[f"{GOOD_ANSWER} {FALSE}"], opinions=[opinion(0.5)]))
    assert (result["status"], result["outcome"]) == ("needs_clarification", "answered")
    assert result["cause"] == "no_gain"


class PartsGate(SupportedClaimGate):
    """A gate with one outcome a part; an answered part rests on the first supported claim."""

    def __init__(self, *outcomes: PartOutcome) -> None:
        self.outcomes = outcomes
        self.asked: list[tuple[str, ...]] = []

    def decide(
        self, question: str, claims: Sequence[Claim], evidence: Sequence[EvidenceChunk]
    ) -> tuple[PartVerdict, ...]:
        del question
        self.asked.append(tuple(claim.text for claim in claims))
        return tuple(
            PartVerdict(
                part=f"What was part {number}?",
                outcome=outcome,
                position=0 if outcome == "answered" else None,
                passages=() if outcome == "answered" else tuple(one.chunk_id for one in evidence[:5]),
            )
            for number, outcome in enumerate(self.outcomes, 1)
        )


@pytest.mark.parametrize(
    ("weak", "cause"), [("passages", "no_verified_answer"), ("absent", "insufficient_evidence")]
)
def test_a_part_left_open_is_named_and_keeps_the_run_from_being_final(weak: PartOutcome, cause: str) -> None:
    result = ask(scripted_deps(opinions=[SURE], gate=PartsGate("answered", weak)))
    assert (result["status"], result["outcome"], result["cause"]) == ("needs_clarification", weak, cause)
    assert result["final_answer"].startswith(f"{GOOD_ANSWER}\n\nNot answered")
    assert "What was part 2" in result["final_answer"]
    assert result["claims"][-1]["verdict"] == "hedge"
    assert result["parts"][1]["passages"] == (["k1", "k2"])


def test_the_weakest_part_makes_the_outcome_of_the_run() -> None:
    assert ask(scripted_deps(gate=PartsGate("answered", "passages", "absent")))["outcome"] == "absent"


def test_the_gate_sees_no_sentence_that_was_struck() -> None:
    gate = PartsGate("answered")
    ask(scripted_deps(drafts=[f"{FALSE} {GOOD_ANSWER}"], gate=gate))
    assert gate.asked == [("Revenue was 12 million euros in 2024.",)]


def test_the_draft_that_answers_more_parts_is_kept() -> None:
    class Turning(PartsGate):
        def decide(self, *asked: Any) -> tuple[PartVerdict, ...]:
            self.outcomes = ("answered", "absent") if not self.asked else ("absent", "absent")
            return super().decide(*asked)

    deps = scripted_deps(drafts=[GOOD_ANSWER, OTHER_ANSWER], opinions=[opinion(0.5), SURE], gate=Turning())
    result = ask(deps)
    assert result["final_answer"].startswith(GOOD_ANSWER)
    assert [part["outcome"] for part in result["parts"]] == ["answered", "absent"]


def test_the_cause_is_that_of_the_draft_that_is_shown() -> None:
    class Worse(PartsGate):
        def decide(self, *asked: Any) -> tuple[PartVerdict, ...]:
            self.outcomes = ("absent",) if self.asked else ("passages",)
            return super().decide(*asked)

    deps = scripted_deps(drafts=[GOOD_ANSWER, OTHER_ANSWER], opinions=[opinion(0.5), SURE], gate=Worse())
    result = ask(deps)
    assert (result["outcome"], result["cause"]) == ("passages", "no_verified_answer")
    assert result["final_answer"] == GOOD_ANSWER


def test_a_conflict_met_on_a_retry_is_shown_with_its_sides() -> None:
    disputed = opinion(0.4, conflicts=(conflict(),))
    deps = scripted_deps(drafts=[GOOD_ANSWER, OTHER_ANSWER], opinions=[opinion(0.6), disputed])
    result = ask(deps)
    assert result["cause"] == "conflict"
    assert len(result["critique"]["conflicts"][0]["sides"]) == 2


PRELIMINARY = chunk(
    "k1",
    "Revenue was EUR 214.6 million in 2024 (preliminary).",
    document_id="d1",
    document_title="Board pack",
)
AUDITED = chunk("k2", "Revenue was EUR 212.9 million in 2024 (audited).", document_id="d2", score=0.6)


def test_what_the_gate_finds_disputed_goes_to_a_human() -> None:
    class Disputing(PartsGate):
        def disputes(self, *asked: Any) -> tuple[Conflict, ...]:
            return (conflict(),)

    result = ask(scripted_deps(opinions=[SURE], gate=Disputing("answered")))
    assert (result["outcome"], result["cause"]) == ("conflict", "conflict")
    assert len(result["critique"]["conflicts"][0]["sides"]) == 2


def test_a_silent_auditor_does_not_hide_a_conflict() -> None:
    told = "Revenue was EUR 214.6 million in 2024 (preliminary) [k1]."
    result = ask(scripted_deps(drafts=[told], opinions=[SURE], found=[selection(PRELIMINARY, AUDITED)]))
    assert (result["outcome"], result["cause"]) == ("conflict", "conflict")
    assert {side["value"] for side in result["critique"]["conflicts"][0]["sides"]} >= {"EUR 214.6 million"}
    assert result["critique"]["issues"][0]["decided_by"] == "code"


def test_a_replaced_document_alone_verifies_nothing() -> None:
    old = chunk("k1", "The notice period is 30 days.", superseded=True, document_title="Supplier policy 2021")
    told = "The notice period is 30 days [k1]."
    result = ask(
        scripted_deps(drafts=[told], opinions=[SURE], found=[selection(old)]),
        user_query="How long is the notice period?",
    )
    assert (result["status"], result["claims"][0]["verdict"]) == ("needs_clarification", "not_verified")
    assert "Supplier policy 2021" in result["claims"][0]["reason"]


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("The notice period is 30 days [k1].", "What was the notice period in the superseded policy?"),
        (
            "Supplier policy 2021 (superseded):\n\nThe notice period is 30 days [k1].",
            "How long is the notice period?",
        ),
    ],
    ids=["asked for", "said"],
)
def test_a_replaced_document_may_be_cited_as_one(told: str, question: str) -> None:
    old = chunk("k1", "The notice period is 30 days.", superseded=True)
    result = ask(scripted_deps(drafts=[told], opinions=[SURE], found=[selection(old)]), user_query=question)
    assert result["status"] == "success"
