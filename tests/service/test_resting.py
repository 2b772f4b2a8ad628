"""Resting: what was read is let go of once, and only when nothing was worked on between two looks."""

from types import SimpleNamespace
from typing import cast

from masis.domain.once import Once, kept_at_work
from masis.service import Masis
from masis.service.jobs import Load, Machine
from masis.service.resting import Resting
from tests.fakes.services import ME


def resting_on(machine: SimpleNamespace, forgotten: list[str]) -> Resting:
    return Resting([cast(Machine, machine)], lambda: forgotten.append("readings"))


def test_it_rests_at_each_look_that_finds_no_work_since_the_last() -> None:
    forgotten: list[str] = []
    machine = SimpleNamespace(load=Load("run", 0, 0, 0))
    resting = resting_on(machine, forgotten)
    resting.look()
    assert forgotten == []  # nothing was read yet
    machine.load = Load("run", 0, 0, 3)
    resting.look()
    assert forgotten == []
    for _ in range(2):
        resting.look()
    assert forgotten == ["readings"] * 2
    machine.load = Load("run", 0, 0, 4)
    for _ in range(3):
        resting.look()
    assert forgotten == ["readings"] * 4


def test_a_job_that_waits_or_goes_on_for_long_keeps_what_it_has_read() -> None:
    forgotten: list[str] = []
    machine = SimpleNamespace(load=Load("audit", 0, 1, 1))
    resting = resting_on(machine, forgotten)
    for _ in range(4):
        resting.look()
    machine.load = Load("audit", 1, 0, 1)
    for _ in range(4):
        resting.look()
    assert forgotten == []


def test_what_is_remembered_of_texts_and_of_objects_goes() -> None:
    calls: list[object] = []

    def seen(value: object) -> object:
        calls.append(value)
        return value

    of_texts, of_objects, page = kept_at_work(4)(seen), Once(seen, 4), ["page"]
    resting = resting_on(SimpleNamespace(load=Load("run", 0, 0, 1)), [])
    resting.look()
    for _ in range(2):
        of_texts("a")
        of_objects(page)
    assert calls == ["a", page]
    resting.look()
    of_texts("a")
    of_objects(page)
    assert calls == ["a", page, "a", page]


def test_a_question_is_seen_however_short_it_was_and_answered_alike_after_the_rest(masis: Masis) -> None:
    question = "How high was revenue in 2024?"
    before = masis.ask(ME, "acme", question)
    masis.wait(before, 60)
    masis._resting.look()
    assert not masis.warming._resting
    masis._resting.look()
    assert masis.warming._resting
    after = masis.ask(ME, "acme", question)
    masis.wait(after, 60)
    first, second = (masis.run(ME, "acme", run_id).report for run_id in (before, after))
    assert first is not None
    assert second is not None
    assert first.answer == second.answer
