"""Editing of a checkpointed state: what is read out of it, and what an edit leaves as it was."""

from copy import deepcopy
from typing import Any

from masis.domain.run.draft import Attempt
from masis.domain.run.provenance import ForkNode, ForkPoint, StateEdit
from masis.domain.run.trace import EditEntry, NearMiss
from masis.graph.editing import applied, recorded
from masis.state import MASISInput, MASISState
from tests.builders import chunk, claim, critique

ENTRY = EditEntry(iteration=1, person="Ann", before="critic", changes=("x",))


def point(node: ForkNode) -> ForkPoint:
    return ForkPoint(node=node, iteration=2, checkpoint_id="c")


def state(**changes: Any) -> MASISState:
    first = MASISInput(user_query="How high was revenue?", workspace_id="acme", max_retries=2).to_state()
    missed = NearMiss.of(chunk("k3", "Costs rose.")).model_dump(mode="json")
    trace = [{"node": "researcher", "iteration": 1, "nearest_misses": [missed]}]
    found = critique(0.4, unsupported_claims=("Revenue was 9.",), logical_gaps=("Which year?",))
    update: MASISState = {
        "evidence": [chunk(name, f"Passage {name}.").model_dump(mode="json") for name in ("k1", "k2")],
        "draft_answer": "Revenue was 9 [k1].",
        "final_answer": "Revenue was 9 [k1].",
        "critique": found.model_dump(mode="json"),
        "retry_count": 1,
        "trace": trace,
    }
    return {**first, **update, **changes}  # type: ignore[typeddict-item]


def best(*cited: str) -> dict[str, Any]:
    held = claim(citations=cited)
    return Attempt(text="x", iteration=1, critique=critique(), claims=(held,)).model_dump(mode="json")


def test_what_is_read_out_of_a_state() -> None:
    seen = recorded(state(), point("synthesizer"))
    assert [held.chunk_id for held in seen.passages] == ["k1", "k2"]
    assert [held.chunk_id for held in seen.filtered] == ["k3"]
    assert seen.findings == ("Revenue was 9.", "Which year?")
    assert (seen.retries_left, seen.most_retries) == (1, 4)
    assert recorded(state(), point("researcher")).gap_questions == ("Which year?",)
    assert recorded(state(), point("researcher")).passages == ()


def test_an_edit_changes_what_it_names_and_leaves_question_audit_and_input_alone() -> None:
    before = state()
    kept = deepcopy(before)
    after = applied(before, StateEdit(left_out=("k2",), draft="Revenue was 12 [k1]."), [], ENTRY)
    assert before == kept
    assert [plain["chunk_id"] for plain in after["evidence"]] == ["k1"]
    assert after["draft_answer"] == "Revenue was 12 [k1]."
    assert after["trace"][-1]["left_out"][0]["chunk_id"] == "k2"
    for name in ("user_query", "critique", "claims", "metrics", "confidence", "held_answer"):
        assert after[name] == before[name]  # type: ignore[literal-required]


def test_a_best_draft_that_cites_what_was_left_out_is_not_shown_again() -> None:
    edit = StateEdit(left_out=("k2",))
    assert applied(state(best=best("k1")), edit, [], ENTRY)["best"] is not None
    dropped = applied(state(best=best("k1", "k2")), edit, [], ENTRY)
    assert (dropped["best"], dropped["final_answer"], dropped["claims"]) == (None, None, [])


def test_questions_to_search_for_take_the_place_of_the_gaps_or_of_none_in_the_first_round() -> None:
    edit = StateEdit(gap_questions=("Which currency?",))
    retry = applied(state(asked_for=["before"]), edit, [], ENTRY)
    assert retry["critique"] is not None
    assert (retry["critique"]["logical_gaps"], retry["asked_for"]) == (["Which currency?"], [])
    first = applied(state(retry_count=0, critique=None), edit, [], ENTRY)
    assert (first["critique"], first["asked_for"]) == (None, ["Which currency?"])


def test_an_older_checkpoint_lacks_what_came_later() -> None:
    old = state()
    del old["asked_for"]
    assert recorded(old, point("researcher")).gap_questions == ("Which year?",)
