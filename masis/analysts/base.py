"""The analysts, gate and reader as the graph knows them; nodes cannot tell which filling they hold."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from masis.domain.context import Context
from masis.domain.conversation.turns import Conversation, Triage
from masis.domain.critique import Opinion
from masis.domain.draft import Draft, Feedback
from masis.domain.evaluation import Scores
from masis.domain.evidence import EvidenceChunk
from masis.domain.language.windows import ReaderWindow, WindowReading
from masis.domain.research import Plan, ToolOffer
from masis.domain.run.gate import PartVerdict
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import Claim


class Desk(Protocol):
    """Decide whether a question can be researched as it stands."""

    def triage(self, question: str, conversation: Conversation) -> Triage: ...


class Writer(Protocol):
    """Write a cited answer from the context and nothing else."""

    def write(self, question: str, context: Context, feedback: Feedback | None) -> Draft: ...


class Auditor(Protocol):
    """Give an opinion on a draft; the code's ledger is handed in and is never overruled."""

    def audit(
        self, question: str, draft: Draft, evidence: Sequence[EvidenceChunk], ledger: Sequence[Claim]
    ) -> Opinion: ...


class Judge(Protocol):
    """Score an answer; the clamps are applied by the caller, not here."""

    def score(
        self,
        question: str,
        answer: str,
        evidence: Sequence[EvidenceChunk],
        audit: CitationAudit,
        ledger: Sequence[Claim],
    ) -> Scores: ...


class Gate(Protocol):
    """Decide for each part of a question whether a claim answers it; code, whatever engine wrote.

    The claims are those of the text that would be published: what does not hold is struck already.
    """

    def decide(
        self, question: str, claims: Sequence[Claim], evidence: Sequence[EvidenceChunk]
    ) -> tuple[PartVerdict, ...]: ...


class Planner(Protocol):
    """Choose which tools a run calls, from the question alone; an outage falls back to the rule.

    A planner never sees a document or what an audit found in one: its sub-questions may leave the machine.
    """

    def plan(self, question: str, offers: Sequence[ToolOffer]) -> Plan: ...


class Reader(Protocol):
    """Read small windows of text for a question; may be shared by threads.

    A reading is a feature among others, never a verdict: the model's card says for which use it was
    found good.
    """

    def read(self, question: str, windows: Sequence[ReaderWindow]) -> Sequence[WindowReading]:
        """Return a reading for each of the first ``MOST_WINDOWS``; the most telling ones go in front."""
        ...


class Analysts(NamedTuple):
    """One filling of all four; only models plan."""

    desk: Desk
    writer: Writer
    auditor: Auditor
    judge: Judge
    planner: Planner | None = None
