"""Ask box: the question line, and what an empty Ask page offers instead of an answer."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.person import Right
from masis.domain.workspace import WorkspaceSummary
from masis.errors import MasisError
from masis.state import MAX_QUESTION_CHARS
from masis.ui.ask import chosen_documents
from masis.ui.documents import first_documents
from masis.ui.safe_text import safe_html, safe_label, safe_md
from masis.ui.shared import hints, notices, web_switch
from masis.ui.shared.address import read, refusal
from masis.ui.shared.mounted import mount
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, lacking, may, open_run, session

if TYPE_CHECKING:
    from masis.service import Masis

_LEAD = (
    "Ask a question your documents can answer. Every sentence of the answer is tied to the passage it rests "
    "on, checked, and scored; what cannot be settled is handed to you with the reason."
)


def show(masis: "Masis", workspace: WorkspaceSummary) -> None:
    """Draw the line that stays at the bottom; nothing where there is no document to ask."""
    if not workspace.documents:
        return
    refused = lacking(Right.ASK)
    if refused:
        st.caption(refused)
    # In a container of its own: at the page's root it would make the page jump to its end.
    with st.container(key="ask-line", gap="xxsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
            chosen_documents.beside_question(masis, workspace.workspace_id)
            web_switch.beside_question(masis, workspace)
        st.chat_input(
            f"Ask a question about {workspace.name}",
            key=_key(workspace.workspace_id),
            max_chars=MAX_QUESTION_CHARS,
            disabled=bool(refused),
            on_submit=_asked,
            args=(masis, workspace.workspace_id),
        )


def start(masis: "Masis", workspace_id: str, question: str, *, standalone: bool = False) -> None:
    """Start a run in this thread and show it; ``standalone`` reads nothing into the question."""
    _begin(masis, workspace_id, question, standalone=standalone)
    st.rerun()


def invite(masis: "Masis", workspace: WorkspaceSummary) -> None:
    """Draw the Ask page before the first question."""
    st.title("Ask", anchor=False)
    if not workspace.documents:
        first_documents.show(masis, workspace.workspace_id)
        return
    st.html(f'<p class="m-lead">{_LEAD}</p>')
    reading = first_documents.still_reading(masis, workspace.workspace_id)
    show(masis, workspace)
    with calmly():
        questions = masis.suggestions(caller(), workspace.workspace_id) if may(Right.ASK) else ()
        if questions is None or (reading and not questions):
            _until_tried(masis, workspace.workspace_id)
        if questions:
            st.html(f'<div class="m-sub">From the documents of {safe_html(workspace.name)}</div>')
        for number, suggested in enumerate(questions or ()):
            st.button(
                safe_label(suggested),
                key=f"suggestion-{number}",
                icon=":material/arrow_forward:",
                on_click=_begin,
                args=(masis, workspace.workspace_id, suggested),
            )
    hints.show("ask")
    mount("first_focus", {"selector": '[data-testid="stChatInputTextArea"]'}, "question-focus", "ready")


@st.fragment(run_every=0.5)
def _until_tried(masis: "Masis", workspace_id: str) -> None:
    """Poll until it is known which questions the documents answer."""
    with calmly():
        questions = masis.suggestions(caller(), workspace_id)
        if questions or (questions is not None and not first_documents.at_work(masis, workspace_id)):
            st.rerun()
        st.caption("Looking for questions that these documents answer …")


def _asked(masis: "Masis", drawn_for: str) -> None:
    """Take a question from the line, which was drawn for a workspace."""
    question = st.session_state.get(_key(drawn_for))
    if question:
        _begin(masis, drawn_for, str(question))


def _begin(masis: "Masis", workspace_id: str, question: str, *, standalone: bool = False) -> None:
    """Start the run and put it into the address before anything of it is drawn.

    The address may have moved on since the form was drawn (Back, another tab's link pasted over it): a
    question never runs in a workspace other than the one on the page.
    """
    current = session()
    here = read(st.query_params.to_dict()).workspace or current.workspace_id
    current.refused = refusal(workspace_id, here)
    if current.refused:
        return
    masis.warming.page()
    try:
        run_id = masis.ask(
            caller(),
            workspace_id,
            question,
            thread_id=current.thread_id,
            standalone=standalone,
            allow_web=web_switch.chosen(workspace_id),
            documents=chosen_documents.chosen(masis, workspace_id),
        )
    except MasisError as error:
        current.refused = notices.told(error)
    else:
        open_run(run_id, current.thread_id)


def _key(workspace_id: str) -> str:
    """A line of its own for each workspace: what was typed in one does not turn up in another."""
    return f"question-{workspace_id}"


def say_refusal() -> None:
    """Say once why the last question was not asked."""
    current = session()
    if current.refused:
        st.info(safe_md(current.refused), icon=":material/info:")
        current.refused = ""
