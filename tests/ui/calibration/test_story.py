"""Calibration story: what a confidence means in a workspace, and what to do, in plain sentences."""

from typing import Any

import pytest

from masis.domain.calibration.acceptance import finalize_line, risk_line
from masis.domain.calibration.confidence import Outcome, fit, need_of
from masis.domain.calibration.thresholds import ThresholdPair
from masis.domain.calibration.versions import Chosen
from masis.service.calibration.overview import Overview
from masis.ui.calibration.story import in_short

FLOOR = 0.65


def seen(outcomes: list[Outcome], most_wrong: float | None = None) -> Overview:
    values: dict[str, Any] = {
        "embedder": "e",
        "engine": "extractive",
        "profile": ThresholdPair(threshold=0.3, retry_threshold=0.2),
        "fitted": "",
        "chosen": Chosen(),
        "versions": (),
        "self_test": None,
        "known": None,
        "scores": None,
        "outcomes": tuple(outcomes),
        "need": need_of(outcomes),
        "fit": fit(outcomes),
        "stated": (),
        "stated_error": None,
        "fitted_error": None,
        "risks": (risk_line(outcomes, 0.05, FLOOR),),
        "line": finalize_line(outcomes, most_wrong, FLOOR),
        "floor": FLOOR,
    }
    return Overview(**values)


def judged(right_at: float, wrong_at: float, each: int) -> list[Outcome]:
    return [
        Outcome(confidence=at + step / 1000, right=right)
        for at, right in ((right_at, True), (wrong_at, False))
        for step in range(each)
    ]


def test_untested_documents_are_called_untested() -> None:
    means, todo = in_short(seen([]))
    assert "0.65 or more is finalized" in means
    assert "Nobody has tested" in means
    assert "self-test" in todo


def test_too_few_answers_are_counted_and_no_share_is_claimed() -> None:
    means, todo = in_short(seen(judged(0.9, 0.5, 4)))
    assert "4 right and 4 wrong, too few" in means
    assert "%" not in means
    assert "questions you know the answer to" in todo


def test_enough_answers_say_from_where_on_nine_of_ten_were_right() -> None:
    means, todo = in_short(seen(judged(0.9, 0.3, 40)))
    assert "of the time" in means
    assert todo.startswith("From 0.")
    assert "nine of ten answers were right" in todo


def test_where_no_confidence_helps_every_source_is_to_be_read() -> None:
    mixed = [Outcome(confidence=0.9 + step / 1000, right=bool(step % 2)) for step in range(60)]
    _, todo = in_short(seen(mixed))
    assert "At no confidence" in todo


@pytest.mark.parametrize("most_wrong", [0.05])
def test_a_line_that_nothing_passes_is_said_in_words(most_wrong: float) -> None:
    means, _ = in_short(seen(judged(0.9, 0.89, 20), most_wrong))
    assert "No answer is finalized at present" in means
