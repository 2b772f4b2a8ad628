"""Research: which tools a round of research calls with which question, and what each call gave."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from masis.domain.usage import Usage
from masis.domain.value import Value

DOCUMENTS = "documents"
"""The tool that is part of every round."""
MOST_CALLS = 3
"""Tool calls in one round at most, the documents included."""
MOST_SUB_QUESTION_CHARS = 400


class ToolOffer(Value):
    """A tool as the one who chooses sees it."""

    name: str
    when_to_use: str


class ToolState(ToolOffer):
    """A tool as the operator sees it: whether it can be used, and why not."""

    available: bool
    """False when it is not set up."""
    healthy: bool = True
    """False when it did not answer a moment ago."""
    detail: str


class PlannedCall(Value):
    """One call of a tool; an empty ``question`` stands for the analyst's own."""

    tool: str
    question: str = ""
    why: str = ""


class Plan(Value):
    """The calls of one round."""

    calls: tuple[PlannedCall, ...]
    decided_by: Literal["rule", "model"] = "rule"
    usage: Usage = Usage()


class ToolCall(Value):
    """A call that was made, for the trace: what, why, and what it gave."""

    tool: str
    question: str
    why: str
    decided_by: Literal["rule", "model"] = "rule"
    found: int = Field(default=0, ge=0)
    kept: int = Field(default=0, ge=0)
    duration_ms: float | None = None
    """Only for calls beside the documents, which are not the same twice anyway."""
    warning: str | None = None
    """Why the call gave nothing, in a sentence for people."""
    by_outline: bool = False
    """Whether a planner chose it who sees the documents' contents; such a call never leaves the documents."""
    opened: tuple[str, ...] = ()
    """Ids of the passages that were opened, or that hold the rows looked up."""


DOCUMENTS_OFFER = ToolOffer(
    name=DOCUMENTS,
    when_to_use="The documents of this workspace. They are always searched with the analyst's own question.",
)


def plan_by_rule(offers: Sequence[ToolOffer], usage: Usage | None = None, why: str = "") -> Plan:
    """Call the documents, and beside them every tool the analyst allowed, as far as the limit goes."""
    others = [
        PlannedCall(tool=offer.name, why=why or "The analyst allowed it, and no model chooses.")
        for offer in offers
    ]
    return Plan(calls=(_own_question(), *others)[:MOST_CALLS], usage=usage or Usage())


def bounded(plan: Plan, offers: Sequence[ToolOffer]) -> Plan:
    """Return a model's plan as far as it may be carried out.

    The documents are always asked the analyst's own question, whatever the model chose; unknown tools,
    repetitions, and everything above the limit are left out.
    """
    known = {DOCUMENTS, *(offer.name for offer in offers)}
    calls = {(DOCUMENTS, ""): _own_question()}
    for call in plan.calls:
        question = " ".join(call.question.split())[:MOST_SUB_QUESTION_CHARS]
        if call.tool in known:
            calls.setdefault((call.tool, question.casefold()), call.model_copy(update={"question": question}))
    return plan.model_copy(update={"calls": tuple(calls.values())[:MOST_CALLS]})


def plan_again(calls: Sequence[ToolCall], question: str) -> Plan:
    """Return the plan that led to these calls, for another round of the same question.

    What was chosen with the outline in view is planned anew.
    """
    again = [call for call in calls if not call.by_outline]
    planned = tuple(
        PlannedCall(tool=call.tool, question="" if call.question == question else call.question, why=call.why)
        for call in again
    )
    return Plan(calls=planned, decided_by=again[0].decided_by if again else "rule")


def _own_question() -> PlannedCall:
    return PlannedCall(tool=DOCUMENTS, why="The documents are always searched.")
