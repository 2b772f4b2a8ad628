"""Documents: bring files in, watch them being read, look inside, delete."""

import streamlit as st

from masis.ui import entry
from masis.ui.components import deletion, document_list, first_documents, job_list, preview, uploads, welcome
from masis.ui.notices import calmly
from masis.ui.services import get_masis
from masis.ui.session import caller, open_workspace, session, take_message

entry.framed()
masis = get_masis()
workspace = open_workspace(masis.workspaces(caller()))
if workspace is None:
    welcome.show(masis)
    st.stop()

st.title("Documents", anchor=False)
take_message()
deletion.undo_bar(masis)
with calmly():
    uploads.drop_zone(masis, workspace.workspace_id)
    job_list.show(masis, workspace.workspace_id)
    documents = masis.documents(caller(), workspace.workspace_id)
    if documents:
        document_list.show(documents)
    else:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption("This workspace holds no documents yet.")
            first_documents.load_sample(masis)
    opened = next((one for one in documents if one.document_id == session().document_id), None)
    if opened:
        preview.show(masis, opened)
