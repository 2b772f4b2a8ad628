"""CircuitBreaker: opens after repeated outages, looks again by itself, never queues callers."""

from threading import Barrier, Event, Thread

import pytest

from masis.errors import ModelUnavailable, RetrievalUnavailable
from masis.ops.breaker import CircuitBreaker


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def breaker(clock: Clock) -> CircuitBreaker:
    return CircuitBreaker(failures=3, pause_seconds=10, clock=clock)


def outage() -> None:
    message = "down"
    raise RetrievalUnavailable(message)


def fail(breaker: CircuitBreaker, times: int = 1) -> None:
    for _ in range(times):
        with pytest.raises(RetrievalUnavailable, match="down"):
            breaker.call(outage)


def test_results_pass_through(breaker: CircuitBreaker) -> None:
    assert breaker.call(lambda: 7) == 7


def test_it_opens_after_consecutive_outages_only(breaker: CircuitBreaker) -> None:
    fail(breaker, 2)
    breaker.call(lambda: None)
    fail(breaker, 2)
    breaker.call(lambda: None)
    fail(breaker, 3)
    assert breaker.state == "open"


def test_while_open_nothing_is_called(breaker: CircuitBreaker, clock: Clock) -> None:
    fail(breaker, 3)
    clock.now = 4
    calls: list[int] = []
    with pytest.raises(RetrievalUnavailable, match="tried again in 6 s"):
        breaker.call(lambda: calls.append(1))
    assert calls == []


def test_it_recovers_by_itself(breaker: CircuitBreaker, clock: Clock) -> None:
    fail(breaker, 3)
    clock.now = 10
    assert breaker.call(lambda: "back") == "back"
    assert breaker.state == "closed"
    fail(breaker, 2)
    assert breaker.state == "closed"


def test_a_failed_probe_opens_it_again(breaker: CircuitBreaker, clock: Clock) -> None:
    fail(breaker, 3)
    clock.now = 10
    fail(breaker)
    clock.now = 19
    with pytest.raises(RetrievalUnavailable, match="tried again in 1 s"):
        breaker.call(lambda: None)
    clock.now = 20
    breaker.call(lambda: None)
    assert breaker.state == "closed"


def test_one_probe_at_a_time(breaker: CircuitBreaker, clock: Clock) -> None:
    fail(breaker, 3)
    clock.now = 10

    def probe() -> str:
        assert breaker.state == "probing"
        with pytest.raises(RetrievalUnavailable, match="tried again"):
            breaker.call(lambda: None)
        return "back"

    assert breaker.call(probe) == "back"


def test_a_programming_error_is_no_outage(breaker: CircuitBreaker) -> None:
    for _ in range(5):
        with pytest.raises(ZeroDivisionError):
            breaker.call(lambda: 1 / 0)
    assert breaker.state == "closed"


def test_the_refusal_is_of_the_kind_asked_for(clock: Clock) -> None:
    breaker = CircuitBreaker(failures=1, refusal=ModelUnavailable, clock=clock)
    fail(breaker)
    with pytest.raises(ModelUnavailable):
        breaker.call(lambda: None)


def test_a_success_from_before_the_outage_does_not_close_it(breaker: CircuitBreaker) -> None:
    def slow() -> None:
        fail(breaker, 3)

    breaker.call(slow)
    assert breaker.state == "open"


def test_calls_run_side_by_side(breaker: CircuitBreaker) -> None:
    together, done = Barrier(4, timeout=10), Event()
    threads = [Thread(target=lambda: breaker.call(together.wait)) for _ in range(3)]
    for thread in threads:
        thread.start()
    breaker.call(together.wait)
    done.set()
    for thread in threads:
        thread.join(10)
    assert done.is_set()
