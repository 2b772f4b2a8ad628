"""HybridRetriever: thresholds, retry, keyword rule and the breaker, on a real embedded store."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from masis.domain.profile import DocumentProfile
from masis.errors import EmbeddingUnavailable, RetrievalUnavailable
from masis.ops.breaker import CircuitBreaker
from masis.retrieval.edge import EdgeStore
from masis.retrieval.keywords import question_terms
from masis.retrieval.retriever import MAX_QUERY_CHARS, HybridRetriever, Narrowing, augment, without_movement
from tests.contracts import PROFILE, axis, blend, make_chunk, make_table, publish, search

QUESTIONS = {"question": axis(0), "question\ngap about axis one": axis(1)}


def embed_query(text: str) -> NDArray[np.float32]:
    return QUESTIONS.get(text, axis(7))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EdgeStore]:
    edge = EdgeStore(tmp_path, PROFILE)
    publish(
        edge,
        [
            make_chunk("high", "alpha"),
            make_chunk("middle", "beta"),
            make_chunk("low", "gamma"),
            make_chunk("gap", "delta"),
            make_chunk("code", "part AX-4411 is discontinued"),
        ],
        [blend(0, 2, 0.8), blend(0, 3, 0.25), blend(0, 4, 0.1), blend(1, 5, 0.9), axis(6)],
    )
    yield edge
    edge.close()


def retriever(store: EdgeStore, candidates: int = 10, retry_candidates: int = 20) -> HybridRetriever:
    return HybridRetriever(store, embed_query, PROFILE, candidates, retry_candidates)


def test_the_first_pass_keeps_what_reaches_the_threshold(store: EdgeStore) -> None:
    selection = retriever(store).retrieve("acme", "question", (), retry=False)
    assert [chunk.chunk_id for chunk in selection.evidence] == ["high"]
    assert selection.threshold == PROFILE.threshold
    assert selection.dropped[0].chunk_id == "middle"
    assert selection.evidence[0].score == pytest.approx(0.8, abs=1e-3)


def test_a_retry_accepts_less_and_adds_what_the_gaps_find(store: EdgeStore) -> None:
    selection = retriever(store).retrieve("acme", "question", ("gap about axis one",), retry=True)
    assert [chunk.chunk_id for chunk in selection.evidence] == ["gap", "high", "middle"]
    assert selection.threshold == PROFILE.retry_threshold


def test_a_first_pass_takes_no_notice_of_gap_questions(store: EdgeStore) -> None:
    plain = retriever(store).retrieve("acme", "question", (), retry=False)
    assert retriever(store).retrieve("acme", "question", ("gap about axis one",), retry=False) == plain


def test_each_part_of_a_question_is_searched_by_itself(store: EdgeStore) -> None:
    asked: list[str] = []
    parts = {"What was alpha in 2031": axis(0), "who wrote the delta report": axis(1)}

    def embed(text: str) -> NDArray[np.float32]:
        asked.append(text)
        return parts.get(text, axis(7))

    question = "What was alpha in 2031 and who wrote the delta report?"
    search = HybridRetriever(store, embed, PROFILE)
    found = search.retrieve("acme", question, (), retry=False)
    assert asked == [question, *parts]
    assert [chunk.chunk_id for chunk in found.evidence] == ["gap", "high"]


def test_a_retry_looks_for_the_open_part_and_not_again_for_the_others(store: EdgeStore) -> None:
    asked: list[str] = []

    def embed(text: str) -> NDArray[np.float32]:
        asked.append(text)
        return axis(7)

    question, gap = "What was alpha in 2031 and who wrote the delta report?", "Who wrote the delta report?"
    HybridRetriever(store, embed, PROFILE).retrieve("acme", question, (gap,), retry=True)
    assert asked[0] == question
    assert gap in asked[1]
    assert len(asked) == 2


def test_a_part_that_points_back_is_no_question_by_itself(store: EdgeStore) -> None:
    asked: list[str] = []

    def embed(text: str) -> NDArray[np.float32]:
        asked.append(text)
        return axis(7)

    question = "What was alpha in 2031 and who approved it?"
    HybridRetriever(store, embed, PROFILE).retrieve("acme", question, (), retry=False)
    assert asked == [question, "What was alpha in 2031"]


def test_an_exact_code_is_kept_below_the_threshold(store: EdgeStore) -> None:
    selection = retriever(store).retrieve("acme", "What became of AX-4411?", (), retry=False)
    assert [chunk.chunk_id for chunk in selection.evidence] == ["code"]
    assert selection.evidence[0].score < PROFILE.threshold


def test_candidates_are_bounded_and_grow_on_retry(store: EdgeStore) -> None:
    small = retriever(store, candidates=1, retry_candidates=3)
    for retry, count in ((False, 1), (True, 3)):
        selection = small.retrieve("acme", "question", (), retry=retry)
        assert len(selection.evidence) + len(selection.dropped) == count


def test_an_empty_workspace_gives_nothing(store: EdgeStore) -> None:
    selection = retriever(store).retrieve("empty", "question", (), retry=False)
    assert (selection.evidence, selection.dropped) == ((), ())


def test_the_same_question_gives_the_same_evidence(store: EdgeStore) -> None:
    search = retriever(store)
    assert search.retrieve("acme", "question", (), retry=True) == search.retrieve(
        "acme", "question", (), retry=True
    )


def test_after_repeated_outages_the_store_is_left_alone(store: EdgeStore) -> None:
    calls = []

    def embed(text: str) -> NDArray[np.float32]:
        calls.append(text)
        message = "down"
        raise EmbeddingUnavailable(message)

    now = [0.0]
    breaker = CircuitBreaker(failures=2, pause_seconds=10, clock=lambda: now[0])
    search = HybridRetriever(store, embed, PROFILE, breaker=breaker)
    for _ in range(2):
        with pytest.raises(EmbeddingUnavailable):
            search.retrieve("acme", "question", (), retry=False)
    with pytest.raises(RetrievalUnavailable, match="tried again"):
        search.retrieve("acme", "question", (), retry=False)
    assert len(calls) == 2


def test_the_last_places_go_to_documents_that_would_not_be_heard(tmp_path: Path) -> None:
    """Ten passages of one report leave room for the note that contradicts it, and none for noise."""
    edge = EdgeStore(tmp_path, PROFILE)
    report = [make_chunk(f"r{number:02}", f"report passage {number}") for number in range(12)]
    note = make_chunk("note", "another figure").model_copy(update={"document_id": "note"})
    noise = make_chunk("noise", "nothing of the kind").model_copy(update={"document_id": "noise"})
    publish(
        edge,
        [*report, note, noise],
        [*(blend(0, 2, 0.9 - number / 100) for number in range(12)), blend(0, 3, 0.7), blend(0, 4, 0.3)],
    )
    hits = search(edge, "acme", "question", axis(0), 10)
    edge.close()
    names = [hit.chunk.chunk_id for hit in hits]
    assert "note" in names
    assert "noise" not in names
    assert len(names) == 10


def test_how_large_asks_for_a_size_not_for_a_word() -> None:
    assert [term.token for term in question_terms("How large was the deficit?")] == ["deficit"]
    assert len(question_terms("Which large customers left?")) == 3


COSTCO = DocumentProfile(
    organisation="Costco Wholesale Corporation", aliases=("Costco",), title="Costco 2022"
)
INTEL = DocumentProfile(organisation="Intel Corporation", title="Intel 2022")


@pytest.fixture
def two_companies(tmp_path: Path) -> Iterator[HybridRetriever]:
    edge = EdgeStore(tmp_path, PROFILE)
    publish(
        edge,
        [make_chunk(f"i{n}", f"net income {n} thousand", version_id="intel") for n in range(12)]
        + [make_chunk(f"c{n}", f"net income {n} million", version_id="costco") for n in range(12)],
        [*[blend(7, 1, 0.9)] * 12, *[blend(7, 2, 0.5)] * 12],
    )
    known = {"intel": INTEL, "costco": COSTCO}
    yield HybridRetriever(edge, embed_query, PROFILE, profiles=lambda _: known)
    edge.close()


def test_a_question_about_an_organisation_gets_no_passage_of_another(two_companies: HybridRetriever) -> None:
    found = two_companies.retrieve("acme", "What was Costco's net income?", (), retry=False)
    passages = (*found.evidence, *found.dropped)
    assert {chunk.version_id for chunk in passages} == {"costco"}
    assert {chunk.profile for chunk in passages} == {COSTCO}
    assert {chunk.document_title for chunk in passages} == {"Costco 2022"}


def test_each_organisation_of_a_comparison_gets_evidence(two_companies: HybridRetriever) -> None:
    found = two_companies.retrieve("acme", "Was Costco's net income above Intel's?", (), retry=False)
    versions = [chunk.version_id for chunk in (*found.evidence, *found.dropped)]
    assert versions.count("costco") == versions.count("intel") == 6


def test_a_fork_that_leaves_an_organisation_out_does_not_search_it(tmp_path: Path) -> None:
    edge = EdgeStore(tmp_path, PROFILE)
    publish(edge, [make_chunk("i", version_id="intel"), make_chunk("c", version_id="costco")])
    known = {"intel": INTEL, "costco": COSTCO}
    narrowing = Narrowing(versions=lambda _: ("intel",))
    search = HybridRetriever(edge, embed_query, PROFILE, narrowing=narrowing, profiles=lambda _: known)
    found = search.retrieve("acme", "What was Costco's net income?", (), retry=False)
    both = search.retrieve("acme", "Was Costco's net income above Intel's?", (), retry=False)
    edge.close()
    assert (found.evidence, found.dropped) == ((), ())
    assert {chunk.chunk_id for chunk in (*both.evidence, *both.dropped)} == {"i"}


def test_a_statement_line_is_kept_below_the_threshold(tmp_path: Path) -> None:
    edge = EdgeStore(tmp_path, PROFILE)
    publish(edge, [make_table("statement"), make_chunk("prose")], [blend(0, 1, 0.1), blend(0, 2, 0.2)])
    question = "How high were compressors sales?"
    found = HybridRetriever(edge, lambda _: axis(0), PROFILE).retrieve("acme", question, (), retry=False)
    edge.close()
    assert [chunk.chunk_id for chunk in found.evidence] == ["statement"]
    assert found.evidence[0].row_score == 1.0


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("How did compressors sales change, up or down?", ["statement"]),
        ("How did headcount change?", []),
        ("Change?", []),
    ],
    ids=["a row of what moved", "no row of it", "nothing else asked"],
)
def test_no_row_has_to_say_how_its_values_moved(tmp_path: Path, question: str, kept: list[str]) -> None:
    edge = EdgeStore(tmp_path, PROFILE)
    publish(edge, [make_table("statement"), make_chunk("prose")], [blend(0, 1, 0.1), blend(0, 2, 0.2)])
    found = HybridRetriever(edge, lambda _: axis(0), PROFILE).retrieve("acme", question, (), retry=False)
    edge.close()
    assert [chunk.chunk_id for chunk in found.evidence] == kept


@pytest.mark.parametrize(
    ("question", "bare"),
    [
        ("How did EBITDA change from 2023 to 2024?", "How did EBITDA from 2023 to 2024"),
        ("Is EBITDA up or down?", "Is EBITDA or"),
        ("What was EBITDA in 2024?", "What was EBITDA in 2024?"),
        ("", ""),
    ],
)
def test_words_of_movement_are_left_out(question: str, bare: str) -> None:
    assert without_movement(question) == bare


@pytest.mark.parametrize(
    ("question", "gaps", "expected"),
    [
        ("How big?", (), "How big?"),
        ("How big?", ("In which year?",), "How big?\nIn which year?"),
        ("How big?", ("how  BIG?", "", "  ", "When?", "when?"), "How big?\nWhen?"),
        ("How\nbig  is it?", ("a\nb",), "How big is it?\na b"),
    ],
    ids=["alone", "added", "deduplicated", "one line each"],
)
def test_augment(question: str, gaps: tuple[str, ...], expected: str) -> None:
    assert augment(question, gaps) == expected


@given(st.text(min_size=1, max_size=4000), st.lists(st.text(max_size=3000), max_size=6))
def test_the_question_stays_and_the_length_is_bounded(question: str, gaps: list[str]) -> None:
    text = augment(question, gaps)
    assert len(text) <= MAX_QUERY_CHARS
    assert text.startswith(" ".join(question.split()))
    assert augment(question, gaps) == text
    lines = [line.casefold() for line in text.split("\n")]
    assert len(lines) == len(set(lines))
