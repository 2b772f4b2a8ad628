"""Work that lost the database: none of it is forgotten, whatever happens while it is taken up again."""

from collections.abc import Sequence, Set
from threading import Event

from masis.errors import StoreUnavailable
from masis.service.recovery import Recovery, Step, Stranded

AWAY = StoreUnavailable("The database does not answer.")


def test_work_that_is_lost_again_while_it_is_taken_up_is_taken_up_once_more() -> None:
    taken: list[Set[str]] = []
    asked: list[Step] = []

    def later(steps: Sequence[Step]) -> None:
        asked.extend(steps)

    def go_on(wanted: Set[str]) -> None:
        taken.append(wanted)
        if len(taken) == 1:  # the database goes away before the first try has even returned
            stranded.add("r1", AWAY)

    stranded = Stranded(later, go_on)
    stranded.add("r1", AWAY)
    while asked:
        asked.pop(0)()
    assert [*map(set, taken)] == [{"r1"}, {"r1"}]


def test_work_stays_wanted_while_the_database_is_away() -> None:
    tries: list[Set[str]] = []

    def go_on(wanted: Set[str]) -> None:
        tries.append(wanted)
        if len(tries) < 3:
            raise AWAY

    recovery = Recovery(pause_seconds=0.0)
    Stranded(recovery.add, go_on).add("r1", AWAY)
    recovery.join(10)
    assert [*map(set, tries)] == [{"r1"}] * 3


def test_a_step_that_is_asked_for_while_it_runs_runs_again() -> None:
    recovery, inside, go_on, done = Recovery(), Event(), Event(), []

    def step() -> None:
        inside.set()
        go_on.wait(10)
        done.append(1)

    recovery.add([step])
    assert inside.wait(10)
    recovery.add([step])
    recovery.add([step])
    go_on.set()
    recovery.join(10)
    assert len(done) == 2
