"""Workspace, caller, case and health: the small values the service hands to its doors."""

from datetime import date, datetime
from typing import Literal

from masis.domain.decision import EscalationCause
from masis.domain.value import Value


class Caller(Value):
    """Who asks; the embedded default knows one local analyst."""

    person: str = "local"
    name: str = ""
    """How the person signs what they decide; empty means as ``person``."""

    @property
    def signature(self) -> str:
        """The name that is kept with a decision."""
        return self.name.strip() or self.person


class WorkspaceSummary(Value):
    """A workspace as listed."""

    workspace_id: str
    name: str
    documents: int
    open_cases: int
    created_at: datetime
    sample: bool = False
    allow_web: bool = False
    """Whether a question may search the web when its asker does not say."""


CaseOutcome = Literal["", "approved", "rejected", "continued"]


class Case(Value):
    """An escalated run waiting for a human."""

    case_id: str
    run_id: str
    workspace_id: str
    question: str
    cause: EscalationCause
    message: str
    state: Literal["open", "resolved"] = "open"
    created_at: datetime
    outcome: CaseOutcome = ""
    assignee: str = ""
    due: date | None = None
    version: int = 1
    """Counts the changes; a writer who saw an older one is told instead of overwriting."""
    continued_by: str = ""
    """The run that took the question on."""
    workspace_name: str = ""


class PartHealth(Value):
    """One part of the system, whether it is well, and since when."""

    name: str
    healthy: bool
    detail: str
    checked_at: datetime


class SettingView(Value):
    """An effective setting with secrets masked."""

    name: str
    value: str
    changed: bool
    """True when it differs from the default."""
    meaning: str
