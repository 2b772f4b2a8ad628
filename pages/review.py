"""Review: the queue of what MASIS could not settle beside the open case, and the decision on it."""

import streamlit as st

from masis.domain.review.decisions import CaseFilter
from masis.errors import NotFound
from masis.ui.ask import welcome
from masis.ui.review.actions import draw_actions
from masis.ui.review.case import draw_draft, draw_head, draw_views
from masis.ui.review.queue import draw_queue
from masis.ui.review.rules import draw_rules
from masis.ui.safe_text import safe_md
from masis.ui.shared import sign
from masis.ui.shared.notices import calmly
from masis.ui.shared.services import get_masis
from masis.ui.shared.session import caller, session, take_message

masis = get_masis()
workspace = welcome.workspace(masis, "review")

st.title("Review", anchor=False)
take_message()
with calmly():
    # On a phone one of the two is shown: the queue, or the case somebody opened.
    chosen = bool(session().case_id)
    left, right = st.columns([4, 9], gap="large")
    with left, st.container(key="review-queue-aside" if chosen else "review-queue"):
        shown = draw_queue(masis)
        draw_rules(masis, workspace.workspace_id)
    with right, st.container(key="review-case" if chosen else "review-case-first"):
        file = None
        try:
            file = masis.reviews.file(caller(), shown) if shown else None
        except NotFound as gone:
            st.info(safe_md(gone), icon=":material/info:")
            session().case_id = ""  # the address goes on naming it, and a reload says the same
        if file is not None:
            st.button(
                "Queue", icon=":material/arrow_back:", key="to-queue", on_click=sign.open_case, args=("",)
            )
            file = sign.as_seen(file)
            draw_head(masis, file.case, masis.reviews.queue(caller(), CaseFilter(limit=1)).people)
            draw_draft(masis, file)
            draw_actions(masis, file)
            draw_views(masis, file)
sign.draw_focus()
