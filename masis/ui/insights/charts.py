"""Insight charts: bars, lines and dots over days, bins, reasons and agents; a point knows its runs."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import count
from math import log10
from typing import Any, NamedTuple

from masis.domain.history.figures import Ending
from masis.ui.shared.charts import DARK, LIGHT, Chart, Figure, Palette, axis, base
from masis.ui.shared.wording import duration

HEIGHT = 300
_DAY_MS = 86_400_000
_MOST_STEPS = 5
"""Between the ticks of an axis that counts."""


class Series(NamedTuple):
    """A line or a kind of bar; ``points`` are place, value and the code of the runs behind it."""

    name: str
    colour: str
    points: tuple[tuple[str | float, float, str], ...]


def palette_of(*, dark: bool) -> Palette:
    """Return the colours of the theme."""
    return DARK if dark else LIGHT


def ending_colours(palette: Palette) -> dict[Ending, str]:
    """Return the colour of each ending; amber is for those that need a person."""
    violet = "#c3a1dc" if palette is DARK else "#7a5195"
    teal = "#63c3d0" if palette is DARK else "#0f7c8a"
    return {
        "finalized": palette.good,
        "needs_review": palette.amber,
        "passages": palette.accent,
        "absent": teal,
        "needs_clarification": violet,
        "failed": palette.bad,
        "cancelled": palette.muted,
    }


def stacked(  # noqa: PLR0913 - how a chart is labelled
    title: str,
    series: Sequence[Series],
    palette: Palette,
    *,
    x: str,
    y: str,
    days: bool,
    told: str,
    whole: bool = False,
) -> Chart | None:
    """Draw bars on top of each other over days or numbers; ``None`` where there is nothing to draw.

    ``whole`` says that the bars count things, so that the axis has whole numbers only.
    """
    if not any(value for part in series for _, value, _ in part.points):
        return None
    figure = base(title, palette, height=HEIGHT)
    for part in series:
        figure.add_bar(
            x=[place for place, _, _ in part.points],
            y=[value for _, value, _ in part.points],
            customdata=[[code] for _, _, code in part.points],
            name=part.name,
            width=_DAY_MS * 0.82 if days else None,
            marker={"color": part.colour, "line": {"width": 0}},
            hovertemplate=f"{part.name}, %{{x}}: %{{y:,.6~g}}<extra></extra>",
        )
    figure.update_layout(barmode="stack", bargap=0.18)
    _named(figure, palette)  # also a single one: its colour means how runs ended, or what people said
    if days:
        _days(figure, x, series)
    else:
        figure.update_xaxes(title=axis(x))
    figure.update_yaxes(title=axis(y), rangemode="tozero", tickformat=",~g")
    if whole:
        figure.update_yaxes(_counted(_highest(series)))
    return Chart(figure, f"{title}. Stacked bar chart. {told}")


def line(  # noqa: PLR0913 - how a chart is labelled
    title: str,
    series: Sequence[Series],
    palette: Palette,
    *,
    y: str,
    told: str,
    share: bool = False,
    unit: bool = False,
) -> Chart | None:
    """Draw lines over days; ``share`` in percent, ``unit`` from 0 to 1; ``None`` without a point."""
    if not any(part.points for part in series):
        return None
    figure = base(title, palette, height=HEIGHT)
    form = ".1%" if share else ".2f" if unit else ",.3~g"
    for part in series:
        figure.add_scatter(
            x=[place for place, _, _ in part.points],
            y=[value for _, value, _ in part.points],
            customdata=[[code] for _, _, code in part.points],
            name=part.name,
            mode="lines+markers",
            line={"color": part.colour, "width": 2},
            marker={"color": part.colour, "size": 8},
            hovertemplate=f"{part.name}, %{{x}}: %{{y:{form}}}<extra></extra>",
            cliponaxis=False,
        )
    if len(series) > 1:
        _named(figure, palette)
    _days(figure, "Day (UTC)", series)
    top = max(value for part in series for _, value, _ in part.points)
    figure.update_yaxes(title=axis(y), range=[0, 1.04] if unit else [0, (top or 0.01) * 1.12])
    if share:
        figure.update_yaxes(tickformat=".1~%")
    return Chart(figure, f"{title}. Line chart by day. {told}")


def ranked(title: str, rows: Sequence[tuple[str, int, str]], palette: Palette, *, x: str) -> Chart | None:
    """Draw one bar for each name, the longest on top; rows are name, number and the code of the runs."""
    if not rows:
        return None
    figure = base(title, palette, height=max(170, 78 + 34 * len(rows)))
    figure.add_bar(
        y=[_folded(name) for name, _, _ in rows],
        x=[number for _, number, _ in rows],
        customdata=[[code] for _, _, code in rows],
        orientation="h",
        marker_color=palette.accent,
        text=[f"{number:,}" for _, number, _ in rows],
        textposition="outside",
        textfont={"color": palette.text},
        hovertemplate="%{y}: %{x:,}<extra></extra>",
        cliponaxis=False,
    )
    most = max(number for _, number, _ in rows)
    figure.update_layout(bargap=0.4)
    figure.update_xaxes(title=axis(x), range=[0, most * 1.15], **_counted(most))
    figure.update_yaxes(autorange="reversed", gridcolor="rgba(0,0,0,0)", ticklabelstandoff=8)
    told = "; ".join(f"{name} {number:,}" for name, number, _ in rows)
    return Chart(figure, f"{title}. Bar chart. {told}.")


class Times(NamedTuple):
    """The times of an agent in seconds, and the code of its slowest runs."""

    name: str
    half: float
    nine: float
    most: float
    code: str


def spans(title: str, rows: Sequence[Times], palette: Palette) -> Chart | None:
    """Draw for each agent the time that half, nine of ten and 99 of 100 runs stay under."""
    if not rows:
        return None
    figure = base(title, palette, height=110 + 36 * len(rows))
    names = [row.name for row in rows]
    for row in rows:
        figure.add_scatter(
            x=[row.half, row.most], y=[row.name] * 2, mode="lines", line={"color": palette.line, "width": 5},
            hoverinfo="skip", showlegend=False,
        )  # fmt: skip
    for field, said, colour, symbol in (
        ("half", "half of the runs", palette.accent, "circle"),
        ("nine", "9 of 10", palette.text, "diamond"),
        ("most", "99 of 100", palette.muted, "line-ns-open"),
    ):
        figure.add_scatter(
            x=[getattr(row, field) for row in rows],
            y=names,
            customdata=[[row.code, duration(getattr(row, field))] for row in rows],
            name=said,
            mode="markers",
            marker={"color": colour, "size": 12, "symbol": symbol, "line": {"width": 2, "color": colour}},
            hovertemplate=f"%{{y}}, {said}: %{{customdata[1]}} or less<extra></extra>",
            cliponaxis=False,
        )
    _named(figure, palette)
    ticks = [digit * 10**power for power in range(-3, 5) for digit in (1, 3)]
    low, high = min(row.half for row in rows) * 0.7, max(row.most for row in rows) * 1.4
    shown = {"tickvals": ticks, "ticktext": [f"{tick:g}" for tick in ticks]}
    figure.update_xaxes(
        type="log", title=axis("Seconds in a run, logarithmic"), range=[log10(low), log10(high)], **shown
    )
    figure.update_yaxes(autorange="reversed", ticklabelstandoff=8)
    told = "; ".join(
        f"{row.name} half {duration(row.half)}, 9 of 10 {duration(row.nine)}, 99 of 100 {duration(row.most)}"
        for row in rows
    )
    return Chart(figure, f"{title}. Dot chart of the time each agent takes in a run. {told}.")


def _days(figure: Figure, title: str, series: Sequence[Series]) -> None:
    """Make the horizontal axis one of days, at least a week of them."""
    days = sorted(date.fromisoformat(str(place)) for part in series for place, _, _ in part.points)
    first, last = days[0], days[-1]
    first = min(first, last - timedelta(days=6))
    around = [f"{first - timedelta(days=1)} 12:00", f"{last} 12:00"]
    years = "" if first.year == last.year else " %Y"
    form = {"type": "date", "tickformat": f"%-d %b{years}", "nticks": 8, "range": around}
    figure.update_xaxes(title=axis(title), **form)


def _named(figure: Figure, palette: Palette) -> None:
    """Name the series under the chart."""
    legend = {"orientation": "h", "y": -0.32, "x": 0, "font": {"size": 12, "color": palette.text}}
    figure.update_layout(showlegend=True, legend=legend)


def _highest(series: Sequence[Series]) -> float:
    """Return the height of the highest stack."""
    heights: defaultdict[str | float, float] = defaultdict(float)
    for part in series:
        for place, value, _ in part.points:
            heights[place] += value
    return max(heights.values())


def _counted(most: float) -> dict[str, Any]:
    """Return the ticks of an axis that counts up to ``most``: whole numbers, a few of them."""
    steps = (digit * 10**power for power in count() for digit in (1, 2, 5))
    step = next(step for step in steps if most / step <= _MOST_STEPS)
    return {"tick0": 0, "dtick": step, "tickformat": ",d"}


def _folded(name: str) -> str:
    """Return a name of two lines at most, so that bars keep their room on a phone."""
    if len(name) <= 22:
        return name
    words, first = name.split(), ""
    while words and len(first) + len(words[0]) < len(name) / 2 + 3:
        first = f"{first} {words.pop(0)}".strip()
    return f"{first}<br>{' '.join(words)}"
