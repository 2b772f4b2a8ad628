"""The limit of calls over processes: never more than the limit in a minute, first come first served."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from masis.errors import ModelUnavailable
from masis.llm.shared_window import RedisTurns
from masis.llm.waiting import CallWindow, Pause
from tests.fakes import redis_server

pytestmark = [
    pytest.mark.service,
    pytest.mark.skipif(not redis_server.available(), reason=redis_server.WHY_NOT),
]


@pytest.fixture(scope="module")
def redis() -> Iterator[redis_server.Redis]:
    server = redis_server.Redis()
    yield server
    server.close()


def test_processes_share_one_limit(redis: redis_server.Redis) -> None:
    key = uuid4().hex
    turns = [RedisTurns(redis.url, 5, key) for _ in range(3)]
    now = time.monotonic()
    with ThreadPoolExecutor(8) as pool:
        taken = sorted(
            turn
            for turn in pool.map(lambda number: turns[number % 3].take(now, now + 150), range(17))
            if turn is not None
        )
    waits = [round((turn - now) / 60) for turn in taken]
    assert waits == [0] * 5 + [1] * 5 + [2] * 5  # two more would have waited longer than they can
    assert all(later - earlier >= 60 for earlier, later in zip(taken, taken[5:], strict=False))


def test_who_gives_up_leaves_a_free_place(redis: redis_server.Redis) -> None:
    turns = RedisTurns(redis.url, 1, uuid4().hex)
    first = turns.take(0.0, 0.0)
    assert first is not None
    assert turns.take(0.0, 30.0) is None
    turns.give_back(first)
    assert turns.take(0.0, 0.0) is not None


def test_waiting_is_told_and_refusal_has_words(redis: redis_server.Redis) -> None:
    slept: list[float] = []
    clock = iter(number * 100.0 for number in range(100))
    window = CallWindow(
        1, Pause(clock=lambda: next(clock), sleep=slept.append), RedisTurns(redis.url, 1, uuid4().hex)
    )
    assert window.acquire(5.0) == 0.0
    with pytest.raises(ModelUnavailable, match="limit of 1 model calls a minute is used up"):
        window.acquire(5.0)


def test_without_redis_no_call_is_made() -> None:
    server = redis_server.Redis()
    turns = RedisTurns(server.url, 10)
    server.close()
    with pytest.raises(ModelUnavailable, match="kept on Redis, which does not answer"):
        turns.take(0.0, 1.0)
