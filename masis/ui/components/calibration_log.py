"""Calibration log: what was changed when and by whom, and the way to start over."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.calibrations import Chosen
from masis.ui import wording
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_html
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.calibration_view import Overview


def show(masis: "Masis", workspace_id: str, seen: "Overview") -> None:
    """Draw the versions, newest first."""
    with st.expander(f"Changes ({len(seen.versions)})", icon=":material/history:"):
        if not seen.versions:
            st.caption("Nothing was changed yet.")
        items = "".join(_item(one) for one in seen.versions)
        st.html(f'<ul class="m-log">{items}</ul>')
        st.caption("Starting over gives up the settings; judged answers from before no longer count.")
        if st.button("Start over", key="reset-calibration", icon=":material/restart_alt:"):
            with calmly():
                masis.calibration.reset(caller(), workspace_id)
                session().message = "Started over. Earlier answers keep what they show."
                st.rerun()


def _item(one: Chosen) -> str:
    when = f"{wording.age(one.at)} by {one.person}" if one.at else one.person
    title = safe_html(wording.utc(one.at)) if one.at else ""
    return (
        f'<li title="{title}"><b>{safe_html(one.change)}</b><span class="took">{safe_html(when)}</span></li>'
    )
