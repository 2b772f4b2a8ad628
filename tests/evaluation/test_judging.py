"""Judging: what counts as right, as shown, and as somebody else's document."""

import pytest

from masis.evaluation.judging import owners_of
from tests.builders import conflict
from tests.evaluation.builders import judged, question

SAID = ("Sales were 1,107 million.", "north-2")


def test_an_answer_is_right_when_it_says_the_value_and_cites_the_document() -> None:
    assert judged(SAID).right
    assert not judged(SAID).finalized_wrong


@pytest.mark.parametrize(
    ("said", "changes"),
    [
        (("Sales were 2,214 million.", "north-2"), {}),
        (("Sales were 1,107 million.", "south-1"), {}),
        (("Sales were 1,107 million.", "nowhere"), {}),
        (SAID, {"forbidden": ("sales were",)}),
        (SAID, {"phrases": (("1,107",), ("2021",))}),
        (SAID, {"phrases": (), "kind": "absent", "expected": "absent", "gold": ()}),
    ],
    ids=["another value", "another document", "no known passage", "forbidden", "half an answer", "absent"],
)
def test_anything_else_that_is_finalized_is_wrong(said: tuple[str, str], changes: dict[str, object]) -> None:
    assert judged(said, **changes).finalized_wrong
    assert not judged(said, ending="escalated", **changes).finalized_wrong


def test_as_many_groups_suffice_as_the_row_asks_for() -> None:
    assert judged(SAID, phrases=(("1,107",), ("2021",)), least=1).right


def test_a_false_premise_is_answered_by_naming_the_truth() -> None:
    premise = {"kind": "false_premise", "expected": "absent", "phrases": (("rose",),)}
    assert not judged(("Sales rose.", "north-2"), **premise).finalized_wrong
    assert judged(("Sales fell.", "north-2"), **premise).finalized_wrong
    assert not judged(("Sales rose.", "north-2"), **premise).answerable


def test_the_first_five_shown_hold_the_answer_between_them() -> None:
    two = (("1,107",), ("Oslo",))
    passage = ("north-2", "Sales by town: 1,107")
    assert judged(("It sits in Oslo.", "north-9"), evidence=(passage,), phrases=two).right_shown
    assert not judged(("It sits in Rome.", "north-9"), evidence=(passage,), phrases=two).right_shown
    late = tuple((f"Sentence {number}.", "north-9") for number in range(5))
    assert not judged(*late, evidence=(passage,)).right_shown
    assert (
        judged(*late[:4], evidence=(passage,), ending="escalated").right_shown is False
    )  # north-9 comes first
    assert judged(evidence=(passage,), ending="absent").right_shown


def test_the_passages_of_a_part_come_before_other_evidence() -> None:
    others = tuple((f"other-{number}", "x") for number in range(5))
    evidence = (*others, ("north-2", "Sales by town: 1,107"))
    assert not judged(ending="passages", evidence=evidence).right_shown
    assert judged(ending="passages", evidence=evidence, passages=("other-0", "north-2")).right_shown


def test_a_passage_counts_on_a_page_that_holds_the_answer_alone() -> None:
    assert not judged(evidence=(("north-9", "1,107 pens were bought"),)).right_shown
    assert judged(("1,107 pens were bought", "north-9")).right_shown


def test_where_it_looked() -> None:
    found = judged(evidence=(("south-1", "x"), ("north-9", "y"), ("north-2", "z")))
    assert found.gold_page_found
    assert found.gold_document_first
    lost = judged(evidence=(("south-1", "x"), ("nowhere", "y"), ("web", "z"), ("north-9", "w")))
    assert not lost.gold_page_found
    assert not lost.gold_document_first


def test_a_document_of_another_organisation_is_a_stranger() -> None:
    assert judged(("x", "south-1"), ("y", "north-9")).strangers == {"south.md"}
    assert not judged(("y", "north-9")).strangers
    both = ({"document": "north.md", "pages": (2,)}, {"document": "south.md", "pages": (1,)})
    assert not judged(("x", "south-1"), gold=both).strangers


def test_a_conflict_between_organisations_is_told_from_one_within() -> None:
    first, *_ = (found := conflict()).sides
    across = found.model_copy(
        update={
            "sides": tuple(first.model_copy(update={"chunk_id": name}) for name in ("north-2", "south-1"))
        }
    )
    within = found.model_copy(
        update={
            "sides": tuple(first.model_copy(update={"chunk_id": name}) for name in ("north-2", "north-9"))
        }
    )
    assert judged(conflicts=(across,)).mixed_conflicts == 1
    assert judged(conflicts=(within,)).mixed_conflicts == 0


def test_a_document_belongs_to_the_topic_of_the_questions_it_alone_answers() -> None:
    both = ({"document": "north.md", "pages": (2,)}, {"document": "south.md", "pages": (1,)})
    rows = [question(), question(topic="SOUTH", gold=both)]
    assert owners_of(rows) == {"north.md": frozenset({"NORTH"})}
