"""MASIS in the browser: page settings, the pages there are, the sidebar; no logic."""

import streamlit as st

from masis.ui.shared import frame, mounted, sign_in
from masis.ui.shared.notices import calmly
from masis.ui.shared.services import get_masis
from masis.ui.shared.session import caller

st.set_page_config(page_title="MASIS", page_icon=str(frame.FAVICON), layout="wide")
mounted.style()
masis = get_masis()
sign_in.enter(masis)

ask = st.Page("pages/ask.py", title="Ask", icon=":material/search:", default=True)
documents = st.Page("pages/documents.py", title="Documents", icon=":material/description:")
facts = st.Page("pages/facts.py", title="Facts", icon=":material/table_view:")
review = st.Page("pages/review.py", title="Review", icon=":material/rule:")
history = st.Page("pages/history.py", title="History", icon=":material/history:")
draft = st.Page("pages/draft_audit.py", title="Draft audit", icon=":material/fact_check:")
insights = st.Page("pages/insights.py", title="Insights", icon=":material/monitoring:")
calibration = st.Page("pages/calibration.py", title="Calibration", icon=":material/tune:")
people = st.Page("pages/people.py", title="People", icon=":material/group:")
administration = st.Page("pages/administration.py", title="Administration", icon=":material/shield_person:")
told = st.Page("pages/notifications.py", title="Notifications", icon=":material/notifications:")
system = st.Page("pages/system.py", title="System", icon=":material/monitor_heart:")

sections = {"Work": [ask, documents, facts, review, history, draft], "Insight": [insights, calibration]}
if masis.people.sign_in:
    sections[frame.TEAM] = [people, *([administration] if caller().administrator else [])]
ways = [known for held in sections.values() for known in held]
page = st.navigation([*ways, told, system], position="hidden")
frame.sidebar(masis, sections, (told, system), page)
with calmly():  # an outage on the way to the page's own notices
    page.run()
