"""Threads: listed, named, exported and deleted with their runs; follow-ups and loops inside; never mixed."""

from typing import Any

import pytest

from masis.domain.conversation.turns import Conversation, Triage
from masis.errors import InvalidInput, NotFound
from masis.service import Masis
from masis.store.tables import RunEventRow, RunRow
from tests.fakes.scripted import ScriptedOrchestrator, scripted_deps
from tests.fakes.services import ME, OTHER, World

QUESTION = "How high was revenue in 2024?"


def asked(masis: Masis, question: str, thread: str, **also: Any) -> Any:
    run_id = masis.ask(ME, "acme", question, thread_id=thread, **also)
    masis.wait(run_id, 20)
    report = masis.run(ME, "acme", run_id).report
    assert report is not None
    return report


def test_threads_are_listed_by_last_use_under_their_first_question(masis: Masis) -> None:
    asked(masis, QUESTION, "t1")
    asked(masis, "Who leads the board?", "t2")
    asked(masis, "and the year before?", "t1")
    found = [(one.thread_id, one.title, one.runs) for one in masis.threads(ME, "acme")]
    assert found == [("t1", QUESTION, 2), ("t2", "Who leads the board?", 1)]
    turns = masis.thread_turns(ME, "acme", "t1")
    assert [turn.question for turn in turns] == [QUESTION, "and the year before?"]
    assert turns[0].first_sentence == "Revenue was 12 million euros in 2024."
    assert turns[0].verdict == "finalized"


def test_a_follow_up_is_researched_as_it_is_understood_and_kept_as_typed(world: World) -> None:
    deps = world.deps = scripted_deps()
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    asked(masis, QUESTION, "t1")
    report = asked(masis, "and the year before?", "t1")
    assert report.question == "and the year before?"
    assert report.resolved_question == "How high was revenue in 2023?"
    assert deps.retriever.calls[-1][1] == deps.synthesizer.calls[-1][0] == "How high was revenue in 2023?"
    assert report.trace[0]["resolved_by"] == "rule"
    again = asked(masis, "and in Pharma?", "t1")
    assert again.resolved_question == "How high was revenue in Pharma in 2023?"


def test_a_corrected_understanding_is_taken_as_it_is(world: World) -> None:
    deps = world.deps = scripted_deps()
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    asked(masis, QUESTION, "t1")
    calls = len(deps.orchestrator.calls)
    report = asked(masis, "and 2022?", "t1", standalone=True)
    assert report.resolved_question == ""
    assert deps.retriever.calls[-1][1] == "and 2022?"
    assert len(deps.orchestrator.calls) == calls
    assert "in full" in report.trace[0]["reason"]


def test_threads_never_see_one_another(world: World) -> None:
    desk = ScriptedOrchestrator([Triage()])
    world.deps = scripted_deps()
    object.__setattr__(world.deps, "orchestrator", desk)
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.create_workspace(ME, "Other")
    asked(masis, QUESTION, "t1")
    assert asked(masis, "and the year before?", "t2").resolved_question == ""
    run_id = masis.ask(ME, "other", "and the year before?", thread_id="t1")
    masis.wait(run_id, 20)
    assert [call[1] for call in desk.calls] == [Conversation()] * 3
    masis.delete_thread(ME, "acme", "t1")
    assert [one.thread_id for one in masis.threads(ME, "acme")] == ["t2"]
    assert [one.thread_id for one in masis.threads(ME, "other")] == ["t1"]


def test_a_thread_is_renamed_and_deleted_with_all_that_hangs_on_it(masis: Masis) -> None:
    asked(masis, QUESTION, "t1")
    masis.rename_thread(ME, "acme", "t1", "  Revenue   talk ")
    assert masis.threads(ME, "acme")[0].title == "Revenue talk"
    with pytest.raises(InvalidInput):
        masis.rename_thread(ME, "acme", "t1", "  ")
    masis.delete_thread(ME, "acme", "t1")
    assert masis.threads(ME, "acme") == masis.runs(ME, "acme") == ()
    with masis.parts.database.read() as session:
        assert session.query(RunRow).count() == session.query(RunEventRow).count() == 0
    asked(masis, QUESTION, "t1")
    assert masis.threads(ME, "acme")[0].title == QUESTION


@pytest.mark.parametrize("action", ["rename_thread", "delete_thread", "export_thread"])
def test_a_thread_of_nobody_is_not_found(masis: Masis, action: str) -> None:
    asked(masis, QUESTION, "t1")
    also = ("name",) if action == "rename_thread" else ()
    with pytest.raises(NotFound):
        getattr(masis, action)(ME, "acme", "t9", *also)
    with pytest.raises(NotFound):
        getattr(masis, action)(OTHER, "acme", "t1", *also)


def test_the_export_tells_question_understanding_answer_and_sources(masis: Masis) -> None:
    asked(masis, QUESTION, "t1")
    asked(masis, "and the year before?", "t1")
    text = masis.export_thread(ME, "acme", "t1")
    assert text.startswith(f"# {QUESTION}\n\n## 1. {QUESTION}\n\n*Finalized, ")
    assert "Understood as: How high was revenue in 2023?" in text
    assert "Revenue was 12 million euros in 2024 [1]." in text
    assert "1. Annual report" in text


def test_the_whole_thread_counts_for_asking_back_however_long_it_is(world: World) -> None:
    vague = Triage(kind="vague", question_back="Which one?")
    desk = ScriptedOrchestrator([vague, *[Triage()] * 11, vague, *[Triage()] * 11, vague])
    world.deps = scripted_deps()
    object.__setattr__(world.deps, "orchestrator", desk)
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    reports = [asked(masis, "performance of the company?", "t1") for _ in range(28)]
    back = [place for place, report in enumerate(reports) if report.status == "needs_clarification"]
    assert back == [0, 13]
    told = [call[1].clarifications_asked for call in desk.calls]
    assert told[0] == 0
    assert set(told[1:]) == {1}
    assert reports[-1].trace[0]["clarifications_asked"] == 2
