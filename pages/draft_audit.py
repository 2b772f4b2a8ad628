"""Draft audit: paste or upload any memo and see which of its sentences the documents carry."""

import streamlit as st

from masis.errors import NotFound
from masis.ui.ask import welcome
from masis.ui.memo_audit import head, start
from masis.ui.memo_audit.result import draw_result
from masis.ui.safe_text import safe_md
from masis.ui.shared.notices import calmly
from masis.ui.shared.services import get_masis
from masis.ui.shared.session import caller, session, take_message

masis = get_masis()
workspace = welcome.workspace(masis, "draft_audit")

st.title("Draft audit", anchor=False)
take_message()
with calmly():
    audit = None
    if session().draft_id:
        try:
            audit = masis.drafts.get(caller(), workspace.workspace_id, session().draft_id)
        except NotFound as gone:
            st.info(safe_md(gone), icon=":material/info:")
            session().draft_id = ""  # the address goes on naming it, and a reload says the same
    if audit is None:
        if not workspace.documents:
            st.caption("This workspace holds no documents yet, so nothing can be found in it.")
        start.draw_entry(masis, workspace.workspace_id, sample=workspace.sample)
        start.draw_earlier(masis.drafts.listed(caller(), workspace.workspace_id))
    else:
        start.keep_typed(workspace.workspace_id)
        head.draw_head(masis, audit)
        if not audit.summary.finished:
            head.watch(masis, workspace.workspace_id, audit.summary.audit_id)
        elif audit.summary.state != "done":
            head.draw_early_end(masis, audit)
        else:
            draw_result(masis, audit)
