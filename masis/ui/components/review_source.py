"""Review source: choose which of the competing sources counts, here or as a rule of the workspace."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.critique import Conflict
from masis.ui.components import review_again
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_label
from masis.ui.session import caller

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.casework import CaseFile

_REACH = (
    "For this run only",
    "For this measure and period, also in later runs",
    "For everything, also in later runs",
)


def show(masis: "Masis", file: "CaseFile") -> None:
    """Draw the choice of each conflict and how far it reaches."""
    from masis.service.continuing import Choice

    conflicts = file.report.critique.conflicts if file.report.critique else ()
    with st.form("source-form", border=False):
        sides = [(number, _side(conflict, number, file)) for number, conflict in enumerate(conflicts)]
        reach = st.radio("How far it reaches", _REACH, key=f"reach-{file.case.case_id}")
        since = st.date_input("In force from", "today", format="YYYY-MM-DD", width=180)
        reason = st.text_area("Why this source counts", height=80, key=f"source-reason-{file.case.case_id}")
        if st.form_submit_button("Choose and run again", type="primary", icon=":material/replay:"):
            with calmly():
                choice = Choice(
                    sides=tuple((number, side) for number, side in sides if side is not None),
                    lasting=reach != _REACH[0],
                    general=reach == _REACH[2],
                    effective_from=since,
                    reason=reason,
                )
                work = masis.reviews.continuing
                review_again.follow(
                    work.choose_source(caller(), file.case.case_id, file.case.version, choice), file
                )


def _side(conflict: Conflict, number: int, file: "CaseFile") -> int | None:
    def name(side: int) -> str:
        one = conflict.sides[side]
        return safe_label(f"{one.value}: {one.document_title}, p. {one.page_label}")

    return st.radio(
        f"Which source counts for {safe_label(conflict.subject)}?",
        range(len(conflict.sides)),
        format_func=name,
        index=None,
        key=f"side-{file.case.case_id}-{number}",
    )
