"""Probes: questions and sentences with a known truth, what the pipeline made of them, and the sums."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from pydantic import Field

from masis.domain.calibration.confidence import Outcome
from masis.domain.calibration.rates import Rate
from masis.domain.calibration.thresholds import QuestionScores
from masis.domain.value import Value

ProbeKind = Literal["answerable", "absent", "clean", "corrupted"]
ProbeEnding = Literal[
    "answered", "passages", "absent", "conflict", "escalated", "asked_back", "failed", "checked"
]
BatchKind = Literal["known", "self_test"]
BatchState = Literal["running", "finished", "cancelled", "interrupted", "failed"]


class Probe(Value):
    """A question, or a cited sentence, of which it is known what should become of it."""

    number: int = Field(ge=1)
    kind: ProbeKind
    text: str
    """The question, or the sentence without its citation."""
    expected: tuple[str, ...] = ()
    """Wordings of the answer, any of which counts; empty where nothing should be answered."""
    document: str = ""
    """Only passages of this file count as holding the answer."""
    what: str = ""
    """What was planted: the kind of fault, or what does not occur."""
    chunk_id: str = ""
    document_id: str = ""
    page_number: int = 1


class Checked(Value):
    """A probe and what became of it."""

    probe: Probe
    ending: ProbeEnding
    right: bool
    """The draft holds the answer, the absence is admitted, the fault is caught or the sentence passes."""
    confidence: float = 0.0
    clean: bool = False
    answered: bool = False
    """A draft was written that does not itself say the answer is missing."""
    said: str = ""
    holding: tuple[float, ...] = ()
    others: tuple[float, ...] = ()


class Batch(Value):
    """A self-test or an upload of known questions, while it runs and after."""

    batch_id: str
    workspace_id: str
    kind: BatchKind
    state: BatchState
    engine: str
    embedder: str
    version: str
    seed: int = 0
    done: int = 0
    total: int = 0
    message: str = ""
    person: str = ""
    started_at: datetime
    finished_at: datetime | None = None


class Findings(Value):
    """What a batch found, as counts."""

    right: Rate
    """Answerable questions finalized with the answer."""
    wrong: Rate
    """Answerable questions finalized without it."""
    handed_over: Rate
    """Answerable questions left to a person."""
    admitted: Rate
    """Questions without an answer whose absence is admitted."""
    made_up: Rate
    """Questions without an answer that were finalized all the same."""
    caught: Rate
    """Corrupted sentences that are not called supported."""
    false_alarms: Rate
    """True sentences that are not called supported."""


def findings(checked: Sequence[Checked]) -> Findings:
    """Count a batch."""
    answerable = [check for check in checked if check.probe.kind == "answerable"]
    absent = [check for check in checked if check.probe.kind == "absent"]
    final = [check for check in answerable if check.ending == "answered"]
    right = sum(check.right for check in final)
    return Findings(
        right=Rate(hits=right, total=len(answerable)),
        wrong=Rate(hits=len(final) - right, total=len(answerable)),
        handed_over=Rate(hits=len(answerable) - len(final), total=len(answerable)),
        admitted=Rate(hits=sum(check.right for check in absent), total=len(absent)),
        made_up=Rate(hits=sum(check.ending == "answered" for check in absent), total=len(absent)),
        caught=_rate(checked, "corrupted", right=True),
        false_alarms=_rate(checked, "clean", right=False),
    )


def failures(checked: Sequence[Checked]) -> tuple[Checked, ...]:
    """Return what went wrong: not right, or right and not finalized."""
    return tuple(
        check
        for check in checked
        if not check.right or (check.probe.kind == "answerable" and check.ending != "answered")
    )


def outcome_of(check: Checked, kind: BatchKind, at: datetime) -> Outcome | None:
    """Return what a probe says about confidence; nothing where no answer was given."""
    if not check.answered or check.probe.kind in {"clean", "corrupted"}:
        return None
    right = check.right and check.probe.kind == "answerable"
    return Outcome(confidence=check.confidence, right=right, clean=check.clean, source=kind, at=at)


def scores_of(checked: Sequence[Checked]) -> tuple[QuestionScores, ...]:
    """Return the scores of the answerable questions' candidates."""
    return tuple(
        QuestionScores(question=check.probe.text, holding=check.holding, others=check.others)
        for check in checked
        if check.probe.kind == "answerable"
    )


def _rate(checked: Sequence[Checked], kind: ProbeKind, *, right: bool) -> Rate:
    some = [check for check in checked if check.probe.kind == kind]
    return Rate(hits=sum(check.right is right for check in some), total=len(some))
