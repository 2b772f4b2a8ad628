"""Small models: short prompts, little to read, one claim at a time; what they cannot do is left to code."""

from collections.abc import Callable, Sequence
from datetime import date

from masis.analysts.model.analysts import ModelSynthesizer, today_utc, within_window
from masis.analysts.model.labels import Labels
from masis.analysts.model.replies import AuditReply, ClaimReply, RowReply, ScoresReply
from masis.analysts.model.rows import cited_in, opinion_of, told_to
from masis.domain.conversation.typed import other_language
from masis.domain.evidence import EvidenceChunk
from masis.domain.language.sentences import HEDGE_PHRASES
from masis.domain.run.context import SMALL_CHARS, Context, build_context
from masis.domain.run.critique import Opinion
from masis.domain.run.draft import Draft, Feedback
from masis.domain.run.evaluation import Scores
from masis.domain.usage import Usage
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import Claim
from masis.errors import ModelUnavailable
from masis.llm.base import ChatModel
from masis.prompts import Prompt, render
from masis.prompts.fences import DATA_RULE, WRITING_RULE, Fence

MOST_CLAIMS = 8
"""Claims that are judged one by one; the rest of a longer draft stays as code found it."""
_NOT_CLAIMS = frozenset({"hedge", "heading"})
_CONFIDENCE = {"supported": 0.95, "unclear": 0.65, "unsupported": 0.1}
"""What the auditor's rubric says of a draft whose least supported sentence is so."""


class SmallSynthesizer(ModelSynthesizer):
    """The writer with a short prompt; the question stands last, where a small model still knows it."""

    def _prompt(self, question: str, context: Context, feedback: Feedback | None, labels: Labels) -> Prompt:
        passages, orders = labels.passages(context), told_to(feedback, context.precedence, labels)
        fence = Fence(question, *orders.values(), *(text for *_, text in passages))
        return render(
            "synthesizer_small",
            data_rule=WRITING_RULE,
            today=f"{self._today():%-d %B %Y}",
            language=other_language(question) or "English",
            hedge=f'"{HEDGE_PHRASES[0]}"',
            passages="\n".join(fence.passage(*passage) for passage in passages),
            orders="\n\n".join(fence.around(name, text) for name, text in orders.items()),
            question=fence.around("question", question),
        )


class SmallCritic:
    """An auditor that is asked about one claim at a time; the confidence follows from its verdicts."""

    def __init__(self, chat: ChatModel, today: Callable[[], date] = today_utc) -> None:
        self._chat = chat
        self._today = today

    def audit(
        self,
        question: str,  # noqa: ARG002 - a small model judges a sentence, not an answer
        draft: Draft,
        evidence: Sequence[EvidenceChunk],
        ledger: Sequence[Claim],
    ) -> Opinion:
        """Judge the draft's claims that cite something, each against what it cites."""
        labels, given = Labels(evidence), (*ledger, *draft.left_out)
        rows: list[RowReply] = []
        usage = Usage()
        for number, claim in enumerate(ledger, 1):
            if claim.verdict in _NOT_CLAIMS or not claim.citations or len(rows) == MOST_CLAIMS:
                continue
            try:
                reply, cost = self._judged(claim, evidence, labels)
            except ModelUnavailable as error:
                usage.charge(error)
                raise
            usage += cost
            rows.append(RowReply(row=number, **reply.model_dump()))
        confidence = min((_CONFIDENCE[row.verdict] for row in rows), default=_CONFIDENCE["unclear"])
        return opinion_of(
            AuditReply.model_validate({"rows": [row.model_dump() for row in rows], "confidence": confidence}),
            given,
            labels,
            usage,
        )

    def _judged(
        self, claim: Claim, evidence: Sequence[EvidenceChunk], labels: Labels
    ) -> tuple[ClaimReply, Usage]:
        cited = cited_in([claim])
        context = build_context([chunk for chunk in evidence if chunk.chunk_id in cited], SMALL_CHARS, cited)
        texts = {passage.chunk.chunk_id: passage.text for passage in context.passages}
        passages = [
            (label, chunk, texts[chunk.chunk_id])
            for label, chunk in labels.chunks.items()
            if chunk.chunk_id in texts
        ]
        fence = Fence(claim.text, *(text for *_, text in passages))
        prompt = render(
            "claim_small",
            data_rule=DATA_RULE,
            today=f"{self._today():%-d %B %Y}",
            passages="\n".join(fence.passage(*passage) for passage in passages),
            claim=fence.around("claim", claim.text),
        )
        reply, usage = self._chat.structured(prompt.system, prompt.user, ClaimReply)
        return reply, usage.sent(prompt.version)


class SmallEvaluator:
    """Four scores by a short prompt; the clamps are the caller's."""

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat

    def score(
        self,
        question: str,
        answer: str,
        evidence: Sequence[EvidenceChunk],
        audit: CitationAudit,
        ledger: Sequence[Claim],  # noqa: ARG002 - the clamps hold what code found
    ) -> Scores:
        """Score the answer against its evidence."""
        context = build_context(evidence, SMALL_CHARS, audit.cited)
        return within_window(lambda fitted: self._score(question, answer, fitted), context, audit.cited)

    def _score(self, question: str, answer: str, context: Context) -> Scores:
        labels = Labels(context.chunks)
        passages, said = labels.passages(context), labels.shown(answer)
        fence = Fence(question, said, *(text for *_, text in passages))
        prompt = render(
            "evaluator_small",
            data_rule=DATA_RULE,
            passages="\n".join(fence.passage(*passage) for passage in passages),
            question=fence.around("question", question),
            answer=fence.around("answer", said),
        )
        reply, usage = self._chat.structured(prompt.system, prompt.user, ScoresReply)
        return Scores(**reply.model_dump(), usage=usage.sent(prompt.version))
