"""Model analysts: prompts out, validated values back, one class for each of the protocols."""

import re
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, date, datetime
from typing import TypeVar

from masis.analysts.model.labels import Labels
from masis.analysts.model.preview import words_so_far
from masis.analysts.model.replies import AuditReply, PlanReply, ScoresReply, TriageReply
from masis.analysts.model.rows import cited_in, ledger_rows, opinion_of, told_to
from masis.domain.conversation.turns import Conversation, Triage, may_ask_back
from masis.domain.conversation.typed import other_language
from masis.domain.evidence import EvidenceChunk
from masis.domain.language.sentences import HEDGE_PHRASES
from masis.domain.run.context import CONTEXT_CHARS, Context, build_context
from masis.domain.run.critique import Opinion
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
from masis.domain.verification.citations import CitationAudit, audit_citations
from masis.domain.verification.claims import Claim
from masis.errors import ContextTooLong, ModelReplyInvalid, ModelUnavailable
from masis.llm.base import ChatModel
from masis.llm.speech import draft_speech
from masis.prompts import Prompt, render
from masis.prompts.fences import DATA_RULE, WRITING_RULE, Fence

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


def today_utc() -> date:
    """Return the day that prompts name."""
    return datetime.now(UTC).date()


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
            return Triage(reason=reason, usage=Usage.of(error))
        return _triage(reply, usage.sent(prompt.version))


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


_Work = TypeVar("_Work", Draft, Opinion, Scores)


def within_window(ask: Callable[[Context], _Work], context: Context, cited: Collection[str]) -> _Work:
    """Ask over what fits the budget, and once more over half of it when the model's window is smaller."""
    try:
        return ask(context)
    except ContextTooLong as error:
        spent = Usage.of(error)
    try:
        work = ask(context.halved(cited))
    except ModelUnavailable as error:
        spent.charge(error)
        raise
    return work.model_copy(update={"usage": spent + work.usage})


class ModelSynthesizer:
    """A cited answer by a model; what it writes is kept only as far as it is whole."""

    def __init__(
        self,
        chat: ChatModel,
        max_output_tokens: int,
        today: Callable[[], date] = today_utc,
        *,
        prompt: str = "synthesizer",
    ) -> None:
        self._chat = chat
        self._max_output_tokens = max_output_tokens
        self._today = today
        self._file = prompt

    def write(self, question: str, context: Context, feedback: Feedback | None) -> Draft:
        """Write, once more when nothing came back; then it is ``ModelReplyInvalid``."""
        labels = Labels(context.chunks)
        if not labels.chunks:
            return Draft(text=_NO_PASSAGES)
        cited = audit_citations(feedback.previous_draft, labels.ids).cited if feedback else ()
        return within_window(lambda fitted: self._write(question, fitted, feedback, labels), context, cited)

    def _write(self, question: str, context: Context, feedback: Feedback | None, labels: Labels) -> Draft:
        prompt = self._prompt(question, context, feedback, labels)
        usage, speech = Usage(), draft_speech.get()
        if speech is not None:
            speech.show_through(lambda raw: words_so_far(raw, labels))
        for _ in range(_WRITING_TRIES):
            try:
                reply = self._chat.complete(
                    prompt.system, prompt.user, max_output_tokens=self._max_output_tokens, heard=speech
                )
            except ModelUnavailable as error:
                usage.charge(error)
                raise
            usage = (usage + reply.usage).sent(prompt.version)
            text, cut = tidy_answer(reply.text, truncated=reply.truncated, max_tokens=self._max_output_tokens)
            if text:
                return Draft(text=labels.cited(text), usage=usage, truncated=cut, shortened=context.shortened)
        message = "The model that writes answers returned an empty text."
        raise ModelReplyInvalid(message, calls=usage.calls)

    def _prompt(self, question: str, context: Context, feedback: Feedback | None, labels: Labels) -> Prompt:
        passages, orders = labels.passages(context), told_to(feedback, context, labels)
        fence = Fence(question, *orders.values(), *(text for *_, text in passages))
        return render(
            self._file,
            data_rule=WRITING_RULE,
            today=f"{self._today():%-d %B %Y}",
            language=other_language(question) or "English",
            hedges=", ".join(f'"{phrase}"' for phrase in HEDGE_PHRASES[:_HEDGES_SHOWN]),
            question=fence.around("question", question),
            orders="\n\n".join(fence.around(name, text) for name, text in orders.items()),
            passages="\n".join(fence.passage(*passage) for passage in passages),
        )


class ModelCritic:
    """An opinion by a model; its conflicts count only where the evidence shows them."""

    def __init__(
        self, chat: ChatModel, context_chars: int = CONTEXT_CHARS, today: Callable[[], date] = today_utc
    ) -> None:
        self._chat = chat
        self._context_chars = context_chars
        self._today = today

    def audit(
        self, question: str, draft: Draft, evidence: Sequence[EvidenceChunk], ledger: Sequence[Claim]
    ) -> Opinion:
        """Judge the draft against its evidence."""
        cited = cited_in(ledger)
        context = build_context(evidence, self._context_chars, cited)
        return within_window(lambda fitted: self._audit(question, draft, fitted, ledger), context, cited)

    def _audit(self, question: str, draft: Draft, context: Context, ledger: Sequence[Claim]) -> Opinion:
        labels = Labels(context.chunks)
        passages = labels.passages(context)
        said, rows = labels.shown(draft.text), ledger_rows(ledger, draft.left_out, labels)
        fence = Fence(question, said, rows, *(text for *_, text in passages))
        prompt = render(
            "critic",
            data_rule=DATA_RULE,
            today=f"{self._today():%-d %B %Y}",
            question=fence.around("question", question),
            draft=fence.around("draft", said),
            ledger=fence.around("ledger", rows),
            passages="\n".join(fence.passage(*passage) for passage in passages),
        )
        reply, usage = self._chat.structured(prompt.system, prompt.user, AuditReply)
        return opinion_of(reply, (*ledger, *draft.left_out), labels, usage.sent(prompt.version))


class ModelEvaluator:
    """Four scores by a model; the clamps are the caller's."""

    def __init__(
        self,
        chat: ChatModel,
        context_chars: int = CONTEXT_CHARS,
        today: Callable[[], date] = today_utc,
        *,
        prompt: str = "evaluator",
    ) -> None:
        self._chat = chat
        self._context_chars = context_chars
        self._today = today
        self._file = prompt

    def score(
        self,
        question: str,
        answer: str,
        evidence: Sequence[EvidenceChunk],
        audit: CitationAudit,
        ledger: Sequence[Claim],
    ) -> Scores:
        """Score the answer against its evidence and the code's findings."""
        context = build_context(evidence, self._context_chars, audit.cited)
        return within_window(
            lambda fitted: self._score(question, answer, fitted, audit, ledger), context, audit.cited
        )

    def _score(
        self, question: str, answer: str, context: Context, audit: CitationAudit, ledger: Sequence[Claim]
    ) -> Scores:
        labels = Labels(context.chunks)
        passages = labels.passages(context)
        said, rows = labels.shown(answer), ledger_rows(ledger, (), labels)
        found = (
            f"labels cited and known: {len(audit.cited)}; made up: {', '.join(audit.fabricated) or 'none'}; "
            f"claims without a citation: {len(audit.uncited_claims)}"
        )
        fence = Fence(question, said, rows, found, *(text for *_, text in passages))
        prompt = render(
            self._file,
            data_rule=DATA_RULE,
            today=f"{self._today():%-d %B %Y}",
            question=fence.around("question", question),
            answer=fence.around("answer", said),
            citations=fence.around("citations", found),
            ledger=fence.around("ledger", rows),
            passages="\n".join(fence.passage(*passage) for passage in passages),
        )
        reply, usage = self._chat.structured(prompt.system, prompt.user, ScoresReply)
        return Scores(**reply.model_dump(), usage=usage.sent(prompt.version))


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
            return plan_by_rule(offers, Usage.of(error), why)
        calls = tuple(PlannedCall(**call.model_dump()) for call in reply.calls)
        return Plan(calls=calls, decided_by="model", usage=usage.sent(prompt.version))
