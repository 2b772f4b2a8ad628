"""Run list: the runs of a workspace, searched, filtered, and opened on the Ask page."""

from collections.abc import Sequence

import streamlit as st

from masis.domain.past import PastRun
from masis.ui import wording
from masis.ui.components import compare_pick, run_filters, table
from masis.ui.components.table import Cell, Column, Row
from masis.ui.lineage import stale_short
from masis.ui.session import open_run, session

PAGE_SIZE = 25
_NEEDED = 0.65
_COLUMNS = (
    Column("question", "Question", "title"),
    Column("verdict", "Verdict", "state", "8.5rem"),
    Column("confidence", "Confidence", "number", "6.5rem"),
    Column("course", "By round", "spark", "5.5rem"),
    Column("rounds", "Rounds", "number", "5rem"),
    Column("age", "Asked", "fixed", "8rem"),
)


def show(runs: Sequence[PastRun], *, filtered: bool, page: int) -> None:
    """Draw the list or say why it is empty."""
    if not runs:
        empty = (
            "No run matches. Try other words or other filters." if filtered else "Nothing was asked here yet."
        )
        st.caption(empty)
        return
    compare_pick.show(runs)
    rows = [_row(run) for run in runs[:PAGE_SIZE]]
    ticks = session().ticked
    clicked = table.show("Runs", _COLUMNS, rows, key="history-table", opens="question", ticks=ticks)
    run_filters.turn(page, more=len(runs) > PAGE_SIZE)
    if clicked and clicked.startswith("tick:"):
        compare_pick.tick(clicked.removeprefix("tick:"))
        st.rerun()
    if clicked:
        thread = next((run.summary.thread_id for run in runs if run.summary.run_id == clicked), None)
        open_run(clicked, thread)
        where = {"workspace": session().workspace_id, "run": clicked}
        st.switch_page("pages/ask.py", query_params=where)


def _row(past: PastRun) -> Row:
    run = past.summary
    word, tone = wording.VERDICTS[run.verdict]
    told = ", ".join(f"{value:.2f}" for value in run.confidence_history)
    return Row(
        run.run_id,
        {
            "question": Cell(run.question, sub=stale_short(past.stale)),
            "verdict": Cell(word, tone=tone),
            "confidence": Cell(
                "" if run.confidence is None else f"{run.confidence:.2f}", sort=run.confidence or 0.0
            ),
            "course": Cell(
                f"Confidence by round: {told}",
                values=run.confidence_history,
                rule=_NEEDED,
                sort=run.confidence or 0.0,
            )
            if told
            else Cell(),
            "rounds": Cell(str(run.iterations) if run.iterations else "", sort=run.iterations),
            "age": Cell(
                wording.age(run.started_at),
                sort=run.started_at.timestamp(),
                title=wording.utc(run.started_at),
            ),
        },
    )
