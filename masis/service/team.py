"""Team: processes that share jobs; a queue says what there is, a claim in the database who works on it."""

import logging
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Event, Lock, Thread
from time import monotonic
from typing import Protocol

from masis.errors import QueueUnavailable, ServiceUnavailable, StoreUnavailable
from masis.service.container import new_id
from masis.store import claims
from masis.store.claims import Taking
from masis.store.database import Database

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)
"""How long a killed process's job waits before another one takes it up."""
LOOK_SECONDS = 1.0
"""Time between two looks at whether somebody cancelled a job."""
LOOKS_A_RENEWAL = 5
SWEEP_SECONDS = 5.0
_COUNTED_SECONDS = 2.0
"""How long a count of the workers holds for those who ask why a job has not begun."""
UNMANNED = "No worker is there. Work begins when whoever runs MASIS has started one (python -m masis worker)."
QUIET = timedelta(seconds=20)
"""A job that nobody took for so long, while the queue is empty, was lost with the queue."""


class Queue(Protocol):
    """Hands jobs to worker processes; ``QueueUnavailable`` on an outage."""

    def send(self, kind: str, job_id: str) -> None:
        """Put a job into the queue of its kind; the same one twice is harmless."""
        ...

    def waiting(self) -> int:
        """Return how many jobs wait."""
        ...

    def seen(self, worker: str) -> None:
        """Note that a worker process is alive."""
        ...

    def gone(self, worker: str) -> None:
        """Note that a worker process takes up nothing any more."""
        ...

    def workers(self) -> tuple[str, ...]:
        """Return the worker processes that are alive."""
        ...

    def described(self) -> str:
        """Return server, version and place, without secrets."""
        ...


class Stoppable(Protocol):
    """A job as its claim needs it."""

    job_id: str
    keys: frozenset[str]

    def stop(self) -> None:
        """End the work at its next step."""
        ...


class Team:
    """This process among those that share jobs."""

    def __init__(
        self,
        queue: Queue,
        database: Database,
        clock: Callable[[], datetime],
        *,
        worker: bool = False,
        look_seconds: float = LOOK_SECONDS,
    ) -> None:
        """Claim nothing yet; ``worker``: this process takes jobs from the queue."""
        self.queue = queue
        self.worker = worker
        self.name = f"{socket.gethostname()}-{os.getpid()}-{new_id('')[:6]}"
        self._database = database
        self._clock = clock
        self._look_seconds = look_seconds
        self._held: dict[str, Stoppable] = {}
        self._claimed: set[str] = set()
        """Those of the held jobs whose claim is written."""
        self._lost: set[str] = set()
        self._counted = (float("-inf"), "")
        self._lock = Lock()
        self._thread: Thread | None = None
        self._closing = Event()

    def send(self, kind: str, job_id: str) -> None:
        """Hand a job that is written down to the workers.

        Raises:
            QueueUnavailable: the queue does not answer; ``unsent`` finds the job later.
        """
        with self._database.write() as session:
            claims.announce(session, job_id, kind, self._clock())
        self.queue.send(kind, job_id)

    def unsent(self, unfinished: Sequence[str]) -> list[str]:
        """Return the jobs that nobody works on and that the queue, which is empty, lost."""
        with self._database.read() as session:
            now = self._clock()
            known = claims.at_work(session, now) | claims.sent_since(session, now - QUIET)
        return [job_id for job_id in unfinished if job_id not in known]

    def unmanned(self, job_id: str) -> str:
        """Return why a sent job is not worked on; empty where it is, or a worker is there for it.

        A Redis that lost its keys knows no worker until each says again that it is there.
        """
        counted, told = self._counted
        if monotonic() - counted > _COUNTED_SECONDS:
            try:
                told = "" if self.queue.workers() else UNMANNED
            except QueueUnavailable as outage:
                told = str(outage)
            self._counted = (monotonic(), told)
        return told if told and job_id not in self.elsewhere() else ""

    def elsewhere(self) -> frozenset[str]:
        """Return the jobs that some process works on now."""
        with self._database.read() as session:
            return claims.at_work(session, self._clock())

    def asked_to_stop(self, job_id: str) -> bool:
        """Ask whoever works on a job to stop it; False when nobody does."""
        with self._database.write() as session:
            return claims.ask_to_stop(session, job_id, self._clock())

    @contextmanager
    def hold(self, job: Stoppable, kind: str) -> Iterator[Taking]:
        """Claim a job while the block runs; the block looks at whether it got the claim."""
        with self._lock:  # the queue may hand a job to two threads of this process, which share its name
            mine = self._held.setdefault(job.job_id, job) is job
        if not mine:
            yield "at_work"
            return
        try:
            with self._database.write() as session:
                taking = claims.take(session, job.job_id, kind, job.keys, self.name, self._clock(), LEASE)
            if taking == "taken":
                with self._lock:
                    self._claimed.add(job.job_id)
                    self._start_renewing()
            yield taking
        finally:
            with self._lock:
                self._claimed.discard(job.job_id)
                self._held.pop(job.job_id, None)

    def release(self, job_id: str, *, ended: bool) -> None:
        """Give up the claim on a job; one that the database cannot take down now lapses by itself."""
        with self._lock:
            self._lost.discard(job_id)
        try:
            with self._database.write() as session:
                claims.release(session, job_id, self.name, ended=ended)
        except StoreUnavailable as outage:
            log.warning("a claim lapses by itself: %s", outage, extra={"job_id": job_id})

    def has_lost(self, job_id: str) -> bool:
        """Whether another process took a job over that this one still works on: it must write nothing."""
        return job_id in self._lost

    def _start_renewing(self) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._renew_again, name="claims", daemon=True)
            self._thread.start()

    def _renew_again(self) -> None:
        looks = 0
        while not self._closing.wait(self._look_seconds):
            looks += 1
            try:
                self.look(renew=looks % LOOKS_A_RENEWAL == 0)
            except ServiceUnavailable as outage:
                log.warning("claims could not be renewed: %s", outage)

    def look(self, *, renew: bool) -> None:
        """Stop what this process was asked to stop, or what another one took over; prolong the rest."""
        if renew and self.worker:
            self.queue.seen(self.name)
        with self._lock:
            held = {job_id: self._held[job_id] for job_id in self._claimed}
        if not held:
            return
        if renew:
            with self._database.write() as session:
                stopping = claims.renew(session, held, self.name, self._clock() + LEASE)
        else:
            with self._database.read() as session:
                stopping = claims.held(session, held, self.name)
        for job_id, job in held.items():
            if job_id not in stopping:
                self._lost.add(job_id)
            if stopping.get(job_id, True):
                job.stop()

    def present(self) -> None:
        """Say that this worker is there, now and as long as it lives."""
        self.queue.seen(self.name)
        with self._lock:
            self._start_renewing()

    def leave(self) -> None:
        """Say that this worker takes up nothing any more; the claims it still holds are renewed.

        Raises:
            QueueUnavailable: nobody was told; it is forgotten by itself a little later.
        """
        self.worker = False
        self.queue.gone(self.name)

    def close(self) -> None:
        """Renew nothing any more."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join(self._look_seconds + 1.0)


class Sweep:
    """Takes steps again and again: by default those that hand out, every few seconds, what the queue lost."""

    def __init__(self, steps: Sequence[Callable[[], None]], seconds: float = SWEEP_SECONDS) -> None:
        """Begin at once; the first steps are taken after the pause."""
        self._steps = steps
        self._seconds = seconds
        self._closing = Event()
        self._thread = Thread(target=self._work, name="sweep", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while not self._closing.wait(self._seconds):
            for step in self._steps:
                try:
                    step()
                except ServiceUnavailable as outage:
                    log.debug("a sweep goes on later: %s", outage)
                except Exception:
                    log.exception("a sweep failed")

    def close(self) -> None:
        """Stop looking."""
        self._closing.set()
        self._thread.join(self._seconds + 1.0)
