"""Review actions: one row of buttons, each with its consequence; the chosen one opens its form."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.review import CONSEQUENCES, ReviewAction, last_undoable
from masis.ui.components import review_again, review_edit, review_forms, review_sign, review_source
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_label
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.casework import CaseFile

_LABELS: tuple[tuple[ReviewAction, str, str, str], ...] = (
    ("choose_source", "Choose source", "compare_arrows", "s"),
    ("approve", "Approve", "check", "a"),
    ("edit", "Edit", "edit", "e"),
    ("reject", "Reject", "block", "x"),
    ("rephrase", "Rephrase", "edit_note", ""),
    ("run_again", "Run again", "replay", ""),
)
_FORMS: dict[str, Callable[["Masis", "CaseFile"], None]] = {
    "choose_source": review_source.show,
    "approve": review_forms.approve,
    "edit": review_edit.show,
    "reject": review_forms.reject,
    "rephrase": review_again.rephrase,
    "run_again": review_again.run_again,
}


def show(masis: "Masis", file: "CaseFile") -> None:
    """Draw what can be done with the case as it stands."""
    with st.container(border=True, key="review-actions"):
        st.html('<div class="m-sub">Your decision</div>')
        if file.case.state == "open":
            for action, label, icon, key in _LABELS:
                if _fits(file, action):
                    _action(masis, file, action, label, icon, key)
        _undo(masis, file)


def _fits(file: "CaseFile", action: ReviewAction) -> bool:
    if action == "choose_source":
        return bool(file.report.critique and file.report.critique.conflicts)
    return bool(file.report.answer) or action not in {"approve", "edit"}


def _action(masis: "Masis", file: "CaseFile", action: ReviewAction, label: str, icon: str, key: str) -> None:
    current = session()
    with st.container(horizontal=True, vertical_alignment="center", key=f"act-row-{action}"):
        if st.button(label, icon=f":material/{icon}:", key=f"act-{action}", shortcut=key or None, width=165):
            current.review_act = "" if current.review_act == action else action
        st.caption(CONSEQUENCES[action], width="stretch")
    if current.review_act == action:
        _FORMS[action](masis, file)


def _undo(masis: "Masis", file: "CaseFile") -> None:
    last = last_undoable(file.decisions)
    if last is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="act-row-undo"):
        pressed = st.button("Undo", icon=":material/undo:", key="act-undo", width=165)
        st.caption(f"Takes back: {safe_label(last.sentence)}.", width="stretch")
    if pressed:
        with calmly():
            masis.reviews.undo(caller(), file.case.case_id, file.case.version)
            review_sign.saved("Taken back. The case is open again.")
