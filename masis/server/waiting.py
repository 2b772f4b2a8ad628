"""Waiting: threads for calls that wait until work has ended, so that the others find a thread at once."""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

T = TypeVar("T")

MOST_WAITING = 500
"""Calls that wait at a time; a further one waits for its turn to wait. Each costs a sleeping thread."""
_END = object()


class WaitingRoom:
    """Threads of its own, made as they are needed and kept within ``MOST_WAITING``."""

    def __init__(self) -> None:
        """Start no thread."""
        self._limit = CapacityLimiter(MOST_WAITING)

    async def run(self, work: Callable[[], T]) -> T:
        """Carry out what may take as long as a run does."""
        return await run_sync(work, limiter=self._limit)

    async def follow(self, parts: Iterator[str]) -> AsyncIterator[str]:
        """Yield what an iterator gives that waits between its parts."""
        while True:
            part = await run_sync(next, parts, _END, limiter=self._limit)
            if not isinstance(part, str):
                return
            yield part
