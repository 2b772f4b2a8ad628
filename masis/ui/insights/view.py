"""View: the page of insights from its span to the last chart; a point or a row leads to its runs."""

import csv
import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.history.figures import ENDINGS
from masis.domain.history.overview import Overview
from masis.domain.history.slices import SPANS, Over, Span
from masis.ui.insights import panels
from masis.ui.insights.panels import ENDED, Panel
from masis.ui.safe_text import safe_html
from masis.ui.shared import plot, table, wording
from masis.ui.shared.session import caller, put_address, session
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis

_SPAN, _SCOPE, _GO = "insights-span", "insights-scope", "insights-go"
_HERE, _MINE = "This workspace", "All of mine"
_SPAN_WORDS: dict[Span, str] = {7: "7 days", 30: "30 days", 90: "90 days", 0: "All"}
_QUESTIONS: tuple[tuple[str, tuple[Callable[..., Panel], ...]], ...] = (
    ("How much is answered?", (panels.endings,)),
    (
        "How sure are the answers, and are they right?",
        (panels.confidence, panels.confidence_days, panels.judged),
    ),
    ("Why do people have to look?", (panels.causes, panels.reasons)),
    ("What does retrieval miss, and what does not hold?", (panels.passages, panels.likeness, panels.struck)),
    ("How long does it take?", (panels.times,)),
    ("What does it cost?", (panels.tokens, panels.money)),
)
_ROWS_SHOWN = 400
"""Rows of numbers on the page; the file has all."""


def show(masis: "Masis", workspace_id: str) -> None:
    """Draw the choice of the span, then one written question after the other with its charts."""
    _follow(workspace_id)
    over = Over.read(session().over)
    _choices(over)
    seen = masis.insights.overview(caller(), workspace_id, over)
    if seen.counting:
        _counting(masis)
    if not seen.runs:
        _nothing(over)
        return
    st.html(f'<p class="m-lead">{safe_html(in_short(seen))}</p>')
    dark = st.context.theme.type == "dark"
    for question, makers in _QUESTIONS:
        drawn = [make(seen, dark=dark) for make in makers]
        if all(panel.chart is None for panel in drawn):
            drawn = drawn[:1]  # one sentence says it
        _section(question, drawn, over)


@st.fragment(run_every=2)
def _counting(masis: "Masis") -> None:
    """Say that earlier runs are missing, and draw the page anew once they are counted."""
    st.caption("Some earlier runs are still being counted; the page follows by itself.")
    if not masis.insights.counting():
        st.rerun()


def in_short(seen: Overview) -> str:
    """Return the span in one sentence."""
    shares = [
        f"{share(seen.ended(name), seen.runs)} {ENDED[name].lower()}" for name in ENDINGS if seen.ended(name)
    ]
    where = " in all your workspaces" if seen.over.mine else ""
    when = f"in {seen.over.span} days" if seen.over.span else "since the beginning"
    return f"{wording.counted(seen.runs, 'question')} {when}{where}: {', '.join(shares)}."


def share(part: int, whole: int) -> str:
    """Return a share in percent; nearly none and nearly all are not rounded to none and all."""
    told = f"{part / whole:.0%}"
    if part and told == "0%":
        return "under 1%"
    return "over 99%" if part < whole and told == "100%" else told


def _choices(over: Over) -> None:
    st.session_state[_SPAN] = over.span
    st.session_state[_SCOPE] = _MINE if over.mine else _HERE
    with st.container(horizontal=True, vertical_alignment="center"):
        st.segmented_control(
            "Span",
            SPANS,
            format_func=lambda span: _SPAN_WORDS[span],
            key=_SPAN,
            required=True,
            label_visibility="collapsed",
            on_change=_chosen,
        )
        st.segmented_control(
            "Whose runs",
            (_HERE, _MINE),
            key=_SCOPE,
            required=True,
            label_visibility="collapsed",
            on_change=_chosen,
        )


def _chosen() -> None:
    """Put the choice into the address, so that a reload and a shared link show the same."""
    over = Over(span=st.session_state[_SPAN], mine=st.session_state[_SCOPE] == _MINE)
    session().over = over.code
    put_address()


def _nothing(over: Over) -> None:
    place = "in your workspaces" if over.mine else "in this workspace"
    when = f"in the last {over.span} days" if over.span else "yet"
    st.info(f"No question was asked {place} {when}.", icon=":material/info:")
    st.page_link("pages/ask.py", label="Ask a question", icon=":material/search:")


def _section(question: str, drawn: Sequence[Panel], over: Over) -> None:
    st.header(question, anchor=False)
    for start in range(0, len(drawn), 2):
        pair = drawn[start : start + 2]
        for place, panel in zip(st.columns(len(pair), gap="large"), pair, strict=True):
            with place:
                _panel(panel, over)


def _panel(panel: Panel, over: Over) -> None:
    """Draw the chart, then its numbers: what a screen reader and a keyboard get, and the file."""
    plot.show(panel.chart, f"insights-{panel.key}", panel.empty, _point)
    if panel.chart is None:
        return
    with st.expander("Numbers", key=f"insights-numbers-{panel.key}", on_change="rerun") as numbers:
        if not numbers.open:
            return
        clicked = table.show(
            panel.title,
            [
                Column(
                    str(place),
                    name,
                    "title" if not place else "number" if place == len(panel.header) - 1 else "text",
                )
                for place, name in enumerate(panel.header)
            ],
            [_row(panel, number) for number in range(min(len(panel.rows), _ROWS_SHOWN))],
            key=f"insights-table-{panel.key}",
            opens="0",
        )
        if len(panel.rows) > _ROWS_SHOWN:
            st.caption(f"The first {_ROWS_SHOWN} of {len(panel.rows):,} rows; the file has all.")
        st.download_button(
            "CSV",
            as_csv(panel),
            file_name=f"insights-{panel.key}-{over.code}.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
            type="tertiary",
            key=f"insights-csv-{panel.key}",
        )
    if clicked:
        _point((panel.codes[int(clicked)],))
        st.rerun()


def _row(panel: Panel, number: int) -> Row:
    cells = {
        str(place): Cell(value if isinstance(value, str) else f"{value:,}", sort=value)
        for place, value in enumerate(panel.rows[number])
    }
    return Row(str(number), cells)


def as_csv(panel: Panel) -> bytes:
    """Return the numbers of a chart as a file."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\r\n")
    writer.writerows([panel.header, *panel.rows])
    return made.getvalue().encode("utf-8")


def _point(data: tuple[str, ...]) -> None:
    """Note that the runs behind a point are wanted; the page that is drawn next leads there."""
    st.session_state[_GO] = data[0]


def _follow(workspace_id: str) -> None:
    code = st.session_state.pop(_GO, "")
    if code:
        st.switch_page("pages/history.py", query_params={"workspace": workspace_id, "only": code})
