"""Reading: the passages of a round are read once, and never those of another list."""

from masis.domain.evidence import EvidenceChunk
from masis.graph.reading import evidence_of
from masis.state import MASISInput, MASISState


def state_with(*texts: str, workspace_id: str = "acme") -> MASISState:
    """Return a state that holds passages of these texts."""
    state = MASISInput(user_query="What was revenue?", workspace_id=workspace_id).to_state()
    passages = [
        EvidenceChunk(
            chunk_id=f"k{at}",
            workspace_id=workspace_id,
            document_id="d",
            version_id="v",
            document_title="Report",
            text=text,
            page_number=1,
            page_label="1",
            char_start=0,
            char_end=len(text),
        )
        for at, text in enumerate(texts)
    ]
    return {**state, "evidence": [passage.model_dump(mode="json") for passage in passages]}


def test_the_nodes_of_a_round_get_the_very_same_passages() -> None:
    state = state_with("Revenue was 5.", "Costs were 3.")
    after: MASISState = {**state, "retry_count": 1}
    assert evidence_of(state) is evidence_of(after)
    assert [chunk.text for chunk in evidence_of(state)] == ["Revenue was 5.", "Costs were 3."]


def test_equal_passages_of_another_workspace_are_read_by_themselves() -> None:
    ours, theirs = state_with("Revenue was 5."), state_with("Revenue was 5.", workspace_id="other")
    assert [chunk.workspace_id for chunk in (*evidence_of(ours), *evidence_of(theirs))] == ["acme", "other"]


def test_a_later_round_reads_its_own_list() -> None:
    state = state_with("Revenue was 5.")
    evidence_of(state)
    assert [chunk.text for chunk in evidence_of(state_with("Revenue was 6."))] == ["Revenue was 6."]
    assert evidence_of(state_with()) == ()
