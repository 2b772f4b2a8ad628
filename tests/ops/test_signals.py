"""Signals: everybody is told, and who fails while listening disturbs nobody."""

import logging

import pytest

from masis.ops.signals import Signal, Signals, StepBegan


def test_every_listener_is_told_in_order() -> None:
    signals, heard = Signals(), []
    signals.listen(lambda signal: heard.append(("first", signal)))
    signals.listen(lambda signal: heard.append(("second", signal)))
    began = StepBegan("r1", "critic", 1)
    signals.emit(began)
    assert heard == [("first", began), ("second", began)]


def test_a_listener_that_fails_is_logged_once_and_the_others_are_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    signals, heard = Signals(), []

    def broken(_: Signal) -> None:
        raise ZeroDivisionError

    signals.listen(broken)
    signals.listen(heard.append)
    with caplog.at_level(logging.ERROR):
        for number in range(3):
            signals.emit(StepBegan("r1", "critic", number))
    assert len(heard) == 3
    assert caplog.text.count("a listener failed") == 1
