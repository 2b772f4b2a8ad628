"""Session: what one browser tab remembers, typed and in one place."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import streamlit as st

from masis.domain.report import RunSnapshot
from masis.domain.workspace import Caller, Case, WorkspaceSummary
from masis.errors import NotFound

if TYPE_CHECKING:
    from masis.service import Masis

_SLOT = "masis"
WORKSPACE_KEY = "workspace"


@dataclass
class Undo:
    """A deletion that can still be taken back."""

    workspace_id: str
    document_id: str
    title: str
    until: float


@dataclass
class Session:
    """The analyst's state in this tab; widgets keep their own values under their keys."""

    workspace_id: str = ""
    run_id: str = ""
    thread_id: str | None = None
    cite: str = ""
    """The open citation, ``claim:chunk``."""
    page_number: int | None = None
    """A page the reader turned to, away from the cited one."""
    side: str = ""
    """The open side of a conflict, ``run:conflict:side``."""
    side_page: int | None = None
    document_id: str = ""
    preview_page: int = 1
    upload_round: int = 0
    case_id: str = ""
    ticked: tuple[str, ...] = ()
    """The runs ticked in the history, in the order they were ticked; at most two."""
    seen_case: Case | None = None
    """The open case as it was drawn: what a writer believes to change."""
    review_act: str = ""
    """The act whose form is open on the Review page."""
    draft_id: str = ""
    """The open draft audit."""
    draft_sentence: int | None = None
    draft_quote: int = 0
    signature: str = ""
    """How this person signs decisions."""
    kept_uploads: dict[str, bytes] = field(default_factory=dict)
    """Uploads by job id that may turn out to need a password, kept until the jobs are dismissed."""
    undo: Undo | None = None
    message: str = ""
    """Said once at the top of the next page that is drawn."""


def session() -> Session:
    """Return this tab's state, fresh on the first visit."""
    return cast(Session, st.session_state.setdefault(_SLOT, Session()))


def caller() -> Caller:
    """Return who is asking; the embedded default knows one local analyst, who may sign with a name."""
    return Caller(name=session().signature)


def open_run(run_id: str, thread_id: str | None = None) -> None:
    """Make this run the one on the Ask page and put it into the address."""
    current = session()
    current.run_id, current.thread_id = run_id, thread_id
    current.cite, current.page_number = "", None
    if run_id:  # an address that still names the run before would call it back
        st.query_params["run"] = run_id


def forget_run() -> None:
    """Leave the run; it goes on and stays in the history."""
    open_run("")
    st.query_params.clear()


def current_run(masis: "Masis") -> RunSnapshot | None:
    """Return the run on the Ask page; the address is kept in step, so that it can be reopened."""
    current = session()
    asked = st.query_params.get("run", "")
    if asked and asked != current.run_id:
        open_run(asked)
    if not current.run_id:
        return None
    try:
        snapshot = masis.run(caller(), current.workspace_id, current.run_id)
    except NotFound:
        forget_run()
        raise
    current.thread_id = snapshot.summary.thread_id
    st.query_params.update({"workspace": current.workspace_id, "run": current.run_id})
    return snapshot


def open_workspace(workspaces: Iterable[WorkspaceSummary]) -> WorkspaceSummary | None:
    """Return the open workspace; the address wins, then this tab's last choice, then the first."""
    known = {workspace.workspace_id: workspace for workspace in workspaces}
    asked = st.query_params.get("workspace", "")
    current = session()
    linked = "a" in st.query_params or st.query_params.get("run", "") != current.run_id
    if asked in known and linked:
        current.workspace_id = asked
    if current.workspace_id not in known:
        current.workspace_id = next(iter(known), "")
    return known.get(current.workspace_id)


def enter_workspace(workspace_id: str) -> None:
    """Move to another workspace; nothing of the old one stays on the screen."""
    current = session()
    if workspace_id == current.workspace_id:
        return
    forget_run()
    current.workspace_id = workspace_id
    current.document_id = ""
    current.draft_id, current.draft_sentence = "", None
    current.ticked = ()
    current.upload_round += 1


def take_message() -> None:
    """Say once what an earlier action left to be said."""
    current = session()
    if current.message:
        st.toast(current.message)
        current.message = ""
