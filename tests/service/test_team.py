"""Team: one process at a time works on a job; what a dead one held is taken up by another."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import pytest

from masis.errors import QueueUnavailable
from masis.service.team import LEASE, QUIET, UNMANNED, Sweep, Team
from masis.store import claims
from masis.store.database import Database
from masis.store.postgres import Postgres
from tests.fakes.queue import MemoryQueue
from tests.fakes.services import eventually

START = datetime(2026, 11, 23, tzinfo=UTC)


@dataclass(eq=False)
class Job:
    job_id: str = "r1"
    keys: frozenset[str] = frozenset()
    stopped: Event = field(default_factory=Event)

    def stop(self) -> None:
        self.stopped.set()


@dataclass
class Clock:
    now: datetime = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def database(tmp_path: Path, database_url: str | None) -> Iterator[Database]:
    database = Database(Postgres(database_url) if database_url else tmp_path / "masis.db")
    yield database
    database.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def member(database: Database, clock: Clock) -> Iterator[Callable[[], Team]]:
    """Make processes of one team, whose claims are renewed by the test alone."""
    made: list[Team] = []

    def make() -> Team:
        made.append(Team(MemoryQueue(), database, clock, worker=True, look_seconds=60))
        return made[-1]

    yield make
    for team in made:
        team._look_seconds = 0.0
        team._closing.set()


def test_a_job_is_held_by_one_process_and_free_when_that_lets_go(member: Callable[[], Team]) -> None:
    first, second = member(), member()
    with first.hold(Job(), "run") as taking:
        assert taking == "taken"
        assert first.elsewhere() == second.elsewhere() == {"r1"}
        with second.hold(Job(), "run") as refused:
            assert refused == "at_work"
    first.release("r1", ended=False)
    assert second.elsewhere() == frozenset()
    with second.hold(Job(), "run") as taking:
        assert taking == "taken"


def test_two_threads_of_one_process_do_not_share_a_job(member: Callable[[], Team]) -> None:
    worker = member()
    with worker.hold(Job(), "run") as taking, worker.hold(Job(), "run") as again:
        assert (taking, again) == ("taken", "at_work")
    with worker.hold(Job(), "run") as taking:
        assert taking == "taken"


def test_what_a_killed_process_held_lapses_unless_it_is_renewed(
    member: Callable[[], Team], clock: Clock
) -> None:
    first, second, job = member(), member(), Job()
    with first.hold(job, "run"):
        clock.now += LEASE / 2
        first.look(renew=True)
        clock.now += LEASE * 0.75
        with second.hold(Job(), "run") as refused:
            assert refused == "at_work"
        clock.now += LEASE  # as long as a killed one
        with second.hold(Job(), "run") as taking:
            assert taking == "taken"
            first.look(renew=False)
            assert job.stopped.is_set()
            assert first.has_lost("r1")
            assert not second.has_lost("r1")


def test_no_two_jobs_work_on_one_document(member: Callable[[], Team]) -> None:
    first, second = member(), member()
    with first.hold(Job("a", frozenset({"name/x", "content/1"})), "ingest"):
        with second.hold(Job("b", frozenset({"name/x", "content/2"})), "ingest") as refused:
            assert refused == "keys_busy"
        with second.hold(Job("c", frozenset({"name/y"})), "ingest") as taking:
            assert taking == "taken"


def test_a_cancel_reaches_the_process_that_works(member: Callable[[], Team]) -> None:
    web, worker, job = member(), member(), Job()
    web.send("run", "r1")
    assert not web.asked_to_stop("r1")  # nobody has it yet
    with worker.hold(job, "run"):
        assert web.asked_to_stop("r1")
        worker.look(renew=False)
        assert job.stopped.is_set()
        assert not worker.has_lost("r1")


def test_what_the_queue_lost_is_found_when_it_was_quiet_for_long_enough(
    member: Callable[[], Team], clock: Clock
) -> None:
    web = member()
    web.send("run", "r1")
    assert web.unsent(["r1"]) == []
    clock.now += QUIET + timedelta(seconds=1)
    assert web.unsent(["r1", "r2"]) == ["r1", "r2"]
    with web.hold(Job("r2"), "run"):
        assert web.unsent(["r1", "r2"]) == ["r1"]


def test_a_job_that_no_queue_took_is_known_all_the_same(
    member: Callable[[], Team], database: Database
) -> None:
    web = member()
    assert isinstance(web.queue, MemoryQueue)
    web.queue.down = True
    with pytest.raises(QueueUnavailable):
        web.send("run", "r1")
    with database.read() as session:
        assert claims.sent_since(session, START - timedelta(seconds=1)) == {"r1"}


def test_a_worker_says_that_it_is_there(member: Callable[[], Team]) -> None:
    worker = member()
    worker.present()
    assert worker.queue.workers() == (worker.name,)


def test_a_worker_that_leaves_does_not_come_back_with_its_next_renewal(member: Callable[[], Team]) -> None:
    worker = member()
    worker.present()
    worker.leave()
    worker.look(renew=True)
    assert worker.queue.workers() == ()


def test_a_sweep_goes_on_after_a_fault() -> None:
    reached = Event()

    def fault() -> None:
        message = "down"
        raise QueueUnavailable(message)

    sweep = Sweep([fault, reached.set], seconds=0.01)
    assert eventually(reached.is_set, 10)
    sweep.close()


def test_whoever_waits_learns_that_no_worker_is_there(
    member: Callable[[], Team], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("masis.service.team.monotonic", lambda: now[0])
    web = member()
    assert web.unmanned("r1") == UNMANNED
    with member().hold(Job("r1"), "run"):
        assert not web.unmanned("r1"), "whoever works on it may have been forgotten by Redis"
        assert web.unmanned("r2") == UNMANNED
    web.queue.seen("host-1")
    assert web.unmanned("r2") == UNMANNED  # counted a moment ago
    now[0] += 3.0
    assert not web.unmanned("r2")


def test_whoever_waits_learns_that_the_queue_is_away(member: Callable[[], Team]) -> None:
    web = member()
    assert isinstance(web.queue, MemoryQueue)
    web.queue.down = True
    with member().hold(Job("r1"), "run"):
        assert not web.unmanned("r1"), "whoever works on it does not need the queue"
        assert web.unmanned("r2") == "The queue does not answer."
