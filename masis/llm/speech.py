"""Speech: the words of a draft while a model writes it, for whoever looks on; none of it is kept.

They live in the memory of the process that carries out the run. A page served by another process sees the
steps of the run and none of these words.
"""

from collections.abc import Callable
from contextvars import ContextVar
from threading import Condition
from typing import Protocol

from masis.domain.usage import Usage

MOST_CHARS = 100_000
"""Of one reply; the longest a setting allows has about 64,000, what comes after this is not shown."""


class Listener(Protocol):
    """Hears a reply as it comes, from the thread that reads it."""

    def begin(self) -> None:
        """A reply begins; what was heard of another one before it is void."""
        ...

    def hear(self, part: str) -> None:
        """The next words."""
        ...


class Speech:
    """What was said so far of the newest reply; every method may be called from any thread.

    Words are made fit to be shown only when somebody asks for them, so a fast model costs nothing more.
    """

    def __init__(self) -> None:
        self._changed = Condition()
        self._parts: list[str] = []
        self._chars = 0
        self._number = 0
        self._over = False
        self._shown: Callable[[str], str] = str

    @property
    def number(self) -> int:
        """Rises with every change."""
        return self._number

    @property
    def over(self) -> bool:
        """Whether nothing more will be said."""
        return self._over

    def show_through(self, shown: Callable[[str], str]) -> None:
        """Say how the raw text so far becomes what may be shown of it."""
        with self._changed:
            self._shown = shown

    def begin(self) -> None:
        """Forget the reply before."""
        with self._changed:
            self._parts, self._chars = [], 0
            self._moved()

    def hear(self, part: str) -> None:
        """Take the next words."""
        with self._changed:
            part = part[: MOST_CHARS - self._chars]
            if part:
                self._parts.append(part)
                self._chars += len(part)
                self._moved()

    def end(self) -> None:
        """Forget what was said and let go of whoever waits: from now on only the run's report counts."""
        with self._changed:
            self._parts, self._chars, self._over = [], 0, True
            self._moved()

    def words(self) -> tuple[int, str]:
        """Return the number of the last change, and the words as they may be shown."""
        with self._changed:
            self._parts = ["".join(self._parts)]
            number, raw, shown = self._number, self._parts[0], self._shown
        return number, shown(raw) if raw else ""

    def wait(self, seen: int, seconds: float) -> None:
        """Wait until there is more than what was seen, all is over, or the time is up."""
        with self._changed:
            self._changed.wait_for(lambda: self._number > seen or self._over, max(seconds, 0.0))

    def _moved(self) -> None:
        self._number += 1
        self._changed.notify_all()


class Counted:
    """A listener that counts what it passes on: a reply that breaks off brings no count of its tokens."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self.parts = 0

    def begin(self) -> None:
        """Pass it on."""
        self._listener.begin()

    def hear(self, part: str) -> None:
        """Count, and pass it on."""
        self.parts += 1
        self._listener.hear(part)

    def usage(self, input_tokens: int) -> Usage:
        """Return what a reply that broke off has cost: servers send about one token at a time."""
        if not self.parts:
            return Usage()
        return Usage(calls=1, input_tokens=input_tokens, output_tokens=self.parts)


def said_at_once(text: str, heard: Listener | None) -> None:
    """Tell a listener of a reply that is there already."""
    if heard is not None:
        heard.begin()
        heard.hear(text)


draft_speech: ContextVar[Speech | None] = ContextVar("draft_speech", default=None)
"""Where the run under way wants the words of its drafts; nothing where nobody looks on."""
