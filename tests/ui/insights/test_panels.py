"""Panels: every chart has a title, units and a text; its rows and points lead to the same runs."""

from collections.abc import Callable
from datetime import date

import pytest

from masis.domain.history.overview import AgentTimes, DaySums, Overview
from masis.domain.history.slices import Over, Slice
from masis.domain.usage import NANO
from masis.ui.insights import panels
from masis.ui.insights.panels import Panel
from masis.ui.insights.view import as_csv, in_short, share

EVERY = (
    panels.endings,
    panels.confidence,
    panels.confidence_days,
    panels.judged,
    panels.causes,
    panels.reasons,
    panels.passages,
    panels.likeness,
    panels.struck,
    panels.times,
    panels.tokens,
    panels.money,
)


def day(at: str, ending: str, runs: int, currency: str = "USD") -> DaySums:
    return DaySums(
        at, ending, currency, runs, runs, 0.8 * runs, 1, 4 * runs, 6 * runs, runs, 0.5 * runs, 10 * runs,
        runs, 2.0 * runs, 3 * runs, 1000 * runs, 50 * runs, runs * NANO // 100,
    )  # fmt: skip


SEEN = Overview(
    over=Over(span=90),
    days=(
        day("2026-11-02", "absent", 1),
        day("2026-11-02", "finalized", 3),
        day("2026-11-05", "failed", 1, ""),
    ),
    confidence=((16, "finalized", 3), (3, "absent", 1)),
    causes=(("low_confidence", 2), ("something_new", 1)),
    reasons=(("not_answered", 2),),
    agents=(
        AgentTimes("critic", 4, 40.0, 900.0, 2000.0, 70),
        AgentTimes("researcher", 4, 4.0, 9.0, 20.0, 22),
    ),
    judged=(("2026-11-02", "approved", 2), ("2026-11-02", "rejected", 1)),
)


@pytest.mark.parametrize("make", EVERY, ids=lambda make: make.__name__)
@pytest.mark.parametrize("dark", [False, True])
def test_a_chart_says_what_it_shows_and_leads_to_runs(make: Callable[..., Panel], dark: bool) -> None:
    panel = make(SEEN, dark=dark)
    assert panel.chart is not None
    assert panel.chart.alt.endswith(".")
    layout = panel.chart.figure.layout
    assert layout.title.text == panel.title
    assert layout.xaxis.title.text
    assert len(panel.rows) == len(panel.codes) > 0
    assert all(len(row) == len(panel.header) for row in panel.rows)
    assert all(Slice.read(code) is not None for code in panel.codes)
    drawn = {
        point[0]
        for trace in panel.chart.figure.data
        if trace.customdata is not None
        for point in trace.customdata
    }
    assert drawn == set(panel.codes)


@pytest.mark.parametrize("make", EVERY, ids=lambda make: make.__name__)
def test_without_runs_there_is_no_chart_and_nothing_breaks(make: Callable[..., Panel]) -> None:
    panel = make(Overview(over=Over()), dark=False)
    assert panel.chart is None
    assert panel.empty or make is panels.endings
    assert panel.rows == ()


def test_rows_and_codes_of_endings_stand_in_the_same_order() -> None:
    panel = panels.endings(SEEN, dark=False)
    for row, code in zip(panel.rows, panel.codes, strict=True):
        wanted = Slice.read(code)
        assert wanted is not None
        assert wanted.day == date.fromisoformat(str(row[0]))
        assert panels.ENDED[wanted.ending or ""] == row[1]


def test_means_are_weighted_by_runs() -> None:
    rows = panels.struck(SEEN, dark=False).rows
    assert rows == (("2026-11-02", 0.1), ("2026-11-05", 0.1))
    assert panels.passages(SEEN, dark=False).rows[0] == ("2026-11-02", 4.0, 6.0)
    assert panels.money(SEEN, dark=False).rows == (("2026-11-02", "USD", 0.04),)


def test_an_unknown_cause_is_shown_by_its_name() -> None:
    assert panels.causes(SEEN, dark=False).rows == (("The confidence is too low", 2), ("Something_new", 1))


def test_a_file_holds_every_row() -> None:
    assert as_csv(panels.times(SEEN, dark=False)).decode().splitlines() == [
        "Agent,Half of the runs (s),9 of 10 (s),99 of 100 (s)",
        "Auditor (critic),0.04,0.9,2.0",
        "Librarian (researcher),0.004,0.009,0.02",
    ]


def test_one_sentence_says_how_much_is_answered() -> None:
    assert in_short(SEEN) == "5 questions in 90 days: 60% finalized, 20% not in your documents, 20% failed."


@pytest.mark.parametrize(
    ("part", "whole", "said"),
    [(1, 1004, "under 1%"), (1003, 1004, "over 99%"), (4, 4, "100%"), (0, 4, "0%"), (1, 3, "33%")],
)
def test_nearly_none_and_nearly_all_are_said_so(part: int, whole: int, said: str) -> None:
    assert share(part, whole) == said
