"""Calibration: known truths, what they say about scores and confidence, and the line that follows."""

import streamlit as st

from masis.ui import entry
from masis.ui.components import (
    calibration_failures,
    calibration_log,
    calibration_rates,
    calibration_reliability,
    calibration_risk,
    calibration_scores,
    calibration_tests,
    welcome,
)
from masis.ui.notices import calmly
from masis.ui.services import get_masis
from masis.ui.session import caller, open_workspace, take_message

entry.framed()
masis = get_masis()
workspace = open_workspace(masis.workspaces(caller()))
if workspace is None:
    welcome.show(masis)
    st.stop()

take_message()
st.title("Calibration", anchor=False)
st.html(
    '<p class="m-lead">Ask what you know the answer to. It shows which passages qualify, how far a '
    "confidence can be trusted, and where the line between finalized and handed to a person belongs.</p>"
)
with calmly():
    seen = masis.calibration.overview(caller(), workspace.workspace_id)
    if not workspace.documents:
        st.info("There are no documents here yet. Upload some, then come back.", icon=":material/info:")
        st.page_link("pages/documents.py", label="Upload documents", icon=":material/upload:")
    else:
        calibration_tests.show(masis, workspace.workspace_id, seen.running)
    for tried in (seen.self_test, seen.known):
        if tried is not None:
            st.header(calibration_rates.KINDS[tried.batch.kind], anchor=False)
            calibration_rates.show(tried)
            st.caption(calibration_tests.ended(tried.batch))
            calibration_failures.show(masis, workspace.workspace_id, tried)
    calibration_scores.show(masis, workspace.workspace_id, seen)
    calibration_reliability.show(seen)
    calibration_risk.show(masis, workspace.workspace_id, seen)
    calibration_log.show(masis, workspace.workspace_id, seen)
