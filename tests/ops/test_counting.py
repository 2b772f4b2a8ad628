"""Counting: a sliding minute for each key, and what is known of callers."""

from masis.ops.counting import Counts


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_key_waits_until_the_oldest_of_its_events_is_a_minute_old() -> None:
    clock = Clock()
    counts = Counts(clock=clock)
    waits = []
    for _ in range(3):
        waits.append(counts.wait_seconds("calls", "a", 2, count=True))
        clock.now += 10
    assert waits == [0, 0, 41]
    assert counts.wait_seconds("calls", "b", 2, count=True) == 0
    assert counts.wait_seconds("wrong", "a", 2, count=True) == 0, "another kind of event"
    clock.now = 60
    assert counts.wait_seconds("calls", "a", 2, count=True) == 0


def test_looking_counts_nothing() -> None:
    counts = Counts()
    assert [counts.wait_seconds("wrong", "a", 1, count=False) for _ in range(3)] == [0, 0, 0]


def test_a_mark_is_known_once_it_was_noted() -> None:
    counts = Counts()
    counts.note("address token")
    assert counts.known("address token")
    assert not counts.known("address ")
