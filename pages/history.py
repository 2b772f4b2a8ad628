"""History: find an earlier run and reopen it as it was, or see two of them side by side."""

import streamlit as st

from masis.domain.history.slices import Slice
from masis.ui.ask import thread_picker, welcome
from masis.ui.history.behind import draw_behind
from masis.ui.history.comparison import draw_comparison
from masis.ui.history.runs import draw_runs
from masis.ui.shared.notices import calmly
from masis.ui.shared.services import get_masis

masis = get_masis()
workspace = welcome.workspace(masis, "history")

only = Slice.read(st.query_params.get("only", ""))
before, after = st.query_params.get("a", ""), st.query_params.get("b", "")
st.title("Compare runs" if before and after else "History", anchor=False)
with calmly():
    if before and after:
        draw_comparison(masis, workspace.workspace_id, before, after)
    elif only is not None:
        draw_behind(masis, workspace.workspace_id, only)
    else:
        thread_picker.show(masis, workspace.workspace_id)
        draw_runs(masis, workspace.workspace_id)
