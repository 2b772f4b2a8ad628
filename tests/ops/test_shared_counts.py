"""Shared counts: one limit for all processes; while Redis is away each counts for itself."""

import time
from collections.abc import Iterator

import pytest

from masis.ops.counting import Counts
from masis.ops.shared_counts import RedisCounts
from tests.fakes import redis_server

pytestmark = [
    pytest.mark.service,
    pytest.mark.skipif(not redis_server.available(), reason=redis_server.WHY_NOT),
]


@pytest.fixture
def redis() -> Iterator[redis_server.Redis]:
    server = redis_server.Redis()
    yield server
    server.close()


def process(redis: redis_server.Redis, installation: str = "first") -> Counts:
    return Counts(RedisCounts(redis.url, installation))


def test_processes_share_one_limit_and_installations_do_not(redis: redis_server.Redis) -> None:
    one, other, foreign = process(redis), process(redis), process(redis, "second")
    taken = [counts.wait_seconds("calls", "t1", 3, count=True) for counts in (one, other, one)]
    assert taken == [0, 0, 0]
    assert 55 <= other.wait_seconds("calls", "t1", 3, count=True) <= 60
    assert other.wait_seconds("calls", "t2", 3, count=True) == 0
    assert foreign.wait_seconds("calls", "t1", 3, count=True) == 0


def test_looking_counts_nothing_and_a_minute_later_all_is_free(
    redis: redis_server.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("masis.ops.shared_counts._WINDOW_MS", 300)
    one = process(redis)
    assert [one.wait_seconds("wrong", "a", 1, count=False) for _ in range(3)] == [0, 0, 0]
    assert one.wait_seconds("wrong", "a", 1, count=True) == 0
    assert one.wait_seconds("wrong", "a", 1, count=False) == 1
    time.sleep(0.4)
    assert one.wait_seconds("wrong", "a", 1, count=True) == 0


def test_who_is_known_to_one_process_is_known_to_all(redis: redis_server.Redis) -> None:
    one, other = process(redis), process(redis)
    one.note("127.0.0.1 t1")
    assert other.known("127.0.0.1 t1")
    assert not other.known("127.0.0.2 t1")


def test_while_redis_is_away_each_process_counts_for_itself(redis: redis_server.Redis) -> None:
    one, other = process(redis), process(redis)
    with redis.down():
        one.note("127.0.0.1 t1")
        for counts in (one, other):
            waits = [counts.wait_seconds("calls", "t1", 2, count=True) for _ in range(3)]
            assert waits[:2] == [0, 0]
            assert waits[2] > 0
        assert one.known("127.0.0.1 t1")
        assert not other.known("127.0.0.1 t1")
