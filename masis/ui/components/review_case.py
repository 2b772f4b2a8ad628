"""Review case: one case opened: what stopped the run, the competing claims, the draft and its audit."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.workspace import Case
from masis.ui import wording
from masis.ui.components import answer, outcome, quality, review_log, review_marks, trace, verdict
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_html, safe_md
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.casework import CaseFile

_VIEWS = ("Draft", "Claims", "Quality", "Trace", "Record")


def head(masis: "Masis", case: Case, people: Sequence[str]) -> None:
    """Draw the question with its cause, and who looks after it until when."""
    tone, word = ("human", "Needs review") if case.state == "open" else ("", wording.OUTCOMES[case.outcome])
    st.html(
        f'<div class="m-eyebrow">{safe_html(case.workspace_name)}, {wording.age(case.created_at)}</div>'
        f'<h2 class="m-question">{safe_html(case.question)}</h2>'
        f'<p class="m-amber-title"><span class="m-dot {tone}"></span>{safe_html(word)}: '
        f"{safe_html(wording.CAUSES[case.cause])}</p>"
    )
    with st.container(horizontal=True, vertical_alignment="bottom", key="case-care"):
        assignee = st.selectbox(
            "Assignee", sorted({*people, caller().signature, case.assignee} - {""}), index=None,
            accept_new_options=True, placeholder="Nobody", key=f"assignee-{case.case_id}-{case.version}", width=190,
        ) if not case.assignee else st.text_input(
            "Assignee", case.assignee, key=f"assignee-{case.case_id}-{case.version}", width=190
        )  # fmt: skip
        due = st.date_input("Due", case.due, key=f"due-{case.case_id}-{case.version}", width=150, format="YYYY-MM-DD")
        _changed(masis, case, str(assignee or ""), due if isinstance(due, date) else None)


def _changed(masis: "Masis", case: Case, assignee: str, due: date | None) -> None:
    with calmly():
        if assignee != case.assignee:
            masis.reviews.assign(caller(), case.case_id, case.version, assignee)
        elif due != case.due:
            masis.reviews.set_due(caller(), case.case_id, case.version, due)
        else:
            return
        session().message = "Saved."
        st.rerun()


def show(masis: "Masis", file: "CaseFile") -> None:
    """Draw the competing claims and the views of the draft."""
    case, report = file.case, file.report
    st.html(f'<p class="m-amber-text">{safe_html(case.message)}</p>')
    for conflict in report.critique.conflicts if report.critique else ():
        st.html(verdict.competing(conflict))
    view = st.segmented_control(
        "View", _VIEWS, default="Draft", required=True, key=f"case-view-{case.case_id}", label_visibility="collapsed"
    )
    if view == "Draft" and report.answer:
        edited = next((one.person for one in reversed(report.human) if one.action == "edit"), "")
        st.caption(f"Best draft, edited by {safe_md(edited)}" if edited else "Best draft")
        answer.show(report)
        verdict.figures(report)
    elif view == "Draft":
        st.caption("No answer was written, because nothing in the documents qualified.")
        outcome.nearest(report)
    elif view == "Claims":
        review_marks.show(masis, file)
    elif view == "Record":
        review_log.show(masis, case, file.decisions)
    else:
        {"Quality": quality.show, "Trace": trace.show}[str(view)](report)
