"""Scripted analysts and retriever: they say their lines in order, and remember what they were asked."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from masis.domain.conversation.turns import Conversation, Triage
from masis.domain.evidence import EvidenceChunk, EvidenceSelection
from masis.domain.run.context import Context
from masis.domain.run.critique import Opinion
from masis.domain.run.draft import Draft, Feedback
from masis.domain.run.evaluation import Scores
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import Claim
from masis.graph.deps import Deps
from tests.builders import chunk, opinion, scores, selection, usage

GOOD_ANSWER = "Revenue was 12 million euros in 2024 [k1]."
OTHER_ANSWER = "Margin was 31 percent in 2024 [k2]."
REFUSAL = "Insufficient evidence: the documents do not state the headcount."


@dataclass
class Script:
    """Lines in order, the last one repeated; an exception among them is raised."""

    lines: Sequence[Any]
    calls: list[tuple[Any, ...]] = field(default_factory=list)

    def next(self, *asked: Any) -> Any:
        """Remember what was asked and say the next line."""
        line = self.lines[min(len(self.calls), len(self.lines) - 1)]
        self.calls.append(asked)
        if isinstance(line, Exception):
            raise line
        return line


class ScriptedOrchestrator(Script):
    """A desk with prepared decisions."""

    def triage(self, question: str, conversation: Conversation) -> Triage:
        return self.next(question, conversation)


class ScriptedSynthesizer(Script):
    """A writer with prepared drafts."""

    def write(self, question: str, context: Context, feedback: Feedback | None) -> Draft:
        return Draft(text=self.next(question, context, feedback), usage=usage())


class HeldSynthesizer(ScriptedSynthesizer):
    """A writer that waits for the test before it says its line."""

    def __init__(self) -> None:
        super().__init__([GOOD_ANSWER])
        self.reached, self.go_on = Event(), Event()

    def write(self, *asked: Any) -> Draft:
        self.reached.set()
        self.go_on.wait(30)
        return super().write(*asked)


class ScriptedCritic(Script):
    """An auditor with prepared opinions."""

    def audit(
        self, question: str, draft: Draft, evidence: Sequence[EvidenceChunk], ledger: Sequence[Claim]
    ) -> Opinion:
        return self.next(question, draft, evidence, ledger).model_copy(update={"usage": usage()})


class ScriptedEvaluator(Script):
    """A judge with prepared scores."""

    def score(
        self,
        question: str,
        answer: str,
        evidence: Sequence[EvidenceChunk],
        audit: CitationAudit,
        ledger: Sequence[Claim],
    ) -> Scores:
        return self.next(question, answer, evidence, audit, ledger).model_copy(update={"usage": usage()})


class ScriptedRetriever(Script):
    """A retriever with prepared selections."""

    def retrieve(
        self, workspace_id: str, question: str, gap_questions: tuple[str, ...], *, retry: bool
    ) -> EvidenceSelection:
        return self.next(workspace_id, question, gap_questions, retry)


def passages() -> tuple[EvidenceChunk, ...]:
    """Return two passages that hold what the good answers say."""
    return (
        chunk("k1", "Revenue was 12 million euros in 2024."),
        chunk("k2", "Margin was 31 percent in 2024.", score=0.6, document_title="Board pack"),
    )


def scripted_deps(
    *,
    triage: Sequence[Any] = (Triage(),),
    drafts: Sequence[Any] = (GOOD_ANSWER,),
    opinions: Sequence[Any] = (opinion(),),
    judgements: Sequence[Any] = (scores(),),
    found: Sequence[Any] = (),
    **limits: Any,
) -> Deps:
    """Build dependencies for a run that is finalized at once, unless a script says otherwise."""
    return Deps(
        orchestrator=ScriptedOrchestrator(triage),
        synthesizer=ScriptedSynthesizer(drafts),
        critic=ScriptedCritic(opinions),
        evaluator=ScriptedEvaluator(judgements),
        retriever=ScriptedRetriever(found or [selection(*passages())]),
        **limits,
    )
