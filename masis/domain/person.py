"""Person: who asks, what a role allows in a workspace, and how decisions are signed."""

from enum import StrEnum

from masis.domain.value import Value


class Right(StrEnum):
    """What somebody may do in a workspace."""

    READ = "read"
    """See documents, facts, runs, cases and audits; export them."""
    ASK = "ask"
    """Ask questions and audit memos, and say whether an answer was right."""
    UPLOAD = "upload"
    """Add, replace, name and delete documents."""
    DECIDE = "decide"
    """Decide cases, fix rules of precedence, change what a case's run goes on with."""
    MANAGE = "manage"
    """Invite and remove people, change settings of the workspace, delete it."""


class Role(StrEnum):
    """What a person is in a workspace; each role may do what the next one below it may."""

    OWNER = "owner"
    REVIEWER = "reviewer"
    ANALYST = "analyst"
    READER = "reader"

    @property
    def rights(self) -> frozenset[Right]:
        """What the role allows."""
        return _RIGHTS[self]


_READER = frozenset({Right.READ})
_ANALYST = _READER | {Right.ASK, Right.UPLOAD}
_REVIEWER = _ANALYST | {Right.DECIDE}
_RIGHTS = {
    Role.READER: _READER,
    Role.ANALYST: _ANALYST,
    Role.REVIEWER: _REVIEWER,
    Role.OWNER: _REVIEWER | {Right.MANAGE},
}


class Limits(Value):
    """What a token narrows of its person's rights; the person's own roles still count."""

    workspaces: frozenset[str] | None = None
    """``None``: every workspace of the person."""
    rights: frozenset[Right] = frozenset(Right)

    def allow(self, workspace_id: str, right: Right) -> bool:
        """Whether the token reaches this far."""
        return right in self.rights and (self.workspaces is None or workspace_id in self.workspaces)


class Caller(Value):
    """Who asks; the embedded default knows one local analyst."""

    person: str = "local"
    """The stable id that a sign-in gives; ``local`` where nobody signs in."""
    name: str = ""
    """How the person signs what they decide; empty means as ``person``."""
    administrator: bool = False
    """Sees people, workspaces and limits of everybody, and no contents."""
    limits: Limits = Limits()

    @property
    def signature(self) -> str:
        """The name that is kept with a decision."""
        return self.name.strip() or self.person
