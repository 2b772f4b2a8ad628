"""Access: every read and write first proves that the workspace is the caller's."""

from masis.domain.workspace import Caller
from masis.errors import NotFound
from masis.store import drafts, runs, workspaces
from masis.store.database import Session
from masis.store.draft_tables import DraftAuditRow
from masis.store.tables import RunRow, WorkspaceRow


def own_workspace(session: Session, caller: Caller, workspace_id: str) -> WorkspaceRow:
    """Return the caller's workspace; another person's looks exactly like a missing one."""
    row = workspaces.find_workspace(session, workspace_id, caller.person)
    if row is None:
        message = f"There is no workspace “{workspace_id}”. Choose another one or create it."
        raise NotFound(message)
    return row


def own_run(session: Session, caller: Caller, workspace_id: str, run_id: str) -> RunRow:
    """Return a run of the caller's; another person's looks exactly like a missing one."""
    own_workspace(session, caller, workspace_id)
    row = runs.find(session, workspace_id, run_id, caller.person)
    if row is None:
        message = "There is no such run in this workspace."
        raise NotFound(message)
    return row


def own_draft(session: Session, caller: Caller, workspace_id: str, audit_id: str) -> DraftAuditRow:
    """Return a draft audit of the caller's; another person's looks exactly like a missing one."""
    own_workspace(session, caller, workspace_id)
    row = drafts.find(session, workspace_id, audit_id, caller.person)
    if row is None:
        message = "There is no such audit in this workspace. It may have been deleted."
        raise NotFound(message)
    return row
