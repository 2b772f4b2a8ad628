"""Review head: the question with its cause, and who looks after it until when."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.workspace import Case
from masis.ui import wording
from masis.ui.components import review_sign
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_html
from masis.ui.session import caller

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", case: Case, people: Sequence[str]) -> None:
    """Draw the question with its cause, and who looks after it until when."""
    tone, word = ("human", "Needs review") if case.state == "open" else ("", wording.OUTCOMES[case.outcome])
    st.html(
        f'<div class="m-eyebrow">{safe_html(case.workspace_name)}, {wording.age(case.created_at)}</div>'
        f'<h2 class="m-question">{safe_html(case.question)}</h2>'
        f'<p class="m-amber-title"><span class="m-dot {tone}"></span>{safe_html(word)}: '
        f"{safe_html(wording.CAUSES[case.cause])}</p>"
    )
    mark = f"{case.case_id}-{case.version}"
    with st.container(horizontal=True, vertical_alignment="bottom", key="case-care"):
        known = sorted({*people, caller().signature, case.assignee} - {""})
        chosen = known.index(case.assignee) if case.assignee else None
        assignee = st.selectbox(
            "Assignee",
            known,
            chosen,
            key=f"who-{mark}",
            accept_new_options=True,
            placeholder="Nobody",
            width=200,
        )
        due = st.date_input("Due", case.due, key=f"due-{mark}", width=150, format="YYYY-MM-DD")
        _changed(masis, case, str(assignee or ""), due if isinstance(due, date) else None)


def _changed(masis: "Masis", case: Case, assignee: str, due: date | None) -> None:
    with calmly():
        if assignee != case.assignee:
            masis.reviews.assign(caller(), case.case_id, case.version, assignee)
        elif due != case.due:
            masis.reviews.set_due(caller(), case.case_id, case.version, due)
        else:
            return
        review_sign.saved("Saved.")
