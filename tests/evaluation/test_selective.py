"""Risk: the system's order beside a simpler one, and the difference on the same resamples."""

from masis.evaluation.asking import Asked
from masis.evaluation.results import Measure
from masis.evaluation.selective import Judged, risk


def judged(confidence: float, baseline: float, *, right: bool) -> Judged:
    asked = Asked(question="Who?", ending="answered", verdict="finalized", confidence=confidence)
    return Judged(asked, answerable=right, right=right, baseline=baseline)


def differences(rows: list[Judged]) -> dict[str, Measure]:
    found = [measure for measure in risk(rows, 0, "cosine") if " less " in measure.name]
    return {measure.name.split(",")[0]: measure for measure in found}


def test_an_order_that_puts_the_right_answers_first_beats_one_that_does_not() -> None:
    rows = [judged(0.9 - 0.01 * n, 0.5 + 0.01 * n, right=n < 20) for n in range(40)]
    found = differences(rows)
    area = found["area under risk-coverage"]
    assert area.value is not None
    assert area.interval is not None
    assert area.value < 0
    assert area.interval.high < 0
    assert area.count == 40


def test_two_equal_orders_do_not_differ_on_any_resample() -> None:
    rows = [judged(0.01 * n, 0.01 * n, right=n % 3 == 0) for n in range(30)]
    for measure in differences(rows).values():
        assert measure.value == 0
        assert measure.interval == (0, 0)


def test_without_a_right_answer_there_is_no_separation_to_compare() -> None:
    rows = [judged(0.5, 0.5, right=False) for _ in range(3)]
    separation = differences(rows)["answerable told from unanswerable"]
    assert separation.value is None
    assert separation.interval is None
