"""Audit log: the acts of people that are written down, and what a reader of the log asks for."""

from datetime import UTC, date, datetime, time
from typing import Literal, get_args

from masis.domain.value import Value

ActName = Literal[
    "signed_in",
    "made_workspace",
    "deleted_workspace",
    "changed_web",
    "changed_retention",
    "deleted_by_retention",
    "invited",
    "took_back_invitation",
    "came_in",
    "changed_role",
    "removed_person",
    "handed_over",
    "gave_owner",
    "shut_out",
    "let_in_again",
    "uploaded",
    "cancelled_upload",
    "corrected_document",
    "deleted_document",
    "brought_back_document",
    "took_out_original",
    "asked",
    "stopped_run",
    "asked_again",
    "edited_state",
    "rated",
    "took_back_rating",
    "deleted_conversation",
    "exported",
    "audited_draft",
    "deleted_draft",
    "assigned",
    "commented",
    "decided",
    "made_rule",
    "ended_rule",
    "tested",
    "removed_test",
    "changed_standard",
    "made_token",
    "revoked_token",
    "exported_log",
]
ACTS: tuple[ActName, ...] = get_args(ActName)
ACT_NAMES: dict[ActName, str] = {name: name.replace("_", " ").capitalize() for name in ACTS}


class LoggedAct(Value):
    """One act of a person."""

    number: int = 0
    at: datetime
    person: str
    name: str
    workspace_id: str = ""
    act: ActName
    subject: str = ""
    """The id of what was acted on."""
    detail: str = ""
    """What it was, in a few words; never the text of a question, a document or an answer."""


class ActFilter(Value):
    """What a reader of the log asks for."""

    acts: tuple[ActName, ...] = ()
    """Empty is every kind."""
    search: str = ""
    first_day: date | None = None
    limit: int = 50
    offset: int = 0

    @property
    def first_moment(self) -> datetime:
        """When the first day begins, in UTC."""
        return datetime.combine(self.first_day or date.min, time.min, UTC)
