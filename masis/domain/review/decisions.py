"""Review: what a person may do with an escalated run, when, and what each act brings about."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Literal

from pydantic import Field

from masis.domain.review.case import Case, CaseOutcome
from masis.domain.review.precedence import PrecedenceRule
from masis.domain.run.decision import EscalationCause
from masis.domain.run.human import HumanDecision, ReviewAction
from masis.domain.value import Value
from masis.errors import InvalidInput

RejectReason = Literal["wrong", "unsupported", "incomplete", "outdated", "not_useful", "other"]
CaseSort = Literal["oldest", "newest", "due", "cause", "assignee", "workspace"]

CONSEQUENCES: dict[ReviewAction, str] = {
    "approve": "The answer becomes final in your name. Undo opens the case again.",
    "edit": "Your wording is checked against the same passages; it still has to be approved. Can be undone.",
    "reject": "The answer is marked as not to be used, with your reason. Undo opens the case again.",
    "choose_source": "The question runs again; both values stay in the answer, yours takes precedence.",
    "rephrase": "A new question starts in the same conversation and this case is closed.",
    "run_again": "Research goes on from here with your guidance and a fresh number of retries.",
    "edit_state": "The run goes on from the step you choose, with the state as you set it.",
    "mark_claim": "Your verdict stands beside the code's and is kept for calibration. Can be undone.",
}
REJECT_REASONS: dict[RejectReason, str] = {
    "wrong": "It is wrong",
    "unsupported": "The sources do not support it",
    "incomplete": "Something important is missing",
    "outdated": "It rests on outdated documents",
    "not_useful": "It does not answer the question",
    "other": "Another reason",
}
_OUTCOMES: dict[ReviewAction, CaseOutcome] = {
    "approve": "approved",
    "reject": "rejected",
    "choose_source": "continued",
    "rephrase": "continued",
    "run_again": "continued",
    "edit_state": "continued",
}
_UNDOABLE = frozenset(
    {"approve", "edit", "reject", "choose_source", "rephrase", "run_again", "edit_state", "mark_claim"}
)
_ALWAYS = frozenset({"comment", "undo", "assign", "due"})


class Guidance(Value):
    """What a run is told that goes on where a reviewed one ended."""

    continues: str
    """The run that was reviewed."""
    question: str = ""
    """The question as the reviewed run read it, when that was not as typed."""
    person: str
    action: Literal["run_again", "choose_source"] = "run_again"
    note: str = ""
    rules: tuple[PrecedenceRule, ...] = ()
    """Choices that hold for this run only."""
    rounds_before: int = Field(default=0, ge=0)
    previous_draft: str = ""
    wrong_claims: tuple[str, ...] = ()
    """Sentences a person marked as wrong."""


class CaseFilter(Value):
    """Which cases of the queue, in which order."""

    workspace_id: str = ""
    state: Literal["open", "resolved", "all"] = "open"
    cause: EscalationCause | None = None
    assignee: str | None = None
    """``None`` is anybody, empty is nobody."""
    search: str = ""
    sort: CaseSort = "oldest"
    limit: int = Field(default=25, ge=1, le=200)
    offset: int = Field(default=0, ge=0)
    holding: str = ""
    """The case whose page is wanted in place of the offset, where the filter finds it."""


class CasePage(Value):
    """A page of the queue and how many cases the filter finds in all."""

    cases: tuple[Case, ...]
    total: int
    offset: int = 0
    people: tuple[str, ...] = ()
    """Everybody a case is assigned to."""


class Verdict(Value):
    """A person's judgement beside MASIS's own figures: what confidence can be fitted on."""

    run_id: str
    at: datetime
    person: str
    kind: Literal["answer", "claim"]
    right: bool
    confidence: float
    claim: str = ""
    code_verdict: str = ""


def outcome_of(action: ReviewAction) -> CaseOutcome:
    """Return what an act makes of the case; empty leaves it open."""
    return _OUTCOMES.get(action, "")


def permitted(case: Case, action: ReviewAction) -> None:
    """Raise ``InvalidInput`` when an act does not fit the state of the case."""
    if case.state == "resolved" and action not in _ALWAYS:
        message = "This case is closed. Undo its last decision to work on it again."
        raise InvalidInput(message)


def required(text: str, what: str) -> str:
    """Return the text without surplus space; it may not be empty."""
    tidy = text.strip()
    if not tidy:
        message = f"Please give {what}."
        raise InvalidInput(message)
    if len(tidy) > 4000:
        message = f"Please shorten {what} to 4,000 characters."
        raise InvalidInput(message)
    return tidy


def in_force(decisions: Sequence[HumanDecision]) -> tuple[HumanDecision, ...]:
    """Return the decisions that were not taken back."""
    undone = {decision.after.get("undoes") for decision in decisions if decision.action in {"undo", "reopen"}}
    return tuple(
        decision for decision in decisions if decision.number not in undone and decision.action != "undo"
    )


def last_undoable(decisions: Sequence[HumanDecision]) -> HumanDecision | None:
    """Return what an undo would take back."""
    return next((done for done in reversed(in_force(decisions)) if done.action in _UNDOABLE), None)


def told_late(decision: HumanDecision | None, now: datetime) -> str:
    """Return what the second of two writers is told."""
    if decision is None:
        return "This case changed in the meantime; your change was not saved. Look at it again."
    return f"{told(decision, now)}; your change was not saved. What you typed is still here."


def told(decision: HumanDecision, now: datetime) -> str:
    """Return who did what how long ago."""
    minutes = int((now - decision.at).total_seconds() // 60)
    ago = "just now" if minutes < 1 else "a minute ago" if minutes == 1 else f"{minutes} minutes ago"
    if minutes >= 120:
        ago = f"on {decision.at:%-d %b %Y at %H:%M} UTC"
    return f"{decision.sentence} {ago}"


def due_date(text: str) -> date | None:
    """Read a stored due date."""
    return date.fromisoformat(text) if text else None
