"""Person: who asks, what a role allows in a workspace, and how decisions are signed."""

from enum import StrEnum
from hashlib import sha256

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


_DOING = {
    Right.READ: "Reading here",
    Right.ASK: "Asking and auditing",
    Right.UPLOAD: "Changing the documents",
    Right.DECIDE: "Deciding cases",
    Right.MANAGE: "Managing the workspace",
}


def refusal(role: Role, right: Right) -> str:
    """Return the sentence for a member whose role does not carry a right; it says whose would."""
    able = [known.value for known in Role if right in known.rights]
    roles = " or ".join((", ".join(able[:-1]), able[-1])) if len(able) > 1 else able[0]
    return f"{_DOING[right]} is for the role {roles}; yours in this workspace is {role.value}."


def person_id(issuer: str, subject: str) -> str:
    """Return the stable id of somebody a provider signed in; addresses and names change, these do not."""
    known = sha256("\n".join((issuer, subject)).encode("utf-8", "surrogatepass"))
    return f"p_{known.hexdigest()[:32]}"


class Limits(Value):
    """What a token narrows of its person's rights; the person's own roles still count."""

    workspaces: frozenset[str] | None = None
    """``None``: every workspace of the person."""
    rights: frozenset[Right] = frozenset(Right)


LOCAL = "local"
"""The one analyst there is where nobody signs in."""


class Caller(Value):
    """Who asks; the embedded default knows one local analyst."""

    person: str = LOCAL
    """The stable id that a sign-in gives."""
    name: str = ""
    """How the person signs what they decide; empty means as ``person``."""
    administrator: bool = False
    """Sees people, workspaces and limits of everybody, and no contents."""
    limits: Limits = Limits()

    @property
    def signature(self) -> str:
        """The name that is kept with a decision."""
        return self.name.strip() or self.person
