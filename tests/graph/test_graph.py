"""The whole graph with scripted analysts: which way a run takes and what it leaves behind."""

import copy
import json
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.errors import GraphRecursionError

from masis.domain.conversation import Conversation, Triage, Turn
from masis.domain.escalation import message_for
from masis.errors import EmbeddingUnavailable, ModelReplyInvalid, ModelUnavailable, RetrievalUnavailable
from masis.graph import build_graph, graph
from masis.graph.build import recursion_limit_for
from masis.graph.deps import Deps, provide_default_deps
from masis.state import MASISInput
from tests.builders import chunk, conflict, opinion, scores, selection
from tests.fakes.scripted import GOOD_ANSWER, OTHER_ANSWER, REFUSAL, passages, scripted_deps

ROUND = ["researcher", "synthesizer", "critic", "evaluator", "supervisor"]
START = ["orchestrator", "supervisor"]


def ask(deps: Deps, max_retries: int = 2, **changes: Any) -> dict[str, Any]:
    """Run one question to its end, with the tightest recursion limit that run may have."""
    question = {"user_query": "How high was revenue?", "workspace_id": "acme", **changes}
    state = MASISInput(max_retries=max_retries, **question).to_state()
    config: Any = {"recursion_limit": recursion_limit_for(max_retries)}
    return graph.invoke(state, config, context=deps)


def path(result: dict[str, Any]) -> list[str]:
    return [entry["node"] for entry in result["trace"]]


def entries(result: dict[str, Any], node: str) -> list[dict[str, Any]]:
    return [entry for entry in result["trace"] if entry["node"] == node]


def test_a_clean_draft_is_finalized_with_three_model_calls_and_one_retrieval() -> None:
    result = ask(scripted_deps())
    assert path(result) == START + ROUND
    assert result["final_answer"] == GOOD_ANSWER
    assert result["status"] == "success"
    assert result["requires_human_review"] is False
    assert result["clarification_question"] is None
    assert result["confidence"] == pytest.approx(0.9)
    metrics = result["metrics"]
    assert (metrics["llm_calls"], metrics["retrieval_calls"]) == (3, 1)
    assert metrics["tokens"] == {"input": 300, "output": 60, "total": 360}
    assert metrics["confidence_history"] == [result["confidence"]]
    assert metrics["evaluation"]["overall_score"] == 0.9
    assert metrics["last_citation_audit"]["cited"] == ["k1"]
    assert metrics["avg_retrieval_score"] == 0.65
    assert set(metrics["node_latency_ms"]) == set(START + ROUND)
    assert result["evidence"][0]["chunk_id"] == "k1"


def test_every_entry_has_node_iteration_and_duration_and_model_calls_their_cost() -> None:
    result = ask(scripted_deps(opinions=[opinion(0.5), opinion()], drafts=[GOOD_ANSWER, OTHER_ANSWER]))
    assert [entry["iteration"] for entry in result["trace"]] == [1, 1] + [1] * 5 + [2] * 5
    assert all(entry["duration_ms"] >= 0 for entry in result["trace"])
    for entry in result["trace"]:
        called = entry["node"] in {"synthesizer", "critic", "evaluator"}
        assert ("model" in entry) is called
        assert ("input_tokens" in entry) is called


def test_one_retry_takes_six_model_calls_and_two_retrievals() -> None:
    deps = scripted_deps(
        drafts=[GOOD_ANSWER, OTHER_ANSWER],
        opinions=[opinion(0.5, logical_gaps=("What was the margin?",)), opinion(0.88)],
    )
    result = ask(deps)
    assert path(result) == START + ROUND + ROUND
    assert (result["metrics"]["llm_calls"], result["metrics"]["retrieval_calls"]) == (6, 2)
    assert result["metrics"]["confidence_history"] == pytest.approx([0.5, 0.88])
    assert result["metrics"]["retry_reasons"] == [
        {
            "iteration": 1,
            "confidence": 0.5,
            "reason": "low_confidence",
            "citation_issue": False,
            "hallucination": False,
        }
    ]
    assert result["final_answer"] == OTHER_ANSWER
    assert deps.retriever.calls[1] == ("acme", "How high was revenue?", ("What was the margin?",), True)
    assert deps.writer.calls[0][2] is None
    assert deps.writer.calls[1][2].previous_draft == GOOD_ANSWER
    assert [entry["augmented_query_used"] for entry in entries(result, "researcher")] == [False, True]


def test_the_ceiling_escalates_with_the_best_draft_not_the_last() -> None:
    deps = scripted_deps(
        drafts=["Revenue was 12 million euros in 2024 [k1].", OTHER_ANSWER, "Profit was flat [k3]."],
        opinions=[opinion(0.3), opinion(0.6), opinion(0.5, hallucination_detected=True)],
        judgements=[scores(0.3), scores(0.6), scores(0.5)],
        found=[selection(*passages(), chunk("k3", "Profit was flat."))],
    )
    result = ask(deps, max_retries=2)
    assert path(result) == START + ROUND * 3
    assert entries(result, "supervisor")[-1]["best_iteration"] == 2
    assert result["requires_human_review"] is True
    assert result["status"] == "needs_clarification"
    assert result["final_answer"] == OTHER_ANSWER
    assert result["confidence"] == pytest.approx(0.6)
    assert result["metrics"]["evaluation"]["overall_score"] == 0.6
    assert result["metrics"]["last_citation_audit"]["cited"] == ["k2"]
    assert [claim["citations"] for claim in result["claims"]] == [["k2"]]
    assert result["critique"]["hallucination_detected"] is False


@pytest.mark.parametrize("max_retries", range(6), ids=str)
def test_a_run_never_exceeds_its_ceiling_and_its_steps_fit_the_limit_exactly(max_retries: int) -> None:
    ids = [f"k{number}" for number in range(6)]
    deps = scripted_deps(
        drafts=[f"Revenue was fine [{chunk_id}]." for chunk_id in ids],
        opinions=[opinion(0.1)],
        found=[selection(*(chunk(chunk_id, f"Revenue was fine {chunk_id}.") for chunk_id in ids))],
    )
    result = ask(deps, max_retries=max_retries)
    assert path(result) == START + ROUND * (max_retries + 1)
    assert result["cause"] == "low_confidence"
    assert entries(result, "supervisor")[-1]["reason"] == "retries_exhausted"


def test_a_run_beyond_its_steps_is_stopped() -> None:
    deps = scripted_deps(opinions=[opinion(0.1), opinion(0.2)], drafts=[GOOD_ANSWER, OTHER_ANSWER])
    state = MASISInput(user_query="How?", workspace_id="acme").to_state()
    with pytest.raises(GraphRecursionError):
        graph.invoke(state, {"recursion_limit": recursion_limit_for(0)}, context=deps)


def test_a_retry_without_gain_escalates_at_once() -> None:
    result = ask(scripted_deps(opinions=[opinion(0.5), opinion(0.51)]), max_retries=5)
    assert path(result) == START + ROUND * 2
    assert result["cause"] == "no_gain"
    assert entries(result, "supervisor")[-1]["reason"] == "no_gain"
    assert result["clarification_question"] == message_for("no_gain")


def test_a_conflict_is_retried_and_then_handed_to_a_human() -> None:
    result = ask(scripted_deps(opinions=[opinion(0.9, conflicts=(conflict(),))]))
    assert result["cause"] == "conflict"
    assert result["clarification_question"] == message_for("conflict")
    assert result["final_answer"] == GOOD_ANSWER
    assert result["metrics"]["retry_reasons"][0]["reason"] == "conflict"
    assert len(result["critique"]["conflicts"][0]["sides"]) == 2


def test_a_fabricated_citation_halves_the_confidence_and_is_retried() -> None:
    deps = scripted_deps(drafts=["Revenue was 12 million euros in 2024 [chunk_99].", GOOD_ANSWER])
    result = ask(deps)
    first = entries(result, "critic")[0]
    assert first["confidence"] == pytest.approx(0.45)
    assert (first["hallucination"], first["needs_retry"], first["invalid_citations"]) == (True, True, 1)
    assert entries(result, "evaluator")[0]["faithfulness"] == 0.4
    assert result["metrics"]["retry_reasons"][0]["citation_issue"] is True
    assert deps.writer.calls[1][2].fabricated_citations == ("chunk_99",)
    assert result["final_answer"] == GOOD_ANSWER


def test_uncited_sentences_cost_three_percent_each() -> None:
    result = ask(scripted_deps(drafts=[f"{GOOD_ANSWER} The market is large. It will grow soon."]))
    assert entries(result, "critic")[0]["uncited_claims"] == 2
    assert result["confidence"] == pytest.approx(0.9 * 0.94)


def test_a_figure_the_source_does_not_hold_counts_as_a_hallucination() -> None:
    result = ask(scripted_deps(drafts=["Revenue was 19 million euros in 2024 [k1].", GOOD_ANSWER]))
    assert entries(result, "critic")[0]["hallucination"] is True
    assert result["final_answer"] == GOOD_ANSWER


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
    assert "llm_calls" not in result["metrics"]


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
    assert "llm_calls" not in result["metrics"]


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


def test_an_empty_draft_escalates() -> None:
    assert ask(scripted_deps(drafts=["  \n"]))["cause"] == "model_unavailable"


def test_a_refusal_gets_one_retry_and_is_never_finalized() -> None:
    result = ask(scripted_deps(drafts=[REFUSAL], opinions=[opinion(0.95), opinion(0.99)]), max_retries=5)
    assert path(result) == START + ROUND * 2
    assert result["cause"] == "insufficient_evidence"
    assert result["final_answer"] == REFUSAL


def test_programming_errors_stay_loud() -> None:
    with pytest.raises(ZeroDivisionError):
        ask(scripted_deps(drafts=[ZeroDivisionError()]))


@pytest.mark.parametrize("kind", ["vague", "greeting", "off_task"])
def test_an_unclear_question_is_asked_back_and_waits(kind: Any) -> None:
    triage = Triage(kind=kind, question_back="Which company?", choices=("Harbor", "Mill"))
    result = ask(scripted_deps(triage=[triage]))
    assert path(result) == ["orchestrator", "clarifier"]
    assert result["clarification_question"] == "Which company?"
    assert result["status"] == "needs_clarification"
    assert result["requires_human_review"] is False
    assert result["final_answer"] is None


def turns(*asked_back: bool) -> dict[str, Any]:
    talk = tuple(Turn(question="How is it going?", answer="", asked_back=flag) for flag in asked_back)
    return Conversation(turns=talk, clarifications_asked=sum(asked_back)).model_dump(mode="json")


@pytest.mark.parametrize(
    ("asked_back", "researched"),
    [((True,), True), ((True, False), False), ((True, False, True, False), True)],
    ids=["a reply goes on", "one asked before", "two asked before"],
)
def test_a_conversation_is_asked_back_twice_at_most(asked_back: tuple[bool, ...], researched: bool) -> None:
    deps = scripted_deps(triage=[Triage(kind="vague")])
    result = ask(deps, conversation=turns(*asked_back))
    assert ("researcher" in path(result)) is researched
    assert result["user_query"] == "How high was revenue?"


def test_a_reply_is_researched_together_with_the_question_it_clarifies() -> None:
    deps = scripted_deps()
    ask(deps, conversation=turns(False, True))
    assert deps.retriever.calls[0][1] == "How is it going? How high was revenue?"


def test_a_desk_that_talks_nonsense_does_not_stop_the_research() -> None:
    assert ask(scripted_deps(triage=[ModelReplyInvalid("?")]))["status"] == "success"


def test_a_desk_that_is_down_escalates() -> None:
    result = ask(scripted_deps(triage=[ModelUnavailable("down")]))
    assert path(result) == ["orchestrator"]
    assert result["cause"] == "model_unavailable"


def test_the_input_is_not_changed_and_the_result_is_plain_json() -> None:
    state = MASISInput(user_query="How?", workspace_id="acme").to_state()
    before = copy.deepcopy(state)
    result = graph.invoke(state, context=scripted_deps(opinions=[opinion(0.4), opinion()]))
    assert state == before
    assert json.loads(json.dumps(result)) == result


def test_equal_runs_give_equal_results() -> None:
    def run() -> dict[str, Any]:
        result = ask(scripted_deps(opinions=[opinion(0.4), opinion(0.5)]), thread_id="t")
        trace = [{**entry, "duration_ms": 0} for entry in result["trace"]]
        return {**result, "trace": trace, "metrics": {**result["metrics"], "node_latency_ms": {}}}

    assert run() == run()


def test_a_second_run_on_a_checkpointed_thread_starts_afresh() -> None:
    saved = build_graph(InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t"}, "recursion_limit": 40}
    state = MASISInput(user_query="How?", workspace_id="acme", thread_id="t").to_state()
    saved.invoke(state, config, context=scripted_deps())
    result = saved.invoke(state, config, context=scripted_deps())
    assert path(result) == START + ROUND
    assert result["metrics"]["llm_calls"] == 3
    assert result["metrics"]["confidence_history"] == [0.9]


def test_the_snippet_of_the_contract_works_with_the_registered_default() -> None:
    provide_default_deps(lambda: scripted_deps(opinions=[opinion(0.4), opinion()]))
    result = graph.invoke(MASISInput(user_query="...", workspace_id="acme", max_retries=2).to_state())
    assert result["final_answer"] == GOOD_ANSWER
    assert result["confidence"] == pytest.approx(0.9)
    assert result["requires_human_review"] is False
    assert result["clarification_question"] is None
    assert len(result["trace"]) == 12
    assert result["metrics"]["evaluation"]["faithfulness"] == 0.9
    assert len(result["metrics"]["confidence_history"]) == 2
    assert len(result["metrics"]["retry_reasons"]) == 1
