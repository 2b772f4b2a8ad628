"""Workspace: one body of documents with its questions and cases, as it is listed."""

from datetime import datetime

from masis.domain.person import Role
from masis.domain.value import Value


class WorkspaceSummary(Value):
    """A workspace as listed."""

    workspace_id: str
    name: str
    role: Role = Role.OWNER
    """What the person who looks is in it."""
    members: int = 1
    documents: int
    open_cases: int
    created_at: datetime
    sample: bool = False
    allow_web: bool = False
    """Whether a question may search the web when its asker does not say."""
