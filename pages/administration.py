"""Administration: people, workspaces and acts of the whole installation, for those named in the settings."""

import streamlit as st

from masis.ui.people import acts, administration
from masis.ui.shared import entry
from masis.ui.shared.notices import calmly
from masis.ui.shared.services import get_masis
from masis.ui.shared.session import take_message

entry.framed()
masis = get_masis()
take_message()
st.title("Administration", anchor=False)
st.caption("You see people, workspaces and what was done, never what is in a workspace.")
with calmly():
    st.header("People", anchor=False)
    administration.draw_people(masis)
    st.header("Workspaces", anchor=False)
    held = administration.draw_places(masis)
    st.header("What was done", anchor=False)
    acts.draw_everything(masis, {place.workspace_id: place.name for place in held})
