"""The whole graph with scripted analysts: which way a run takes and what it leaves behind."""

import copy
import json
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.errors import GraphRecursionError

from masis.domain.run.escalation import message_for
from masis.graph import build_graph, graph
from masis.graph import deps as deps_module
from masis.graph.build import recursion_limit_for
from masis.graph.deps import provide_default_deps
from masis.state import MASISInput
from tests.builders import chunk, conflict, opinion, scores, selection
from tests.fakes.scripted import GOOD_ANSWER, OTHER_ANSWER, REFUSAL, passages, scripted_deps
from tests.graph.runs import ROUND, START, ask, entries, path


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
        scored = entry["node"] == "evaluator" and entry["iteration"] == 2  # a retry follows the first
        called = scored or entry["node"] in {"synthesizer", "critic"}
        assert ("model" in entry) is called
        assert ("input_tokens" in entry) is called


def test_one_retry_takes_five_model_calls_and_two_retrievals() -> None:
    deps = scripted_deps(
        drafts=[GOOD_ANSWER, OTHER_ANSWER],
        opinions=[opinion(0.5, logical_gaps=("What was the margin?",)), opinion(0.88)],
    )
    result = ask(deps)
    assert path(result) == START + ROUND + ROUND
    assert (result["metrics"]["llm_calls"], result["metrics"]["retrieval_calls"]) == (5, 2)
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
    assert deps.synthesizer.calls[0][2] is None
    assert deps.synthesizer.calls[1][2].previous_draft == GOOD_ANSWER
    assert [entry["augmented_query_used"] for entry in entries(result, "researcher")] == [False, True]


def test_the_ceiling_escalates_with_the_best_draft_not_the_last() -> None:
    deps = scripted_deps(
        drafts=["Revenue was 12 million euros in 2024 [k1].", OTHER_ANSWER, "Profit was flat [k3]."],
        opinions=[opinion(0.3), opinion(0.6), opinion(0.5, hallucination_detected=True)],
        judgements=[scores(0.6)],  # asked once, for the draft that a person sees
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


def test_a_conflict_is_handed_to_a_human_at_once() -> None:
    result = ask(scripted_deps(opinions=[opinion(0.9, conflicts=(conflict(),))]))
    assert path(result) == START + ROUND
    assert (result["cause"], result["outcome"]) == ("conflict", "conflict")
    assert result["clarification_question"] == message_for("conflict")
    assert result["final_answer"] == GOOD_ANSWER
    assert result["metrics"]["retry_reasons"] == []
    assert len(result["critique"]["conflicts"][0]["sides"]) == 2


def test_a_fabricated_citation_halves_the_confidence_and_is_retried() -> None:
    deps = scripted_deps(drafts=["Revenue was 12 million euros in 2024 [chunk_99].", GOOD_ANSWER])
    result = ask(deps)
    first = entries(result, "critic")[0]
    assert first["confidence"] == pytest.approx(0.45)
    assert (first["hallucination"], first["needs_retry"], first["invalid_citations"]) == (True, True, 1)
    assert entries(result, "evaluator")[0]["faithfulness"] == 0.4
    assert result["metrics"]["retry_reasons"][0]["citation_issue"] is True
    assert deps.synthesizer.calls[1][2].fabricated_citations == ("chunk_99",)
    assert result["final_answer"] == GOOD_ANSWER


def test_uncited_sentences_cost_three_percent_each() -> None:
    result = ask(scripted_deps(drafts=[f"{GOOD_ANSWER} The market is large. It will grow soon."]))
    assert entries(result, "critic")[0]["uncited_claims"] == 2
    assert result["confidence"] == pytest.approx(0.9 * 0.94)


def test_a_figure_the_source_does_not_hold_counts_as_a_hallucination() -> None:
    result = ask(scripted_deps(drafts=["Revenue was 19 million euros in 2024 [k1].", GOOD_ANSWER]))
    assert entries(result, "critic")[0]["hallucination"] is True
    assert result["final_answer"] == GOOD_ANSWER


def test_a_refusal_gets_one_retry_and_is_never_finalized() -> None:
    result = ask(scripted_deps(drafts=[REFUSAL], opinions=[opinion(0.95), opinion(0.99)]), max_retries=5)
    assert path(result) == START + ROUND * 2
    assert result["cause"] == "insufficient_evidence"
    assert result["final_answer"] == REFUSAL


def test_the_input_is_not_changed_and_the_result_is_plain_json() -> None:
    state = MASISInput(user_query="How?", workspace_id="acme").to_state()
    before = copy.deepcopy(state)
    result = graph.invoke(state, context=scripted_deps(opinions=[opinion(0.4), opinion()]))
    assert state == before
    assert json.loads(json.dumps(result)) == result


def test_no_node_changes_what_an_earlier_one_wrote() -> None:
    state = MASISInput(user_query="How?", workspace_id="acme").to_state()
    deps = scripted_deps(opinions=[opinion(0.4), opinion()], drafts=[GOOD_ANSWER, OTHER_ANSWER])
    steps = [(seen, copy.deepcopy(seen)) for seen in graph.stream(state, context=deps, stream_mode="values")]
    assert len(steps) == 13
    assert all(now == then for now, then in steps)


FIELDS = {
    "researcher": "retry_count chunks filtered_out avg_score threshold_used augmented_query_used",
    "synthesizer": "context_compressed citations answer_length draft",
    "critic": "confidence hallucination needs_retry conflicts invalid_citations uncited_claims",
    "evaluator": "overall_score faithfulness relevance completeness reasoning_quality clamps",
    "supervisor": "decision confidence retry_count reason",
}


@pytest.mark.parametrize("node", FIELDS)
def test_trace_entries_carry_the_fields_of_the_contract(node: str) -> None:
    result = ask(scripted_deps(opinions=[opinion(0.4), opinion()], drafts=[GOOD_ANSWER, OTHER_ANSWER]))
    for entry in entries(result, node):
        assert set(FIELDS[node].split()) <= set(entry)


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


def test_the_snippet_of_the_contract_works_with_the_registered_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deps_module, "_default", deps_module._Default())
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
