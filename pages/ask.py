"""Ask: put a question, watch the agents, read the cited answer and its audit."""

import streamlit as st

from masis.errors import NotFound
from masis.ui.ask import ask_box, welcome
from masis.ui.safe_text import safe_md
from masis.ui.shared.notices import calmly
from masis.ui.shared.services import get_masis
from masis.ui.shared.session import current_run

masis = get_masis()
workspace = welcome.workspace(masis, "ask")

ask_box.say_refusal()
with calmly():
    try:
        snapshot = current_run(masis)
    except NotFound as gone:
        st.info(safe_md(gone), icon=":material/info:")
        snapshot = None
    if snapshot is None:
        ask_box.invite(masis, workspace)
    else:
        from masis.ui.ask import outcome  # the page without a question need not wait for it

        outcome.show(masis, workspace.workspace_id, snapshot)
        ask_box.show(masis, workspace)
