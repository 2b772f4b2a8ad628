"""Opening: a planned round on the wire, from the outline to the answer; nothing in it stops a run."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from masis.analysts.model import model_analysts
from masis.domain.evidence import EvidenceChunk, EvidenceSelection
from masis.domain.facts.looked_up import looked_up
from masis.domain.facts.table import Wanted, fact_table
from masis.domain.profile import DocumentProfile
from masis.domain.run.contents import ListedDocument, Opened, Outline, contents_of, outline_of
from masis.domain.run.planning import Found, OutlineCall
from masis.errors import EmbeddingUnavailable, StoreUnavailable
from masis.graph import graph
from masis.graph.deps import Deps
from masis.graph.opening import OPENED_CHARS
from masis.llm.openai import openai_chats
from masis.llm.waiting import CallWindow
from masis.state import MASISInput
from tests.analysts.evidence_builders import chunk
from tests.domain.facts.sources import source
from tests.fakes.openai_answers import fenced
from tests.fakes.openai_server import FakeOpenAI
from tests.llm.chats import FakeTime, settings_for

QUESTION = "How did Acme's gross margin change from 2021 to 2022?"
INCOME = (
    "| $ million | 2022 | 2021 |\n| --- | --- | --- |\n| Net sales | 200 | 160 |\n| Gross profit | 90 | 80 |"
)
ACME = source(INCOME)
PROFILE = DocumentProfile(organisation="Acme Inc.", title="Acme, annual report 2022", scale=10**6)
ROWS = chunk(
    "k1a",
    INCOME,
    version_id=ACME.version_id,
    page_number=1,
    page_label="1",
    heading="Income statement",
    kind="table",
    table=ACME.pages[0].tables[0],
    profile=PROFILE,
)
TALK = chunk("k2b", "The gross margin fell because steel became dearer.", heading="Margins", profile=PROFILE)
AROUND = chunk("k3c", "Acme sells pumps in many countries.", heading="Business", profile=PROFILE)
LISTED = ListedDocument(
    document_id="d1", version_id="v1", profile=PROFILE, contents=contents_of((ROWS, TALK, AROUND))
)
LOOK_UPS = [
    {
        "action": "look_up",
        "measure": measure,
        "organisation": "Acme",
        "periods": ["2021", "2022"],
        "why": "an operand",
    }
    for measure in ("gross profit", "net sales")
]
OPEN = {"action": "open", "label": "D1.3", "why": "discusses margins"}
PLAN = {"calls": [*LOOK_UPS, OPEN], "work_out": [{"kind": "share", "calls": [1, 2]}]}
SHARES = [
    "Gross profit came to $80 million in 2021, 50% of Net sales with $160 million (computed)",
    "Gross profit came to $90 million in 2022, 45% of Net sales with $200 million (computed)",
]


class Shelf:
    """A retriever that always finds the same passages."""

    def __init__(self, *evidence: EvidenceChunk) -> None:
        self.evidence = evidence
        self.asked: list[str] = []

    def retrieve(
        self, workspace_id: str, question: str, gap_questions: tuple[str, ...], *, retry: bool
    ) -> EvidenceSelection:
        self.asked.append(question)
        return EvidenceSelection(evidence=self.evidence, dropped=(), threshold=0.3)


class Book:
    """The contents of one small report."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.rooms: list[int] = []

    def outline(self, workspace_id: str, question: str, most_chars: int) -> Outline:
        return outline_of(question, [LISTED], most_chars)

    def open(
        self, workspace_id: str, question: str, opened: Opened, most_chars: int
    ) -> tuple[EvidenceChunk, ...]:
        self.rooms.append(most_chars)
        if self.error:
            raise self.error
        return tuple(part for part in (ROWS, TALK, AROUND) if part.chunk_id in opened.chunk_ids)

    def look_up(self, workspace_id: str, question: str, call: OutlineCall, most_chars: int) -> Found:
        table = fact_table([ACME], Wanted(measure=call.measure, periods=call.periods))
        lines = looked_up(table, call.periods)
        return Found((ROWS,), lines) if lines else Found(why_not=f"The tables state no “{call.measure}”.")

    def narrowed(self, versions: Any) -> "Book":
        return self


@pytest.fixture(scope="module")
def served() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as fake:
        yield fake


@pytest.fixture
def fake(served: FakeOpenAI) -> FakeOpenAI:
    served.reset()
    return served


def run(
    fake: FakeOpenAI,
    question: str = QUESTION,
    book: Book | None = None,
    found: Sequence[EvidenceChunk] = (AROUND,),
    **more: Any,
) -> dict[str, Any]:
    settings, pause = settings_for(fake, model_max_attempts=1), FakeTime().pause
    analysts = model_analysts(settings, openai_chats(settings, window=CallWindow(10_000, pause), pause=pause))
    deps = Deps(
        **analysts._asdict(), retriever=Shelf(*found), engine="openai", contents=book or Book(), **more
    )
    state = MASISInput(user_query=question, workspace_id="acme").to_state()
    return graph.invoke(state, context=deps)


def plans(fake: FakeOpenAI, plan: Any) -> None:
    fake.say("outliner", lambda _: plan if isinstance(plan, str) else json.dumps(plan))


def researched(result: dict[str, Any]) -> list[dict[str, Any]]:
    return [entry for entry in result["trace"] if entry["node"] == "researcher"]


def prompts(fake: FakeOpenAI, role: str) -> list[str]:
    return [request["body"]["messages"][1]["content"] for request in fake.requests if request["role"] == role]


def test_a_margin_over_two_years_is_looked_up_and_worked_out_by_code(fake: FakeOpenAI) -> None:
    plans(fake, PLAN)
    fake.say("writer", lambda user: fenced(user, "worked out"))
    result = run(fake)
    (entry,) = researched(result)
    assert [text.partition(" [")[0] for text in entry["worked_out"]] == SHARES
    assert {claim["verdict"] for claim in result["claims"]} == {"supported"}
    assert all(text in result["final_answer"] for text in SHARES)
    assert {part["chunk_id"] for part in result["evidence"]} == {"k1a", "k2b", "k3c"}
    assert [fake.count(role) for role in ("desk", "outliner", "writer", "auditor", "judge")] == [1] * 5


def test_every_call_is_in_the_trace_with_its_reason_and_the_prompt(fake: FakeOpenAI) -> None:
    plans(fake, PLAN)
    (entry,) = researched(run(fake))
    assert [(call["tool"], call["question"], call["why"]) for call in entry["tools"][1:]] == [
        ("look_up", "gross profit, Acme, 2021, 2022", "an operand"),
        ("look_up", "net sales, Acme, 2021, 2022", "an operand"),
        ("open", "Acme, annual report 2022: Margins, p. iv", "discusses margins"),
    ]
    assert [call["opened"] for call in entry["tools"]] == [[], ["k1a"], ["k1a"], ["k2b"]]
    assert entry["prompt"].startswith("planner ")


def test_what_the_writer_leaves_out_is_added_by_code_with_its_citations(fake: FakeOpenAI) -> None:
    plans(fake, PLAN)
    fake.say("writer", lambda _: "The gross margin fell because steel became dearer [S1].")
    result = run(fake)
    assert all(f"{text} [k1a]." in result["final_answer"] for text in SHARES)


def test_the_writer_gets_labels_and_no_ids_of_what_was_worked_out(fake: FakeOpenAI) -> None:
    plans(fake, PLAN)
    run(fake)
    (prompt,) = prompts(fake, "writer")
    assert f"{SHARES[0]} [S" in fenced(prompt, "worked out")
    assert "k1a" not in prompt


def test_the_planner_sees_the_outline_as_data_and_todays_date(fake: FakeOpenAI) -> None:
    run(fake)
    (request,) = [request for request in fake.requests if request["role"] == "outliner"]
    system, user = (message["content"] for message in request["body"]["messages"])
    assert fenced(user, "outline").startswith("D1 Acme, annual report 2022 | Acme Inc. | in 1,000,000s")
    assert fenced(user, "question") == QUESTION
    assert "Today is " in system
    assert "$" not in system


def test_a_question_of_one_value_pays_no_plan(fake: FakeOpenAI) -> None:
    result = run(fake, "What did Acme sell in 2022?")
    assert fake.count("outliner") == 0
    assert [call["tool"] for call in researched(result)[0]["tools"]] == ["documents"]


def test_nothing_found_costs_no_call(fake: FakeOpenAI) -> None:
    result = run(fake, found=())
    assert result["cause"] == "no_evidence"
    assert fake.count("outliner") == 0


@pytest.mark.parametrize(
    "mode", ["500", "html", "empty", "prose", "401", "broken_json", "endless", "missing", "surrogate"]
)
def test_a_planner_that_fails_leaves_it_at_the_search(fake: FakeOpenAI, mode: str) -> None:
    fake.mode(mode, role="outliner")
    result = run(fake)
    (entry, *_) = researched(result)
    assert [call["tool"] for call in entry["tools"]] == ["documents"]
    assert result["final_answer"]


def test_a_failed_plan_is_said_and_its_tokens_count(fake: FakeOpenAI) -> None:
    fake.mode("prose", role="outliner")
    (entry, *_) = researched(run(fake))
    assert "gave no plan" in entry["tool_warnings"][0]
    assert entry["input_tokens"]


def test_a_label_that_is_not_there_is_named_and_stops_nothing(fake: FakeOpenAI) -> None:
    unknown = [
        {"action": "open", "label": "D7.7", "why": "guess"},
        {"action": "open", "label": "D1", "page": "99"},
    ]
    lacking = {"action": "look_up", "measure": "goodwill", "why": "guess"}
    plans(fake, {"calls": [*unknown, lacking], "work_out": [{"kind": "change", "calls": [3]}]})
    (entry, *_) = researched(run(fake))
    assert [call.get("warning") for call in entry["tools"][1:]] == [
        "“D7.7” is not in the table of contents.",
        "“D1 page 99” is not in the table of contents.",
        "The tables state no “goodwill”.",
    ]
    assert entry["worked_out"] == []


def test_an_outage_while_opening_is_a_warning(fake: FakeOpenAI) -> None:
    plans(fake, {"calls": [OPEN]})
    (entry, *_) = researched(run(fake, book=Book(EmbeddingUnavailable("The embedder is down."))))
    assert entry["tools"][1]["warning"] == "The embedder is down."


def test_a_run_waits_for_a_database_that_is_away(fake: FakeOpenAI) -> None:
    plans(fake, {"calls": [OPEN]})
    with pytest.raises(StoreUnavailable):
        run(fake, book=Book(StoreUnavailable("The database is away.")))


@pytest.mark.parametrize(
    "plan",
    [
        {"calls": "all of it"},
        {"calls": [{"action": "delete", "label": "D1"}], "work_out": [{"kind": "guess", "calls": [1]}]},
        {"calls": [OPEN], "work_out": [{"kind": "share", "calls": [1, 1]}, {"kind": "sum", "calls": "x"}]},
        {"calls": [LOOK_UPS[0]], "work_out": [{"kind": "share", "calls": [1]}]},
        {"calls": [{"action": "look_up", "measure": "x" * 9000, "periods": ["soon"] * 50}]},
        "[]",
        "null",
    ],
)
def test_a_malformed_plan_breaks_nothing(fake: FakeOpenAI, plan: Any) -> None:
    plans(fake, plan)
    result = run(fake)
    assert result["final_answer"]
    assert all(not entry["worked_out"] for entry in researched(result))


def test_a_retry_is_told_what_is_missing_and_what_was_opened_and_keeps_it(fake: FakeOpenAI) -> None:
    plans(fake, {"calls": [OPEN]})
    gaps = {"confidence": 0.2, "needs_retry": True, "logical_gaps": ["The margin of 2021 is missing."]}
    fake.say("auditor", lambda _: json.dumps(gaps))
    result = run(fake)
    first, second, *_ = prompts(fake, "outliner")
    assert fenced(first, "missing") == ""
    assert "The margin of 2021 is missing." in fenced(second, "missing")
    assert "Acme, annual report 2022: Margins" in fenced(second, "opened")
    assert "k2b" in {part["chunk_id"] for part in result["evidence"]}


def test_what_was_worked_out_in_the_first_round_stays(fake: FakeOpenAI) -> None:
    rounds = iter([PLAN])
    fake.say("outliner", lambda _: json.dumps(next(rounds, {"calls": []})))
    fake.say("auditor", lambda _: json.dumps({"confidence": 0.2, "needs_retry": True}))
    fake.say("writer", lambda _: "Nothing is known of it.")
    first, second, *_ = researched(run(fake))
    assert first["worked_out"] == second["worked_out"] != []


def test_a_change_that_the_planner_did_not_ask_for_is_worked_out_all_the_same(fake: FakeOpenAI) -> None:
    plans(fake, {"calls": [LOOK_UPS[1]]})
    (entry, *_) = researched(run(fake, "How did Acme's net sales change from 2021 to 2022?"))
    (told,) = entry["worked_out"]
    assert told.startswith("Net sales rose by $40 million, which is 25%")


def test_a_sub_question_searches_the_documents(fake: FakeOpenAI) -> None:
    plans(fake, {"calls": [{"action": "search", "question": "Why did the margin fall?", "why": "a part"}]})
    result = run(fake)
    assert [(call["tool"], call["question"]) for call in researched(result)[0]["tools"]] == [
        ("documents", QUESTION),
        ("documents", "Why did the margin fall?"),
    ]
    assert result["metrics"]["retrieval_calls"] >= 2


def test_a_small_window_is_not_overrun_by_what_was_opened(fake: FakeOpenAI) -> None:
    plans(fake, PLAN)
    book = Book()
    assert run(fake, book=book, context_chars=600)["final_answer"]
    assert max(book.rooms) == 120
    book = Book()
    run(fake, book=book)
    assert set(book.rooms) == {OPENED_CHARS}
