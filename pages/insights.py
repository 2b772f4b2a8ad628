"""Insights: what the questions of a time add up to: answers, doubts, passages, time and money."""

import streamlit as st

from masis.ui.ask import welcome
from masis.ui.insights import view
from masis.ui.shared.notices import calmly
from masis.ui.shared.services import get_masis
from masis.ui.shared.session import take_message

masis = get_masis()
workspace = welcome.workspace(masis, "insights")

take_message()
st.title("Insights", anchor=False)
with calmly():
    view.show(masis, workspace.workspace_id)
