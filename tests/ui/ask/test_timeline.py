"""Timeline: steps and rounds are counted once, and only those of this run."""

from datetime import UTC, datetime

from masis.domain.run.report import RunEvent
from masis.ui.ask.timeline import counted


def event(number: int, iteration: int, kind: str = "node_finished") -> RunEvent:
    return RunEvent(
        number=number, at=datetime(2026, 11, 21, tzinfo=UTC), kind=kind, node="critic", iteration=iteration
    )


def test_a_run_that_goes_on_counts_its_own_rounds_only() -> None:
    events = [event(1, 4, "node_started"), event(2, 4), event(3, 4)]
    assert counted(events) == "2 steps in 1 round"


def test_every_round_counts_once() -> None:
    assert counted([event(1, 1), event(2, 1), event(3, 2)]) == "3 steps in 2 rounds"
    assert counted([]) == "0 steps in 1 round"
