"""Access: every read and write first proves that the workspace is the caller's."""

from masis.domain.person import Caller
from masis.errors import NotFound
from masis.store import documents, memo_audits, runs, workspaces
from masis.store.database import Session
from masis.store.memo_audits import MemoAuditRow
from masis.store.tables import DocumentRow, RunRow, VersionRow, WorkspaceRow


def own_workspace(session: Session, caller: Caller, workspace_id: str) -> WorkspaceRow:
    """Return the caller's workspace; another person's looks exactly like a missing one."""
    row = workspaces.find_workspace(session, workspace_id, caller.person)
    reach = caller.limits.workspaces
    if row is None or (reach is not None and workspace_id not in reach):
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


def own_draft(session: Session, caller: Caller, workspace_id: str, audit_id: str) -> MemoAuditRow:
    """Return a draft audit of the caller's; another person's looks exactly like a missing one."""
    own_workspace(session, caller, workspace_id)
    row = memo_audits.find(session, workspace_id, audit_id, caller.person)
    if row is None:
        message = "There is no such audit in this workspace. It may have been deleted."
        raise NotFound(message)
    return row


def own_document(session: Session, workspace_id: str, document_id: str) -> DocumentRow:
    """Return a document of a workspace that is the caller's."""
    row = documents.find(session, workspace_id, document_id)
    if row is None:
        message = "There is no such document in this workspace; it may have been deleted."
        raise NotFound(message)
    return row


def own_version(
    session: Session, workspace_id: str, document_id: str, version_id: str
) -> tuple[DocumentRow, VersionRow]:
    """Return a document of a workspace that is the caller's, and a version of it."""
    row = own_document(session, workspace_id, document_id)
    version = documents.find_version(session, document_id, version_id)
    if version is None:
        message = "There is no such version of this document."
        raise NotFound(message)
    return row, version
