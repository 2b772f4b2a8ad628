"""Calibration charts: score distributions, reliability, and risk over the finalize line."""

from collections.abc import Sequence

from masis.domain.calibration.acceptance import FinalizeLine, RiskLine
from masis.domain.calibration.confidence import Fit, Outcome
from masis.domain.calibration.rates import Rate, upper_bound
from masis.domain.calibration.thresholds import QuestionScores
from masis.evaluation.measures import Bin
from masis.ui.shared.charts import DARK, LIGHT, Chart, Palette, axis, base, upright

_WIDTH = 0.05
_UNIT = {"range": [0, 1.04], "tickvals": [0, 0.25, 0.5, 0.75, 1]}


def score_distributions(
    questions: Sequence[QuestionScores], marks: Sequence[tuple[str, float]], *, dark: bool
) -> Chart | None:
    """Draw how passages with and without the answer score; ``marks`` are thresholds by name."""
    holding = [score for question in questions for score in question.holding]
    others = [score for question in questions for score in question.others]
    if not holding and not others:
        return None
    palette = DARK if dark else LIGHT
    figure = base("How close passages are to the questions", palette, height=320)
    top = 0.0
    for name, scores, colour in (
        ("without the answer", others, palette.muted),
        ("with the answer", holding, palette.accent),
    ):
        at, shares = _histogram(scores)
        top = max([top, *shares])
        figure.add_bar(
            x=at,
            y=shares,
            width=_WIDTH * 0.92,
            name=f"{name} ({len(scores):,})",
            marker={"color": colour, "opacity": 0.75 if colour == palette.accent else 0.4},
            hovertemplate="%{y:.0%} around %{x:.2f}<extra></extra>",
        )
    lowest = min((mark for _, mark in marks), default=0.0)
    for number, (name, mark) in enumerate(marks):
        aside = len(marks) > 1 and mark == lowest
        upright(figure, palette, mark, f"{name} {mark:.2f}", 1.0 - 0.11 * number, before=aside)
    figure.update_layout(barmode="overlay", showlegend=True, legend=_legend(palette))
    figure.update_xaxes(title=axis("Likeness of passage and question"))
    # The names of the thresholds stand above the bars.
    figure.update_yaxes(title=axis("Share of passages"), tickformat=".0%", range=[0, 1.35 * top])
    told = "; ".join(f"{name} {mark:.2f}" for name, mark in marks)
    return Chart(
        figure,
        f"Histogram of cosines: {len(holding)} passages with the answer, middle {_middle(holding)}; "
        f"{len(others)} without it, middle {_middle(others)}. Thresholds: {told}.",
    )


def reliability(stated: Sequence[Bin], fit: Fit | None, *, dark: bool) -> Chart | None:
    """Draw how often answers were right against how sure MASIS was, with the fitted curve."""
    if not stated:
        return None
    palette = DARK if dark else LIGHT
    figure = base("How often answers of a confidence are right", palette, height=340)
    figure.add_scatter(
        x=[0, 1], y=[0, 1], mode="lines", name="as stated", line={"color": palette.muted, "dash": "dash"}
    )
    if fit is not None:
        xs = [number / 100 for number in range(101)]
        ys = [fit.chance(x) for x in xs]
        line = {"color": palette.good, "width": 2.5}
        figure.add_scatter(x=xs, y=ys, mode="lines", name="calibrated", line=line)
    counts = [Rate(hits=round(group.accuracy * group.answers), total=group.answers) for group in stated]
    spans = [count.interval for count in counts]
    figure.add_scatter(
        x=[group.confidence for group in stated],
        y=[group.accuracy for group in stated],
        customdata=[group.answers for group in stated],
        error_y={
            "array": [high - group.accuracy for group, (_, high) in zip(stated, spans, strict=True)],
            "arrayminus": [group.accuracy - low for group, (low, _) in zip(stated, spans, strict=True)],
            "color": palette.accent,
            "thickness": 1.3,
        },
        mode="markers",
        name="judged answers, 95 % interval",
        marker={"color": palette.accent, "size": 11},
        hovertemplate="%{customdata} answers at %{x:.2f}: %{y:.0%} right<extra></extra>",
        cliponaxis=False,
    )
    figure.update_layout(showlegend=True, legend=_legend(palette))
    figure.update_xaxes(title=axis("Stated confidence (0 to 1)"), **_UNIT)
    figure.update_yaxes(title=axis("Share right"), tickformat=".0%", **_UNIT)
    told = "; ".join(f"{group.confidence:.2f}: {group.accuracy:.0%} of {group.answers}" for group in stated)
    return Chart(figure, f"Reliability plot, share right by stated confidence: {told}.")


def risk(
    outcomes: Sequence[Outcome], line: FinalizeLine, chosen: RiskLine | None, floor: float, *, dark: bool
) -> Chart | None:
    """Draw the share of wrong answers that would be finalized, by where the line is."""
    points = _by_line(
        [outcome for outcome in outcomes if outcome.clean and outcome.confidence >= floor], floor
    )
    if not points:
        return None
    palette = DARK if dark else LIGHT
    figure = base("Wrong answers among the finalized, by line", palette, height=300)
    at = [line for line, _ in points]
    for name, shares, dash in (
        ("counted", [rate.share or 0.0 for _, rate in points], "solid"),
        ("upper 95 % bound", [upper_bound(rate.hits, rate.total) for _, rate in points], "dot"),
    ):
        figure.add_scatter(
            x=at,
            y=shares,
            mode="lines+markers",
            name=name,
            line={"color": palette.accent, "dash": dash, "width": 2},
            hovertemplate="line %{x:.2f}: %{y:.0%}<extra></extra>",
        )
    if chosen is not None:
        figure.add_hline(y=chosen.most_wrong, line={"color": palette.good, "width": 1.5, "dash": "dash"})
    if line.value <= 1:
        upright(figure, palette, line.value, f"line {line.value:.2f}", 1.0)
    figure.update_layout(showlegend=True, legend=_legend(palette))
    figure.update_xaxes(title=axis("Confidence needed (0 to 1)"))
    figure.update_yaxes(title=axis("Share wrong"), tickformat=".0%", range=[0, 1.04])
    told = "; ".join(f"{at:.2f}: {rate.hits} of {rate.total} wrong" for at, rate in points[:12])
    return Chart(figure, f"Line chart of wrong answers by the confidence needed: {told}.")


def _by_line(clean: Sequence[Outcome], floor: float) -> list[tuple[float, Rate]]:
    lines = sorted({floor, *(outcome.confidence for outcome in clean)}) if clean else []
    found = []
    for line in lines:
        above = [outcome for outcome in clean if outcome.confidence >= line]
        found.append((line, Rate(hits=sum(not outcome.right for outcome in above), total=len(above))))
    return found


def _histogram(scores: Sequence[float]) -> tuple[list[float], list[float]]:
    counts: dict[int, int] = {}
    for score in scores:
        counts[int(score // _WIDTH)] = counts.get(int(score // _WIDTH), 0) + 1
    slots = sorted(counts)
    return [(slot + 0.5) * _WIDTH for slot in slots], [counts[slot] / len(scores) for slot in slots]


def _legend(palette: Palette) -> dict[str, object]:
    return {"orientation": "h", "y": -0.28, "x": 0, "font": {"size": 12, "color": palette.text}}


def _middle(scores: Sequence[float]) -> str:
    return f"{sorted(scores)[len(scores) // 2]:.2f}" if scores else "none"
