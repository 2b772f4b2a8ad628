"""Web switch: whether a question may search beside the documents, and what a workspace says by default."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.workspace import WorkspaceSummary
from masis.ui.safe_text import safe_label
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller

if TYPE_CHECKING:
    from masis.service import Masis

_SENT = "The words of your question leave this machine. What is found is checked and cited apart."


def beside_question(masis: "Masis", workspace: WorkspaceSummary) -> None:
    """Draw the switch of the next question; nothing where no tool is set up (System says why)."""
    names = _tools(masis)
    if names:
        st.toggle(
            f"Also search {safe_label(' and '.join(names))}",
            value=workspace.allow_web,
            key=_key(workspace.workspace_id),
            help=_SENT,
        )


def chosen(workspace_id: str) -> bool | None:
    """Return what the switch says; nothing where it cannot be used, so that the run says why."""
    value = st.session_state.get(_key(workspace_id))
    return None if value is None else bool(value)


def in_workspace(masis: "Masis", workspace: WorkspaceSummary) -> None:
    """Draw the workspace's own setting, which holds for questions that do not say."""
    if _tools(masis):
        st.checkbox(
            "Search the web by default",
            value=workspace.allow_web,
            key=f"web-default-{workspace.workspace_id}",
            help=_SENT,
            on_change=_store,
            args=(masis, workspace.workspace_id),
        )


def _store(masis: "Masis", workspace_id: str) -> None:
    allowed = bool(st.session_state[f"web-default-{workspace_id}"])
    with calmly():
        masis.allow_web(caller(), workspace_id, allowed)
        st.session_state.pop(_key(workspace_id), None)


def _key(workspace_id: str) -> str:
    return f"web-{workspace_id}"


def _tools(masis: "Masis") -> tuple[str, ...]:
    """Return what can be searched beside the documents."""
    return tuple("the web" if tool.name == "web" else tool.name for tool in masis.tools() if tool.available)
