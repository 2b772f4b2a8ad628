"""Notifications: what the person was told, newest first, each leading to its case, answer or page."""

import streamlit as st

from masis.ui.notifications import choices, told
from masis.ui.shared import entry
from masis.ui.shared.notices import calmly
from masis.ui.shared.services import get_masis

entry.framed()
masis = get_masis()
st.title("Notifications", anchor=False)
with calmly():
    told.draw(masis)
    choices.draw(masis)
