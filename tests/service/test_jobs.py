"""The job machine with a handler that records what it is asked: every way in and every way out."""

from collections.abc import Callable, Iterator, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event

import pytest

from masis.errors import Cancelled, DocumentRejected, InvalidInput, RetrievalUnavailable, StoreUnavailable
from masis.service.handlers import Ending, Handler, LiveJob, Sentences, ending_of
from masis.service.jobs import Jobs
from masis.service.recovery import Recovery, Step
from tests.fakes.services import eventually

AWAY = StoreUnavailable("The database does not answer.")
SENTENCES = Sentences(stopped="Stopped.", outage="{reason} Try again later.", fault="A fault.")


@dataclass
class Recorder(Handler[LiveJob]):
    """Works as each test says, and keeps what it was told."""

    does: Callable[[LiveJob], None]
    workers: int = 1
    left: list[str] = field(default_factory=list)
    """Ids of unfinished jobs."""
    done: list[str] = field(default_factory=list)
    endings: list[tuple[str, Ending]] = field(default_factory=list)
    broken_off: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    name = "toy"
    sentences = SENTENCES

    def work(self, job: LiveJob) -> None:
        self.does(job)
        self.done.append(job.job_id)

    def ended(self, job: LiveJob, ending: Ending) -> None:
        self.endings.append((job.job_id, ending))

    def unfinished(self, here: Set[str]) -> Sequence[LiveJob]:
        self.told.append("unfinished")
        return [job(job_id) for job_id in self.left if job_id not in here]

    def find(self, job_id: str) -> LiveJob | None:
        return job(job_id) if job_id in self.left else None

    def after_stop(self, here: Set[str]) -> None:
        self.told.append(f"after stop, here {sorted(here)}")

    def interrupted(self, job: LiveJob) -> None:
        self.broken_off.append(job.job_id)

    def idle(self) -> None:
        self.told.append("idle")


def job(job_id: str, workspace_id: str = "acme") -> LiveJob:
    return LiveJob(job_id=job_id, workspace_id=workspace_id)


def lost_at_first(at_work: LiveJob) -> None:
    """Lose the database on the first try."""
    if not at_work.recovered:
        raise AWAY


class Bench:
    """A machine on a recorder, and what it asked to have done later."""

    def __init__(self, does: Callable[[LiveJob], None], workers: int = 1) -> None:
        self.handler = Recorder(does, workers)
        self.asked: list[Step] = []
        self.jobs: Jobs[LiveJob] = Jobs(self.handler, self._later)

    def _later(self, steps: Sequence[Step]) -> None:
        self.asked.extend(steps)

    def run(self, *job_ids: str) -> None:
        """Add jobs and wait for each."""
        for job_id in job_ids:
            self.jobs.add(job(job_id))
        for job_id in job_ids:
            self.jobs.wait(job_id, 10)


class Gate:
    """Holds work until it is let go; a cancelled job ends there."""

    def __init__(self) -> None:
        self.reached, self.open = Event(), Event()

    def __call__(self, at_work: LiveJob) -> None:
        self.reached.set()
        assert self.open.wait(10)
        if at_work.cancelled.is_set():
            raise Cancelled


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.open.set()


@pytest.mark.parametrize(
    ("error", "ending"),
    [
        (Cancelled(), Ending("cancelled", "Stopped.")),
        (DocumentRejected("empty", "No text."), Ending("failed", "No text.", "empty")),
        (RetrievalUnavailable("Down."), Ending("failed", "Down. Try again later.")),
        (InvalidInput("Mend this."), Ending("failed", "Mend this.")),
        (ZeroDivisionError("secret"), Ending("failed", "A fault.")),
    ],
)
def test_what_stopped_the_work_says_how_the_job_ended(error: Exception, ending: Ending) -> None:
    assert ending_of(error, SENTENCES) == ending


def test_a_job_is_live_until_its_result_is_written() -> None:
    seen: list[object] = []
    bench = Bench(lambda at_work: seen.append(bench.jobs.live(at_work.job_id)))
    bench.run("a", "b")
    assert [type(live) for live in seen] == [LiveJob, LiveJob]
    assert bench.handler.done == ["a", "b"]
    assert bench.jobs.live("a") is None
    assert eventually(lambda: bench.handler.told[-1:] == ["idle"], 5)
    assert bench.handler.endings == []


def test_a_fault_ends_one_job_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def does(at_work: LiveJob) -> None:
        if at_work.job_id == "bad":
            1 / 0  # noqa: B018

    bench = Bench(does)
    bench.run("bad", "good")
    assert bench.handler.endings == [("bad", Ending("failed", "A fault."))]
    assert bench.handler.done == ["good"]
    assert "ZeroDivisionError" in caplog.text


def test_a_job_whose_end_cannot_be_written_is_let_go_all_the_same() -> None:
    class Unwritable(Recorder):
        def ended(self, job: LiveJob, ending: Ending) -> None:
            raise InvalidInput(ending.message)

    jobs = Jobs(Unwritable(lambda _: 1 // 0), lambda _: None)
    jobs.add(lost := job("a"))
    assert lost.ended.wait(10)
    assert jobs.live("a") is None


def test_no_more_jobs_run_at_once_than_the_kind_allows(gate: Gate) -> None:
    bench = Bench(gate, workers=2)
    begun: list[str] = []
    bench.handler.does = lambda at_work: (begun.append(at_work.job_id), gate(at_work))[1]
    for job_id in ("a", "b", "c"):
        bench.jobs.add(job(job_id))
    assert eventually(lambda: sorted(begun) == ["a", "b"])
    gate.open.set()
    for job_id in ("a", "b", "c"):
        bench.jobs.wait(job_id, 10)
    assert sorted(bench.handler.done) == ["a", "b", "c"]


def test_cancelling_ends_a_queued_job_at_once_and_a_running_one_at_its_next_step(gate: Gate) -> None:
    bench = Bench(gate)
    bench.jobs.add(job("running"))
    bench.jobs.add(job("queued"))
    assert gate.reached.wait(10)
    bench.jobs.stop("queued")
    bench.jobs.stop("running")
    bench.jobs.stop("unknown")
    assert bench.handler.endings == [("queued", Ending("cancelled", "Stopped."))]
    gate.open.set()
    bench.jobs.wait("running", 10)
    assert [job_id for job_id, _ in bench.handler.endings] == ["queued", "running"]
    assert bench.handler.done == []


def test_stopping_a_workspace_leaves_the_others_at_work(gate: Gate) -> None:
    bench = Bench(gate)
    mine, other = job("mine"), job("other", "harbor")
    for added in (other, mine):
        bench.jobs.add(added)
    assert bench.jobs.of_workspace("acme") == [mine]
    bench.jobs.stop_workspace("acme")
    assert mine.ended.is_set()
    gate.open.set()
    bench.jobs.wait("other", 10)
    assert bench.handler.done == ["other"]


def test_a_job_that_lost_the_database_goes_on_when_it_is_back() -> None:
    bench = Bench(lost_at_first)
    bench.handler.left = ["a", "of another process"]
    bench.run("a")
    assert eventually(lambda: len(bench.asked) == 1)
    assert bench.handler.endings == []
    bench.asked.pop()()
    assert eventually(lambda: bench.handler.done == ["a"])
    assert "after stop, here []" not in bench.handler.told


def test_a_job_that_is_lost_again_while_it_is_taken_up_is_taken_up_once_more() -> None:
    tries: list[Set[str]] = []

    def go_on(wanted: Set[str] | None) -> None:
        tries.append(wanted or set())
        if len(tries) == 1:  # the database goes away before the first try has even returned
            bench.jobs._strand("a", AWAY)

    bench = Bench(lambda _: None)
    bench.jobs._queue_again = go_on  # type: ignore[method-assign]
    bench.jobs._strand("a", AWAY)
    while bench.asked:
        bench.asked.pop(0)()
    assert [*map(set, tries)] == [{"a"}, {"a"}]


def test_a_job_stays_wanted_while_the_database_is_away() -> None:
    tries: list[str] = []
    recovery = Recovery(pause_seconds=0.0)

    class Away(Recorder):
        def unfinished(self, here: Set[str]) -> Sequence[LiveJob]:
            tries.append("unfinished")
            if len(tries) < 3:
                raise AWAY
            return super().unfinished(here)

    handler = Away(lost_at_first, left=["a"])
    jobs = Jobs(handler, recovery.add)
    jobs.add(job("a"))
    assert eventually(lambda: handler.done == ["a"])
    assert len(tries) == 3
    recovery.join(10)


def test_a_job_that_was_cancelled_while_the_database_was_away_stays_cancelled(gate: Gate) -> None:
    """Its end could not be written, so the next try has to know."""

    def does(at_work: LiveJob) -> None:
        try:
            gate(at_work)
        except Cancelled:
            if not at_work.recovered:
                raise AWAY from None
            raise

    bench = Bench(does)
    bench.handler.left = ["a"]
    bench.jobs.add(job("a"))
    assert gate.reached.wait(10)
    bench.jobs.stop("a")
    gate.open.set()
    assert eventually(lambda: len(bench.asked) == 1)
    bench.asked.pop()()
    assert eventually(lambda: bench.handler.endings == [("a", Ending("cancelled", "Stopped."))])


def test_the_next_start_takes_up_what_is_not_at_work_already(gate: Gate) -> None:
    bench = Bench(gate)
    bench.jobs.add(job("new"))
    bench.handler.left = ["old", "new"]
    bench.jobs.recover()
    assert bench.handler.told[:2] == ["after stop, here ['new']", "unfinished"]
    old = bench.jobs.live("old")
    assert old is not None
    assert old.recovered
    gate.open.set()
    bench.jobs.wait("old", 10)
    assert bench.handler.done == ["new", "old"]


def test_closing_writes_no_end_to_what_goes_on_at_the_next_start() -> None:
    reached = Event()

    def does(at_work: LiveJob) -> None:
        reached.set()
        assert at_work.cancelled.wait(10)
        raise Cancelled

    bench = Bench(does)
    for job_id in ("running", "queued"):
        bench.jobs.add(job(job_id))
    assert reached.wait(10)
    bench.jobs.close()
    assert bench.handler.broken_off == ["running"]
    assert bench.handler.endings == []
    bench.jobs.add(job("late"))
    assert bench.jobs.live("late") is None


@pytest.mark.parametrize("stopped_by", [Cancelled(), AWAY], ids=["its next step", "an outage"])
def test_a_worker_that_ends_gives_back_what_it_works_on(stopped_by: Exception) -> None:
    reached = Event()

    def does(at_work: LiveJob) -> None:
        reached.set()
        assert at_work.cancelled.wait(10)
        raise stopped_by

    bench = Bench(does)
    bench.handler.left = ["under way", "in the queue"]
    with ThreadPoolExecutor(1) as worker:
        under_way = worker.submit(bench.jobs.take_up, "under way")
        assert reached.wait(10)
        bench.jobs.hand_on()
        assert under_way.result(10) is False
    assert bench.jobs.take_up("in the queue") is False
    assert bench.jobs.take_up("ended elsewhere") is True
    assert (bench.handler.endings, bench.asked) == ([], [])


def test_a_job_that_is_taken_up_while_its_worker_is_told_to_end_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def does(at_work: LiveJob) -> None:
        if at_work.cancelled.is_set():
            raise Cancelled

    class EndsNow(dict[str, LiveJob]):
        def setdefault(self, job_id: str, new: LiveJob) -> LiveJob:  # type: ignore[override]
            bench.jobs.hand_on()
            return super().setdefault(job_id, new)

    bench = Bench(does)
    bench.handler.left = ["a"]
    monkeypatch.setattr(bench.jobs, "_live", EndsNow())
    assert bench.jobs.take_up("a") is False
    assert (bench.handler.done, bench.handler.broken_off) == ([], ["a"])


def test_a_result_that_is_there_when_the_program_ends_is_kept() -> None:
    reached = Event()

    def does(at_work: LiveJob) -> None:
        reached.set()
        assert at_work.cancelled.wait(10)

    bench = Bench(does)
    bench.jobs.add(job("a"))
    assert reached.wait(10)
    bench.jobs.close()
    assert (bench.handler.done, bench.handler.broken_off) == (["a"], [])


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
