"""Access: every read and write first proves that the workspace is the caller's."""

from masis.domain.workspace import Caller
from masis.errors import NotFound
from masis.store import workspaces
from masis.store.database import Session
from masis.store.tables import WorkspaceRow


def own_workspace(session: Session, caller: Caller, workspace_id: str) -> WorkspaceRow:
    """Return the caller's workspace; another person's looks exactly like a missing one."""
    row = workspaces.find_workspace(session, workspace_id, caller.person)
    if row is None:
        message = f"There is no workspace “{workspace_id}”. Choose another one or create it."
        raise NotFound(message)
    return row
