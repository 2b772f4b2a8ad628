"""Case: an escalated run that waits for a person."""

from datetime import date, datetime
from typing import Literal

from masis.domain.run.decision import EscalationCause
from masis.domain.value import Value

CaseOutcome = Literal["", "approved", "rejected", "continued", "withdrawn"]


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
