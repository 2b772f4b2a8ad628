"""Draft audit: paste or upload any memo and see which of its sentences the documents carry."""

import streamlit as st

from masis.errors import NotFound
from masis.ui import entry
from masis.ui.components import draft_head, draft_list, draft_progress, draft_result, draft_start, welcome
from masis.ui.draft_address import follow_address, open_audit
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_md
from masis.ui.services import get_masis
from masis.ui.session import caller, open_workspace, session, take_message

entry.framed()
masis = get_masis()
follow_address()
workspace = open_workspace(masis.workspaces(caller()))
if workspace is None:
    welcome.show(masis)
    st.stop()

st.title("Draft audit", anchor=False)
take_message()
with calmly():
    audit = None
    if session().draft_id:
        try:
            audit = masis.drafts.get(caller(), workspace.workspace_id, session().draft_id)
        except NotFound as gone:
            st.info(safe_md(gone), icon=":material/info:")
            open_audit("")
    if audit is None:
        if not workspace.documents:
            st.caption("This workspace holds no documents yet, so nothing can be found in it.")
        draft_start.show(masis, workspace.workspace_id, sample=workspace.sample)
        draft_list.show(masis.drafts.listed(caller(), workspace.workspace_id))
    else:
        draft_head.show(masis, audit)
        if not audit.summary.finished:
            draft_progress.watch(masis, workspace.workspace_id, audit.summary.audit_id)
        elif audit.summary.state != "done":
            draft_progress.ended_early(audit)
        else:
            draft_result.show(masis, audit)
