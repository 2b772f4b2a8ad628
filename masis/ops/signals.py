"""Signals: what happens while MASIS works, told to whoever listens: log lines, metrics, traces."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from masis.domain.usage import Usage

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class RunBegan:
    """A run left the queue, for the first time or ``resumed`` from its checkpoint."""

    run_id: str
    workspace_id: str
    person: str
    thread_id: str
    engine: str
    question: str
    """Content: only for a listener that is allowed to pass it on."""
    resumed: bool = False


@dataclass(frozen=True)
class StepBegan:
    """An agent began."""

    run_id: str
    agent: str
    round: int


@dataclass(frozen=True)
class StepEnded:
    """An agent ended."""

    run_id: str
    agent: str
    round: int
    milliseconds: float
    entry: Mapping[str, Any] = field(default_factory=dict)
    """Its trace entry, with contents."""


@dataclass(frozen=True)
class RunEnded:
    """A run ended, with or without a report."""

    run_id: str
    ending: str
    seconds: float
    """From the question to the end, the time in the queue included."""
    confidence: float | None = None
    rounds: int = 0
    usage: Usage = field(default_factory=Usage)
    answer: str = ""
    """Content."""


@dataclass(frozen=True)
class ModelCalled:
    """A model was asked; ``fault`` names what went wrong and is empty where nothing did."""

    run_id: str
    """Empty outside of any run."""
    role: str
    model: str
    seconds: float
    usage: Usage
    fault: str = ""
    prompt: str = ""
    """Content."""
    reply: str = ""
    """Content."""


@dataclass(frozen=True)
class UploadEnded:
    """The work on a file ended."""

    workspace_id: str
    state: str
    kind: str
    pages: int
    seconds: float


Signal = RunBegan | StepBegan | StepEnded | RunEnded | ModelCalled | UploadEnded
Listener = Callable[[Signal], None]


class Signals:
    """Passes each signal on to every listener; one that fails never disturbs the work."""

    def __init__(self) -> None:
        """Have nobody listen."""
        self._listeners: list[Listener] = []
        self._failed: set[int] = set()
        self._lock = Lock()

    def listen(self, listener: Listener) -> None:
        """Tell a listener everything from now on, in the thread in which it happens."""
        with self._lock:
            self._listeners = [*self._listeners, listener]

    def emit(self, signal: Signal) -> None:
        """Tell everybody; the first fault of a listener is logged."""
        for listener in self._listeners:
            try:
                listener(signal)
            except Exception:  # whoever watches must not stop what is watched
                if id(listener) not in self._failed:
                    self._failed.add(id(listener))
                    log.exception("a listener failed; its next faults are not logged")
