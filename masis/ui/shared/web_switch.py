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
    """Draw the switch of the next question; without a tool it is off and says why."""
    names, reason = _tools(masis)
    st.toggle(
        f"Also search {safe_label(' and '.join(names))}" if names else "Also search the web",
        value=workspace.allow_web and bool(names),
        key=_key(workspace.workspace_id, usable=bool(names)),
        disabled=not names,
        help=_SENT if names else safe_label(reason),
    )


def chosen(workspace_id: str) -> bool | None:
    """Return what the switch says; nothing where it cannot be used, so that the run says why."""
    value = st.session_state.get(_key(workspace_id, usable=True))
    return None if value is None else bool(value)


def in_workspace(masis: "Masis", workspace: WorkspaceSummary) -> None:
    """Draw the workspace's own setting, which holds for questions that do not say."""
    names, reason = _tools(masis)
    st.checkbox(
        "Search the web by default",
        value=workspace.allow_web,
        key=f"web-default-{workspace.workspace_id}",
        disabled=not names,
        help=_SENT if names else safe_label(reason),
        on_change=_store,
        args=(masis, workspace.workspace_id),
    )


def _store(masis: "Masis", workspace_id: str) -> None:
    allowed = bool(st.session_state[f"web-default-{workspace_id}"])
    with calmly():
        masis.allow_web(caller(), workspace_id, allowed)
        st.session_state.pop(_key(workspace_id, usable=True), None)


def _key(workspace_id: str, *, usable: bool) -> str:
    return f"web-{workspace_id}" if usable else f"no-web-{workspace_id}"


def _tools(masis: "Masis") -> tuple[tuple[str, ...], str]:
    """Return what can be searched beside the documents, and why the web cannot."""
    tools = masis.tools()
    names = tuple("the web" if tool.name == "web" else tool.name for tool in tools if tool.available)
    reason = next((tool.detail for tool in tools if not tool.available), "No web search is set up.")
    return names, reason
