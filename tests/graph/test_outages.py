"""What is down, or missing, or nonsense: a run ends in an escalation and keeps what it has."""

from collections.abc import Sequence
from typing import Any

import pytest

from masis.analysts.verifying import Pair
from masis.domain.run.escalation import message_for
from masis.errors import (
    BudgetReached,
    EmbeddingUnavailable,
    ModelReplyInvalid,
    ModelUnavailable,
    RetrievalUnavailable,
)
from tests.builders import chunk, opinion, scores, selection
from tests.fakes.scripted import GOOD_ANSWER, OTHER_ANSWER, passages, scripted_deps
from tests.graph.runs import ROUND, START, ask, entries, path


@pytest.mark.parametrize(
    "outage", [ModelUnavailable("down"), ModelReplyInvalid("prose"), EmbeddingUnavailable("down")], ids=repr
)
def test_a_critic_that_fails_means_needs_retry_never_approved(outage: Exception) -> None:
    result = ask(scripted_deps(opinions=[outage, opinion()], drafts=[GOOD_ANSWER]))
    assert entries(result, "critic")[0]["failed"]
    assert entries(result, "supervisor")[1]["decision"] == "retry"
    assert result["status"] == "success"


def test_a_critic_that_keeps_failing_escalates_with_the_draft() -> None:
    result = ask(scripted_deps(opinions=[ModelUnavailable("down")]))
    assert result["requires_human_review"] is True
    assert result["final_answer"] == GOOD_ANSWER
    assert result["confidence"] == 0.0


@pytest.mark.parametrize(
    ("outage", "warning"),
    [
        (RetrievalUnavailable("no answer"), "qdrant_unavailable"),
        (EmbeddingUnavailable("no answer"), "embedding_unavailable"),
    ],
    ids=["store", "embedder"],
)
def test_a_store_that_is_down_escalates_without_a_model_call(outage: Exception, warning: str) -> None:
    result = ask(scripted_deps(found=[outage]))
    assert path(result) == [*START, "researcher"]
    assert entries(result, "researcher")[0]["warning"] == warning
    assert entries(result, "researcher")[0]["error"] == "no answer"
    message = "Document retrieval is temporarily unavailable. Please try again shortly."
    assert result["clarification_question"] == message
    assert result["requires_human_review"] is True
    assert result["metrics"]["llm_calls"] == 0


def test_a_store_that_goes_down_on_retry_keeps_the_draft() -> None:
    found = [selection(*passages()), RetrievalUnavailable("gone")]
    result = ask(scripted_deps(opinions=[opinion(0.5)], found=found))
    assert result["cause"] == "retrieval_unavailable"
    assert result["final_answer"] == GOOD_ANSWER
    assert result["confidence"] == 0.5
    assert result["claims"]


@pytest.mark.parametrize(
    ("dropped", "cause"),
    [((chunk("k9", score=0.2),), "weak_evidence"), ((), "no_evidence")],
    ids=["too weak", "nothing at all"],
)
def test_no_evidence_ends_at_once_with_evidence_of_absence(dropped: Any, cause: Any) -> None:
    result = ask(scripted_deps(found=[selection(dropped=dropped)]))
    assert path(result) == [*START, "researcher"]
    entry = entries(result, "researcher")[0]
    assert entry["warning"] == "no_qualifying_evidence"
    assert entry["results_before_filter"] == len(dropped)
    assert [miss["chunk_id"] for miss in entry["nearest_misses"]] == [miss.chunk_id for miss in dropped]
    assert entry["searched"]["question"] == "How high was revenue?"
    assert result["cause"] == cause
    assert result["clarification_question"] == message_for(cause)
    assert result["final_answer"] is None
    assert result["metrics"]["llm_calls"] == 0


def test_a_retry_that_finds_nothing_keeps_the_draft_and_does_not_deny_its_evidence() -> None:
    found = [selection(*passages()), selection(dropped=passages())]
    result = ask(scripted_deps(opinions=[opinion(0.5)], found=found))
    assert result["cause"] == "no_gain"
    assert result["final_answer"] == GOOD_ANSWER
    assert len(result["evidence"]) == 2


@pytest.mark.parametrize("failing", ["drafts", "judgements"])
@pytest.mark.parametrize("error", [ModelUnavailable("down"), ModelReplyInvalid("prose")], ids=repr)
def test_a_model_that_is_down_escalates(failing: str, error: Exception) -> None:
    result = ask(scripted_deps(**{failing: [error]}))
    assert result["cause"] == "model_unavailable"
    assert result["requires_human_review"] is True
    assert result["trace"][-1]["warning"] == "model_unavailable"
    assert result["final_answer"] == (GOOD_ANSWER if failing == "judgements" else None)


def test_a_judge_that_goes_down_on_retry_leaves_the_better_of_both_drafts() -> None:
    deps = scripted_deps(
        drafts=[GOOD_ANSWER, OTHER_ANSWER],
        opinions=[opinion(0.4), opinion(0.8)],
        judgements=[scores(), ModelUnavailable("down")],
    )
    result = ask(deps)
    assert result["final_answer"] == OTHER_ANSWER
    assert result["confidence"] == 0.8


def test_a_cap_that_stops_the_audit_ends_the_run_with_its_draft_and_no_other_round() -> None:
    deps = scripted_deps(opinions=[BudgetReached("The cap is reached.")])
    result = ask(deps)
    assert result["cause"] == "budget_reached"
    assert result["clarification_question"] == "The cap is reached. What was found so far is kept."
    assert (result["final_answer"], result["confidence"]) == (GOOD_ANSWER, 0.0)
    assert path(result) == [*START, *ROUND]
    assert deps.evaluator.calls == []  # type: ignore[union-attr]


def test_a_cap_that_stops_the_second_draft_leaves_the_first() -> None:
    reached = BudgetReached("The cap is reached.")
    result = ask(scripted_deps(drafts=[GOOD_ANSWER, reached], opinions=[opinion(0.4)]))
    assert (result["cause"], result["final_answer"]) == ("budget_reached", GOOD_ANSWER)
    assert result["trace"][-1]["warning"] == "budget_reached"


def test_a_cap_that_stops_the_first_draft_says_nothing_about_the_documents() -> None:
    result = ask(scripted_deps(drafts=[BudgetReached("The cap is reached.")]))
    assert (result["cause"], result["outcome"], result["final_answer"]) == (
        "budget_reached",
        "unavailable",
        None,
    )


def test_an_empty_draft_escalates() -> None:
    assert ask(scripted_deps(drafts=["  \n"]))["cause"] == "model_unavailable"


def test_programming_errors_stay_loud() -> None:
    with pytest.raises(ZeroDivisionError):
        ask(scripted_deps(drafts=[ZeroDivisionError()]))


class _BrokenVerifier:
    def verify(self, pairs: Sequence[Pair]) -> Sequence[float]:
        message = f"no memory for {len(pairs)}"
        raise MemoryError(message)


def test_a_verifier_that_breaks_is_told_and_changes_nothing() -> None:
    """An operator's model is no part of the verdict when it fails."""
    told = "Sales were strong across the region [k1]."
    passage = chunk("k1", "The year was good. Sales in the region were strong throughout.")
    deps = scripted_deps(drafts=[told], found=[selection(passage)], verifier=_BrokenVerifier())
    entry = entries(ask(deps), "critic")[0]
    assert "no memory for 1" in entry["failed"]
