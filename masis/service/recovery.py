"""Recovery: pick up unfinished work in the background, again and again while the database is away."""

import logging
from collections.abc import Callable, Sequence
from threading import Event, Lock, Thread

from masis.errors import MasisError, ServiceUnavailable, StoreUnavailable

log = logging.getLogger(__name__)

Step = Callable[[], None]
Later = Callable[[Sequence[Step]], None]


class Recovery:
    """Steps that wait to be carried out; one thread works on them as long as there are any."""

    def __init__(self, pause_seconds: float = 3.0) -> None:
        """Have nothing to do; ``pause_seconds`` lie between two tries during an outage."""
        self._pause = pause_seconds
        self._waiting: list[Step] = []
        self._lock = Lock()
        self._thread: Thread | None = None
        self._closing = Event()

    def add(self, steps: Sequence[Step]) -> None:
        """Carry the steps out in their order; one that already waits is not added twice."""
        with self._lock:
            self._waiting.extend(step for step in steps if step not in self._waiting)
            if self._waiting and self._thread is None and not self._closing.is_set():
                self._thread = Thread(target=self._work, name="recovery", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        lost = False
        while (step := self._next()) is not None:
            try:
                step()
                lost = False
            except StoreUnavailable as outage:
                if not lost:
                    log.warning("unfinished work waits for the database: %s", outage)
                lost = True
                self._first_again(step)
                self._closing.wait(self._pause)
            except ServiceUnavailable as outage:
                log.warning("one step of the recovery is tried again later: %s", outage)
                self._once_more(step)
            except MasisError as error:
                log.warning("recovery goes on without one step: %s", error)
            except Exception:  # the other steps are tried all the same
                log.exception("recovery goes on without one step")

    def _next(self) -> Step | None:
        """Take a step off the list before it begins: whoever asks for it meanwhile gets it once more."""
        with self._lock:
            if self._waiting and not self._closing.is_set():
                return self._waiting.pop(0)
            self._thread = None
            return None

    def _first_again(self, step: Step) -> None:
        with self._lock:
            self._waiting = [step, *(waiting for waiting in self._waiting if waiting != step)]

    def _once_more(self, step: Step) -> None:
        """Put a step behind all others; alone it pauses between its tries."""
        with self._lock:
            alone = not self._waiting
            self._waiting = [*(waiting for waiting in self._waiting if waiting != step), step]
        if alone:
            self._closing.wait(self._pause)

    def join(self, timeout_seconds: float | None = None) -> None:
        """Wait until nothing waits any more, or the time is up."""
        with self._lock:  # within it a thread that is there has been started
            thread = self._thread
        if thread is not None:
            thread.join(timeout_seconds)

    def close(self) -> None:
        """Stop; what still waits is picked up at the next start."""
        self._closing.set()
        self.join(10.0)
