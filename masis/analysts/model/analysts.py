"""Model analysts: prompts out, validated values back, one class for each of the protocols."""

import re
from collections.abc import Sequence

from masis.analysts.model.conflicts import found_conflicts
from masis.analysts.model.replies import AuditReply, PlanReply, ScoresReply, TriageReply
from masis.domain.conversation.turns import Conversation, Triage, may_ask_back
from masis.domain.evidence import EvidenceChunk
from masis.domain.language.sentences import HEDGE_PHRASES
from masis.domain.run.context import Context
from masis.domain.run.critique import Issue, Opinion
from masis.domain.run.draft import Draft, Feedback
from masis.domain.run.evaluation import Scores
from masis.domain.run.research import (
    DOCUMENTS_OFFER,
    MOST_CALLS,
    Plan,
    PlannedCall,
    ToolOffer,
    plan_by_rule,
)
from masis.domain.usage import Usage
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import Claim
from masis.errors import ModelReplyInvalid, ModelUnavailable
from masis.llm.base import ChatModel
from masis.prompts import render
from masis.prompts.fences import DATA_RULE, Fence, context_passages, evidence_passages

_WRITING_TRIES = 2
_HEDGES_SHOWN = 5  # the contract's own stand first
_REMEMBERED_TURNS = 4
_NO_PASSAGES = (
    "The documents hold insufficient evidence to answer this: every passage found reads like an instruction "
    "to a model and was set aside."
)
_ASK_BACK = "Could you say which subject, figure or period you mean?"
_WHAT_TO_ASK = "Ask a question that your documents can answer, and I will look it up and cite it."
_WHOLE_FENCE = re.compile(r"\A```[A-Za-z]*\n(.*?)\n?(?:```\s*)?\Z", re.DOTALL)
_FENCE_LINE = re.compile(r"^```[A-Za-z]*[ \t]*(?:\n|\Z)", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?:[.!?][\"”')]?(?:\s*\[[^\[\]\n]{1,200}\])*|\[[^\[\]\n]{1,200}\]\.?)(?=\s|\Z)")
_CHARS_PER_TOKEN = 6


class ModelOrchestrator:
    """Triage by a model, in one call at most; a model that fails never stops research."""

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat

    def triage(self, question: str, conversation: Conversation) -> Triage:
        """Decide; a reply to a question asked back always goes on to research."""
        if not may_ask_back(conversation):
            return Triage(reason="A question was asked back already; research goes on with what is known.")
        talk = "\n".join(
            f"Analyst: {turn.meaning}\nMASIS: {turn.answer[:600]}"
            for turn in conversation.turns[-_REMEMBERED_TURNS:]
        )
        fence = Fence(talk, question)
        prompt = render(
            "orchestrator",
            data_rule=DATA_RULE,
            asked=str(conversation.clarifications_asked),
            conversation=fence.around("conversation", talk),
            question=fence.around("question", question),
        )
        try:
            reply, usage = self._chat.structured(prompt.system, prompt.user, TriageReply, max_calls=1)
        except ModelUnavailable as error:
            reason = f"Taken as clear, because the desk's model gave no decision: {error}"
            return Triage(reason=reason, usage=Usage(calls=error.calls))
        return _triage(reply, usage)


def _triage(reply: TriageReply, usage: Usage) -> Triage:
    if reply.kind == "clear":
        return Triage(reason=reply.reason, resolved_question=reply.resolved_question, usage=usage)
    fallback = _ASK_BACK if reply.kind == "vague" else _WHAT_TO_ASK
    return Triage(
        kind=reply.kind,
        reason=reply.reason,
        question_back=reply.question_back or fallback,
        choices=tuple(reply.choices[:4]) if reply.kind == "vague" else (),
        usage=usage,
    )


class ModelSynthesizer:
    """A cited answer by a model; what it writes is kept only as far as it is whole."""

    def __init__(self, chat: ChatModel, max_output_tokens: int) -> None:
        self._chat = chat
        self._max_output_tokens = max_output_tokens

    def write(self, question: str, context: Context, feedback: Feedback | None) -> Draft:
        """Write, once more when nothing came back; then it is ``ModelReplyInvalid``."""
        passages = context_passages(context.passages)
        if not passages:
            return Draft(text=_NO_PASSAGES)
        told = _findings(feedback)
        fence = Fence(question, told, *(text for _, text in passages))
        prompt = render(
            "synthesizer",
            data_rule=DATA_RULE,
            hedges=", ".join(f'"{phrase}"' for phrase in HEDGE_PHRASES[:_HEDGES_SHOWN]),
            question=fence.around("question", question),
            passages="\n".join(fence.passage(chunk, text) for chunk, text in passages),
            feedback=_second_try(fence, told),
        )
        usage = Usage()
        for _ in range(_WRITING_TRIES):
            try:
                reply = self._chat.complete(
                    prompt.system, prompt.user, max_output_tokens=self._max_output_tokens
                )
            except ModelUnavailable as error:
                error.calls += usage.calls
                raise
            usage += reply.usage
            text, cut = tidy_answer(reply.text, truncated=reply.truncated, max_tokens=self._max_output_tokens)
            if text:
                return Draft(text=text, usage=usage, truncated=cut)
        message = "The model that writes answers returned an empty text."
        raise ModelReplyInvalid(message, calls=usage.calls)


def _findings(feedback: Feedback | None) -> str:
    if feedback is None:
        return ""
    groups = {
        "A reviewer asks": (feedback.guidance,) if feedback.guidance else (),
        "Claims that their passages do not support": feedback.unsupported_claims,
        "Missing": feedback.logical_gaps,
        "Conflicting values to show": feedback.conflicting_evidence,
        "Ids cited that do not exist": feedback.fabricated_citations,
    }
    lines = [
        f"{name}:\n" + "\n".join(f"- {item}" for item in items) for name, items in groups.items() if items
    ]
    return "\n".join([*lines, "The previous draft:", feedback.previous_draft])


def _second_try(fence: Fence, told: str) -> str:
    if not told:
        return ""
    order = "This is another try. Mend what the audit of the previous draft found, and keep what was sound."
    return f"{order}\n{fence.around('audit', told)}"


class ModelCritic:
    """An opinion by a model; its conflicts count only where the evidence shows them."""

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat

    def audit(
        self, question: str, draft: Draft, evidence: Sequence[EvidenceChunk], ledger: Sequence[Claim]
    ) -> Opinion:
        """Judge the draft against its evidence."""
        passages, rows = evidence_passages(evidence), _rows(ledger)
        fence = Fence(question, draft.text, rows, *(text for _, text in passages))
        prompt = render(
            "critic",
            data_rule=DATA_RULE,
            question=fence.around("question", question),
            draft=fence.around("draft", draft.text),
            ledger=fence.around("ledger", rows),
            passages="\n".join(fence.passage(chunk, text) for chunk, text in passages),
        )
        reply, usage = self._chat.structured(prompt.system, prompt.user, AuditReply)
        return _opinion(reply, evidence, usage)


def _opinion(reply: AuditReply, evidence: Sequence[EvidenceChunk], usage: Usage) -> Opinion:
    conflicts, unproven = found_conflicts(reply.conflicts, evidence)
    doubt = "The model reported differing values here, but the passages it named do not show them."
    return Opinion(
        confidence=reply.confidence,
        hallucination_detected=reply.hallucination_detected,
        unsupported_claims=tuple(reply.unsupported_claims),
        logical_gaps=tuple(reply.logical_gaps),
        conflicts=conflicts,
        conflicting_evidence=tuple(conflict.summary for conflict in conflicts),
        needs_retry=reply.needs_retry,
        issues=(
            *(Issue(**issue.model_dump()) for issue in reply.issues),
            *(Issue(kind="conflict", severity="low", claim=it, suggestion=doubt) for it in unproven),
        ),
        usage=usage,
    )


class ModelEvaluator:
    """Four scores by a model; the clamps are the caller's."""

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat

    def score(
        self,
        question: str,
        answer: str,
        evidence: Sequence[EvidenceChunk],
        audit: CitationAudit,
        ledger: Sequence[Claim],
    ) -> Scores:
        """Score the answer against its evidence and the code's findings."""
        passages, rows = evidence_passages(evidence), _rows(ledger)
        found = (
            f"ids cited and known: {len(audit.cited)}; made up: {', '.join(audit.fabricated) or 'none'}; "
            f"claims without a citation: {len(audit.uncited_claims)}"
        )
        fence = Fence(question, answer, rows, found, *(text for _, text in passages))
        prompt = render(
            "evaluator",
            data_rule=DATA_RULE,
            question=fence.around("question", question),
            answer=fence.around("answer", answer),
            citations=fence.around("citations", found),
            ledger=fence.around("ledger", rows),
            passages="\n".join(fence.passage(chunk, text) for chunk, text in passages),
        )
        reply, usage = self._chat.structured(prompt.system, prompt.user, ScoresReply)
        return Scores(**reply.model_dump(), usage=usage)


def _rows(ledger: Sequence[Claim]) -> str:
    """Return the ledger as one line a sentence."""
    return "\n".join(
        f"{claim.position + 1}. {claim.verdict}{f' ({claim.reason})' if claim.reason else ''}: {claim.text}"
        for claim in ledger
    )


def tidy_answer(text: str, *, truncated: bool, max_tokens: int) -> tuple[str, bool]:
    """Return the answer without wrapping or runaway tail, and whether it was cut."""
    fenced = _WHOLE_FENCE.match(text.strip())
    text = _FENCE_LINE.sub("", fenced.group(1) if fenced else text).strip()
    cap = max_tokens * _CHARS_PER_TOKEN
    cut = truncated or len(text) > cap
    return _without_echo(_whole_sentences(text[:cap]) if cut else text), cut


def _whole_sentences(text: str) -> str:
    """Drop a last sentence that was cut off: it has lost its citation, and maybe its meaning."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    if not ends:
        return text
    if len(ends) > 1 and text[ends[-1] :].lstrip().startswith("["):
        return text[: ends[-2]]  # the cut went through the citation
    return text[: ends[-1]]


def _without_echo(text: str) -> str:
    """Drop lines said before, the mark of a model that no longer stops; short ones and tables may repeat."""
    seen: set[str] = set()
    kept = []
    for line in text.split("\n"):
        words = line.strip()
        if len(words) > 40 and not words.startswith("|") and words in seen:
            continue
        seen.add(words)
        kept.append(line)
    return "\n".join(kept).strip()


class ModelPlanner:
    """Plans by a model; a model that fails leaves the choice to the rule."""

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat

    def plan(self, question: str, offers: Sequence[ToolOffer]) -> Plan:
        """Ask once which tools to call with which question."""
        fence = Fence(question)
        prompt = render(
            "researcher",
            data_rule=DATA_RULE,
            most=str(MOST_CALLS - 1),
            tools="\n".join(f"- {tool.name}: {tool.when_to_use}" for tool in (DOCUMENTS_OFFER, *offers)),
            question=fence.around("question", question),
        )
        try:
            reply, usage = self._chat.structured(prompt.system, prompt.user, PlanReply, max_calls=1)
        except ModelUnavailable as error:
            why = "The model gave no plan, so every allowed tool is asked."
            return plan_by_rule(offers, Usage(calls=error.calls), why)
        calls = tuple(PlannedCall(**call.model_dump()) for call in reply.calls)
        return Plan(calls=calls, decided_by="model", usage=usage)
