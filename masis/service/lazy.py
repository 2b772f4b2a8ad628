"""Lazy: a heavy part that is built when it is first needed, once for all threads."""

from collections.abc import Callable
from threading import RLock
from typing import Generic, TypeVar

T = TypeVar("T")


class Lazy(Generic[T]):
    """Call it to get the part; when building fails the next call tries again."""

    def __init__(self, make: Callable[[], T]) -> None:
        """Remember how the part is made."""
        self._make = make
        self._parts: list[T] = []
        self._lock = RLock()

    def __call__(self) -> T:
        """Return the part, building it on the first call."""
        if self._parts:
            return self._parts[0]
        with self._lock:
            if not self._parts:
                self._parts.append(self._make())
            return self._parts[0]

    @property
    def built(self) -> T | None:
        """The part if it was ever needed."""
        return self._parts[0] if self._parts else None
