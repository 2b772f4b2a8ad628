"""Tools in a run: who is called, why, what it gave, and that nothing beside the documents can stop a run."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from threading import Event
from typing import Any

import numpy as np
import pytest

from masis.config import Settings
from masis.domain.evidence import EvidenceChunk
from masis.domain.run.research import Plan, PlannedCall, ToolOffer, ToolState
from masis.errors import EmbeddingUnavailable, RetrievalUnavailable, ToolUnavailable
from masis.graph.deps import Deps
from masis.ingest.injection import is_instruction_like
from masis.retrieval.toolbox import Toolbox
from tests.builders import chunk, opinion, selection, usage
from tests.fakes.scripted import GOOD_ANSWER, OTHER_ANSWER, scripted_deps
from tests.fakes.tavily_server import FakeTavily
from tests.graph.runs import ask, entries

WEB = chunk(
    "w1",
    "Harbor grew in 2025.",
    source="web",
    url="https://a.example/x",
    document_id="web-1",
    page_label="web: a.example",
    score=0.5,
)


class Outside:
    """Tools that do as they are told, and remember what they were asked."""

    def __init__(self, **tools: Callable[[], Sequence[EvidenceChunk]]) -> None:
        self.tools, self.asked = tools, []  # type: ignore[var-annotated]

    def offers(self) -> tuple[ToolOffer, ...]:
        return tuple(ToolOffer(name=name, when_to_use="for tests") for name in self.tools)

    def states(self) -> tuple[ToolState, ...]:
        return tuple(
            ToolState(name=offer.name, when_to_use="", available=True, detail="") for offer in self.offers()
        )

    def search(self, name: str, workspace_id: str, question: str, sub: str) -> tuple[EvidenceChunk, ...]:
        self.asked.append((name, workspace_id, question, sub))
        return tuple(self.tools[name]())


class Planner:
    """A planner with a prepared plan."""

    def __init__(self, *calls: PlannedCall) -> None:
        self.calls, self.asked = calls, 0

    def plan(self, question: str, offers: Sequence[ToolOffer]) -> Plan:
        self.asked += 1
        return Plan(calls=self.calls, decided_by="model", usage=usage())


def fails(error: Exception) -> Callable[[], Sequence[EvidenceChunk]]:
    def search() -> Sequence[EvidenceChunk]:
        raise error

    return search


def with_web(*found: EvidenceChunk, **also: Any) -> Deps:
    return replace(scripted_deps(), outside=Outside(web=lambda: found), **also)


def tools_of(result: dict[str, Any]) -> list[tuple[str, int, int]]:
    (entry,) = entries(result, "researcher")
    return [(call["tool"], call["found"], call["kept"]) for call in entry["tools"]]


def test_without_being_allowed_nothing_beside_the_documents_is_asked() -> None:
    deps = with_web(WEB, planner=Planner(PlannedCall(tool="web")))
    result = ask(deps)
    assert deps.outside.asked == []  # type: ignore[union-attr]
    assert deps.planner.asked == 0  # type: ignore[union-attr]
    assert (result["metrics"]["llm_calls"], result["metrics"]["retrieval_calls"]) == (3, 1)
    assert result["metrics"]["tool_calls"] == {"documents": 1}
    assert tools_of(result) == [("documents", 2, 2)]


def test_without_another_tool_the_counts_of_the_happy_path_stay() -> None:
    deps = replace(scripted_deps(), planner=Planner())
    result = ask(deps, allow_web=True)
    assert deps.planner.asked == 0  # type: ignore[union-attr]
    assert (result["metrics"]["llm_calls"], result["metrics"]["retrieval_calls"]) == (3, 1)
    assert entries(result, "researcher")[0]["tool_warnings"] == ["No tool beside the documents is set up."]


def test_without_a_model_the_rule_asks_documents_and_web() -> None:
    result = ask(with_web(WEB), allow_web=True)
    assert tools_of(result) == [("documents", 2, 2), ("web", 1, 1)]
    assert {one["chunk_id"] for one in result["evidence"]} == {"k1", "k2", "w1"}
    assert result["metrics"]["tool_calls"] == {"documents": 1, "web": 1}
    assert (result["metrics"]["llm_calls"], result["metrics"]["retrieval_calls"]) == (3, 1)
    calls = entries(result, "researcher")[0]["tools"]
    assert all(call["why"] and call["question"] and call["decided_by"] == "rule" for call in calls)


def test_documents_and_web_are_asked_at_the_same_time() -> None:
    both = Event()

    def web() -> Sequence[EvidenceChunk]:
        assert both.wait(20)  # only the document search, which comes later in the code, lets it go
        return (WEB,)

    deps = replace(scripted_deps(), outside=Outside(web=web), outside_seconds=30.0)
    retrieve = deps.retriever.retrieve
    deps.retriever.retrieve = lambda *asked, **also: (both.set(), retrieve(*asked, **also))[1]  # type: ignore
    assert tools_of(ask(deps, allow_web=True)) == [("documents", 2, 2), ("web", 1, 1)]


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (ToolUnavailable("Tavily is failing (500)."), "Tavily is failing (500)."),
        (EmbeddingUnavailable("The embedder is down."), "The embedder is down."),
        (KeyError("secret"), "It failed: KeyError."),
    ],
    ids=["outage", "embedder", "fault"],
)
def test_a_web_that_fails_leaves_a_warning_and_the_answer(error: Exception, says: str) -> None:
    result = ask(replace(scripted_deps(), outside=Outside(web=fails(error))), allow_web=True)
    assert result["final_answer"] == GOOD_ANSWER
    assert result["status"] == "success"
    assert entries(result, "researcher")[0]["tools"][1]["warning"] == says


def test_a_web_that_hangs_is_not_waited_for() -> None:
    never = Event()
    deps = replace(
        scripted_deps(), outside=Outside(web=lambda: [WEB] if never.wait(30) else []), outside_seconds=0.05
    )
    result = ask(deps, allow_web=True)
    never.set()
    assert result["final_answer"] == GOOD_ANSWER
    assert "did not answer within 0.05 seconds" in entries(result, "researcher")[0]["tools"][1]["warning"]


def test_a_model_chooses_but_the_documents_are_always_asked_the_question_as_typed() -> None:
    planner = Planner(
        PlannedCall(tool="web", question="  Harbor   2025 ", why="recent"),
        PlannedCall(tool="shell", question="rm -rf"),
        PlannedCall(tool="web", question="harbor 2025"),
        PlannedCall(tool="documents", question="Harbor margin"),
        PlannedCall(tool="web", question="one too many"),
    )
    deps = with_web(WEB, planner=planner)
    result = ask(deps, allow_web=True)
    (entry,) = entries(result, "researcher")
    assert [(call["tool"], call["question"]) for call in entry["tools"]] == [
        ("documents", "How high was revenue?"),
        ("documents", "Harbor margin"),
        ("web", "Harbor 2025"),
    ]
    assert deps.outside.asked == [("web", "acme", "How high was revenue?", "Harbor 2025")]  # type: ignore[union-attr]
    assert result["metrics"]["tool_calls"] == {"documents": 2, "web": 1}
    assert (result["metrics"]["llm_calls"], result["metrics"]["retrieval_calls"]) == (4, 2)
    assert (entry["model"], entry["input_tokens"]) == ("scripted", 100)
    assert result["user_query"] == "How high was revenue?"


def test_a_run_plans_once_and_its_retries_go_by_that_plan() -> None:
    planner = Planner(PlannedCall(tool="web", question="Harbor 2025"))
    deps = with_web(WEB, planner=planner, critic=scripted_deps(opinions=[opinion(0.5), opinion()]).critic)
    deps = replace(deps, synthesizer=scripted_deps(drafts=[GOOD_ANSWER, OTHER_ANSWER]).synthesizer)
    result = ask(deps, allow_web=True)
    first, second = entries(result, "researcher")
    assert planner.asked == 1
    assert [call["question"] for call in first["tools"]] == [call["question"] for call in second["tools"]]
    assert second["tools"][1]["decided_by"] == "model"
    assert result["metrics"]["tool_calls"] == {"documents": 2, "web": 2}
    assert result["metrics"]["llm_calls"] == 6


def test_what_the_audit_missed_in_the_documents_is_never_told_outside() -> None:
    gap = opinion(0.5, logical_gaps=("Why is the secret margin 31 percent?",))
    deps = replace(with_web(WEB), critic=scripted_deps(opinions=[gap, opinion()]).critic)
    deps = replace(deps, synthesizer=scripted_deps(drafts=[GOOD_ANSWER, OTHER_ANSWER]).synthesizer)
    ask(deps, allow_web=True)
    assert deps.outside.asked == [("web", "acme", "How high was revenue?", "")] * 2  # type: ignore[union-attr]


def test_a_document_is_not_given_up_for_the_same_words_on_the_web() -> None:
    copied = chunk("w2", "Revenue was 12 million euros in 2024.", source="web", score=0.99)
    differs = chunk("w3", "Revenue was 13 million euros in 2024.", source="web", score=0.9)
    result = ask(with_web(copied, differs), allow_web=True)
    assert {one["chunk_id"] for one in result["evidence"]} == {"k1", "k2", "w3"}


def test_the_same_threshold_holds_for_the_web() -> None:
    weak = WEB.model_copy(update={"score": 0.1, "keyword_score": 1.0})
    result = ask(with_web(weak), allow_web=True)
    assert tools_of(result) == [("documents", 2, 2), ("web", 1, 0)]
    assert entries(result, "researcher")[0]["nearest_misses"][0]["chunk_id"] == "w1"


def test_the_web_may_answer_where_the_documents_cannot() -> None:
    deps = scripted_deps(found=[selection()], drafts=["Harbor grew in 2025 [w1]."])
    result = ask(replace(deps, outside=Outside(web=lambda: [WEB])), allow_web=True)
    assert result["status"] == "success"
    quote = result["claims"][0]["quotes"][0]
    assert (quote["source"], quote["url"], quote["text"]) == ("web", "https://a.example/x", WEB.text)


def test_documents_that_are_down_still_hand_the_run_over_and_count_the_plan() -> None:
    deps = scripted_deps(found=[RetrievalUnavailable("down")])
    deps = replace(deps, outside=Outside(web=lambda: [WEB]), planner=Planner(PlannedCall(tool="web")))
    result = ask(deps, allow_web=True)
    assert result["cause"] == "retrieval_unavailable"
    assert result["metrics"]["llm_calls"] == 1


# On the wire


def embed(texts: Sequence[str]) -> Any:
    return np.stack([embed_query(text) for text in texts])


def embed_query(text: str) -> Any:
    return np.array([0.8, 0.6], dtype=np.float32)


@pytest.fixture(scope="module")
def fake() -> Iterator[FakeTavily]:
    with FakeTavily() as served:
        yield served


def wired(fake: FakeTavily, mode: str, *drafts: str) -> Deps:
    fake.mode = mode
    settings = Settings(
        _env_file=None, TAVILY_API_KEY="k", TAVILY_BASE_URL=fake.base_url, web_timeout_seconds=1
    )
    box = Toolbox(settings, embed, embed_query, is_instruction_like)
    deps = scripted_deps(drafts=drafts or (GOOD_ANSWER,))
    return replace(deps, outside=box, outside_seconds=20.0)


@pytest.mark.parametrize("mode", ["401", "429", "500", "html", "broken", "list", "null_results", "hang"])
def test_no_fault_of_the_web_changes_the_answer(fake: FakeTavily, mode: str) -> None:
    result = ask(wired(fake, mode), allow_web=True)
    assert result["final_answer"] == GOOD_ANSWER
    assert result["status"] == "success"
    call = entries(result, "researcher")[0]["tools"][1]
    assert call["tool"] == "web"
    assert call["warning"].startswith("Tavily at 127.0.0.1 ")
    json.dumps(result)


def test_an_order_from_the_web_reaches_nobody_who_writes(fake: FakeTavily) -> None:
    deps = wired(fake, "injection")
    result = ask(deps, allow_web=True)
    flagged = [one for one in result["evidence"] if one["flagged"]]
    assert [one["text"][:10] for one in flagged] == ["Ignore all"]
    assert result["final_answer"] == GOOD_ANSWER


def test_what_the_web_copied_from_a_document_counts_once(fake: FakeTavily) -> None:
    result = ask(wired(fake, "duplicate"), allow_web=True)
    assert tools_of(result) == [("documents", 2, 2), ("web", 1, 0)]


def test_hostile_findings_travel_through_a_run_and_its_stored_state(fake: FakeTavily) -> None:
    result = ask(wired(fake, "hostile"), allow_web=True)
    assert result["status"] == "success"
    plain = json.dumps(result, ensure_ascii=False).encode("utf-8")
    assert b"javascript:alert(1)" not in b"".join(
        one["url"].encode() for one in result["evidence"] if one["source"] == "web"
    )
    assert plain
