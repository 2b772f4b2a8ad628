"""MASIS in the browser: page settings, the pages there are, the sidebar; no logic."""

import streamlit as st

from masis.ui.shared import frame, mounted
from masis.ui.shared.notices import calmly
from masis.ui.shared.services import get_masis

st.set_page_config(page_title="MASIS", page_icon=str(frame.FAVICON), layout="wide")
mounted.style()

ask = st.Page("pages/ask.py", title="Ask", icon=":material/search:", default=True)
documents = st.Page("pages/documents.py", title="Documents", icon=":material/description:")
facts = st.Page("pages/facts.py", title="Facts", icon=":material/table_view:")
review = st.Page("pages/review.py", title="Review", icon=":material/rule:")
history = st.Page("pages/history.py", title="History", icon=":material/history:")
draft = st.Page("pages/draft_audit.py", title="Draft audit", icon=":material/fact_check:")
insights = st.Page("pages/insights.py", title="Insights", icon=":material/monitoring:")
calibration = st.Page("pages/calibration.py", title="Calibration", icon=":material/tune:")
system = st.Page("pages/system.py", title="System", icon=":material/monitor_heart:")

work = [ask, documents, facts, review, history, draft]
page = st.navigation([*work, insights, calibration, system], position="hidden")
frame.sidebar(get_masis(), {"Work": work, "Insight": [insights, calibration]}, system, page)
with calmly():  # an outage on the way to the page's own notices
    page.run()
