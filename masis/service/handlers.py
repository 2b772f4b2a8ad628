"""Handlers: what one kind of background job is, and how a job without a result ends."""

from abc import ABC, abstractmethod
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from threading import Event
from typing import ClassVar, Generic, Literal, NamedTuple, TypeVar

from masis.errors import Cancelled, DocumentRejected, MasisError, ServiceUnavailable


@dataclass(kw_only=True, eq=False)
class LiveJob:
    """A job that is queued or running in this process; each kind adds what it shows meanwhile."""

    job_id: str
    workspace_id: str
    keys: frozenset[str] = frozenset()
    """What no two jobs of a kind may work on at once."""
    here_only: bool = False
    """True for what only this process knows enough of: it does not go to a worker."""
    recovered: bool = False
    """True for what an earlier process, or an earlier try, left unfinished."""
    put_off: bool = False
    """True when another job holds what this one needs, or its process ends; it is taken up again later."""
    cancelled: Event = field(default_factory=Event)
    ended: Event = field(default_factory=Event)

    def stop(self) -> None:
        """Ask the work to end at its next step."""
        self.cancelled.set()


class Ending(NamedTuple):
    """How a job ended that has no result."""

    state: Literal["cancelled", "failed"]
    message: str
    code: str = ""
    """Why a file was rejected, for programs."""


class Sentences(NamedTuple):
    """What a kind of job says when it ends without a result."""

    stopped: str
    outage: str
    """With a place for the ``{reason}``."""
    fault: str


def ending_of(error: Exception, sentences: Sentences) -> Ending:
    """Return how a job ends whose work raised this."""
    match error:
        case Cancelled():
            return Ending("cancelled", sentences.stopped)
        case DocumentRejected():
            return Ending("failed", str(error), error.code)
        case ServiceUnavailable():
            return Ending("failed", sentences.outage.format(reason=error))
        case MasisError():
            return Ending("failed", str(error))
        case _:
            return Ending("failed", sentences.fault)


J = TypeVar("J", bound=LiveJob)


class Handler(ABC, Generic[J]):
    """What one kind of job is: its work, how its end is written, how it is found after a restart."""

    name: ClassVar[str]
    """Names the threads, and the jobs in the log."""
    sentences: ClassVar[Sentences]
    workers: int = 1
    """Jobs of this kind that run at the same time."""
    close_seconds: float | None = 10.0
    """Longest wait for the jobs under way when the program ends; ``None``: until each has let go."""
    shared: ClassVar[bool] = False
    """Whether worker processes, where there are any, do the work: ``find`` and ``is_open`` know the jobs."""

    @abstractmethod
    def work(self, job: J) -> None:
        """Do the work, write its progress and its result; what it raises says how it ended instead."""

    @abstractmethod
    def ended(self, job: J, ending: Ending) -> None:
        """Write the end of a job that has no result."""

    def unfinished(self, here: Set[str]) -> Sequence[J]:  # noqa: ARG002 - a kind may have none
        """Return the jobs to go on with except those ``here`` in this process, oldest first."""
        return ()

    def find(self, job_id: str) -> J | None:  # noqa: ARG002 - a kind may not be shared
        """Return a job that has not ended, whoever wrote it down."""
        return None

    def is_open(self, job_id: str) -> bool:  # noqa: ARG002 - a kind may not be shared
        """Whether a job is written down and has not ended."""
        return False

    def after_stop(self, here: Set[str]) -> None:
        """Write what a stop of the program means for unfinished jobs, before they go on."""

    def interrupted(self, job: J) -> None:
        """Write that the program ends while a job is under way; it goes on at the next start."""

    def idle(self) -> None:
        """Prepare for the next job; the last one has just ended."""
