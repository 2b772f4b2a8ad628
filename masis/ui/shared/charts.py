"""Charts: pure functions from values to a figure with its title, units and text alternative."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import plotly.graph_objects as go

from masis.domain.run.evaluation import Evaluation
from masis.ui.shared.wording import score

Figure = go.Figure


class Palette(NamedTuple):
    """The colours of one theme; the same values as in ``.streamlit/config.toml``."""

    text: str
    muted: str
    line: str
    accent: str
    good: str
    amber: str
    bad: str
    track: str


LIGHT = Palette("#1b2431", "#566273", "#dbe0e7", "#1f4e8c", "#2c7a57", "#b3730a", "#b3382f", "#eef1f5")
DARK = Palette("#e3e8ef", "#a3aebc", "#2c3542", "#8fb7ee", "#6cc39a", "#e3ac4c", "#f0857b", "#1f2732")


class Chart(NamedTuple):
    """A figure and the sentence that says the same to somebody who does not see it."""

    figure: go.Figure
    alt: str


_NAMES = {
    "faithfulness": "Faithfulness",
    "relevance": "Relevance",
    "completeness": "Completeness",
    "reasoning_quality": "Reasoning quality",
}


def confidence_history(
    confidences: Sequence[float],
    threshold: float,
    *,
    needs_human: bool,
    dark: bool,
    waits: bool | None = None,
) -> Chart | None:
    """Draw one point per round against the threshold; ``None`` when there was no round.

    ``needs_human`` says that the last one is too low; ``waits`` that the run waits, for whatever reason.
    """
    if not confidences:
        return None
    palette = DARK if dark else LIGHT
    rounds = list(range(1, len(confidences) + 1))
    waiting = needs_human if waits is None else waits
    end = palette.amber if needs_human else palette.accent if waiting else palette.good
    colours = [palette.accent] * (len(rounds) - 1) + [end]
    figure = base("Confidence by round", palette, height=230)
    figure.add_trace(
        go.Scatter(
            x=rounds,
            y=list(confidences),
            mode="lines+markers+text",
            line={"color": palette.accent, "width": 2},
            marker={"color": colours, "size": 11, "line": {"width": 0}},
            text=[score(value, threshold) for value in confidences],
            textposition="top center",
            textfont={"color": palette.text, "size": 13},
            hovertemplate="Round %{x}: %{y:.2f}<extra></extra>",
            cliponaxis=False,
        )
    )
    rule(figure, palette, threshold, f"needed {threshold:.2f}")
    figure.update_xaxes(title=axis("Round"), tickvals=rounds, range=[0.6, len(rounds) + 0.4])
    figure.update_yaxes(title=axis("Confidence (0 to 1)"), range=[0, 1.08], tickvals=[0, 0.25, 0.5, 0.75, 1])
    told = ", ".join(
        f"round {number} {score(value, threshold)}" for number, value in zip(rounds, confidences, strict=True)
    )
    verdict = "needs review" if waiting else "finalized"
    return Chart(figure, f"Line chart of confidence: {told}; {threshold:.2f} is needed; {verdict}.")


def retrieval_scores(
    kept: Sequence[tuple[str, float]], dropped: Sequence[tuple[str, float]], threshold: float, *, dark: bool
) -> Chart | None:
    """Draw every candidate as a dot, hollow when it was dropped; ``None`` when there was none."""
    if not kept and not dropped:
        return None
    palette = DARK if dark else LIGHT
    figure = base("Retrieval scores", palette, height=230)
    for name, offset, rows, filled in (("kept", 0, kept, True), ("dropped", len(kept), dropped, False)):
        figure.add_trace(
            go.Scatter(
                x=list(range(offset + 1, offset + len(rows) + 1)),
                y=[score for _, score in rows],
                customdata=[label for label, _ in rows],
                mode="markers",
                name=name,
                marker={
                    "size": 10,
                    "color": palette.accent if filled else "rgba(0,0,0,0)",
                    "line": {"color": palette.accent if filled else palette.muted, "width": 2},
                },
                hovertemplate="%{customdata}: %{y:.2f}<extra></extra>",
                cliponaxis=False,
            )
        )
    # Under the line: the dots that were kept stand over it.
    rule(figure, palette, threshold, f"needed {threshold:.2f}", under=True)
    highest = max(score for _, score in (*kept, *dropped))
    figure.update_xaxes(
        title=axis("Passage, best first"), tickmode="linear", dtick=max(1, len((*kept, *dropped)) // 10)
    )
    figure.update_yaxes(title=axis("Likeness to the question"), range=[0, max(highest, threshold) * 1.2])
    alt = (
        f"Dot chart of retrieval scores: {len(kept)} passages kept, {len(dropped)} dropped under the "
        f"threshold of {threshold:.2f}; the best scored {highest:.2f}."
    )
    return Chart(figure, alt)


def score_bars(evaluation: Evaluation, *, dark: bool) -> Chart:
    """Draw the four scores; where a clamp bit, what was cut off stays visible behind a mark."""
    palette = DARK if dark else LIGHT
    names = list(_NAMES)
    values = [float(getattr(evaluation, name)) for name in names]
    before = max((clamp.before for clamp in evaluation.clamps), default=values[0])
    figure = base("Scores of the answer", palette, height=230)
    labels = [_NAMES[name] for name in names]
    figure.add_bar(
        y=labels, x=[1] * 4, orientation="h", width=0.5, marker_color=palette.track, hoverinfo="skip"
    )
    if before > values[0]:
        figure.add_bar(
            y=labels[:1],
            x=[before],
            orientation="h",
            width=0.5,
            marker={"color": palette.track, "line": {"color": palette.bad, "width": 1.5}},
            hovertemplate=f"judged {before:.2f}, limited to {values[0]:.2f}<extra></extra>",
        )
    figure.add_bar(
        y=labels,
        x=values,
        orientation="h",
        width=0.5,
        marker_color=palette.accent,
        hovertemplate="%{x:.2f}<extra></extra>",
    )
    _label_bars(figure, palette, labels, values)
    told = ", ".join(f"{label.lower()} {value:.2f}" for label, value in zip(labels, values, strict=True))
    cut = ""
    if before > values[0]:
        _limit(figure, palette, values[0], labels[0])
        cut = f" Faithfulness was judged {before:.2f} and limited to {values[0]:.2f}."
    figure.update_layout(barmode="overlay", showlegend=False)
    figure.update_xaxes(range=[0, 1.12], tickvals=[0, 0.5, 1], title=axis("Score (0 to 1)"))
    figure.update_yaxes(autorange="reversed", gridcolor="rgba(0,0,0,0)", ticklabelstandoff=10)
    return Chart(figure, f"Bar chart of scores: {told}; overall {evaluation.overall_score:.2f}.{cut}")


def _label_bars(figure: go.Figure, palette: Palette, labels: Sequence[str], values: Sequence[float]) -> None:
    """Write each value beside its bar."""
    for label, value in zip(labels, values, strict=True):
        figure.add_annotation(
            x=1.02,
            y=label,
            text=f"{value:.2f}",
            showarrow=False,
            xanchor="left",
            font={"size": 14, "color": palette.text},
        )


def _limit(figure: go.Figure, palette: Palette, at: float, label: str) -> None:
    """Mark where the clamp bit."""
    figure.add_shape(
        type="line", x0=at, x1=at, y0=-0.42, y1=0.42, line={"color": palette.bad, "width": 3}, layer="above"
    )
    figure.add_annotation(
        x=at,
        y=label,
        text="limited by the audit",
        showarrow=False,
        xanchor="left",
        xshift=7,
        font={"size": 12, "color": palette.bad},
    )


def rule(figure: go.Figure, palette: Palette, at: float, text: str, *, under: bool = False) -> None:
    """Draw a level that something is held against; its name stands over it, or ``under`` it."""
    figure.add_hline(y=at, line={"color": palette.muted, "width": 1.3, "dash": "dash"})
    figure.add_annotation(
        x=1,
        xref="paper",
        y=at,
        text=text,
        showarrow=False,
        xanchor="right",
        yanchor="top" if under else "bottom",
        font={"size": 12, "color": palette.muted},
    )


def upright(
    figure: go.Figure, palette: Palette, at: float, text: str, height: float, *, before: bool = False
) -> None:
    """Mark a place on the horizontal axis; ``height`` (0 to 1) and ``before`` say where its name stands."""
    figure.add_vline(x=at, line={"color": palette.text, "width": 1.3, "dash": "dash"})
    figure.add_annotation(
        x=at,
        y=height,
        yref="paper",
        text=text,
        showarrow=False,
        xanchor="right" if before else "left",
        xshift=-4 if before else 4,
        font={"size": 12, "color": palette.text},
    )


def axis(text: str) -> dict[str, Any]:
    """Return an axis title."""
    return {"text": text, "font": {"size": 12}}


def base(title: str, palette: Palette, *, height: int) -> go.Figure:
    """Return an empty figure in the house style."""
    figure = go.Figure()
    figure.update_layout(
        title={
            "text": title,
            "x": 0,
            "xanchor": "left",
            "font": {"size": 15, "color": palette.text},
            "pad": {"l": 2},
        },
        height=height,
        margin={"l": 8, "r": 12, "t": 44, "b": 8},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"family": '"Source Sans", "Source Sans Pro", sans-serif', "size": 13, "color": palette.muted},
        showlegend=False,
        hoverlabel={"font": {"size": 13}},
        dragmode=False,
    )
    figure.update_xaxes(
        automargin=True, zeroline=False, gridcolor="rgba(0,0,0,0)", linecolor=palette.line, fixedrange=True
    )
    figure.update_yaxes(automargin=True, zeroline=False, gridcolor=palette.line, fixedrange=True)
    return figure
