"""Access: every read and write first proves that the workspace is the person's and that they may do this."""

from masis.domain.person import LOCAL, Caller, Right, Role, refusal
from masis.domain.review.case import Case
from masis.errors import NotAllowed, NotFound
from masis.store import cases, documents, members, memo_audits, runs, workspaces
from masis.store.database import Session
from masis.store.memo_audits import MemoAuditRow
from masis.store.tables import DocumentRow, RunRow, VersionRow, WorkspaceRow


def own_workspace(session: Session, caller: Caller, workspace_id: str, right: Right) -> WorkspaceRow:
    """Return a workspace that the caller is a member of with this right.

    Raises:
        NotFound: there is none, or the caller is no member; the two look alike.
        NotAllowed: the caller's role or token does not reach that far.
    """
    row, role = workspaces.found_with_role(session, workspace_id, caller.person)
    reach = caller.limits.workspaces
    if row is None or role is None or (reach is not None and workspace_id not in reach):
        message = f"There is no workspace “{workspace_id}”. Choose another one or create it."
        raise NotFound(message)
    if right not in caller.limits.rights:
        message = f"This token does not carry the right “{right}”."
        raise NotAllowed(message)
    if right not in role.rights:
        raise NotAllowed(refusal(role, right))
    return row


def own_workspaces(caller: Caller, right: Right = Right.READ) -> members.Places:
    """Return the query for the ids of all workspaces that the caller has a right in."""
    able = tuple(role for role in Role if right in role.rights and right in caller.limits.rights)
    return members.workspaces_of(caller.person, able, caller.limits.workspaces)


def own_run(session: Session, caller: Caller, workspace_id: str, run_id: str, right: Right) -> RunRow:
    """Return a run of the workspace, whoever asked it; one of another workspace looks like a missing one."""
    own_workspace(session, caller, workspace_id, right)
    row = runs.find(session, workspace_id, run_id)
    if row is None:
        message = "There is no such run in this workspace."
        raise NotFound(message)
    return row


def stoppable_run(session: Session, caller: Caller, workspace_id: str, run_id: str) -> RunRow:
    """Return a run that the caller may stop: who asked it may, and who decides cases."""
    row = own_run(session, caller, workspace_id, run_id, Right.ASK)
    if row.owner != caller.person:
        own_workspace(session, caller, workspace_id, Right.DECIDE)
    return row


def own_case(session: Session, caller: Caller, case_id: str, right: Right) -> Case:
    """Return a case of a workspace of the caller's; another one looks exactly like a missing one."""
    case = cases.find(session, case_id)
    message = "There is no such case. It may have gone with its workspace."
    if case is None:
        raise NotFound(message)
    try:
        own_workspace(session, caller, case.workspace_id, right)
    except NotFound:
        raise NotFound(message) from None
    return case


def own_draft(
    session: Session, caller: Caller, workspace_id: str, audit_id: str, right: Right
) -> MemoAuditRow:
    """Return a draft audit of the caller's: a draft is seen by the person who put it in alone."""
    own_workspace(session, caller, workspace_id, right)
    row = memo_audits.find(session, workspace_id, audit_id, caller.person)
    if row is None:
        message = "There is no such audit in this workspace. It may have been deleted."
        raise NotFound(message)
    return row


def administration(caller: Caller) -> None:
    """Let administrators alone pass; a token never is one."""
    if not caller.administrator:
        message = "Only an administrator may see this. Administrators are named in MASIS_ADMINISTRATORS."
        raise NotAllowed(message)


def operating(caller: Caller) -> None:
    """Let those pass who may do what concerns every workspace: the local analyst, else an administrator."""
    if caller.person != LOCAL:
        administration(caller)


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
