"""Workspace picker: choose, make, set up and delete workspaces."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.person import Right
from masis.domain.workspace import WorkspaceSummary
from masis.ui.safe_text import safe_html, safe_label
from masis.ui.shared import retention_form, web_switch
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import WORKSPACE_KEY, caller, enter_workspace, may, session
from masis.ui.shared.wording import counted

if TYPE_CHECKING:
    from masis.service import Masis


_KEEPING, _TURN = "retention-dialog", "manage-turn"


def show(masis: "Masis", workspaces: Sequence[WorkspaceSummary]) -> None:
    """Draw the picker; moving to another workspace clears what belongs to the old one."""
    by_id = {workspace.workspace_id: workspace for workspace in workspaces}
    chosen = None if session().gone else by_id.get(session().workspace_id)
    if by_id:
        st.session_state[WORKSPACE_KEY] = chosen.workspace_id if chosen else None
        st.selectbox(
            "Workspace",
            list(by_id),
            format_func=lambda known: by_id[known].name if known in by_id else known,
            key=WORKSPACE_KEY,
            placeholder="Choose a workspace",
            on_change=_enter,
        )
    if chosen:
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.html(
                f'<div class="m-count">{safe_html(counted(chosen.documents, "document"))}</div>',
                width="content",
            )
            with st.popover("Manage", type="tertiary", key=f"manage-{st.session_state.get(_TURN, 0)}"):
                if may(Right.MANAGE, chosen.workspace_id):
                    web_switch.in_workspace(masis, chosen)
                if may(Right.MANAGE, chosen.workspace_id):
                    st.button(
                        "How long things are kept",
                        icon=":material/auto_delete:",
                        type="tertiary",
                        key="retention-open",
                        on_click=_open_retention,
                        args=(chosen.workspace_id,),
                    )
                _create(masis)
                if may(Right.MANAGE, chosen.workspace_id):
                    _delete(masis, chosen)
        if st.session_state.get(_KEEPING) == chosen.workspace_id:
            _keep_for(masis, chosen)  # again with each run of the page: one that leaves it out closes it
    elif not by_id:
        _create(masis)


def _enter() -> None:
    enter_workspace(st.session_state[WORKSPACE_KEY] or "")


def _create(masis: "Masis") -> None:
    with st.form("new-workspace", border=False, clear_on_submit=True):
        name = st.text_input("New workspace", placeholder="For example: Market entry 2026", max_chars=80)
        if st.form_submit_button("Create workspace") and name.strip():
            with calmly():
                made = masis.create_workspace(caller(), name.strip())
                enter_workspace(made.workspace_id)
                st.rerun()


def _open_retention(workspace_id: str) -> None:
    """Have the dialog drawn, and the menu anew: an open one would lie over it on a phone."""
    st.session_state[_KEEPING] = workspace_id
    st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1


def _close_retention() -> None:
    st.session_state.pop(_KEEPING, None)


@st.dialog("How long things are kept", on_dismiss=_close_retention)
def _keep_for(masis: "Masis", workspace: WorkspaceSummary) -> None:
    st.markdown(f"In **{safe_label(workspace.name)}**:")
    retention_form.show(masis, workspace.workspace_id)


def _delete(masis: "Masis", workspace: WorkspaceSummary) -> None:
    if st.button("Delete this workspace", icon=":material/delete:", type="tertiary", key="delete-workspace"):
        _confirm_delete(masis, workspace)


@st.dialog("Delete workspace")
def _confirm_delete(masis: "Masis", workspace: WorkspaceSummary) -> None:
    st.markdown(
        f"Delete **{safe_label(workspace.name)}** with its {counted(workspace.documents, 'document')}, "
        "its runs and its history? This cannot be undone."
    )
    with st.container(horizontal=True):
        if st.button("Delete workspace", type="primary", key="delete-workspace-now"):
            with calmly():
                masis.delete_workspace(caller(), workspace.workspace_id)
                enter_workspace("")
                st.rerun()
        if st.button("Keep it", key="delete-workspace-not"):
            st.rerun()
