"""History: find an earlier run and reopen it as it was, or see two of them side by side."""

import streamlit as st

from masis.ui import entry
from masis.ui.components import compare_view, run_filters, run_list, thread_picker, welcome
from masis.ui.notices import calmly
from masis.ui.services import get_masis
from masis.ui.session import caller, open_workspace

entry.framed()
masis = get_masis()
workspace = open_workspace(masis.workspaces(caller()))
if workspace is None:
    welcome.show(masis)
    st.stop()

before, after = st.query_params.get("a", ""), st.query_params.get("b", "")
st.title("Compare runs" if before and after else "History", anchor=False)
with calmly():
    if before and after:
        compare_view.show(masis, workspace.workspace_id, before, after)
    else:
        thread_picker.show(masis, workspace.workspace_id)
        search, verdict, stale = run_filters.filters()
        page = run_filters.page_number(search, verdict, stale)
        runs = masis.past.listed(
            caller(),
            workspace.workspace_id,
            search=search,
            verdict=verdict,
            stale=stale,
            limit=run_list.PAGE_SIZE + 1,
            offset=page * run_list.PAGE_SIZE,
        )
        run_list.show(runs, filtered=bool(search or verdict or stale), page=page)
