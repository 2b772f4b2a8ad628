"""Draft address: which audit is open in this tab, kept in the address so that a reload finds it again."""

import streamlit as st

from masis.ui.session import session


def open_audit(audit_id: str) -> None:
    """Open an audit, or none."""
    current = session()
    current.draft_id, current.draft_sentence, current.draft_quote = audit_id, None, 0
    current.page_number = None
    if audit_id:
        st.query_params.update({"workspace": current.workspace_id, "audit": audit_id})
    else:
        st.query_params.pop("audit", None)


def follow_address() -> None:
    """Let a new tab open what its address names, before the workspace is settled."""
    asked = st.query_params.get("audit", "")
    if asked and asked != session().draft_id:
        session().workspace_id = st.query_params.get("workspace", session().workspace_id)
        open_audit(asked)
