"""People: who belongs to the open workspace as what, how long it keeps things, and what was done in it."""

import streamlit as st

from masis.domain.person import Right
from masis.ui.ask import welcome
from masis.ui.people import acts, members
from masis.ui.shared import retention_form
from masis.ui.shared.notices import calmly
from masis.ui.shared.services import get_masis
from masis.ui.shared.session import may, take_message

masis = get_masis()
workspace = welcome.workspace(masis, "other")

take_message()
st.title("People", anchor=False)
with calmly():
    members.draw(masis, workspace)
    st.header("How long things are kept", anchor=False)
    retention_form.show(masis, workspace.workspace_id)
    if may(Right.MANAGE):
        st.header("What was done", anchor=False)
        acts.draw_workspace(masis, workspace.workspace_id)
