"""Review forward: send a case back to work: a chosen source, other words, guidance, an edited state."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.run.provenance import ForkPoint, StateEdit
from masis.domain.verification.conflicts import Conflict
from masis.ui.ask import state_editor
from masis.ui.documents import uploads
from masis.ui.safe_text import safe_label
from masis.ui.shared import sign
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, link_to_run, open_run, session

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.review.casework import CaseFile

_REACH = (
    "For this run only",
    "For this measure and period, also in later runs",
    "For everything, also in later runs",
)


def choose_source(masis: "Masis", file: "CaseFile") -> None:
    """Draw the choice of each conflict and how far it reaches; a date is asked for a lasting rule only."""
    from masis.service.review.continuing import Choice

    conflicts = file.report.critique.conflicts if file.report.critique else ()
    sides = [(number, _side(conflict, number, file)) for number, conflict in enumerate(conflicts)]
    reach = st.radio("How far it reaches", _REACH, key=f"reach-{file.case.case_id}")
    since = None
    if reach != _REACH[0]:
        since = st.date_input("In force from", "today", format="YYYY-MM-DD", width=180)
    reason = st.text_area(
        "Why this source counts (optional)", height=80, key=f"source-reason-{file.case.case_id}"
    )
    if st.button("Choose and run again", type="primary", icon=":material/replay:", key="choose-now"):
        with calmly():
            choice = Choice(
                sides=tuple((number, side) for number, side in sides if side is not None),
                lasting=reach != _REACH[0],
                general=reach == _REACH[2],
                effective_from=since,
                reason=reason,
            )
            work, case = masis.reviews.continuing, file.case
            follow(work.choose_source(caller(), case.case_id, case.version, choice), file)


def _side(conflict: Conflict, number: int, file: "CaseFile") -> int | None:
    def name(place: int) -> str:
        side = conflict.sides[place]
        return safe_label(f"{side.value}: {side.document_title}, p. {side.page_label}")

    return st.radio(
        f"Which source counts for {safe_label(conflict.subject)}?",
        range(len(conflict.sides)),
        format_func=name,
        index=None,
        key=f"side-{file.case.case_id}-{number}",
    )


def rephrase(masis: "Masis", file: "CaseFile") -> None:
    """Draw the form that asks in other words."""
    with st.form("rephrase-form", border=False):
        question = st.text_area(
            "The question", file.case.question, height=80, key=f"rephrase-{file.case.case_id}"
        )
        if st.form_submit_button("Ask this instead", type="primary", icon=":material/send:"):
            with calmly():
                case, work = file.case, masis.reviews.continuing
                follow(work.rephrase(caller(), case.case_id, case.version, question), file)


def run_again(masis: "Masis", file: "CaseFile") -> None:
    """Draw the form that sends the run on with guidance."""
    with st.form("again-form", border=False):
        hint = "What to look for, or what the last answer got wrong"
        note = st.text_area(
            "Guidance (optional)", height=80, placeholder=hint, key=f"again-{file.case.case_id}"
        )
        if st.form_submit_button("Run again from here", type="primary", icon=":material/replay:"):
            _again(masis, file, note)


def add_document(masis: "Masis", file: "CaseFile") -> None:
    """Draw the drop zone of the case's workspace and the way on once the documents are read in."""
    place = file.case.workspace_id
    if place != session().workspace_id:
        st.caption(f"They are added to the case's workspace, {safe_label(file.case.workspace_name)}.")
    uploads.drop_zone(masis, place)
    uploads.show(masis, place)
    busy = any(not job.finished for job in masis.jobs(caller(), place))
    if st.button(
        "Run again with the new documents", type="primary", disabled=busy, icon=":material/replay:",
        key="again-with-documents",
    ):  # fmt: skip
        _again(masis, file, "")


def edit_state(masis: "Masis", file: "CaseFile") -> None:
    """Draw the state of the case's run before an agent, and let it go on as it was set."""

    def go_on(point: ForkPoint, edit: StateEdit, reason: str) -> None:
        case, work = file.case, masis.reviews.continuing
        place = (case.case_id, case.version, point.node, point.iteration)
        follow(work.edit_state(caller(), *place, edit, reason), file)

    state_editor.draw(masis, file.case.workspace_id, file.case.run_id, go_on)


def _again(masis: "Masis", file: "CaseFile", note: str) -> None:
    with calmly():
        case, work = file.case, masis.reviews.continuing
        follow(work.run_again(caller(), case.case_id, case.version, note), file)


def follow(run_id: str, file: "CaseFile") -> None:
    """Show the run that took the case on."""
    sign.open_case("")
    session().workspace_id = file.case.workspace_id
    open_run(run_id, file.report.thread_id)
    st.switch_page("pages/ask.py", query_params=link_to_run(file.case.workspace_id, run_id))
