"""Ask box: the question line, and what an empty Ask page offers instead of an answer."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.workspace import WorkspaceSummary
from masis.state import MAX_QUESTION_CHARS
from masis.ui.components import first_documents, web_switch
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_html, safe_label
from masis.ui.session import caller, open_run, session

if TYPE_CHECKING:
    from masis.service import Masis

_LEAD = (
    "Ask a question your documents can answer. Every sentence of the answer is tied to the passage it rests "
    "on, checked, and scored; what cannot be settled is handed to you with the reason."
)


def show(masis: "Masis", workspace: WorkspaceSummary) -> str | None:
    """Draw the line that stays at the bottom and return a new question."""
    busy = "Upload a document first" if not workspace.documents else f"Ask a question about {workspace.name}"
    # In a container of its own: at the page's root it would make the page jump to its end.
    with st.container(key="ask-line", gap="xxsmall"):
        web_switch.beside_question(masis, workspace)
        return st.chat_input(
            busy, key="question", max_chars=MAX_QUESTION_CHARS, disabled=not workspace.documents
        )


def start(masis: "Masis", workspace_id: str, question: str, *, standalone: bool = False) -> None:
    """Start a run in this thread and show it; ``standalone`` reads nothing into the question."""
    with calmly():
        run_id = masis.ask(
            caller(),
            workspace_id,
            question,
            thread_id=session().thread_id,
            standalone=standalone,
            allow_web=web_switch.chosen(workspace_id),
        )
        open_run(run_id, session().thread_id)
        st.rerun()


def invite(masis: "Masis", workspace: WorkspaceSummary) -> str | None:
    """Draw the Ask page before the first question and return that question."""
    st.title("Ask", anchor=False)
    st.html(f'<p class="m-lead">{_LEAD}</p>')
    if not workspace.documents:
        first_documents.show(masis, workspace.workspace_id)
        return None
    question = show(masis, workspace)
    with calmly():
        questions = masis.suggestions(caller(), workspace.workspace_id)
        if questions:
            st.html(f'<div class="m-sub">From the documents of {safe_html(workspace.name)}</div>')
        for number, suggested in enumerate(questions[:3]):
            if st.button(safe_label(suggested), key=f"suggestion-{number}", icon=":material/arrow_forward:"):
                return suggested
    return question
