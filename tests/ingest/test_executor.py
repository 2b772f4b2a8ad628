"""The executor: order, keys, faults, taking back, closing."""

from threading import Event

import pytest

from masis.errors import ConfigurationError
from masis.ingest.executor import KeyedExecutor

NONE: frozenset[str] = frozenset()


def test_tasks_with_one_key_never_overlap_and_others_pass() -> None:
    executor = KeyedExecutor(2)
    gate, other, second = Event(), Event(), Event()
    order: list[str] = []
    executor.submit("1", frozenset({"a"}), lambda: (gate.wait(10), order.append("first"))[0])
    executor.submit("2", frozenset({"a", "b"}), lambda: (order.append("second"), second.set())[0])
    executor.submit("3", frozenset({"c"}), lambda: (order.append("other"), other.set())[0])
    assert other.wait(10)
    assert order == ["other"]
    gate.set()
    assert second.wait(10)
    assert order == ["other", "first", "second"]
    executor.close()


def test_a_fault_does_not_end_the_worker() -> None:
    executor = KeyedExecutor(1)
    done = Event()
    executor.submit("1", NONE, lambda: 1 / 0)
    executor.submit("2", NONE, done.set)
    assert done.wait(10)
    executor.close()


def test_an_error_with_a_sentence_is_logged_as_that_sentence(caplog: pytest.LogCaptureFixture) -> None:
    """Where it was raised is for whoever looks closer."""
    caplog.set_level("DEBUG", "masis.ingest.executor")
    executor = KeyedExecutor(1, name="run")
    done = Event()

    def damaged() -> None:
        message = "The file checkpoints.db is damaged."
        raise ConfigurationError(message) from OSError("malformed")

    executor.submit("1", NONE, damaged)
    executor.submit("2", NONE, done.set)
    assert done.wait(10)
    executor.close()
    told, closer = caplog.records
    assert (told.levelname, told.exc_info) == ("WARNING", None)
    assert told.getMessage() == "run task failed: The file checkpoints.db is damaged."
    assert (closer.levelname, bool(closer.exc_info)) == ("DEBUG", True)


def test_a_waiting_task_can_be_taken_back_and_a_running_one_cannot() -> None:
    executor = KeyedExecutor(1)
    gate, started, never = Event(), Event(), Event()
    executor.submit("1", NONE, lambda: (started.set(), gate.wait(10))[0])
    executor.submit("2", NONE, never.set)
    assert started.wait(10)
    assert executor.withdraw("2")
    assert not executor.withdraw("1")
    gate.set()
    executor.close()
    assert not never.is_set()


def test_nothing_starts_after_close() -> None:
    executor = KeyedExecutor(1)
    executor.close()
    never = Event()
    executor.submit("1", NONE, never.set)
    assert not never.wait(0.05)


def test_a_share_with_much_to_do_leaves_the_others_their_turn() -> None:
    executor = KeyedExecutor(1)
    gate, order = Event(), []
    executor.submit("0", NONE, lambda: gate.wait(10) and None, share="busy")
    ended = [Event() for _ in range(5)]
    for number, share in enumerate(["busy", "busy", "busy", "calm", "other"]):
        executor.submit(
            f"{number + 1}",
            NONE,
            lambda number=number, share=share: (order.append(f"{share}-{number}"), ended[number].set())[0],
            share=share,
        )
    gate.set()
    assert all(event.wait(10) for event in ended)
    assert order[0].startswith(("calm", "other"))
    assert order.index("calm-3") < order.index("busy-1")
    assert order.index("other-4") < order.index("busy-1")
    assert [name for name in order if name.startswith("busy")] == ["busy-0", "busy-1", "busy-2"]
    executor.close()
