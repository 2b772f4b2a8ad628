"""State editing: what can be changed before which agent, in which bounds, and how a change reads."""

from datetime import UTC, datetime

import pytest

from masis.domain.run.provenance import EditedState, ForkNode, Origin, StateEdit
from masis.domain.run.state_editing import (
    LONGEST_DRAFT,
    LONGEST_FINDING,
    LONGEST_QUESTION,
    LONGEST_REASON,
    RecordedState,
    StatePassage,
    checked,
    differences,
    edited_by,
    edited_sentence,
    in_short,
    reason_of,
)
from masis.errors import InvalidInput


def passage(name: str, **changes: object) -> StatePassage:
    plain = {
        "chunk_id": name,
        "document_title": f"Report {name}",
        "page_label": "4",
        "text": "x",
        "score": 0.5,
    }
    return StatePassage.model_validate({**plain, **changes})


def state(node: ForkNode = "critic", **changes: object) -> RecordedState:
    plain = {
        "node": node, "iteration": 2, "question": "How high was revenue?", "retry": True,
        "passages": (passage("k1"), passage("k2")), "filtered": (passage("k3"),), "draft": "It was 12 [k1].",
        "findings": ("It lacks the year.",), "gap_questions": ("Which year?",),
        "retries_left": 0, "most_retries": 4,
    }  # fmt: skip
    return RecordedState.model_validate({**plain, **changes})


@pytest.mark.parametrize(
    ("node", "able"),
    [
        ("researcher", {"gap_questions", "retries"}),
        ("synthesizer", {"passages", "findings", "retries"}),
        ("critic", {"passages", "draft", "retries"}),
        ("evaluator", {"retries"}),
    ],
)
def test_each_agent_has_its_own_part_of_the_state(node: ForkNode, able: set[str]) -> None:
    assert state(node).editable == able


def test_the_writer_of_a_first_round_is_told_no_findings() -> None:
    assert "findings" not in state("synthesizer", retry=False).editable


def test_what_is_as_recorded_is_no_change() -> None:
    same = StateEdit(draft=" It was 12 [k1]. \n", retries_left=0)
    with pytest.raises(InvalidInput, match="Nothing differs"):
        checked(state(), same)
    edit = checked(state(), StateEdit(draft="It was 13 [k1].", retries_left=0, left_out=("k2", "k2")))
    assert edit == StateEdit(draft="It was 13 [k1].", left_out=("k2",))


@pytest.mark.parametrize(
    ("node", "edit", "why"),
    [
        ("researcher", StateEdit(draft="x"), "Before the Librarian the draft cannot be changed"),
        ("evaluator", StateEdit(brought_back=("k3",)), "Before the Scorecard the passages cannot"),
        ("critic", StateEdit(dropped_findings=("It lacks the year.",)), "the findings cannot be changed"),
        ("critic", StateEdit(draft="  "), "The draft is empty"),
        ("critic", StateEdit(draft="x" * (LONGEST_DRAFT + 1)), "at most 20,000 fit"),
        ("critic", StateEdit(draft="\ud83d"), "broken characters"),
        ("critic", StateEdit(left_out=("k1", "k2")), "No passage is left"),
        ("critic", StateEdit(left_out=("k9",)), "not there any more"),
        ("critic", StateEdit(brought_back=("k1",)), "not there any more"),
        ("critic", StateEdit(retries_left=5), "Between 0 and 4"),
        ("critic", StateEdit(retries_left=-1), "Between 0 and 4"),
        ("researcher", StateEdit(gap_questions=("x" * (LONGEST_QUESTION + 1),)), "at most 400 fit"),
        ("researcher", StateEdit(gap_questions=tuple("abcdefghijk")), "At most 10"),
        ("synthesizer", StateEdit(added_findings=("x" * (LONGEST_FINDING + 1),)), "at most 1,000 fit"),
    ],
)
def test_what_cannot_be_is_refused_in_words(node: ForkNode, edit: StateEdit, why: str) -> None:
    with pytest.raises(InvalidInput, match=why):
        checked(state(node), edit)


def test_nothing_rests_on_a_deleted_document() -> None:
    seen = state(passages=(passage("k1"), passage("k2", standing="deleted")))
    assert seen.gone == ("k2",)
    with pytest.raises(InvalidInput, match=r"“Report k2”, p. 4 was deleted meanwhile"):
        checked(seen, StateEdit(draft="It was 13 [k1]."))
    assert checked(seen, StateEdit(left_out=("k2",))).left_out == ("k2",)


def test_the_differences_read_as_sentences_and_the_log_holds_no_text() -> None:
    edit = StateEdit(left_out=("k2",), brought_back=("k3",), draft="Secret.", retries_left=2)
    assert differences(state(), edit) == (
        "Left out: “Report k2”, p. 4",
        "Brought back: “Report k3”, p. 4",
        "Draft changed by hand",
        "Retries left: 2 instead of 0",
    )
    assert in_short(edit) == "1 passage left out, 1 passage brought back, draft changed, 2 retries left"
    asked = StateEdit(gap_questions=("Which currency?",))
    assert differences(state("researcher"), asked) == (
        "No longer searched for: Which year?",
        "Also searched for: Which currency?",
    )
    told = StateEdit(dropped_findings=("It lacks the year.",), added_findings=("Say the unit.",))
    assert differences(state("synthesizer"), told) == (
        "Finding withheld from the writer: It lacks the year.",
        "Finding added: Say the unit.",
    )
    assert in_short(told) == "2 findings changed"
    assert in_short(asked) == "questions to search for changed"


def test_the_record_says_who_where_what_and_why() -> None:
    made = EditedState(
        person="Ann", at=datetime.now(UTC), edit=StateEdit(draft="x"), changes=("Draft changed by hand",),
        reason="A typo.",
    )  # fmt: skip
    origin = Origin(kind="fork", run_id="r1", node="critic", iteration=2, edited=made)
    said = "Ann edited the state before the Auditor of round 2. Draft changed by hand. Reason: A typo."
    assert edited_sentence(origin) == said
    assert edited_by(origin) == "Ann, before the Auditor of round 2"
    plain = Origin(kind="fork", run_id="r1", node="critic", iteration=2)
    assert edited_sentence(plain) == edited_by(plain) == ""


def test_a_reason_is_one_line_of_bounded_length() -> None:
    assert reason_of("  a \n b ") == "a b"
    with pytest.raises(InvalidInput, match="The reason has"):
        reason_of("x" * (LONGEST_REASON + 1))
