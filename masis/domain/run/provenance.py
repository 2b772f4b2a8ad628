"""Lineage: what an earlier run has to do with a later one, and which of its sources have changed since."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from masis.domain.value import Value

ForkNode = Literal["researcher", "synthesizer", "critic", "evaluator"]
EngineName = Literal["extractive", "openai"]


class Change(Value):
    """What a fork does differently from the run it leaves; ``None`` and empty mean as before."""

    engine: EngineName | None = None
    evidence_threshold: float | None = Field(default=None, ge=0.0, le=1.0)
    """The score a passage needs, in every search from the fork on."""
    confidence_needed: float | None = Field(default=None, ge=0.0, le=1.0)
    document_ids: tuple[str, ...] = ()
    """The only documents that are searched from the fork on."""
    document_titles: tuple[str, ...] = ()
    """Their names, so that the history can say them when they are gone."""

    @property
    def anything(self) -> bool:
        """Whether the fork differs at all."""
        return self != Change()


class StateEdit(Value):
    """What a person changed in the state before an agent; ``None`` and empty mean as recorded."""

    left_out: tuple[str, ...] = ()
    """Ids of passages that the agent and those after it no longer see."""
    brought_back: tuple[str, ...] = ()
    """Ids of passages that a search had filtered out."""
    draft: str | None = None
    """The text that is audited in place of the one that was written."""
    dropped_findings: tuple[str, ...] = ()
    """Findings of the audit, word by word, that the writer is not told."""
    added_findings: tuple[str, ...] = ()
    gap_questions: tuple[str, ...] | None = None
    """What is searched for beside the question."""
    retries_left: int | None = None

    @property
    def anything(self) -> bool:
        """Whether it changes the state at all."""
        return self != StateEdit()


class EditedState(Value):
    """Who edited the state that a run went on from, when, why, and what: part of the run's record."""

    person: str
    at: datetime
    edit: StateEdit
    changes: tuple[str, ...]
    """The same in words, with the names of documents, which may be gone later."""
    reason: str = ""


class Origin(Value):
    """The run a run was started from: asked once more, or forked at one of its nodes."""

    kind: Literal["again", "fork"]
    run_id: str
    node: str = ""
    iteration: int = 0
    change: Change = Change()
    calls_before: int = 0
    """Model calls made before the fork, which its own figures include but which were not paid again."""
    edited: EditedState | None = None
    """What a reviewer changed in the state before the run went on."""


class ForkPoint(Value):
    """A node of a past run whose state before it is still kept."""

    node: ForkNode
    iteration: int
    checkpoint_id: str


class ForkPoints(Value):
    """Where a run can be forked, or why it cannot."""

    points: tuple[ForkPoint, ...] = ()
    why_not: str = ""


class StaleSource(Value):
    """A cited document that was replaced or deleted after the run."""

    document_id: str
    title: str
    what: Literal["replaced", "deleted"]
    at: datetime | None = None
    """When, where that is known."""
    version: int = 0
    """The number of the version that took its place."""


class Relatives(Value):
    """The runs that a run came from and those that came from it, oldest first."""

    origin: Origin | None = None
    continues: str = ""
    """The reviewed run that this one goes on after."""
    continued_by: str = ""
    successors: tuple[str, ...] = ()
    """Runs asked again or forked from this one."""
