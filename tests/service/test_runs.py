"""Runs: live events, the report that reopens as it was, cases, cancelling, faults, resuming."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from threading import Event, Thread
from typing import Any

import pytest

from masis.domain.conversation.turns import Conversation, Triage
from masis.domain.run.report import RunSnapshot
from masis.errors import InvalidInput, ModelUnavailable, NotFound
from masis.graph.deps import Deps
from masis.service import Masis
from masis.service.runs.handler import RunHandler
from masis.store import runs
from masis.store.tables import RunRow
from tests.builders import chunk, opinion, selection
from tests.fakes.scripted import GOOD_ANSWER, ScriptedOrchestrator, ScriptedSynthesizer, scripted_deps
from tests.fakes.services import ME, OTHER, World, eventually

QUESTION = "How high was revenue?"
HAPPY = ["orchestrator", "supervisor", "researcher", "synthesizer", "critic", "evaluator", "supervisor"]


class GatedSynthesizer(ScriptedSynthesizer):
    """A writer that waits at a gate before it writes."""

    def __init__(self, *lines: Any) -> None:
        super().__init__(lines)
        self.gate = Event()
        self.reached = Event()

    def write(self, *asked: Any) -> Any:
        self.reached.set()
        assert self.gate.wait(20)
        return super().write(*asked)


def opened(world: World, deps: Deps) -> Masis:
    """Open MASIS with these analysts and an empty workspace."""
    world.deps = deps
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    return masis


def finished(masis: Masis, question: str = QUESTION, **also: Any) -> RunSnapshot:
    """Ask and wait for the end."""
    run_id = masis.ask(ME, "acme", question, **also)
    masis.wait(run_id, 20)
    return masis.run(ME, "acme", run_id)


def nodes(snapshot: RunSnapshot, kind: str = "node_finished") -> list[str]:
    return [event.node for event in snapshot.events if event.kind == kind]


def test_a_run_tells_what_happens_and_ends_in_a_report(masis: Masis) -> None:
    run = finished(masis)
    assert nodes(run) == nodes(run, "node_started") == HAPPY
    assert [run.events[0].kind, run.events[-1].kind] == ["started", "finished"]
    assert [event.number for event in run.events] == list(range(1, len(run.events) + 1))
    assert (run.summary.state, run.summary.verdict) == ("finished", "finalized")
    assert run.report is not None
    assert run.report.answer == GOOD_ANSWER
    assert run.report.evidence
    assert [event.detail for event in run.events if event.kind == "node_finished"] == list(run.report.trace)


@pytest.mark.parametrize(("a_look_later", "at_once"), [(timedelta(0), True), (timedelta(seconds=0.6), False)])
def test_a_run_without_a_model_is_written_down_every_half_second_and_at_its_end(
    world: World, monkeypatch: pytest.MonkeyPatch, a_look_later: timedelta, at_once: bool
) -> None:
    masis = opened(world, scripted_deps())
    noon, looks, written = datetime(2026, 1, 5, 12, tzinfo=UTC), count(), list[int]()
    world.now = lambda: noon + next(looks) * a_look_later
    append = runs.append_events
    monkeypatch.setattr(runs, "append_events", lambda *given: (written.append(len(given[2])), append(*given)))
    run = finished(masis)
    assert len(run.events) == sum(written) == 2 * len(HAPPY) + 2
    assert (len(written) == 2) is at_once  # that it began, and all else with its end


def test_a_finished_run_reopens_exactly_in_a_new_process(world: World) -> None:
    masis = opened(world, scripted_deps())
    before = finished(masis)
    masis.close()
    assert world.open().run(ME, "acme", before.summary.run_id) == before


def test_a_report_is_read_once_while_people_look_at_it(masis: Masis) -> None:
    report = finished(masis).report
    assert report is not None
    again = masis.run(ME, "acme", report.run_id).report
    assert again is report
    for _ in range(4):
        finished(masis)
    later = masis.run(ME, "acme", report.run_id).report
    assert later == report
    assert later is not report


def test_the_checkpoints_of_the_newest_finished_runs_are_kept(world: World) -> None:
    """They are what a fork begins from; the setting says how many."""
    world.settings = {"forkable_runs": 1}
    masis = opened(world, scripted_deps())
    old, new = (finished(masis).summary.run_id for _ in range(2))
    saver = masis.parts.checkpoints()
    assert eventually(lambda: saver.get_tuple({"configurable": {"thread_id": old}}) is None)
    assert saver.get_tuple({"configurable": {"thread_id": new}}) is not None


def test_an_escalation_opens_a_case_with_the_words_of_its_cause(world: World) -> None:
    masis = opened(world, scripted_deps(opinions=[opinion(confidence=0.2)]))
    run = finished(masis, max_retries=0)
    assert run.summary.verdict == "needs_review"
    case = masis.case(ME, "acme", run.summary.run_id)
    assert case is not None
    assert (case.question, case.cause, case.state) == (QUESTION, "low_confidence", "open")
    assert masis.cases(ME, "acme") == (case,)
    assert masis.workspaces(ME)[0].open_cases == 1


def test_small_talk_opens_no_case_until_somebody_asks_a_reviewer(world: World) -> None:
    masis = opened(world, scripted_deps(found=[selection(dropped=(chunk("k9", score=0.1),))]))
    run = finished(masis, "I am hungry")
    assert run.summary.verdict == "absent"
    assert masis.cases(ME, "acme") == ()
    case_id = masis.reviews.open_case(ME, "acme", run.summary.run_id)
    assert [case.case_id for case in masis.cases(ME, "acme")] == [case_id]


def test_a_question_asked_back_is_neither_a_case_nor_an_answer(world: World) -> None:
    masis = opened(world, scripted_deps(triage=[Triage(kind="vague", question_back="Which year?")]))
    run = finished(masis)
    assert run.summary.verdict == "needs_clarification"
    assert masis.cases(ME, "acme") == ()


def test_a_thread_hands_its_earlier_turns_to_the_desk_and_no_other_thread_does(world: World) -> None:
    desk = ScriptedOrchestrator([Triage()])
    masis = opened(world, replace(scripted_deps(), orchestrator=desk))
    for thread_id in ("t1", "t1", "t2"):
        assert finished(masis, thread_id=thread_id).summary.thread_id == thread_id
    talks: list[Conversation] = [asked[1] for asked in desk.calls]
    assert talks[0] == talks[2] == Conversation()
    assert [(turn.question, turn.answer) for turn in talks[1].turns] == [
        (QUESTION, GOOD_ANSWER.replace(" [k1]", ""))
    ]


def test_a_question_asked_back_counts_in_its_thread(world: World) -> None:
    masis = opened(world, scripted_deps(triage=[Triage(kind="vague", question_back="Which year?")]))
    finished(masis, thread_id="t1")
    reply = finished(masis, "2024", thread_id="t1")
    with masis.parts.database.read() as session:
        request = session.get_one(RunRow, reply.summary.run_id).request
    talk = Conversation.model_validate(request["conversation"])
    assert (talk.clarifications_asked, talk.turns[0].asked_back) == (1, True)
    assert reply.summary.verdict == "finalized"


def test_cancelling_ends_a_run_before_its_next_step(world: World) -> None:
    writer = GatedSynthesizer(GOOD_ANSWER)
    masis = opened(world, replace(scripted_deps(), synthesizer=writer))
    run_id = masis.ask(ME, "acme", QUESTION)
    assert writer.reached.wait(10)
    masis.cancel_run(ME, "acme", run_id)
    writer.gate.set()
    masis.wait(run_id, 10)
    run = masis.run(ME, "acme", run_id)
    assert (run.summary.state, run.summary.verdict) == ("cancelled", "cancelled")
    assert "critic" not in nodes(run, "node_started")


def test_a_run_is_seen_while_it_goes_on(world: World) -> None:
    writer = GatedSynthesizer(GOOD_ANSWER)
    masis = opened(world, replace(scripted_deps(), synthesizer=writer))
    run_id = masis.ask(ME, "acme", QUESTION)
    assert writer.reached.wait(10)
    assert eventually(lambda: nodes(masis.run(ME, "acme", run_id), "node_started")[-1:] == ["synthesizer"])
    assert masis.run(ME, "acme", run_id).summary.state == "running"
    writer.gate.set()


def test_a_fault_ends_one_run_calmly_and_no_other(world: World, caplog: pytest.LogCaptureFixture) -> None:
    masis = opened(world, scripted_deps(drafts=[ZeroDivisionError("secret detail"), GOOD_ANSWER]))
    run = finished(masis)
    assert (run.summary.state, run.report) == ("failed", None)
    assert "fault" in run.message
    assert "secret detail" not in run.message
    assert "ZeroDivisionError" in caplog.text
    assert finished(masis).summary.verdict == "finalized"


def test_an_outage_is_an_escalation_not_a_failure(world: World) -> None:
    masis = opened(world, scripted_deps(drafts=[ModelUnavailable("The model is away.")]))
    run = finished(masis)
    assert run.summary.verdict == "needs_review"
    assert run.report is not None
    assert run.report.cause == "model_unavailable"


def test_a_stopped_run_goes_on_where_it_was_and_ends_like_an_undisturbed_one(world: World) -> None:
    writer = GatedSynthesizer(GOOD_ANSWER)
    masis = opened(world, replace(scripted_deps(), synthesizer=writer))
    run_id = masis.ask(ME, "acme", QUESTION)
    assert writer.reached.wait(10)
    assert eventually(lambda: "researcher" in nodes(masis.run(ME, "acme", run_id)))
    closing = Thread(target=masis.close)
    closing.start()
    jobs = masis._runs.jobs
    assert eventually(lambda: jobs._closing)  # a writer let go before would be done before the stop
    writer.gate.set()
    closing.join()
    world.deps = scripted_deps()
    masis = world.open()
    assert eventually(lambda: masis.run(ME, "acme", run_id).summary.state == "finished")
    run = masis.run(ME, "acme", run_id)
    assert nodes(run) == HAPPY
    assert [event.kind for event in run.events if not event.node] == ["started", "resumed", "finished"]
    assert run.report is not None
    assert [entry["node"] for entry in run.report.trace] == HAPPY
    assert run.report.metrics["retrieval_calls"] == 1


def test_a_queued_run_starts_after_a_restart(world: World) -> None:
    masis = opened(world, scripted_deps())
    run_id = finished(masis).summary.run_id
    with masis.parts.database.write() as session:
        row = session.get_one(RunRow, run_id)
        row.state, row.verdict, row.report, row.finished_at = "queued", "running", None, None
    masis.close()
    masis = world.open()
    assert eventually(lambda: masis.run(ME, "acme", run_id).summary.state == "finished")
    run = masis.run(ME, "acme", run_id)
    assert nodes(run) == HAPPY
    assert run.events[0].kind == "started"


@pytest.mark.parametrize(
    ("question", "also", "words"),
    [
        ("   ", {}, "empty"),
        ("x" * 4001, {}, "4,000"),
        ("ok?", {"max_retries": 6}, "between 0 and 5"),
        ("ok?", {"thread_id": "no spaces allowed"}, "thread id"),
    ],
    ids=["empty", "long", "retries", "thread"],
)
def test_what_cannot_be_asked_is_said_in_words(
    masis: Masis, question: str, also: dict[str, Any], words: str
) -> None:
    with pytest.raises(InvalidInput, match=words) as caught:
        masis.ask(ME, "acme", question, **also)
    assert "Value error" not in str(caught.value)


def test_history_is_searched_and_filtered(world: World) -> None:
    masis = opened(world, scripted_deps())
    for question in ("How high was revenue?", "Who is the chair?", "100% of what?"):
        finished(masis, question)
    assert masis.runs(ME, "acme")[0].question == "100% of what?"
    assert len(masis.runs(ME, "acme", search="REVENUE high")) == 1
    assert len(masis.runs(ME, "acme", search="million")) == 3
    assert [run.question for run in masis.runs(ME, "acme", search="100%")] == ["100% of what?"]
    assert masis.runs(ME, "acme", verdict="needs_review") == ()
    assert len(masis.runs(ME, "acme", limit=2, offset=2)) == 1


def test_another_person_sees_none_of_it(masis: Masis) -> None:
    run_id = finished(masis).summary.run_id
    assert masis.workspaces(OTHER) == ()
    for attempt in (
        lambda: masis.run(OTHER, "acme", run_id),
        lambda: masis.runs(OTHER, "acme"),
        lambda: masis.ask(OTHER, "acme", QUESTION),
        lambda: masis.documents(OTHER, "acme"),
        lambda: masis.jobs(OTHER, "acme"),
        lambda: masis.upload(OTHER, "acme", "a.txt", b"text"),
        lambda: masis.cases(OTHER, "acme"),
        lambda: masis.delete_workspace(OTHER, "acme"),
        lambda: masis.suggestions(OTHER, "acme"),
    ):
        with pytest.raises(NotFound):
            attempt()


@pytest.mark.parametrize(
    ("settings", "at_once"), [({}, 2), ({"engine": "openai"}, 4), ({"parallel_runs": 7}, 7)]
)
def test_runs_at_a_time_follow_what_they_wait_for(
    world: World, settings: dict[str, Any], at_once: int
) -> None:
    world.settings = settings
    masis = world.open()
    assert RunHandler(masis.parts).workers == at_once
