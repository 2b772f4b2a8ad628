"""Which passages qualify, which are the same, and in which order they come."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.evidence import KEYWORD_RESCUES, ROW_RESCUES, EvidenceChunk, dedupe, select
from tests.builders import chunk

BOILERPLATE = (
    "The company operates in three segments and reports its results quarterly to the board of directors, "
    "which reviews them together with the auditors and publishes them on the company's website every year"
)


def ids(chunks: tuple[EvidenceChunk, ...]) -> list[str]:
    return [each.chunk_id for each in chunks]


def test_the_threshold_is_inclusive_and_the_nearest_miss_comes_first() -> None:
    found = select(
        [chunk("a", "One.", score=0.30), chunk("b", "Two.", score=0.29), chunk("c", "Three.", score=0.1)],
        threshold=0.30,
        keyword_floor=0.8,
    )
    assert ids(found.evidence) == ["a"]
    assert ids(found.dropped) == ["b", "c"]
    assert found.threshold == 0.30


@pytest.mark.parametrize(
    ("text", "keyword_score", "kept"),
    [
        ("Policy HR-2041/b applies.", 0.95, True),
        ("Mr Okonkwo-Reyes signed.", 0.80, True),
        ("Closed on 2023-11-05.", 0.80, True),
        ("Something about policies.", 0.79, False),
    ],
    ids=["code", "name", "date", "weak words"],
)
def test_strong_keywords_keep_a_passage_under_the_threshold(
    text: str, keyword_score: float, kept: bool
) -> None:
    found = select([chunk("a", text, score=0.05, keyword_score=keyword_score)], 0.30, 0.80)
    assert bool(found.evidence) is kept


def test_keywords_keep_a_few_at_most_and_the_best_of_them() -> None:
    weak = [chunk(f"k{n}", f"Code X{n}.", score=0.1, keyword_score=0.8 + n / 100) for n in range(9)]
    found = select(weak, 0.30, 0.80)
    assert sorted(ids(found.evidence)) == ["k6", "k7", "k8"]
    assert len(found.dropped) == 9 - KEYWORD_RESCUES


def test_a_row_that_says_what_was_asked_keeps_its_passage_a_few_at_most() -> None:
    weak = [chunk(f"t{n}", f"| {n} |", score=0.1).model_copy(update={"row_score": n / 10}) for n in range(10)]
    found = select(weak, 0.30, 0.80)
    assert sorted(ids(found.evidence)) == ["t7", "t8", "t9"]
    assert len(found.dropped) == 10 - ROW_RESCUES
    assert select(weak[:6], 0.30, 0.80).evidence == ()
    assert ids(select(weak[6:7], 0.30, 0.80).evidence) == ["t6"]


def test_a_score_that_is_no_number_never_qualifies() -> None:
    assert select([chunk("a", score=math.nan)], 0.30, 0.80).evidence == ()


def test_ties_are_ordered_by_id() -> None:
    assert ids(dedupe([chunk("b", "Two."), chunk("a", "One."), chunk("c", "Three.")])) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (BOILERPLATE, BOILERPLATE, True),
        (BOILERPLATE, BOILERPLATE.upper() + "!", True),
        (BOILERPLATE + " in full", BOILERPLATE, True),
        (BOILERPLATE + " 2023", BOILERPLATE + " 2024", False),
        (BOILERPLATE, BOILERPLATE.replace("publishes", "never publishes"), False),
        (BOILERPLATE, "Something else entirely.", False),
        ("Yes.", "No.", False),
        ("Yes.", "Yes", True),
    ],
    ids=["equal", "case", "a word more", "other year", "negated", "other", "short", "short equal"],
)
def test_near_identical_passages_are_one_unless_a_figure_or_negation_differs(
    left: str, right: str, same: bool
) -> None:
    assert len(dedupe([chunk("a", left), chunk("b", right, score=0.6)])) == (1 if same else 2)


def test_the_same_id_is_kept_once_with_its_best_score() -> None:
    kept = dedupe([chunk("a", "One.", score=0.4), chunk("a", "One.", score=0.9)])
    assert [(each.chunk_id, each.score) for each in kept] == [("a", 0.9)]


some_chunks = st.lists(
    st.builds(
        chunk,
        st.sampled_from([f"k{n}" for n in range(8)]),
        st.sampled_from([f"Passage number {n} about a topic." for n in range(6)]),
        score=st.floats(-1, 1),
        keyword_score=st.floats(0, 1),
    ),
    max_size=20,
)


@given(some_chunks, st.randoms(use_true_random=False))
def test_selection_does_not_depend_on_the_order_of_candidates(
    chunks: list[EvidenceChunk], chance: object
) -> None:
    shuffled = list(chunks)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    distinct = {(each.chunk_id, each.score): each for each in chunks}
    if len(distinct) == len({each.chunk_id for each in chunks}) == len(chunks):
        assert select(chunks, 0.3, 0.8) == select(shuffled, 0.3, 0.8)


@given(some_chunks)
def test_everything_kept_qualifies_and_nothing_is_lost_or_doubled(chunks: list[EvidenceChunk]) -> None:
    found = select(chunks, 0.3, 0.8)
    assert all(each.score >= 0.3 or each.keyword_score >= 0.8 for each in found.evidence)
    assert all(each.score < 0.3 for each in found.dropped)
    assert sorted(ids(found.evidence + found.dropped)) == sorted(ids(dedupe(chunks)))
