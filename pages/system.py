"""System: problems first, what is in use, and the settings behind a search."""

import streamlit as st

from masis.ui.shared import entry
from masis.ui.shared.notices import calmly
from masis.ui.shared.services import get_masis
from masis.ui.shared.session import runs_masis
from masis.ui.system import spending, system_view, tokens

entry.framed()
masis = get_masis()
st.title("System", anchor=False)
with calmly():
    told = runs_masis()
    system_view.draw_health(masis.engine(), masis.health(), told=told)
    if masis.engine() == "openai" and told:
        system_view.draw_models(masis.models.look, masis.models.try_roles)
    spending.show(masis)
    tokens.show(masis)
    if told:
        system_view.draw_settings(masis.settings_view())
        system_view.draw_versions(masis.versions())
