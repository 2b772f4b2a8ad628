"""Trace: rounds as columns, agents as rows, each cell with its details; then what changed in the draft."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import streamlit as st

from masis.domain.report import RunReport
from masis.ui import findings, wording
from masis.ui.components import review_log
from masis.ui.difference import marked_difference
from masis.ui.reading import passages
from masis.ui.safe_text import safe_html

Entry = Mapping[str, Any]
_ORDER = tuple(wording.AGENTS)
_HIDDEN = {"node", "iteration", "duration_ms", "draft"}


def show(report: RunReport) -> None:
    """Draw the table of the rounds and the differences between their drafts."""
    if not report.trace:
        st.caption("This run left no trace.")
        return
    rounds = sorted({int(entry.get("iteration", 1)) for entry in report.trace})
    st.html(_table(report.trace, rounds))
    review_log.decided(report)
    drafts = [_readable(str(entry["draft"]), report) for entry in report.trace if entry.get("draft")]
    for number, (before, after) in enumerate(pairwise(drafts), start=1):
        st.html(f'<div class="m-sub">Draft {number} to draft {number + 1}</div>')
        with st.container(border=True):
            st.html(f'<p class="m-diff">{marked_difference(before, after)}</p>')


def _readable(draft: str, report: RunReport) -> str:
    """Put the numbers of the chips where the draft has long ids."""
    for passage in passages(report).values():
        draft = draft.replace(f"[{passage.chunk_id}]", f" [{passage.number}]")
    return draft


def _table(trace: Sequence[Entry], rounds: Sequence[int]) -> str:
    head = "".join(f'<th scope="col">Round {number}</th>' for number in rounds)
    body = "".join(
        _row(trace, node, rounds) for node in _ORDER if any(one.get("node") == node for one in trace)
    )
    return (
        '<div class="m-scroll" role="region" tabindex="0" aria-label="Trace by agent and round">'
        f'<table class="m-trace"><thead><tr><th scope="col">Agent</th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _row(trace: Sequence[Entry], node: str, rounds: Sequence[int]) -> str:
    cells = "".join(
        "<td>"
        + "".join(
            _cell(one) for one in trace if one.get("node") == node and one.get("iteration", 1) == number
        )
        + "</td>"
        for number in rounds
    )
    return f'<tr><th scope="row">{safe_html(wording.AGENTS[node][0])}</th>{cells}</tr>'


def _cell(entry: Entry) -> str:
    spent = float(entry.get("duration_ms", 0))
    took = wording.duration(spent / 1000) if spent >= 1 else ""
    facts = "".join(
        f"<dt>{safe_html(name.replace('_', ' '))}</dt><dd>{safe_html(findings.plain(value))}</dd>"
        for name, value in entry.items()
        if name not in _HIDDEN and value not in (None, "", [], ())
    )
    line = findings.found(str(entry.get("node")), entry) or "Done"
    summary = f'<summary>{safe_html(line)} <span class="took">{took}</span></summary>'
    return f"<details>{summary}<dl>{facts}</dl></details>"
