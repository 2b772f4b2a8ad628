"""Review sign: who signs, which case is open at which address, and which state of it this person saw."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.review.decisions import told
from masis.ui.safe_text import safe_md
from masis.ui.shared.mounted import mount
from masis.ui.shared.session import caller, put_address, session

if TYPE_CHECKING:
    from masis.service.review.casework import CaseFile

_FOCUS, _TURN, _SHOWN = "review-focus", "review-focus-turn", "review-focus-shown"
_KEYS = {
    "j": ".st-key-case-Down button",
    "k": ".st-key-case-Up button",
    "s": ".st-key-act-choose_source button",
    "a": ".st-key-act-approve button",
    "e": ".st-key-act-edit button",
    "r": ".st-key-act-reject button",
}
"""Keys and what they press: all of the page, since Streamlit keeps ``r`` and loses others while it draws."""


def open_case(case_id: str) -> None:
    """Make this case the open one; on the Review page the address names it."""
    current = session()
    current.case_id, current.review_act, current.cite, current.seen_case = case_id, "", "", None
    current.page_number = None
    if current.page == "review":
        put_address()


def draw_signature() -> None:
    """Draw the line that says how decisions are signed; whoever signed in signs, and no other name counts."""
    if (who := session().who) is not None:
        st.caption(f"Decisions are signed “{safe_md(who.signature)}”, the name you are signed in with.")
        return
    with st.container(horizontal=True, vertical_alignment="center", key="review-sign"):
        st.caption(f"Decisions are signed “{safe_md(caller().signature)}”.", width="content")
        with st.popover("Change name", type="tertiary"):
            name = st.text_input("Your name", session().signature, max_chars=80, key="review-name")
            st.caption("It is kept with what you decide. MASIS does not check it.")
            if name.strip() != session().signature:
                session().signature = name.strip()
                st.rerun()


def as_seen(file: "CaseFile") -> "CaseFile":
    """Return the case as this person was shown it; say so when somebody changed it since."""
    current, case = session(), file.case
    seen = current.seen_case
    if seen is None or seen.case_id != case.case_id:
        seen = current.seen_case = case
    if seen.version == case.version:
        return file
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="case-changed"):
        done = [decision for decision in file.decisions if decision.action != "comment"]
        what = told(done[-1], datetime.now(UTC)) if done else "This case changed"
        st.markdown(f"{safe_md(what)}. You still see it as it was before.", width="stretch")
        if st.button("Show it as it is now", key="case-refresh"):
            current.seen_case = None
            st.rerun()
    return replace(file, case=seen)


def saved(message: str, case_id: str) -> None:
    """Draw the page anew after a change of this person's own; its case stays open."""
    current = session()
    current.message, current.review_act, current.seen_case = message, "", None
    current.case_id = case_id
    st.rerun()


def lead_focus(selector: str) -> None:
    """Ask for the focus to go to an element of the page that is drawn next."""
    _ask_for(selector, shown=False)


def lead_view(selector: str) -> None:
    """Ask for an element of the page that is drawn next to be scrolled to; the focus stays where it is."""
    _ask_for(selector, shown=True)


def _ask_for(selector: str, *, shown: bool) -> None:
    st.session_state[_FOCUS], st.session_state[_SHOWN] = selector, shown
    st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1


def draw_focus() -> None:
    """Let the browser carry out what was asked for; last on the page, when all of it is there."""
    asked = {
        "selector": st.session_state.get(_FOCUS, ""),
        "shown": st.session_state.get(_SHOWN, False),
        "turn": st.session_state.get(_TURN, 0),
        "keys": _KEYS,
    }
    with st.container(key="focus-holder"):
        mount("focus", asked, key="review-focus-now", event="done")
