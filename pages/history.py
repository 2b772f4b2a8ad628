"""History: find an earlier run and reopen it as it was."""

import streamlit as st

from masis.ui import entry
from masis.ui.components import run_filters, run_list, thread_picker, welcome
from masis.ui.notices import calmly
from masis.ui.services import get_masis
from masis.ui.session import caller, open_workspace

entry.framed()
masis = get_masis()
workspace = open_workspace(masis.workspaces(caller()))
if workspace is None:
    welcome.show(masis)
    st.stop()

st.title("History", anchor=False)
with calmly():
    thread_picker.show(masis, workspace.workspace_id)
    search, verdict = run_filters.filters()
    page = run_filters.page_number(search, verdict)
    runs = masis.runs(
        caller(),
        workspace.workspace_id,
        search=search,
        verdict=verdict,
        limit=run_list.PAGE_SIZE + 1,
        offset=page * run_list.PAGE_SIZE,
    )
    run_list.show(runs, filtered=bool(search or verdict), page=page)
