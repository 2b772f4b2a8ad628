"""Members: the people of a workspace with their roles, invitations, and leaving."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.members import Invitation, Member
from masis.domain.person import Right, Role
from masis.domain.workspace import WorkspaceSummary
from masis.ui.safe_text import safe_label, safe_md
from masis.ui.shared import wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, enter_workspace, may, session

if TYPE_CHECKING:
    from masis.service import Masis

ROLES: dict[Role, str] = {
    Role.OWNER: "Owner: invites people, sets the workspace up, deletes it",
    Role.REVIEWER: "Reviewer: decides cases, makes rules and tests",
    Role.ANALYST: "Analyst: asks, audits, adds and deletes documents",
    Role.READER: "Reader: looks and exports",
}

_ACT_WIDTH = 130
"""Pixels, so that the roles stand under one another."""


def draw(masis: "Masis", workspace: WorkspaceSummary) -> None:
    """Draw who belongs to the workspace; owners can change it."""
    place = workspace.workspace_id
    held = masis.people.members(caller(), place)
    st.caption(f"You are {workspace.role.value} of {safe_label(workspace.name)}.")
    for member in held:
        _member(masis, workspace, member)
    if may(Right.MANAGE):
        invited = masis.people.invitations(caller(), place)
        for invitation in invited:
            _invitation(masis, place, invitation)
        _invite(masis, place, len(held) + len(invited))
        _hand_over(masis, place, [member for member in held if member.person != caller().person])


def _member(masis: "Masis", workspace: WorkspaceSummary, member: Member) -> None:
    place = workspace.workspace_id
    mine = member.person == caller().person
    with st.container(horizontal=True, vertical_alignment="center", key=f"member-{member.person}"):
        with st.container(gap=None):
            st.markdown(f"**{safe_md(member.name)}**{' (you)' if mine else ''}")
            st.caption(safe_md(", ".join(filter(None, (member.address, f"since {member.since:%-d %B %Y}")))))
        if may(Right.MANAGE):
            _role(masis, place, member)
        else:
            st.caption(member.role.value.capitalize(), width="content")
        if not (mine or may(Right.MANAGE)):
            return
        label, icon = ("Leave", "logout") if mine else ("Remove", "person_remove")
        gone = st.button(label, icon=f":material/{icon}:", key=f"remove-{member.person}", width=_ACT_WIDTH)
        if gone and mine:
            _confirm_leaving(masis, workspace)
        elif gone:
            with calmly():
                masis.people.remove(caller(), place, member.person)
                _said(f"{member.name} does not belong to this workspace any more.")


def _role(masis: "Masis", place: str, member: Member) -> None:
    role = st.selectbox(
        f"Role of {safe_label(member.name)}",
        list(Role),
        index=list(Role).index(member.role),
        format_func=lambda role: role.value.capitalize(),
        label_visibility="collapsed",
        width=160,
        key=f"role-{place}-{member.person}-{member.role}",
    )
    if role is not None and role is not member.role:
        with calmly():
            masis.people.change(caller(), place, member.person, role)
            _said(f"{member.name} is {role.value} now.")


def _invitation(masis: "Masis", place: str, invitation: Invitation) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key=f"invited-{invitation.address}"):
        with st.container(gap=None):
            st.markdown(f"**{safe_md(invitation.address)}**")
            told = f"Invited as {invitation.role.value} {wording.age(invitation.at)}"
            st.caption(f"{told} by {safe_md(invitation.invited_by)}; comes in at the next sign-in.")
        if st.button(
            "Take back", icon=":material/undo:", key=f"take-back-{invitation.address}", width=_ACT_WIDTH
        ):
            with calmly():
                masis.people.take_back(caller(), place, invitation.address)
                _said(f"The invitation of {invitation.address} is taken back.")


def _invite(masis: "Masis", place: str, known: int) -> None:
    """Draw the form; what cannot be used stays in it, and one person more empties it."""
    st.header("Invite", anchor=False)
    with st.form("invite", border=False):
        slot = f"invite-{place}-{known}"
        address = st.text_input("E-mail address", placeholder="anna@example.com", max_chars=254, key=slot)
        role = st.selectbox(
            "Role", list(ROLES), index=2, format_func=lambda role: ROLES[role], key=f"{slot}-role"
        )
        if st.form_submit_button("Invite", type="primary", icon=":material/person_add:"):
            with calmly():
                at_once = masis.people.invite(caller(), place, address, role)
                later = "will be in after the next sign-in" if not at_once else "is in"
                _said(f"{address.strip()} {later}, as {role.value}.")
    st.caption("Invitations are not mailed: tell them the address of this page.")


def _hand_over(masis: "Masis", place: str, others: list[Member]) -> None:
    if not others:
        return
    with (
        st.expander("Hand this workspace over", icon=":material/swap_horiz:"),
        st.form("hand-over", border=False),
    ):
        named = {member.person: member.name for member in others}
        person = st.selectbox("New owner", list(named), format_func=lambda known: named[known])
        st.caption("You stay on as a reviewer.")
        if st.form_submit_button("Hand over"):
            with calmly():
                masis.people.hand_over(caller(), place, person)
                _said(f"{named[person]} owns this workspace now.")


@st.dialog("Leave workspace")
def _confirm_leaving(masis: "Masis", workspace: WorkspaceSummary) -> None:
    st.markdown(f"Leave **{safe_label(workspace.name)}**? An owner has to invite you to come back.")
    if st.button("Leave", type="primary", key="leave-now"):
        with calmly():
            masis.people.remove(caller(), workspace.workspace_id, caller().person)
            enter_workspace("")
            st.rerun()


def _said(message: str) -> None:
    session().message = message
    st.rerun()
