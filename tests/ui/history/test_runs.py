"""Runs of the history: how an answer begins, in plain words, and a person's decision beside a machine's."""

from datetime import UTC, datetime

from masis.domain.history.past import Decided, PastRun
from masis.domain.run.report import RunSummary
from masis.ui.history import runs
from masis.ui.shared.wording import VERDICTS


def run(**more: object) -> PastRun:
    summary = RunSummary(
        run_id="r1",
        workspace_id="w",
        thread_id="t",
        owner="me",
        question="What was profit?",
        state="finished",
        verdict="finalized",
        started_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    return PastRun.model_validate({"summary": summary, **more})


def test_a_snippet_has_no_citations_marks_or_bars_and_ends_at_a_word() -> None:
    assert (
        runs.snippet("## Profit\n- **12.6** million [k-1], said | twice [k-2].")
        == "Profit 12.6 million, said twice."
    )
    long = runs.snippet("number " * 60)
    assert long.endswith("number …")
    assert len(long) < 160


def test_passages_that_were_only_near_are_called_so() -> None:
    answer = "Insufficient evidence: no passage was verified to answer “What was profit?”. Revenue: 5."
    assert runs.snippet(answer) == "Nearest: Revenue: 5."


def test_an_approval_of_a_person_looks_unlike_a_finalized_run() -> None:
    machine = runs.row_of(run()).cells["verdict"]
    person = runs.row_of(run(decided=Decided(outcome="approved", person="Ann"))).cells["verdict"]
    assert (machine.text, machine.tone, machine.sub) == ("Finalized", "good", "")
    assert (person.text, person.tone, person.sub) == ("Approved", "signed", "by Ann")


def test_a_run_that_was_sent_on_waits_for_nobody() -> None:
    sent = runs.row_of(run(decided=Decided(outcome="continued", person="Ann"))).cells["verdict"]
    assert sent.tone == "quiet"


def test_amber_is_for_what_a_person_decides_alone() -> None:
    tones = {verdict: tone for verdict, (_, tone) in VERDICTS.items()}
    assert [verdict for verdict, tone in tones.items() if tone == "human"] == ["needs_review"]
    assert (tones["passages"], tones["absent"]) == ("read", "none")


def test_every_ending_of_a_run_can_be_looked_for() -> None:
    assert {*runs._FILTERS.values()} == {*VERDICTS} - {"running"}
