"""Documents: bring files in, watch them being read, name and filter them, look inside, delete."""

import streamlit as st

from masis.ui.ask import welcome
from masis.ui.documents import deletion, document_list, first_documents, folder_source, preview, uploads
from masis.ui.shared import sign
from masis.ui.shared.notices import calmly
from masis.ui.shared.services import get_masis
from masis.ui.shared.session import caller, session, take_message

masis = get_masis()
workspace = welcome.workspace(masis, "documents")

st.title("Documents", anchor=False)
take_message()
deletion.undo_bar(masis)
with calmly():
    documents = masis.documents(caller(), workspace.workspace_id)
    if documents:
        uploads.drop_zone(masis, workspace.workspace_id)
        uploads.show(masis, workspace.workspace_id)
        folder_source.show(masis, workspace.workspace_id)
        document_list.show(masis, documents)
    else:
        st.caption("This workspace holds no documents yet.")
        first_documents.show(masis, workspace.workspace_id)
        folder_source.show(masis, workspace.workspace_id)
    wanted = session().document_id
    opened = next((document for document in documents if document.document_id == wanted), None)
    if opened:
        preview.show(masis, opened)
    elif wanted:
        st.info("This document is gone, or it is not in this workspace.", icon=":material/info:")
sign.draw_focus()
