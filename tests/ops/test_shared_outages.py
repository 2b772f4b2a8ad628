"""Shared outages: what one process found out spares the others, and Redis is never needed for an answer."""

from collections.abc import Iterator

import pytest

from masis.errors import RetrievalUnavailable
from masis.ops import breaker as breakers
from masis.ops.breaker import CircuitBreaker, share_outages
from masis.ops.shared_outages import RedisOutages
from tests.fakes import redis_server

pytestmark = [
    pytest.mark.service,
    pytest.mark.skipif(not redis_server.available(), reason=redis_server.WHY_NOT),
]


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def redis() -> Iterator[redis_server.Redis]:
    server = redis_server.Redis()
    yield server
    share_outages(None, "")
    server.close()


def fail(breaker: CircuitBreaker) -> None:
    def down() -> None:
        message = "down"
        raise RetrievalUnavailable(message)

    with pytest.raises(RetrievalUnavailable, match="down"):
        breaker.call(down)


def opened(clock: Clock, name: str) -> CircuitBreaker:
    breaker = CircuitBreaker(failures=2, pause_seconds=10, clock=clock, name=name)
    fail(breaker)
    fail(breaker)
    return breaker


def test_an_outage_is_known_to_another_process_until_the_service_answers_again(
    redis: redis_server.Redis,
) -> None:
    share_outages(redis.url, "here")
    clock = Clock()
    first = opened(clock, "search")
    other = CircuitBreaker(name="search")  # as in another process: it has seen no failure itself
    with pytest.raises(RetrievalUnavailable, match="tried again in"):
        other.call(lambda: 1)
    assert other.state == "closed"
    assert CircuitBreaker(name="originals").call(lambda: 2) == 2
    assert CircuitBreaker().call(lambda: 3) == 3  # without a name it is shared with nobody
    clock.now = 11
    assert first.call(lambda: 4) == 4
    assert other.call(lambda: 5) == 5


def test_what_redis_knows_ends_with_the_pause(redis: redis_server.Redis) -> None:
    outages = RedisOutages(redis.url, "here")
    outages.begun("search", 5.0)
    assert 0 < outages.left_seconds("search") <= 5.0
    outages.over("search")
    assert outages.left_seconds("search") == 0


def test_without_redis_every_process_goes_by_what_it_sees_and_asks_seldom(
    redis: redis_server.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    outages = RedisOutages(redis.url, "here", clock)
    monkeypatch.setattr(breakers, "_shared", [outages])
    with redis.down():
        breaker = opened(Clock(), "search")
        assert breaker.state == "open"
        outages.begun("other", 60.0)
    assert outages.left_seconds("other") == 0
    outages.begun("other", 60.0)  # it is still left alone
    assert outages.left_seconds("other") == 0
    clock.now = 20
    outages.begun("other", 60.0)
    assert outages.left_seconds("other") > 0
