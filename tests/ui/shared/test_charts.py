"""Charts say the same in their figure and in their words, in both themes."""

import pytest

from masis.domain.run.evaluation import Clamp, Evaluation
from masis.ui.shared import charts
from masis.ui.shared.charts import DARK, LIGHT

SCORES = {"relevance": 0.86, "completeness": 0.55, "reasoning_quality": 0.78, "overall_score": 0.61}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_confidence_has_one_point_a_round_and_the_verdict_on_the_last(*, dark: bool) -> None:
    chart = charts.confidence_history((0.38, 0.42), 0.65, needs_human=True, dark=dark)
    assert chart
    palette = DARK if dark else LIGHT
    assert list(chart.figure.data[0].y) == [0.38, 0.42]
    assert chart.figure.data[0].marker.color == (palette.accent, palette.amber)
    assert chart.figure.layout.shapes[0].y0 == 0.65
    assert "round 1 0.38, round 2 0.42" in chart.alt


def test_amber_marks_only_what_needs_a_human() -> None:
    chart = charts.confidence_history((0.9,), 0.65, needs_human=False, dark=False)
    assert chart
    assert LIGHT.amber not in str(chart.figure.to_json())


def test_dropped_passages_are_hollow_and_counted() -> None:
    chart = charts.retrieval_scores([("a", 0.7), ("b", 0.5)], [("c", 0.3)], 0.42, dark=False)
    assert chart
    kept, dropped = chart.figure.data
    assert (list(kept.y), list(dropped.y)) == ([0.7, 0.5], [0.3])
    assert dropped.marker.color == "rgba(0,0,0,0)"
    assert "2 passages kept, 1 dropped" in chart.alt


def test_a_clamp_shows_what_was_cut_off() -> None:
    clamps = (Clamp(name="hallucination", limit=0.4, before=0.85),)
    chart = charts.score_bars(Evaluation(faithfulness=0.4, **SCORES, clamps=clamps), dark=False)
    assert "judged 0.85 and limited to 0.40" in chart.alt
    assert any(list(bar.x) == [0.85] for bar in chart.figure.data)
    assert len(chart.figure.layout.shapes) == 1


def test_scores_without_a_clamp_have_no_mark() -> None:
    chart = charts.score_bars(Evaluation(faithfulness=0.9, **SCORES), dark=True)
    assert chart.figure.layout.shapes == ()


def test_nothing_to_draw_is_said_by_none() -> None:
    assert charts.confidence_history((), 0.65, needs_human=False, dark=False) is None
    assert charts.retrieval_scores((), (), 0.4, dark=False) is None


def test_every_chart_has_a_title_and_units() -> None:
    made = (
        charts.confidence_history((0.5,), 0.65, needs_human=False, dark=False),
        charts.retrieval_scores([("a", 0.7)], [], 0.42, dark=False),
        charts.score_bars(Evaluation(faithfulness=0.9, **SCORES), dark=False),
    )
    for chart in made:
        assert chart
        assert chart.figure.layout.title.text
        assert chart.figure.layout.xaxis.title.text
