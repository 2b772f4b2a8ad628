"""Answer view: the answer, or what came nearest to one, beside the source that is open."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.absence import absence_of
from masis.domain.report import RunReport
from masis.ui.components import answer, nearest, passages, source_pane, struck, verdict
from masis.ui.reading import Source

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str, report: RunReport) -> None:
    """Draw the view; an absent answer shows the passages that were read for it."""
    absence = absence_of(report) if report.requires_human_review else None
    to_read = verdict.passages_only(report, None) and bool(passages.to_read(report))
    if not report.answer:
        asks = report.status == "needs_clarification" and not report.requires_human_review
        why = "the question is not settled yet" if asks else "nothing in the documents qualified"
        st.caption(f"No answer was written, because {why}.")
        nearest.show(report)
        return
    left, right = st.columns(2, gap="large")
    with left:
        if to_read:
            opened = _passages(report)
        else:
            opened = nearest.read(absence) if absence and absence.near else _draft(report)
        struck.show(report)
    with right:
        source_pane.show(masis, workspace_id, opened)


def _passages(report: RunReport) -> Source | None:
    """Draw what is answered, where a part is, and the passages for what is not."""
    if all(part.outcome != "answered" for part in report.parts):
        return passages.cards(report)
    answer.show(report, beside=passages.keys(report))
    return passages.cards(report, beside=answer.keys(report)) or answer.opened(report)


def _draft(report: RunReport) -> Source | None:
    if report.requires_human_review:
        st.html('<div class="m-sub">Best draft so far</div>')
    answer.show(report)
    if report.requires_human_review:
        verdict.figures(report)
    return answer.opened(report)
