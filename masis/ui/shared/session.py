"""Session: what one browser tab remembers, typed and in one place."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import streamlit as st

from masis.domain.members import Profile
from masis.domain.person import Caller, Right, Role, refusal
from masis.domain.review.case import Case
from masis.domain.run.asked_of import AskedOf
from masis.domain.run.report import RunSnapshot
from masis.domain.workspace import WorkspaceSummary
from masis.errors import NotAllowed
from masis.ui.shared import address
from masis.ui.shared.address import Address, Listed, PageName
from masis.ui.shared.services import get_masis

if TYPE_CHECKING:
    from masis.service import Masis

_SLOT = "masis"
WORKSPACE_KEY = "workspace"
_PATIENCE_SECONDS = 0.25


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
    page: PageName = "ask"
    """The page that was drawn last."""
    workspaces: tuple[WorkspaceSummary, ...] = ()
    """The person's workspaces as they were found last."""
    followed: bool = False
    """The frame settled what this drawing of the page is about."""
    gone: bool = False
    """The address names a workspace that is gone or somebody else's."""
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
    listed: Listed = field(default_factory=Listed)
    """What the list of the history is narrowed to."""
    asked_of: dict[str, AskedOf] = field(default_factory=dict)
    """Which documents the next questions are put to, by workspace."""
    seen_case: Case | None = None
    """The open case as it was drawn: what a writer believes to change."""
    review_act: str = ""
    """The act whose form is open on the Review page."""
    draft_id: str = ""
    """The open draft audit."""
    draft_sentence: int | None = None
    draft_quote: int = 0
    over: str = ""
    """The span of the insights, as it stands in their address."""
    signature: str = ""
    """How this person signs decisions, where nobody signs in."""
    who: Caller | None = None
    """Who signed in; nobody does where no provider is set."""
    signed_in: tuple[Profile, int] | None = None
    """What the provider said, and when in Unix seconds."""
    kept_uploads: dict[str, bytes] = field(default_factory=dict)
    """Uploads by job id that may turn out to need a password, kept until the jobs are dismissed."""
    left_out: tuple[tuple[str, str], ...] = ()
    """Name and reason of files the browser did not hand over, told until they are dismissed."""
    left_out_until: float = 0.0
    """The browser's moment, in Unix milliseconds, until which it has told them."""
    stopping: frozenset[str] = frozenset()
    """Uploads and runs whose end was asked for."""
    undo: Undo | None = None
    refused: str = ""
    """Why the last question was not asked; said once beside the question line."""
    message: str = ""
    """Said once at the top of the next page that is drawn."""


def session() -> Session:
    """Return this tab's state, fresh on the first visit."""
    return cast(Session, st.session_state.setdefault(_SLOT, Session()))


def caller() -> Caller:
    """Return who is asking; the embedded default knows one local analyst, who may sign with a name."""
    current = session()
    if current.who is None and get_masis().people.sign_in:  # a page that ran without its frame
        message = "Sign in first."
        raise NotAllowed(message)
    return current.who or Caller(name=current.signature)


def runs_masis() -> bool:
    """Whether the person runs this installation: alone with it, or an administrator.

    Nobody else learns its paths and addresses, its settings, or how much all workspaces hold.
    """
    return not get_masis().people.sign_in or caller().administrator


def may(right: Right, workspace_id: str = "") -> bool:
    """Whether the person's role in a workspace, else in the open one, carries a right."""
    return not lacking(right, workspace_id)


def lacking(right: Right, workspace_id: str = "") -> str:
    """Return the sentence for whoever lacks a right in a workspace; empty for those who have it."""
    current = session()
    place = workspace_id or current.workspace_id
    held = next((known.role for known in current.workspaces if known.workspace_id == place), Role.OWNER)
    return "" if right in held.rights else refusal(held, right)


def forget_person() -> None:
    """Let nothing of whoever looked at this tab before stay in it."""
    if session().signed_in is not None:  # clearing loses clicks too, so only where there is something to lose
        st.session_state.clear()


def in_address(current: Session) -> Address:
    """Return what is open in this tab as an address would name it."""
    return Address(
        workspace=current.workspace_id,
        run=current.run_id,
        case=current.case_id,
        audit=current.draft_id,
        over=current.over,
        asked_of=_chosen_in(current, current.workspace_id),
        document=current.document_id,
        page=current.preview_page,
    )


def _chosen_in(current: Session, workspace_id: str) -> str:
    return current.asked_of.get(workspace_id, AskedOf()).code


def put_address() -> None:
    """Put what is open on this page into the address; one entry of the browser's history, if it changed."""
    current = session()
    # What a list is narrowed to is the list's own: whoever comes to it from elsewhere sees all of it.
    named = in_address(current).model_copy(update=dict(current.listed))
    _write(named.on(current.page), current.page)


def _write(named: Address, page: PageName) -> None:
    """Write an address; on the page Facts the rest of it, what is asked of the facts, is that page's own."""
    asked = st.query_params.to_dict()
    stays = page == "facts" and asked.get("workspace", named.workspace) == named.workspace
    if stays and "workspace" not in asked:
        st.query_params["workspace"] = named.workspace
    elif not stays and named.query != asked:
        st.query_params.from_dict(named.query)


def link_to(page: PageName) -> dict[str, str]:
    """Return the parameters of a link to a page: the workspace, and what is open on that page."""
    return in_address(session()).on(page).query


def link_to_run(workspace_id: str, run_id: str) -> dict[str, str]:
    """Return the parameters of a way to a run; the documents chosen in its workspace stay chosen."""
    return Address(workspace=workspace_id, run=run_id, asked_of=_chosen_in(session(), workspace_id)).query


def follow_address(page: PageName, workspaces: Sequence[WorkspaceSummary] | None) -> None:
    """Open what the address of this page names, and complete the address; once per drawing of a page."""
    current = session()
    known = None if workspaces is None else [workspace.workspace_id for workspace in workspaces]
    asked = address.read(st.query_params.to_dict())
    opening = address.opening(page, asked, in_address(current), known)
    current.workspaces = tuple(workspaces or ())
    current.followed = workspaces is not None
    current.page, current.gone = page, opening.gone
    if opening.gone:
        return
    named = opening.address
    if named.workspace != current.workspace_id:
        _leave_workspace(current, named.workspace)
    _open_named(current, page, named)
    _write(named, page)


def _open_named(current: Session, page: PageName, named: Address) -> None:
    if page == "ask":
        current.asked_of[named.workspace] = AskedOf.read(named.asked_of)
    if page == "ask" and named.run != current.run_id:
        _open_run(current, named.run)
    elif page == "review" and named.case != current.case_id:
        current.case_id, current.review_act, current.cite, current.seen_case = named.case, "", "", None
    elif page == "draft_audit" and named.audit != current.draft_id:
        current.draft_id, current.draft_sentence, current.draft_quote = named.audit, None, 0
        current.page_number = None
    elif page == "insights":
        current.over = named.over
    elif page == "history":
        current.listed = named.listed
    elif page == "documents":
        current.document_id, current.preview_page = named.document, max(named.page, 1)


def open_run(run_id: str, thread_id: str | None = None) -> None:
    """Make this run the one on the Ask page; its address names it from now on."""
    current = session()
    _open_run(current, run_id, thread_id)
    if current.page == "ask":  # from another page the way to the Ask page carries the run
        put_address()


def _open_run(current: Session, run_id: str, thread_id: str | None = None) -> None:
    current.run_id, current.thread_id = run_id, thread_id
    current.cite, current.page_number = "", None


def forget_run() -> None:
    """Leave the run; it goes on and stays in the history."""
    open_run("")


def current_run(masis: "Masis") -> RunSnapshot | None:
    """Return the run on the Ask page; a run that is gone raises ``NotFound``, and its address stays."""
    current = session()
    if not current.run_id:
        return None
    snapshot = masis.run(caller(), current.workspace_id, current.run_id)
    if snapshot.summary.state in {"queued", "running"}:  # most answers are there within this time
        masis.wait(current.run_id, _PATIENCE_SECONDS)
        snapshot = masis.run(caller(), current.workspace_id, current.run_id)
    # A conversation is its person's: what is asked after somebody else's answer begins one of one's own.
    theirs = bool(snapshot.summary.asked_by) and snapshot.summary.owner != caller().person
    current.thread_id = None if theirs else snapshot.summary.thread_id
    return snapshot


def open_workspace() -> WorkspaceSummary | None:
    """Return the workspace that this page is about."""
    current = session()
    return next((one for one in current.workspaces if one.workspace_id == current.workspace_id), None)


def enter_workspace(workspace_id: str) -> None:
    """Move to another workspace, or away from one that was deleted; the address says so."""
    current = session()
    if workspace_id != current.workspace_id or current.gone:
        _leave_workspace(current, workspace_id)
        current.gone = False
        put_address()


def _leave_workspace(current: Session, to: str) -> None:
    """Let nothing of the old workspace stay on the screen."""
    _open_run(current, "")
    current.workspace_id = to
    current.document_id, current.preview_page = "", 1
    current.draft_id, current.draft_sentence = "", None
    current.ticked, current.listed = (), Listed()
    current.upload_round += 1


def take_message() -> None:
    """Say once what an earlier action left to be said."""
    current = session()
    if current.message:
        st.toast(current.message)
        current.message = ""
