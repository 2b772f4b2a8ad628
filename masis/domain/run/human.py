"""What a person did with a run that needed one: part of the run's record."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from masis.domain.value import Value

ReviewAction = Literal[
    "approve", "edit", "reject", "choose_source", "rephrase", "run_again", "mark_claim",
    "edit_state", "assign", "due", "comment", "undo", "reopen", "rule", "contest", "withdraw",
]  # fmt: skip
_PAST: dict[ReviewAction, str] = {
    "approve": "approved this case",
    "edit": "edited the answer",
    "reject": "rejected the answer",
    "choose_source": "chose a source",
    "rephrase": "asked in other words",
    "run_again": "sent the run on",
    "edit_state": "edited the state and let the run go on",
    "mark_claim": "marked a claim",
    "assign": "assigned this case",
    "due": "changed the due date",
    "comment": "commented",
    "undo": "took the last decision back",
    "reopen": "opened this case again",
    "rule": "changed a rule of precedence",
    "contest": "said that the answer is wrong",
    "withdraw": "took back what was said against the answer",
}


class HumanDecision(Value):
    """Something a person did with a case; never changed, only followed by another."""

    number: int = Field(ge=1)
    case_id: str
    run_id: str
    at: datetime
    person: str
    action: ReviewAction
    code: str = ""
    reason: str = ""
    before: dict[str, Any] = Field(default_factory=dict)
    after: dict[str, Any] = Field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """Who did what."""
        return f"{self.person} {_PAST[self.action]}"
