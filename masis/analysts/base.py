"""Analysts: the protocols the graph knows them by, and the gate that stands in where none is given."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from masis.domain.conversation.turns import Conversation, Triage
from masis.domain.evidence import EvidenceChunk
from masis.domain.language.windows import ReaderWindow
from masis.domain.run.contents import Outline
from masis.domain.run.context import Context
from masis.domain.run.critique import Opinion
from masis.domain.run.draft import Draft, Feedback, is_answered
from masis.domain.run.evaluation import Scores
from masis.domain.run.gate import MOST_PASSAGES, PartVerdict
from masis.domain.run.planning import OutlinePlan, Wish
from masis.domain.run.research import Plan, ToolOffer
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import Claim
from masis.domain.verification.conflicts import Conflict


class Orchestrator(Protocol):
    """Decide whether a question can be researched as it stands."""

    def triage(self, question: str, conversation: Conversation) -> Triage: ...


class Synthesizer(Protocol):
    """Write a cited answer from the context and nothing else."""

    def write(self, question: str, context: Context, feedback: Feedback | None) -> Draft: ...


class Critic(Protocol):
    """Give an opinion on a draft; the code's ledger is handed in and is never overruled."""

    def audit(
        self, question: str, draft: Draft, evidence: Sequence[EvidenceChunk], ledger: Sequence[Claim]
    ) -> Opinion: ...


class Evaluator(Protocol):
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

    def disputes(
        self, question: str, claims: Sequence[Claim], evidence: Sequence[EvidenceChunk]
    ) -> tuple[Conflict, ...]:
        """Return the other values that further documents give for what the claims answer."""
        ...


class Planner(Protocol):
    """Choose which tools a run calls, from the question alone; an outage falls back to the rule.

    A planner never sees a document or what an audit found in one: its sub-questions may leave the machine.
    """

    def plan(self, question: str, offers: Sequence[ToolOffer]) -> Plan: ...


class OutlinePlanner(Protocol):
    """Choose, with the documents' contents in view, what to open, look up and search in them.

    What it chooses never leaves the documents. One that fails says so and leaves it at the search;
    ``BudgetReached`` alone is raised.
    """

    def plan(self, wish: Wish, outline: Outline) -> OutlinePlan: ...


class Reader(Protocol):
    """Read small windows of text for a question; may be shared by threads.

    A reading is a feature among others, never a verdict: the model's card says for which use it was
    found good.
    """

    def read(self, question: str, windows: Sequence[ReaderWindow]) -> Sequence[float]:
        """Return for each of the first ``MOST_WINDOWS`` the log odds that its last statement answers."""
        ...


class Analysts(NamedTuple):
    """One filling; only models plan, and only they score what the ledger and the gate do not settle."""

    orchestrator: Orchestrator
    synthesizer: Synthesizer
    critic: Critic
    evaluator: Evaluator | None = None
    planner: Planner | None = None
    outline_planner: OutlinePlanner | None = None


class SupportedClaimGate:
    """Take the whole question as one part; any supported claim answers it."""

    def decide(
        self, question: str, claims: Sequence[Claim], evidence: Sequence[EvidenceChunk]
    ) -> tuple[PartVerdict, ...]:
        """Return one verdict; a text that only admits a gap says that the answer is absent."""
        nearest = sorted(evidence, key=lambda chunk: (-chunk.score, chunk.chunk_id))[:MOST_PASSAGES]
        supported = [claim for claim in claims if claim.verdict == "supported"]
        says_something = is_answered(claims)
        if supported and says_something:
            best = max(supported, key=lambda claim: claim.support)
            return (
                PartVerdict(
                    part=question,
                    outcome="answered",
                    chance=best.support,
                    reason="A sentence that its source supports answers it.",
                    position=best.position,
                    searched=(question,),
                ),
            )
        return (
            PartVerdict(
                part=question,
                outcome="passages" if says_something else "absent",
                reason="No sentence of the answer is supported by its source.",
                passages=tuple(chunk.chunk_id for chunk in nearest),
                searched=(question,),
            ),
        )

    def disputes(
        self, question: str, claims: Sequence[Claim], evidence: Sequence[EvidenceChunk]
    ) -> tuple[Conflict, ...]:
        """Return nothing: which value is asked for, this gate does not know."""
        del question, claims, evidence
        return ()
