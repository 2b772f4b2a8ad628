"""The call window: how many, how long, and who is told."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.errors import Cancelled, ModelUnavailable
from masis.llm.waiting import CallWindow, Pause, cancel_check, shared_window, wait_listener
from tests.llm.chats import FakeTime


def test_calls_within_the_limit_never_wait() -> None:
    time = FakeTime()
    window = CallWindow(10, time.pause)
    assert [window.acquire(0.0) for _ in range(10)] == [0.0] * 10
    assert time.slept == []


def test_the_eleventh_call_waits_until_the_first_is_a_minute_old() -> None:
    time = FakeTime()
    window = CallWindow(10, time.pause)
    for _ in range(10):
        window.acquire(0.0)
        time.now += 2
    waited = window.acquire(120.0)
    assert waited == pytest.approx(40, abs=0.01)


def test_a_wait_past_the_deadline_is_refused_in_a_sentence_without_sleeping() -> None:
    time = FakeTime()
    window = CallWindow(1, time.pause)
    window.acquire(0.0)
    with pytest.raises(ModelUnavailable, match="limit of 1 model calls a minute is used up"):
        window.acquire(30.0)
    assert time.slept == []


def test_the_listener_is_told_how_long_and_when_it_is_over() -> None:
    time, told = FakeTime(), []
    window = CallWindow(1, time.pause)
    window.acquire(0.0)
    token = wait_listener.set(lambda seconds, why: told.append((round(seconds), why)))
    try:
        window.acquire(120.0)
    finally:
        wait_listener.reset(token)
    assert told == [(60, "The limit of 1 model calls a minute is reached."), (0, "")]


def test_a_cancelled_run_stops_waiting() -> None:
    time = FakeTime()
    window = CallWindow(1, time.pause)
    window.acquire(0.0)
    token = cancel_check.set(lambda: len(time.slept) >= 4)
    try:
        with pytest.raises(Cancelled):
            window.acquire(120.0)
    finally:
        cancel_check.reset(token)
    assert sum(time.slept) == pytest.approx(1.0)


def test_threads_share_one_window_and_nobody_sleeps_inside_its_lock() -> None:
    time = FakeTime()
    window = CallWindow(10, time.pause)
    entered = threading.Event()
    resume = threading.Event()

    def sleep(seconds: float) -> None:
        entered.set()
        assert resume.wait(5)
        time.sleep(seconds)

    slow = CallWindow(10, Pause(time.clock, sleep))
    slow._turns = window._turns
    for _ in range(9):
        window.acquire(0.0)
    slow.acquire(0.0)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(slow.acquire, 120.0)
        assert entered.wait(5)
        with pytest.raises(ModelUnavailable):
            window.acquire(0.0)  # answers at once while the other sleeps
        resume.set()
        assert waiting.result(5) >= 60


def test_who_came_first_is_served_first_and_a_later_one_never_overtakes() -> None:
    time = FakeTime()
    window = CallWindow(2, time.pause)
    promised = [window._turns.take(time.now + late, 1e9) for late in (0, 1, 2, 3, 4)]
    assert promised == pytest.approx([1000, 1001, 1060, 1061, 1120], abs=0.01)
    assert window._turns.take(time.now + 5, time.now + 100) is None  # refused now, not after the wait
    assert window._turns.take(time.now + 59, 1e9) == pytest.approx(1121, abs=0.01)


def test_a_cancelled_wait_frees_its_place_for_the_next() -> None:
    time = FakeTime()
    window = CallWindow(1, time.pause)
    window.acquire(0.0)
    token = cancel_check.set(lambda: True)
    try:
        with pytest.raises(Cancelled):
            window.acquire(120.0)
    finally:
        cancel_check.reset(token)
    assert window.acquire(120.0) == pytest.approx(60, abs=0.01)


@pytest.mark.parametrize("threads", [2, 8])
def test_no_minute_ever_holds_more_calls_than_the_limit(threads: int) -> None:
    time = FakeTime()
    window = CallWindow(5, time.pause)
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda _: window.acquire(1e9), range(40)))
    passed = time.now - 1000.0
    assert 5 * (passed // 60 + 1) >= 40


@given(st.lists(st.floats(0, 90), min_size=1, max_size=40), st.integers(1, 6))
def test_any_rhythm_of_calls_keeps_the_limit(gaps: list[float], limit: int) -> None:
    time = FakeTime()
    window = CallWindow(limit, time.pause)
    taken: list[float] = []
    for gap in gaps:
        time.now += gap
        window.acquire(1e9)
        taken.append(time.now)
    for at in taken:
        assert sum(at - 60 < other <= at for other in taken) <= limit


def test_the_process_has_one_window_per_limit() -> None:
    assert shared_window(10) is shared_window(10)
