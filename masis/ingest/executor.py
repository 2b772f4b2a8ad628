"""Executor: worker threads for whole tasks, and child processes that open the files."""

import contextlib
import logging
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextvars import Context, copy_context
from queue import Empty, SimpleQueue
from threading import Condition, Lock, Thread, Timer
from typing import NamedTuple

from masis.errors import MasisError
from masis.ingest.child import (
    Message,
    child_environment,
    read_frame,
    read_message,
    write_frame,
    write_message,
)

log = logging.getLogger(__name__)
_LOOK_EVERY_SECONDS = 0.1
_PAGE_FIRST_SECONDS = 0.5
RESTS_SECONDS = 300.0
"""How long a child is kept that nobody needs: it holds some 50 MB and starts in half a second."""
_WITH_DATA = frozenset({"document", "draft", "image"})


class _Task(NamedTuple):
    task_id: str
    keys: frozenset[str]
    work: Callable[[], None]
    share: str
    context: Context


class KeyedExecutor:
    """Runs tasks whose keys are free; those of each share in the order they came, the shares in turn.

    A share (a workspace) with much to do thus leaves every other one its turn. Reading runs in child
    processes and embedding outside the interpreter lock, so threads are enough to keep both busy: one
    document is read while another is embedded.
    """

    def __init__(self, workers: int, name: str = "ingest") -> None:
        self._workers = workers
        self._name = name
        self._threads: list[Thread] = []
        self._waiting: list[_Task] = []
        self._busy: set[str] = set()
        self._working: Counter[str] = Counter()
        self._served: dict[str, int] = {}
        """When a share that has tasks was last given a worker, as a count of tasks begun."""
        self._begun = 0
        self._closed = False
        self._changed = Condition()

    def submit(self, task_id: str, keys: frozenset[str], work: Callable[[], None], share: str = "") -> None:
        """Queue a task behind the others of its share."""
        with self._changed:
            if self._closed:
                return
            self._waiting.append(_Task(task_id, keys, work, share, copy_context()))
            if len(self._threads) < self._workers:
                number = len(self._threads) + 1
                thread = Thread(target=self._serve, name=f"{self._name}-{number}", daemon=True)
                self._threads.append(thread)
                thread.start()
            self._changed.notify()

    @property
    def waiting(self) -> int:
        """How many tasks have not been started."""
        return len(self._waiting)

    def withdraw(self, task_id: str) -> bool:
        """Take a task back that has not been started; False when it is too late."""
        with self._changed:
            kept = [task for task in self._waiting if task.task_id != task_id]
            found = len(kept) < len(self._waiting)
            self._waiting = kept
            return found

    def close(self, timeout_seconds: float | None = 10.0) -> None:
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
            except MasisError as error:  # its sentence says it all, and whoever waits for the task is told
                log.warning("%s task failed: %s", self._name, error, extra={"task": task.task_id})
                log.debug("where it failed", exc_info=error)
            except Exception:  # a fault in one task must not end the worker for the others
                log.exception("%s task failed", self._name, extra={"task": task.task_id})
            finally:
                self._done(task)

    def _next(self) -> _Task | None:
        with self._changed:
            while not self._closed:
                free = [task for task in self._waiting if not task.keys & self._busy]
                if free:
                    return self._begin(min(free, key=self._turn))
                self._changed.wait()
            return None

    def _turn(self, task: _Task) -> tuple[int, int]:
        """Return a task's place: shares with the fewest workers first, then the one served longest ago."""
        return self._working[task.share], self._served.get(task.share, 0)

    def _begin(self, task: _Task) -> _Task:
        self._waiting.remove(task)
        self._busy |= task.keys
        self._working[task.share] += 1
        self._begun += 1
        self._served[task.share] = self._begun
        return task

    def _done(self, task: _Task) -> None:
        with self._changed:
            self._busy -= task.keys
            self._working[task.share] -= 1
            if not self._working[task.share] and all(other.share != task.share for other in self._waiting):
                del self._working[task.share], self._served[task.share]
            self._changed.notify_all()


class ChildGone(Exception):
    """The child process ended without an answer."""


class ChildTimedOut(Exception):
    """The child process did not answer in time and was ended."""


Reply = tuple[Message, bytes]


class Child:
    """A running child process for one job; it must be closed."""

    def __init__(self) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the child, closed with it
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "masis.ingest.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=child_environment(),
            cwd=tempfile.gettempdir(),
        )
        self._replies: SimpleQueue[Reply | None] = SimpleQueue()
        threading.Thread(target=self._listen, name="masis-child-replies", daemon=True).start()

    def _listen(self) -> None:
        stream = self._process.stdout
        try:
            while stream is not None:
                message = read_message(stream)
                data = read_frame(stream) if message.get("reply") in _WITH_DATA else b""
                self._replies.put((message, data))
        except (EOFError, OSError, ValueError):
            self._replies.put(None)

    def send(self, message: Message, data: bytes | None = None) -> None:
        """Send a request; a child that is gone is noticed when its reply is awaited."""
        stream = self._process.stdin
        if stream is None:
            return
        with contextlib.suppress(BrokenPipeError, ValueError, OSError):
            write_message(stream, message)
            if data is not None:
                write_frame(stream, data)

    def receive(self, deadline: float, on_wait: Callable[[], None] = lambda: None) -> Reply:
        """Wait for the next reply until ``deadline`` (monotonic); ``on_wait`` may raise to stop waiting."""
        while True:
            on_wait()
            left = deadline - time.monotonic()
            if left <= 0:
                raise ChildTimedOut
            try:
                reply = self._replies.get(timeout=min(_LOOK_EVERY_SECONDS, left))
            except Empty:
                continue
            if reply is None:
                self._log_end()
                raise ChildGone
            return reply

    def _log_end(self) -> None:
        status = self._process.wait()
        if self._errors.closed:
            return
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - 2000))
        words = self._errors.read().decode("utf-8", "replace").strip()
        log.warning("reading process ended with status %s: %s", status, words or "it said nothing")

    @property
    def alive(self) -> bool:
        """Tell whether the child could still take a job."""
        return self._process.poll() is None

    def close(self) -> None:
        """End the child, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._errors):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()


class Rest:
    """Ends what nobody has used for a while; both its uses and its end happen under the owner's lock."""

    def __init__(self, lock: Lock, end: Callable[[], None], seconds: float = RESTS_SECONDS) -> None:
        self._lock = lock
        self._end = end
        self._seconds = seconds
        self._timer: Timer | None = None

    def begin(self) -> None:
        """Begin the while anew; the caller holds the lock."""
        self.stop()
        timer = Timer(self._seconds, lambda: self._over(timer))
        timer.name, timer.daemon = "rest", True
        self._timer = timer
        timer.start()

    def stop(self) -> None:
        """End nothing any more; the caller holds the lock."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _over(self, timer: Timer) -> None:
        with self._lock:
            if self._timer is timer:  # otherwise it was used while this waited for the lock
                self._timer = None
                self._end()


class SpareReader:
    """Keeps at most one idle child; a child that has read a file never reads another one."""

    def __init__(self, rests_seconds: float = RESTS_SECONDS) -> None:
        self._lock = Lock()
        self._rest = Rest(self._lock, self._keep_no_more, rests_seconds)
        self._idle: Child | None = None
        self._kept = False

    def keep(self) -> None:
        """Keep a child ready from now on."""
        self._kept = True
        self.renew()

    def keep_soon(self) -> None:
        """Keep a child ready once the page that asks for files has reached the browser; returns at once."""
        with self._lock:
            if self._idle is not None:
                self._rest.begin()
            if self._kept:
                return
            self._kept = True
        later = Timer(_PAGE_FIRST_SECONDS, self.renew)
        later.name, later.daemon = "spare reader", True
        later.start()

    def renew(self) -> None:
        """Start the next child, where one is kept, and let it load what most files need."""
        with self._lock:
            if not self._kept or (self._idle is not None and self._idle.alive):
                return
            self._end()
            try:
                self._idle = Child()
            except OSError as error:  # only a head start is lost; the next file tries again
                log.warning("no reading process is kept ready: %s", error)
            else:
                self._idle.send({"request": "warm", "reader": "pdf"})
                self._rest.begin()

    def take(self) -> Child:
        """Return the idle child, or a new one; from now on it is the caller's to end."""
        with self._lock:
            if self._idle is not None and self._idle.alive:
                ready, self._idle = self._idle, None
                self._rest.stop()
                return ready
            self._end()
        return Child()

    def close(self) -> None:
        """End the idle child for good."""
        with self._lock:
            self._keep_no_more()

    def _keep_no_more(self) -> None:
        self._kept = False
        self._end()

    def _end(self) -> None:
        self._rest.stop()
        if self._idle is not None:
            self._idle.close()
            self._idle = None
