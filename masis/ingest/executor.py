"""Executor: a few worker threads that never work on two things with the same key at once."""

import logging
from collections.abc import Callable
from contextvars import Context, copy_context
from threading import Condition, Thread
from typing import NamedTuple

log = logging.getLogger(__name__)


class _Task(NamedTuple):
    task_id: str
    keys: frozenset[str]
    work: Callable[[], None]
    context: Context


class KeyedExecutor:
    """Runs tasks in the order they came, skipping those whose keys are busy.

    Reading runs in child processes and embedding outside the interpreter lock, so threads are enough
    to keep both busy: one document is read while another is embedded.
    """

    def __init__(self, workers: int, name: str = "ingest") -> None:
        """Start no thread yet; the first task does."""
        self._workers = workers
        self._name = name
        self._threads: list[Thread] = []
        self._waiting: list[_Task] = []
        self._busy: set[str] = set()
        self._closed = False
        self._changed = Condition()

    def submit(self, task_id: str, keys: frozenset[str], work: Callable[[], None]) -> None:
        """Queue a task."""
        with self._changed:
            if self._closed:
                return
            self._waiting.append(_Task(task_id, keys, work, copy_context()))
            if len(self._threads) < self._workers:
                number = len(self._threads) + 1
                thread = Thread(target=self._serve, name=f"{self._name}-{number}", daemon=True)
                self._threads.append(thread)
                thread.start()
            self._changed.notify()

    def withdraw(self, task_id: str) -> bool:
        """Take a task back that has not been started; False when it is too late."""
        with self._changed:
            kept = [task for task in self._waiting if task.task_id != task_id]
            found = len(kept) < len(self._waiting)
            self._waiting = kept
            return found

    def close(self, timeout_seconds: float = 10.0) -> None:
        """Start nothing more and wait for what runs; the caller has asked it to stop."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(timeout_seconds)

    def _serve(self) -> None:
        while (task := self._next()) is not None:
            try:
                task.context.run(task.work)
            except Exception:  # a fault in one document must not end the worker for the others
                log.exception("ingestion task failed", extra={"task": task.task_id})
            finally:
                self._done(task)

    def _next(self) -> _Task | None:
        with self._changed:
            while not self._closed:
                for position, task in enumerate(self._waiting):
                    if not task.keys & self._busy:
                        self._busy |= task.keys
                        return self._waiting.pop(position)
                self._changed.wait()
            return None

    def _done(self, task: _Task) -> None:
        with self._changed:
            self._busy -= task.keys
            self._changed.notify_all()
