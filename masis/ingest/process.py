"""Process: start a child process, talk to it in frames, and end it when it is too slow or not wanted."""

import contextlib
import logging
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Self

from masis.ingest.child import child_environment
from masis.ingest.frames import Message, read_frame, read_message, write_frame, write_message

_LOOK_EVERY_SECONDS = 0.1
_WITH_DATA = frozenset({"document", "draft", "image"})

_log = logging.getLogger(__name__)


class ChildGone(Exception):
    """The child process ended without an answer."""


class ChildTimedOut(Exception):
    """The child process did not answer in time and was ended."""


Reply = tuple[Message, bytes]


class Child:
    """A running child process; leaving the ``with`` block ends it."""

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
        _log.warning("reading process ended with status %s: %s", status, words or "it said nothing")

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

    def __enter__(self) -> Self:
        """Use the child for one job."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the child."""
        self.close()
