"""Facts: what the documents state of a measure, as a table over organisations and periods."""

import streamlit as st

from masis.ui.ask import welcome
from masis.ui.facts import view
from masis.ui.shared.notices import calmly
from masis.ui.shared.services import get_masis
from masis.ui.shared.session import take_message

masis = get_masis()
workspace = welcome.workspace(masis, "facts")

st.title("Facts", anchor=False)
take_message()
with calmly():
    view.show(masis, workspace)
