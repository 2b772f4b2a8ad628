"""Jobs: the one machine for work in the background: queue, cancel, wait, recover, close without loss."""

import logging
from collections.abc import Callable, Sequence, Set
from threading import Lock
from time import monotonic, sleep
from typing import Generic, NamedTuple, Protocol

from masis.errors import (
    Cancelled,
    DocumentRejected,
    MasisError,
    QueueUnavailable,
    StoreUnavailable,
)
from masis.ingest.executor import KeyedExecutor
from masis.service.handlers import Handler, J, LiveJob, ending_of
from masis.service.recovery import Later
from masis.service.team import Team

log = logging.getLogger(__name__)

STOP_SECONDS = 20.0
"""Longest wait for stopped jobs to let go of their workspace."""
LOOK_SECONDS = 0.1
"""Time between two looks at whether a worker has ended a job."""
LOST_SECONDS = 0.5
"""Wait for a job that lost the database."""
UNMANNED_SECONDS = 3.0
"""Wait for a job that no worker takes up: one that is just starting may."""


class Load(NamedTuple):
    """How busy one kind of job is in this process, and how many jobs it has taken up so far."""

    kind: str
    waiting: int
    working: int
    begun: int = 0


class Machine(Protocol):
    """The jobs of one kind, as they are taken up, stopped and ended together with all others."""

    @property
    def load(self) -> "Load":
        """How many jobs of which kind wait and are under way."""
        ...

    def stop_workspace(self, workspace_id: str) -> None:
        """Stop every job of a workspace and wait until each has let go."""
        ...

    def recover(self) -> None:
        """Queue again what a stop of the program interrupted."""
        ...

    def resend(self) -> None:
        """Hand out again what the queue of the workers lost."""
        ...

    def hand_on(self) -> None:
        """Stop what is under way at its next step, for another process to go on with; take up nothing."""
        ...

    def close(self) -> None:
        """Stop working; unfinished jobs go on at the next start."""
        ...


class Jobs(Generic[J]):
    """The jobs of one kind, over all workspaces."""

    def __init__(self, handler: Handler[J], later: Later, team: Team | None = None) -> None:
        """Start no thread yet; ``later`` carries out what has to wait for the database.

        With a ``team`` each job is claimed by the process that works on it; a shared kind goes to workers.
        """
        self._handler = handler
        self._team = team
        self._workers = team if handler.shared else None
        self._executor = KeyedExecutor(handler.workers, name=handler.name)
        self._later = later
        self._live: dict[str, J] = {}
        self._begun = 0
        self._stranded: set[str] = set()
        """Jobs that lost the database; they go on when that answers again."""
        self._stranding = Lock()
        self._lost: dict[str, str] = {}
        """Why a job that has not ended is not worked on now."""
        self._called_off: set[str] = set()
        """Cancelled jobs whose end could not be written yet."""
        self._closing = False
        self.arrivals = Lock()
        """Held while a job is written and added: recovery must not take a new one for a lost one."""

    @property
    def load(self) -> Load:
        """How many jobs wait and are under way."""
        waiting = self._executor.waiting
        return Load(self._handler.name, waiting, max(len(self._live) - waiting, 0), self._begun)

    def add(self, job: J) -> None:
        """Queue a job that is written down; while the program ends it waits for the next start."""
        if self._closing:
            return
        if self._workers is not None and not job.here_only:
            self._send(self._workers, job.job_id)
            return
        self._live[job.job_id] = job
        self._lost.pop(job.job_id, None)
        self._executor.submit(
            job.job_id, job.keys, lambda: self._carry_out(job, self._handler.work), job.workspace_id
        )

    def _send(self, team: Team, job_id: str) -> None:
        """Hand a job to the workers; while the queue does not answer it waits for ``resend``."""
        try:
            team.send(self._handler.name, job_id)
            self._lost.pop(job_id, None)
        except QueueUnavailable as outage:
            self._lost[job_id] = str(outage)

    def resend(self) -> None:
        """Hand out again what the queue of the workers lost."""
        if self._workers is None or self._closing or self._workers.queue.waiting():
            return
        for job_id in self._workers.unsent([job.job_id for job in self._handler.unfinished(frozenset())]):
            self._send(self._workers, job_id)

    def take_up(self, job_id: str) -> bool:
        """Work, in a worker, on a job that is written down; False when it has to be taken up again.

        Others hold what it needs, or this process ends.
        """
        job = self._handler.find(job_id)
        if job is None:
            return True
        if self._closing:
            return False
        if self._live.setdefault(job_id, job) is not job:
            return True
        if self._closing:  # since the last look: ``hand_on`` did not find the job
            job.stop()
        self._carry_out(job, self._handler.work)
        return not job.put_off

    def live(self, job_id: str) -> J | None:
        """Return a job that is queued or running in this process."""
        return self._live.get(job_id)

    def lost(self, job_id: str) -> str:
        """Return why an unfinished job is not worked on now; empty while it is.

        A job that has ended is not to be asked about.
        """
        told = self._lost.get(job_id, "")
        return told or (self._workers.unmanned(job_id) if self._workers is not None else "")

    def of_workspace(self, workspace_id: str) -> list[J]:
        """Return the live jobs of a workspace, oldest first."""
        return [job for job in [*self._live.values()] if job.workspace_id == workspace_id]

    def wait(self, job_id: str, timeout_seconds: float | None = None) -> None:
        """Wait until a job has ended or the time is up; shortly for one that is not worked on now."""
        job = self._live.get(job_id)
        if job is not None:
            job.ended.wait(timeout_seconds)
        elif self._workers is not None and job_id not in self._lost:
            self._wait_elsewhere(job_id, timeout_seconds, unmanned_seconds=UNMANNED_SECONDS)
        elif job_id in self._lost:  # whoever asks again and again must not spin
            sleep(LOST_SECONDS if timeout_seconds is None else min(timeout_seconds, LOST_SECONDS))

    def _wait_elsewhere(
        self, job_id: str, timeout_seconds: float | None, *, unmanned_seconds: float | None = None
    ) -> None:
        """Wait until another process has ended a job; so long at most while it is told why none begins."""
        manned = monotonic()
        deadline = None if timeout_seconds is None else manned + timeout_seconds
        while self._handler.is_open(job_id) and not self._closing:
            now = monotonic()
            left = LOOK_SECONDS if deadline is None else deadline - now
            if left <= 0:
                return
            if unmanned_seconds is not None:
                manned = manned if self.lost(job_id) else now
                if now - manned >= unmanned_seconds:
                    return
            sleep(min(left, LOOK_SECONDS))

    def stop(self, job_id: str) -> None:
        """Stop a job at its next step, at once while it is queued; harmless when it has ended."""
        job = self._live.get(job_id)
        if job is None:
            self._stop_elsewhere(job_id)
            return
        job.stop()
        if self._executor.withdraw(job_id):
            self._carry_out(job, _not_begun)

    def _stop_elsewhere(self, job_id: str) -> None:
        """Ask the worker that has a job to stop it; end one that nobody has."""
        if self._workers is None or self._workers.asked_to_stop(job_id):
            return
        job = self._handler.find(job_id)
        if job is not None:
            job.stop()
            self._carry_out(job, _not_begun)

    def stop_and_wait(self, job_ids: Sequence[str], timeout_seconds: float = STOP_SECONDS) -> None:
        """Stop jobs and wait until each has let go, or the time is up."""
        here = [job for job_id in job_ids if (job := self._live.get(job_id)) is not None]
        for job_id in job_ids:
            self.stop(job_id)
        deadline = monotonic() + timeout_seconds
        for job in here:
            job.ended.wait(max(0.0, deadline - monotonic()))
        if self._workers is not None:
            for job_id in job_ids:
                self._wait_elsewhere(job_id, max(0.0, deadline - monotonic()))

    def stop_workspace(self, workspace_id: str) -> None:
        """Stop every job of a workspace and wait until each has let go."""
        found = {job.job_id for job in self.of_workspace(workspace_id)}
        if self._workers is not None:
            unfinished = self._handler.unfinished(frozenset(found))
            found |= {job.job_id for job in unfinished if job.workspace_id == workspace_id}
        self.stop_and_wait(sorted(found))

    def recover(self) -> None:
        """Queue again what a stop of the program interrupted."""
        with self.arrivals:
            self._handler.after_stop(self._at_work())
        self._queue_again(None)

    def _at_work(self) -> frozenset[str]:
        """Return the jobs that this process, or another one of the team, works on."""
        return frozenset(self._live) | (self._team.elsewhere() if self._team else frozenset())

    def hand_on(self) -> None:
        """Stop what is under way at its next step, for another process to go on with; take up nothing."""
        self._closing = True
        for job in [*self._live.values()]:
            job.stop()

    def close(self) -> None:
        """Stop working; unfinished jobs go on at the next start."""
        self.hand_on()
        self._executor.close(self._handler.close_seconds)

    def _queue_again(self, wanted: Set[str] | None) -> None:
        """Queue unfinished jobs that this process does not work on: all, or the wanted ones."""
        with self.arrivals:
            for job in self._handler.unfinished(self._at_work()):
                if wanted is not None and job.job_id not in wanted:
                    continue
                job.recovered = True
                if job.job_id in self._called_off:
                    self._called_off.discard(job.job_id)
                    job.stop()
                self.add(job)

    def _carry_out(self, job: J, work: Callable[[J], None]) -> None:
        """Work on a job to its end; one that loses the database starts again when that is back."""
        lost: StoreUnavailable | None = None
        self._begun += 1
        try:
            self._claimed(job, work)
        except StoreUnavailable as outage:
            lost = outage
            job.put_off = self._closing
            self._lost[job.job_id] = str(outage)
        except Exception as fault:  # not even its end could be written
            told = str(fault) if isinstance(fault, MasisError) else self._handler.sentences.fault
            self._lost[job.job_id] = told
            raise
        finally:
            self._let_go(job)
        if lost is not None and not self._closing:
            if job.cancelled.is_set():
                self._called_off.add(job.job_id)
            self._strand(job.job_id, lost)

    def _claimed(self, job: J, work: Callable[[J], None]) -> None:
        """Work on a job that is ours alone: without a team every one is."""
        if self._team is None:
            self._ended_by(job, work)
            return
        with self._team.hold(job, self._handler.name) as taking:
            job.put_off = taking == "keys_busy"
            if taking != "taken":
                return
            ended = self._workers is not None and not self._handler.is_open(job.job_id)
            try:  # unless another process ended it between the queue and the claim
                ended = ended or self._ended_by(job, work)
            finally:
                self._team.release(job.job_id, ended=ended)

    def _strand(self, job_id: str, outage: StoreUnavailable) -> None:
        """Note a job that could not even write down how it ended."""
        log.warning("%s waits for the database: %s", self._handler.name, outage, extra={"job_id": job_id})
        with self._stranding:
            self._stranded.add(job_id)
        self._later([self._go_on])

    def _go_on(self) -> None:
        """Queue what lost the database again."""
        with self._stranding:  # a job that is lost once more meanwhile must be found by the next try
            wanted, self._stranded = frozenset(self._stranded), set()
        try:
            self._queue_again(wanted)
        except StoreUnavailable:
            with self._stranding:
                self._stranded |= wanted
            raise

    def _ended_by(self, job: J, work: Callable[[J], None]) -> bool:
        """Work, and write how a job without a result ended; return whether it has ended.

        Raises:
            StoreUnavailable: the database went away; the job is as unfinished as after a kill.
        """
        try:
            work(job)
        except StoreUnavailable:
            raise  # how it ended cannot be written down now
        except Exception as error:  # noqa: BLE001 - a fault in one job must not take the others down
            self._log(job, error)
            if self._team is not None and self._team.has_lost(job.job_id):
                return False  # whoever took it over writes how it ends
            if self._closing:  # what stopped it was the end of the program
                self._handler.interrupted(job)
                job.put_off = True
                return False
            self._handler.ended(job, ending_of(error, self._handler.sentences))
        return True

    def _log(self, job: J, error: Exception) -> None:
        details = {"job_id": job.job_id, "workspace_id": job.workspace_id}
        if not isinstance(error, MasisError):
            log.exception("%s failed", self._handler.name, extra=details)
        elif not isinstance(error, Cancelled | DocumentRejected):
            log.warning("%s failed: %s", self._handler.name, error, extra=details)

    def _let_go(self, job: J) -> None:
        self._live.pop(job.job_id, None)
        job.ended.set()
        if not self._live and not self._closing:
            self._handler.idle()


def _not_begun(_: LiveJob) -> None:
    """Stand for the work of a job that was cancelled in the queue."""
    raise Cancelled
