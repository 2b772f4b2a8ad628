"""Review actions: one row of buttons, each with its consequence; the chosen one opens its form."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.person import Right
from masis.domain.review.decisions import CONSEQUENCES, REJECT_REASONS, last_undoable
from masis.ui.review import forward
from masis.ui.review.edit import draw_editor
from masis.ui.safe_text import safe_label
from masis.ui.shared import sign, wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, lacking, session

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.review.casework import CaseFile

_BUTTONS: tuple[tuple[str, str, str, str, str], ...] = (
    ("choose_source", "Choose source", "compare_arrows", "s", "It runs again; the value you choose counts."),
    ("approve", "Approve", "check", "a", "The answer becomes final in your name."),
    ("edit", "Edit", "edit", "e", "Your wording is audited again first."),
    ("reject", "Reject", "block", "", "The answer is marked as not to be used."),
    ("rephrase", "Rephrase", "edit_note", "", "A new question takes its place."),
    ("run_again", "Run again", "replay", "", "Research goes on with your guidance."),
    ("edit_state", "Edit state", "account_tree", "", "It goes on from a step, as you set it."),
    ("add_document", "Add document", "upload_file", "", "It is read in, then the question runs again."),
)
"""Act, name, icon, key, and the consequence in a few words."""
_FIELDS = ".st-key-act-form :is(textarea, input, button)"


def draw_actions(masis: "Masis", file: "CaseFile") -> None:
    """Draw what can be done with the case as it stands."""
    with st.container(border=True, key="review-actions"):
        if refused := lacking(Right.DECIDE, file.case.workspace_id):
            st.caption(refused)
            return
        if file.case.state == "open":
            acts = [button for button in _BUTTONS if _fits(file, button[0])]
            with st.container(key="act-row"):
                for act, label, icon, key, consequence in acts:
                    with st.container(key=f"act-cell-{act}", gap=None):
                        st.button(
                            label, icon=f":material/{icon}:", key=f"act-{act}", shortcut=key or None,
                            type="primary" if act == "choose_source" else "secondary", width="stretch",
                            on_click=_toggle, args=(act,),
                        )  # fmt: skip
                        st.caption(consequence)
            if session().review_act in {act for act, *_ in acts}:
                _form(masis, file, session().review_act)
        elif file.case.continued_by and st.button(
            "Open the run that went on", icon=":material/arrow_forward:", key="act-continued"
        ):
            forward.follow(file.case.continued_by, file)
        _undo(masis, file)
        sign.draw_signature()


def _toggle(act: str) -> None:
    """Open the form of an act and put the focus into it, or close it again."""
    current = session()
    current.review_act = "" if current.review_act == act else act
    sign.lead_focus(_FIELDS if current.review_act else f".st-key-act-{act} button")


def _fits(file: "CaseFile", act: str) -> bool:
    if act == "choose_source":
        return bool(file.report.critique and file.report.critique.conflicts)
    return bool(file.report.answer) or act not in {"approve", "edit"}


def _form(masis: "Masis", file: "CaseFile", act: str) -> None:
    forms: dict[str, Callable[[Masis, CaseFile], None]] = {
        "choose_source": forward.choose_source,
        "approve": _approve,
        "edit": draw_editor,
        "reject": _reject,
        "rephrase": forward.rephrase,
        "run_again": forward.run_again,
        "edit_state": forward.edit_state,
        "add_document": forward.add_document,
    }
    with st.container(key="act-form"):
        for name, told in CONSEQUENCES.items():
            if name == act:
                st.caption(told)
        forms[act](masis, file)


def _approve(masis: "Masis", file: "CaseFile") -> None:
    """Draw the form that makes the answer final."""
    problems = [claim for claim in file.report.claims if claim.verdict in wording.PROBLEMS]
    if problems:
        count = wording.counted(len(problems), "sentence")
        st.caption(f"The audit doubts {count}; by approving you vouch for them. See Claims.")
    with st.form("approve-form", border=False):
        reason = st.text_area(
            "Why this answer can be used", height=80, key=f"approve-reason-{file.case.case_id}"
        )
        if st.form_submit_button("Approve as final", type="primary", icon=":material/check:"):
            with calmly():
                masis.reviews.approve(caller(), file.case.case_id, file.case.version, reason)
                sign.saved("Approved. The run now counts as finalized by you.", file.case.case_id)


def _reject(masis: "Masis", file: "CaseFile") -> None:
    """Draw the form that marks the answer as not to be used."""
    with st.form("reject-form", border=False):
        code = st.selectbox("Reason", list(REJECT_REASONS), format_func=lambda name: REJECT_REASONS[name])
        note = st.text_area("Note (optional)", height=80, key=f"reject-note-{file.case.case_id}")
        if st.form_submit_button("Reject", type="primary", icon=":material/block:"):
            with calmly():
                masis.reviews.reject(caller(), file.case.case_id, file.case.version, code, note)
                sign.saved("Rejected. The answer is marked as not to be used.", file.case.case_id)


def _undo(masis: "Masis", file: "CaseFile") -> None:
    last = last_undoable(file.decisions)
    if last is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="act-undo-line"):
        pressed = st.button("Undo", icon=":material/undo:", key="act-undo")
        st.caption(f"Takes back: {safe_label(last.sentence)}.", width="stretch")
    if pressed:
        with calmly():
            masis.reviews.undo(caller(), file.case.case_id, file.case.version)
            sign.saved("Taken back. The case is open again.", file.case.case_id)
