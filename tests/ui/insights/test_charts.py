"""Insight charts: an axis of days is never shorter than a week, names fold, amber is for people alone."""

import pytest

from masis.ui.insights.charts import Series, ending_colours, line, palette_of, ranked, spans, stacked


@pytest.mark.parametrize("dark", [False, True])
def test_only_what_waits_for_a_person_is_amber(dark: bool) -> None:
    palette = palette_of(dark=dark)
    colours = ending_colours(palette)
    assert [name for name, colour in colours.items() if colour == palette.amber] == ["needs_review"]
    assert len(set(colours.values())) == len(colours)


def test_a_single_day_still_has_a_week_to_stand_in() -> None:
    series = [Series("finalized", "#000", (("2026-11-23", 1, "a"),))]
    chart = stacked("Title", series, palette_of(dark=False), x="Day", y="Runs", days=True, told="1 run.")
    assert chart is not None
    assert [*chart.figure.layout.xaxis.range] == ["2026-11-16 12:00", "2026-11-23 12:00"]
    assert chart.alt == "Title. Stacked bar chart. 1 run."


@pytest.mark.parametrize(("most", "step"), [(1, 1), (2, 1), (5, 1), (6, 2), (11, 5), (480, 100), (0.5, 1)])
def test_what_is_counted_has_whole_numbers_on_its_axis(most: float, step: int) -> None:
    series = [
        Series("right", "#000", (("2026-11-23", most / 2, "a"),)),
        Series("wrong", "#000", (("2026-11-23", most / 2, "b"),)),
    ]
    palette = palette_of(dark=False)
    chart = stacked("Title", series, palette, x="Day", y="Runs", days=True, told="", whole=True)
    assert chart is not None
    assert (chart.figure.layout.yaxis.tick0, chart.figure.layout.yaxis.dtick) == (0, step)
    listed = ranked("Title", [("Cause", int(most) or 1, "a")], palette, x="Runs")
    assert listed is not None
    assert listed.figure.layout.xaxis.dtick == step


def test_a_single_kind_of_bar_is_named_too() -> None:
    series = [Series("Rejected", "#000", (("2026-11-23", 1, "a"),))]
    chart = stacked("Title", series, palette_of(dark=False), x="Day", y="Answers", days=True, told="")
    assert chart is not None
    assert chart.figure.layout.showlegend


def test_a_line_of_nothing_but_zeros_has_an_axis() -> None:
    series = [Series("struck", "#000", (("2026-11-23", 0.0, "a"),))]
    chart = line("Title", series, palette_of(dark=False), y="Share", told="", share=True)
    assert chart is not None
    assert chart.figure.layout.yaxis.range[1] > 0


def test_a_long_name_is_folded_and_told_whole() -> None:
    name = "The document search did not answer"
    chart = ranked("Title", [(name, 3, "a")], palette_of(dark=False), x="Runs")
    assert chart is not None
    assert chart.figure.data[0].y[0].count("<br>") == 1
    assert name in chart.alt


def test_nothing_is_no_chart() -> None:
    assert ranked("Title", [], palette_of(dark=False), x="Runs") is None
    assert spans("Title", [], palette_of(dark=False)) is None
    assert line("Title", [], palette_of(dark=False), y="Share", told="") is None
