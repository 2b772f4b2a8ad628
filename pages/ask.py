"""Ask: put a question, watch the agents, read the cited answer and its audit."""

import streamlit as st

from masis.errors import NotFound
from masis.ui import entry
from masis.ui.components import ask_box, outcome, welcome
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_md
from masis.ui.services import get_masis
from masis.ui.session import caller, current_run, open_workspace, session

entry.framed()
masis = get_masis()
workspace = open_workspace(masis.workspaces(caller()))
if workspace is None:
    welcome.show(masis)
    st.stop()

with calmly():
    try:
        snapshot = current_run(masis)
    except NotFound as gone:
        st.info(safe_md(gone), icon=":material/info:")
        snapshot = None
    if snapshot is None:
        question = ask_box.invite(masis, workspace)
    else:
        outcome.show(masis, session().workspace_id, snapshot)
        question = ask_box.show(masis, workspace)
    if question:
        ask_box.start(masis, workspace.workspace_id, question)
