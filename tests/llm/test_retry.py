"""The retry layer: what is tried again, how often, and after which pause."""

import pytest

from masis.errors import ModelUnavailable
from masis.llm.retry import PassingFault, call_with_retries
from tests.llm.chats import FakeTime


class _Flaky:
    def __init__(self, *faults: Exception) -> None:
        self.faults = list(faults)
        self.calls = 0

    def __call__(self) -> str:
        self.calls += 1
        if self.faults:
            raise self.faults.pop(0)
        return "done"


def test_passing_faults_are_tried_again_with_growing_pauses() -> None:
    time, flaky = FakeTime(), _Flaky(PassingFault("a"), PassingFault("b"))
    result, waited = call_with_retries(flaky, attempts=3, max_wait_seconds=60, pause=time.pause)
    assert (result, flaky.calls) == ("done", 3)
    assert waited == sum(time.slept)
    assert 0.5 <= time.slept[0] <= 1.0 <= time.slept[1] <= 1.5


def test_the_service_says_how_long_to_stay_away() -> None:
    time, flaky = FakeTime(), _Flaky(PassingFault("a", retry_after=7.0))
    call_with_retries(flaky, attempts=3, max_wait_seconds=60, pause=time.pause)
    assert time.slept == [7.0]


def test_too_long_a_pause_is_not_waited_for() -> None:
    time, flaky = FakeTime(), _Flaky(PassingFault("busy", retry_after=3600.0))
    with pytest.raises(PassingFault, match="busy"):
        call_with_retries(flaky, attempts=3, max_wait_seconds=60, pause=time.pause)
    assert (flaky.calls, time.slept) == (1, [])


def test_attempts_are_bounded_and_the_last_fault_is_raised() -> None:
    time, flaky = FakeTime(), _Flaky(*(PassingFault(str(n)) for n in range(9)))
    with pytest.raises(PassingFault, match="3"):
        call_with_retries(flaky, attempts=4, max_wait_seconds=60, pause=time.pause)
    assert flaky.calls == 4


@pytest.mark.parametrize("fault", [ModelUnavailable("401"), ValueError("a bug")], ids=["ours", "bug"])
def test_other_errors_are_raised_at_once(fault: Exception) -> None:
    time, flaky = FakeTime(), _Flaky(fault)
    with pytest.raises(type(fault)):
        call_with_retries(flaky, attempts=3, max_wait_seconds=60, pause=time.pause)
    assert (flaky.calls, time.slept) == (1, [])
