"""System: what is in use, whether it is well, and the settings in effect."""

import streamlit as st

from masis.ui import entry
from masis.ui.components import system_view
from masis.ui.notices import calmly
from masis.ui.services import get_masis

entry.framed()
masis = get_masis()
st.title("System", anchor=False)
with calmly():
    system_view.health(masis.engine(), masis.health())
    system_view.settings(masis.settings_view())
    system_view.versions(masis.versions())
