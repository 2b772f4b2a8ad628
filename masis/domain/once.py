"""Once: what was made of an object, remembered for as long as that very object is asked about again.

To find a passage in an ordinary cache its whole content is hashed and compared, each row of its table: most
of what it costs to look at what is remembered. An object that is still the same one needs neither.
"""

from collections import OrderedDict
from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakSet

K = TypeVar("K")
V = TypeVar("V")


IN_HAND = 512
"""Passages that the runs and audits under way look at: each search makes them anew."""


class Once(Generic[K, V]):
    """A function of one object that is never changed; the latest ``most`` results are kept.

    Shared by threads; two that ask for the same at the same moment may both work it out.
    """

    def __init__(self, make: Callable[[K], V], most: int) -> None:
        """Remember nothing yet."""
        self._make = make
        self._most = most
        self._known: OrderedDict[int, tuple[K, V]] = OrderedDict()
        self._lock = Lock()
        _onces.add(self)

    def __call__(self, key: K) -> V:
        """Return what ``make`` makes of an object, the same result for the same object."""
        with self._lock:
            found = self._known.get(id(key))
            # The object is kept with its result: as long as it is, no other one can have its number.
            if found is not None:
                self._known.move_to_end(id(key))
                return found[1]
        value = self._make(key)
        with self._lock:
            kept = self._known.setdefault(id(key), (key, value))
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return kept[1]

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._known.clear()


_onces: "WeakSet[Once[Any, Any]]" = WeakSet()
_equals: list[Callable[[], None]] = []


def kept_at_work(most: int) -> "Callable[[Callable[..., V]], _lru_cache_wrapper[V]]":
    """Remember the latest ``most`` results, also for equal arguments, until ``forget_all``."""

    def keep(make: Callable[..., V]) -> "_lru_cache_wrapper[V]":
        kept = lru_cache(maxsize=most)(make)
        _equals.append(kept.cache_clear)
        return kept

    return keep


def forget_all() -> None:
    """Drop what was read of passages and texts: all of it can be read again."""
    for forget in (*_equals, *(once.clear for once in [*_onces])):
        forget()
