"""Review: the queue of what MASIS could not settle, and what people decide about it."""

import streamlit as st

from masis.domain.review import CaseFilter
from masis.errors import NotFound
from masis.ui import entry
from masis.ui.components import (
    review_actions,
    review_case,
    review_filters,
    review_head,
    review_queue,
    review_rules,
    review_sign,
    welcome,
)
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_md
from masis.ui.services import get_masis
from masis.ui.session import caller, open_workspace, session, take_message

entry.framed()
masis = get_masis()
workspace = open_workspace(masis.workspaces(caller()))
if workspace is None:
    welcome.show(masis)
    st.stop()

st.title("Review", anchor=False)
take_message()
with calmly():
    people = masis.reviews.queue(caller(), CaseFilter(limit=1)).people
    review_sign.show()
    file = None
    if session().case_id:
        try:
            file = masis.reviews.file(caller(), session().case_id)
        except NotFound as gone:
            st.info(safe_md(gone), icon=":material/info:")
            session().case_id = ""
    if file is None:
        wanted = review_filters.show(people)
        opened = review_queue.show(masis.reviews.queue(caller(), wanted), wanted)
        if opened:
            review_sign.open_case(opened)
            st.rerun()
        review_rules.show(masis, workspace.workspace_id)
    else:
        review_sign.steps(masis, file.case)
        file = review_sign.as_seen(file)
        review_head.show(masis, file.case, people)
        left, right = st.columns([11, 9], gap="large")
        with left:
            review_case.show(masis, file)
        with right:
            review_actions.show(masis, file)
