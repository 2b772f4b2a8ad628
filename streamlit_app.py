"""MASIS in the browser: page settings, the pages there are, the sidebar; no logic."""

import streamlit as st

from masis.ui.components import frame, mounted
from masis.ui.services import get_masis

st.set_page_config(page_title="MASIS", page_icon=str(frame.FAVICON), layout="wide")
mounted.style()

ask = st.Page("pages/ask.py", title="Ask", icon=":material/search:", default=True)
documents = st.Page("pages/documents.py", title="Documents", icon=":material/description:")
review = st.Page("pages/review.py", title="Review", icon=":material/rule:")
history = st.Page("pages/history.py", title="History", icon=":material/history:")
system = st.Page("pages/system.py", title="System", icon=":material/monitor_heart:")

page = st.navigation([ask, documents, review, history, system], position="hidden")
frame.sidebar(get_masis(), {"Work": [ask, documents, review, history]}, system)
page.run()
