"""Circuit breaker: after repeated outages fail fast, then let one call find out whether it is over.

Ours, because pybreaker holds its lock while the guarded call runs: behind a slow server every
session would wait in one queue.
"""

import time
from collections.abc import Callable
from threading import Lock
from typing import Literal, Protocol, TypeVar
from weakref import WeakSet

from masis.errors import RetrievalUnavailable, ServiceUnavailable

T = TypeVar("T")
BreakerState = Literal["closed", "open", "probing"]


_named: "WeakSet[CircuitBreaker]" = WeakSet()


def breaker_states() -> dict[str, BreakerState]:
    """Return how the named breakers of this process stand; of equal names the one that is not closed."""
    found: dict[str, BreakerState] = {}
    for breaker in [*_named]:
        if found.get(breaker.name, "closed") == "closed":
            found[breaker.name] = breaker.state
    return found


class Outages(Protocol):
    """What the processes of an installation tell each other; it never raises, and never takes long."""

    def left_seconds(self, name: str) -> float:
        """Return how long a service is still known to be down; 0 where nobody says so."""
        ...

    def begun(self, name: str, seconds: float) -> None:
        """Tell the others that a service is down."""
        ...

    def over(self, name: str) -> None:
        """Tell the others that a service answered again."""
        ...


class _Alone:
    """One process by itself has nobody to tell."""

    def left_seconds(self, name: str) -> float:  # noqa: ARG002
        """Know nothing."""
        return 0.0

    def begun(self, name: str, seconds: float) -> None:
        """Tell nobody."""

    def over(self, name: str) -> None:
        """Tell nobody."""


_shared: list[Outages] = [_Alone()]
"""One for all breakers of the process, as they guard what its settings name."""


def share_outages(redis_url: str | None, installation_id: str) -> None:
    """Make the breakers of this process know what others of the installation found; without Redis, alone."""
    if redis_url is None:
        _shared[0] = _Alone()
        return
    from masis.ops.shared_outages import RedisOutages

    _shared[0] = RedisOutages(redis_url, installation_id)


class CircuitBreaker:
    """Guards calls to one service; may be shared by threads and never makes one wait for another."""

    def __init__(
        self,
        failures: int = 3,
        pause_seconds: float = 15.0,
        refusal: type[ServiceUnavailable] = RetrievalUnavailable,
        clock: Callable[[], float] = time.monotonic,
        *,
        name: str = "",
    ) -> None:
        """Start closed.

        Args:
            failures: consecutive outages after which calls are refused.
            pause_seconds: how long they are refused before one call is let through to look.
            refusal: what a refused call raises.
            clock: seconds, for tests.
            name: what it guards, for those who watch; one without a name is not watched nor shared.
        """
        self.name = name
        self._limit = failures
        self._pause = pause_seconds
        self._refusal = refusal
        self._clock = clock
        self._lock = Lock()
        self._failures = 0
        self._opened_at: float | None = None
        self._probing = False
        if name:
            _named.add(self)

    @property
    def state(self) -> BreakerState:
        """``open`` refuses calls; ``probing`` has let one through and waits for its outcome."""
        with self._lock:
            if self._opened_at is None:
                return "closed"
            return "probing" if self._probing else "open"

    def call(self, work: Callable[[], T]) -> T:
        """Run ``work``, or refuse at once while the service is known to be down.

        Only ``ServiceUnavailable`` counts as an outage; any other error says that the service answered.

        Raises:
            ServiceUnavailable: refused, or raised by ``work`` itself.
        """
        if self.name and self._opened_at is None and (left := _shared[0].left_seconds(self.name)):
            raise self._refused(left)
        probe = self._admit()
        outage = False
        try:
            return work()
        except ServiceUnavailable:
            outage = True
            raise
        finally:
            self._settle(outage=outage, probe=probe)

    def _refused(self, left_seconds: float) -> ServiceUnavailable:
        wait = max(left_seconds, 1.0)
        return self._refusal(f"The service was down a moment ago; it is tried again in {wait:.0f} s.")

    def _admit(self) -> bool:
        with self._lock:
            if self._opened_at is None:
                return False
            left = self._opened_at + self._pause - self._clock()
            if left > 0 or self._probing:
                raise self._refused(left)
            self._probing = True
            return True

    def _settle(self, *, outage: bool, probe: bool) -> None:
        opens = self._counted(outage=outage, probe=probe)
        if self.name and opens:
            _shared[0].begun(self.name, self._pause)
        elif self.name and probe:
            _shared[0].over(self.name)

    def _counted(self, *, outage: bool, probe: bool) -> bool:
        """Take note of how a call ended and tell whether calls are refused from now on."""
        with self._lock:
            if probe:
                self._probing = False
            if outage:
                self._failures += 1
                if probe or self._failures >= self._limit:
                    self._opened_at = self._clock()
                    return True
            elif probe or self._opened_at is None:
                # A call that began before the circuit opened proves nothing about now.
                self._failures = 0
                self._opened_at = None
            return False
