"""The whole graph on the fake endpoint: calls counted on the wire, and no mode that breaks a run."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest

from masis.analysts.model import model_analysts
from masis.domain.evidence import EvidenceChunk, EvidenceSelection
from masis.domain.review.precedence import PrecedenceRule
from masis.graph import graph
from masis.graph.deps import Deps
from masis.llm.openai import openai_chats
from masis.llm.speech import Speech, draft_speech
from masis.llm.waiting import CallWindow
from masis.state import MASISInput
from tests.analysts.evidence_builders import BOARD, QUESTION, REVENUE
from tests.fakes.openai_modes import MODES
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.openai_streams import STREAM_MODES
from tests.llm.chats import FakeTime, settings_for


class Shelf:
    """A retriever that always finds the same passages."""

    def __init__(self, *evidence: EvidenceChunk) -> None:
        self.evidence = evidence
        self.calls = 0

    def retrieve(
        self, workspace_id: str, question: str, gap_questions: tuple[str, ...], *, retry: bool
    ) -> EvidenceSelection:
        self.calls += 1
        return EvidenceSelection(evidence=self.evidence, dropped=(), threshold=0.3)


@pytest.fixture(scope="module")
def served() -> Iterator[FakeOpenAI]:
    """Serve for this file."""
    with FakeOpenAI() as fake:
        yield fake


@pytest.fixture
def fake(served: FakeOpenAI) -> FakeOpenAI:
    """Return the server with no memory of earlier tests."""
    served.reset()
    return served


RULE = PrecedenceRule(
    rule_id="r1",
    workspace_id="acme",
    preferred_id=REVENUE.document_id,
    preferred_title="Report k1a",
    effective_from=date(2025, 5, 3),
    created_at=datetime(2025, 5, 3, tzinfo=UTC),
    created_by="Ann",
)


def run(
    fake: FakeOpenAI, *evidence: EvidenceChunk, profile: str = "standard", **more: Any
) -> tuple[dict[str, Any], int]:
    """Ask the question and return the result and the retrieval calls."""
    settings = settings_for(fake, model_max_attempts=1, model_profile=profile)
    pause = FakeTime().pause
    analysts = model_analysts(settings, openai_chats(settings, window=CallWindow(10_000, pause), pause=pause))
    shelf = Shelf(*evidence)
    deps = Deps(**analysts._asdict(), retriever=shelf, engine="openai", **more)
    state = MASISInput(user_query=QUESTION, workspace_id="acme").to_state()
    return graph.invoke(state, context=deps), shelf.calls


def on_the_wire(fake: FakeOpenAI) -> tuple[int, ...]:
    """Return the requests of desk, writer, auditor and judge."""
    return tuple(fake.count(role) for role in ("desk", "writer", "auditor", "judge"))


def test_the_happy_path_is_three_calls_and_the_desk(fake: FakeOpenAI) -> None:
    result, retrievals = run(fake, REVENUE)
    assert (on_the_wire(fake), retrievals) == ((1, 1, 1, 1), 1)
    assert result["requires_human_review"] is False
    assert result["final_answer"] == "Revenue of Harbor rose to $12.4 million in 2024. [k1a]"


def test_one_retry_is_five_calls_and_the_desk(fake: FakeOpenAI) -> None:
    fake.script("low_confidence", role="auditor")
    result, retrievals = run(fake, REVENUE)
    assert (on_the_wire(fake), retrievals) == ((1, 2, 2, 1), 2)
    assert result["requires_human_review"] is False


def test_a_conflict_the_model_shows_goes_to_a_human(fake: FakeOpenAI) -> None:
    fake.mode("conflict", role="auditor")
    result, _ = run(fake, REVENUE, BOARD)
    assert (result["requires_human_review"], result["cause"]) == (True, "conflict")


@pytest.mark.parametrize("mode", ["invented", "reversed", "refusal", "wrong_ids", "uncited"])
def test_no_draft_that_does_not_hold_is_final_though_the_auditor_is_content(
    fake: FakeOpenAI, mode: str
) -> None:
    fake.mode(mode, role="writer")
    result, _ = run(fake, REVENUE)
    assert (result["status"], result["requires_human_review"]) == ("needs_clarification", True)
    assert result["outcome"] in {"passages", "absent"}


def test_an_invention_beside_the_answer_is_struck_and_costs_no_call(fake: FakeOpenAI) -> None:
    fake.mode("half_invented", role="writer")
    result, retrievals = run(fake, REVENUE)
    assert (on_the_wire(fake), retrievals) == ((1, 1, 1, 1), 1)
    assert (result["status"], result["outcome"]) == ("success", "answered")
    assert result["final_answer"] == "Revenue of Harbor rose to $12.4 million in 2024. [k1a]"
    assert [one["verdict"] for one in result["struck"]] == ["not_in_source"]


def test_a_conflict_the_model_keeps_to_itself_goes_to_a_human(fake: FakeOpenAI) -> None:
    other = REVENUE.model_copy(
        update={
            "chunk_id": "k9",
            "document_id": "d-board",
            "text": "Revenue of Harbor rose to $11.9 million in 2024 (preliminary).",
        }
    )
    result, _ = run(fake, REVENUE, other)
    assert (result["outcome"], result["cause"]) == ("conflict", "conflict")
    assert result["critique"]["conflicts"]


@pytest.mark.parametrize(
    "mode", ["500", "html", "empty", "prose", "missing", "endless", "wrong_ids", "surrogate"]
)
@pytest.mark.parametrize("role", ["desk", "writer", "auditor", "judge"])
def test_no_mode_of_one_role_breaks_a_run(fake: FakeOpenAI, mode: str, role: str) -> None:
    fake.mode(mode, role=role)
    result, _ = run(fake, REVENUE, BOARD)
    assert result["final_answer"] or result["clarification_question"]


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode not in {"hang", "drip"}])
def test_no_mode_of_the_endpoint_breaks_a_run(fake: FakeOpenAI, mode: str) -> None:
    fake.mode(mode)
    result, _ = run(fake, REVENUE)
    assert result["final_answer"] or result["clarification_question"]
    assert all(entry["node"] and entry["duration_ms"] >= 0 for entry in result["trace"])


def test_the_trace_names_the_version_of_each_prompt(fake: FakeOpenAI) -> None:
    result, _ = run(fake, REVENUE)
    versions = {entry["node"]: entry["prompt"].split()[0] for entry in result["trace"] if "prompt" in entry}
    assert versions == {name: name for name in ("orchestrator", "synthesizer", "critic", "evaluator")}


@pytest.mark.parametrize(
    ("sentence", "quote", "verdict"),
    [
        ("Revenue of Harbor rose to $13.1 million in 2024", "the yard books give 13,100 for the year", ""),
        ("Revenue of Harbor rose to $13.1 million in 2024", "Revenue of Harbor rose to", "number_mismatch"),
        ("Revenue of Harbor fell to $12.4 million in 2024", "rose to $12.4 million in 2024", "contradicted"),
    ],
)
def test_only_words_of_the_source_turn_a_difference_into_a_doubt(
    fake: FakeOpenAI, sentence: str, quote: str, verdict: str
) -> None:
    more = "In thousands of dollars the yard books give 13,100 for the year."
    chunk = REVENUE.model_copy(update={"text": f"{REVENUE.text} {more}"})
    row = {"row": 2, "verdict": "contested", "label": "S1", "quote": quote}
    fake.say("writer", lambda _: f"Costs were flat over the year [S1]. {sentence} [S1].")
    fake.say("auditor", lambda _: json.dumps({"rows": [row], "confidence": 0.9}))
    result, _ = run(fake, chunk)
    found = {claim["text"]: claim["verdict"] for claim in result["claims"]}
    assert found.get(f"{sentence}.") == (None if verdict else "not_verified")
    assert [statement["verdict"] for statement in result["struck"]] == [verdict] * bool(verdict)


def test_a_rule_of_precedence_is_told_to_the_writer(fake: FakeOpenAI) -> None:
    run(fake, REVENUE, BOARD, precedence=lambda _: (RULE,))
    written = next(request for request in fake.requests if request["role"] == "writer")
    told = written["body"]["messages"][1]["content"]
    assert (
        "“Report k1a” takes precedence over “every other document”, by the workspace's rule of 3 May" in told
    )


@pytest.mark.parametrize("mode", ["500", "html", "empty", "endless", "surrogate", *STREAM_MODES])
def test_no_mode_breaks_a_run_whose_words_are_listened_to(fake: FakeOpenAI, mode: str) -> None:
    fake.mode(mode, role="writer")
    token = draft_speech.set(Speech())
    try:
        result, _ = run(fake, REVENUE)
    finally:
        draft_speech.reset(token)
    if mode.startswith(("no_stream", "not_streamed", "uncounted", "ends_early")):
        assert result["final_answer"] == "Revenue of Harbor rose to $12.4 million in 2024. [k1a]"
    assert result["final_answer"] or result["clarification_question"]
    assert fake.hung_up <= 1


def test_the_words_heard_are_those_of_the_draft(fake: FakeOpenAI) -> None:
    speech = Speech()
    token = draft_speech.set(speech)
    try:
        run(fake, REVENUE)
    finally:
        draft_speech.reset(token)
    assert speech.words()[1] == "Revenue of Harbor rose to $12.4 million in 2024."
    streams = [bool(request["body"].get("stream")) for request in fake.requests]
    roles = [request["role"] for request in fake.requests]
    assert [role for role, streamed in zip(roles, streams, strict=True) if streamed] == ["writer"]


def test_the_profile_for_small_models_answers_and_is_no_less_strict(fake: FakeOpenAI) -> None:
    result, _ = run(fake, REVENUE, profile="small")
    assert result["final_answer"] == "Revenue of Harbor rose to $12.4 million in 2024. [k1a]"
    assert result["requires_human_review"] is False
    fake.reset()
    fake.mode("prose", role="auditor")
    result, _ = run(fake, REVENUE, profile="small")
    assert result["requires_human_review"] is True  # a silent auditor approves nothing


@pytest.mark.parametrize("mode", ["invented", "reversed", "refusal", "wrong_ids", "uncited"])
def test_no_bad_draft_of_a_small_model_is_final(fake: FakeOpenAI, mode: str) -> None:
    fake.mode(mode, role="writer")
    fake.say("auditor", lambda _: '{"reason": "fine", "verdict": "supported"}')
    result, _ = run(fake, REVENUE, profile="small")
    assert (result["status"], result["requires_human_review"]) == ("needs_clarification", True)


@pytest.mark.parametrize("mode", sorted({*MODES} - {"hang", "drip", "huge", "huge_redirect"}))
def test_no_mode_breaks_a_run_of_a_small_model(fake: FakeOpenAI, mode: str) -> None:
    fake.mode(mode)
    result, _ = run(fake, REVENUE, BOARD, profile="small")
    assert result["final_answer"] or result["clarification_question"]
