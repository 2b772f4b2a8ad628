"""Calibration: known truths, what they say about scores and confidence, and the line that follows."""

import streamlit as st

from masis.ui.ask import welcome
from masis.ui.calibration import story, tests
from masis.ui.shared.notices import calmly
from masis.ui.shared.services import get_masis
from masis.ui.shared.session import caller, take_message

masis = get_masis()
workspace = welcome.workspace(masis, "other")

take_message()
st.title("Calibration", anchor=False)
with calmly():
    seen = masis.calibration.overview(caller(), workspace.workspace_id)
    story.draw_short(seen)
    if not workspace.documents:
        st.info("There are no documents here yet. Upload some, then come back.", icon=":material/info:")
        st.page_link("pages/documents.py", label="Upload documents", icon=":material/upload:")
    else:
        tests.draw_start(masis, workspace.workspace_id, seen.running)
    for tried in (seen.self_test, seen.known):
        if tried is not None:
            tests.draw_found(masis, workspace.workspace_id, tried)
    story.draw_scores(masis, workspace.workspace_id, seen)
    story.draw_reliability(seen)
    story.draw_risk(masis, workspace.workspace_id, seen)
    story.draw_log(masis, workspace.workspace_id, seen)
