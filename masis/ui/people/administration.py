"""Administration: the people and workspaces of the whole installation, without their contents."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.members import HeldWorkspace, KnownPerson
from masis.domain.person import LOCAL
from masis.ui.safe_text import safe_label, safe_md
from masis.ui.shared import table, wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, session
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis

_PLACES = (
    Column("name", "Workspace", "title", "26%"),
    Column("owners", "Owners"),
    Column("members", "People", "number", "6rem"),
    Column("documents", "Documents", "number", "7rem"),
    Column("runs", "Runs", "number", "6rem"),
    Column("made", "Made", "fixed", "8rem"),
)


def draw_people(masis: "Masis") -> None:
    """Draw who signed in before, with the way to shut somebody out and in again."""
    held = masis.people.everybody(caller())
    st.caption(
        f"{len(held):,} people signed in so far." if len(held) != 1 else "One person signed in so far."
    )
    for known in held:
        _person(masis, known)


def _person(masis: "Masis", known: KnownPerson) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key=f"known-{known.person}"):
        with st.container(gap=None):
            st.markdown(f"**{safe_md(known.name)}**{' (shut out)' if known.shut_out else ''}")
            told = (
                known.address or "no checked address",
                wording.counted(known.workspaces, "workspace"),
                f"last seen {wording.age(known.last_seen)}",
            )
            st.caption(safe_md(", ".join(told)))
        if known.person == caller().person:
            st.caption("You", width="content")
        elif known.shut_out:
            if st.button("Let in again", icon=":material/person_add:", key=f"let-in-{known.person}"):
                with calmly():
                    masis.people.let_in_again(caller(), known.person)
                    _said(f"{known.name} may sign in again.")
        elif st.button("Shut out", icon=":material/block:", key=f"shut-out-{known.person}"):
            _confirm_shutting_out(masis, known)


@st.dialog("Shut somebody out")
def _confirm_shutting_out(masis: "Masis", known: KnownPerson) -> None:
    st.markdown(
        f"Shut **{safe_label(known.name)}** out? They leave every workspace, their tokens end, and they "
        "cannot sign in. What they did stays."
    )
    if st.button("Shut out", type="primary", key="shut-out-now"):
        with calmly():
            masis.people.shut_out(caller(), known.person)
            _said(f"{known.name} is shut out.")


def draw_places(masis: "Masis") -> tuple[HeldWorkspace, ...]:
    """Draw every workspace with how much it holds, and the form that gives one an owner."""
    held = masis.people.places(caller())
    if not held:
        st.caption("There is no workspace yet.")
        return held
    rows = [
        Row(
            place.workspace_id,
            {
                "name": Cell(place.name),
                "owners": Cell(", ".join(place.owners) or "nobody"),
                "members": Cell(f"{place.members:,}", sort=place.members),
                "documents": Cell(f"{place.documents:,}", sort=place.documents),
                "runs": Cell(f"{place.runs:,}", sort=place.runs),
                "made": Cell(f"{place.created_at:%Y-%m-%d}"),
            },
        )
        for place in held
    ]
    table.show("Workspaces", _PLACES, rows, key="places")
    orphans = {place.workspace_id: place.name for place in held if not {*place.owners} - {LOCAL}}
    if orphans:
        _give_owner(masis, orphans)
    return held


def _give_owner(masis: "Masis", orphans: dict[str, str]) -> None:
    st.subheader("Give an owner", anchor=False)
    st.caption("These workspaces are from before people signed in, or their owner was shut out.")
    with st.form("give-owner", border=False, clear_on_submit=True):
        place = st.selectbox("Workspace", list(orphans), format_func=lambda known: orphans[known])
        address = st.text_input("E-mail address of the owner", placeholder="anna@example.com", max_chars=254)
        if st.form_submit_button("Give"):
            with calmly():
                masis.people.give_owner(caller(), place, address)
                _said(f"{orphans[place]} belongs to {address.strip()} now.")


def _said(message: str) -> None:
    session().message = message
    st.rerun()
