"""One claim at a time: the auditor of the profile for small models, asked about each sentence by itself.

A small model keeps no long form and loses the thread over ten rows. So it judges one sentence with the
passages it cites, and code adds up: the marks are those of the rubric that a large model is given.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from masis.analysts.model.analysts import today_utc
from masis.analysts.model.labels import Labels
from masis.analysts.model.replies import ClaimMark, ClaimReply
from masis.domain.evidence import EvidenceChunk
from masis.domain.run.context import SMALL_CHARS, build_context
from masis.domain.run.critique import Issue, Opinion, RowOpinion
from masis.domain.run.draft import Draft
from masis.domain.usage import Usage
from masis.domain.verification.claims import STATEMENTS, STRUCK_VERDICTS, Claim
from masis.errors import ContextTooLong, ModelReplyInvalid, ModelUnavailable
from masis.llm.base import ChatModel
from masis.prompts import render
from masis.prompts.fences import DATA_RULE, Fence

MOST_CLAIMS = 12
"""Sentences asked about; the writer of this profile is told to write five."""
_CALLS_FOR_EACH = 3
_ALL_HOLD, _BESIDE, _MAIN_UNCLEAR, _MAIN_FAILS = 0.95, 0.65, 0.40, 0.10
_NO_VERDICT = "The auditor's model gave no verdict on it."
_NOT_THERE = "The auditor does not find it in the passage it cites."


class OneClaimCritic:
    """An opinion put together from a model's verdicts on single sentences; it adds doubts alone."""

    def __init__(
        self, chat: ChatModel, context_chars: int = SMALL_CHARS, today: Callable[[], date] = today_utc
    ) -> None:
        self._chat = chat
        self._context_chars = context_chars
        self._today = today

    def audit(
        self,
        question: str,  # noqa: ARG002 - whether it is answered is the gate's to say
        draft: Draft,  # noqa: ARG002 - its sentences are in the ledger
        evidence: Sequence[EvidenceChunk],
        ledger: Sequence[Claim],
    ) -> Opinion:
        """Ask about each sentence that code did not find wrong already.

        Raises:
            ModelUnavailable: the model is away, or gave no verdict on any sentence.
        """
        usage, verdicts = Usage(), dict[int, ClaimReply]()
        asked = [at for at, claim in enumerate(ledger) if _is_open(claim)][:MOST_CLAIMS]
        failure: ModelUnavailable | None = None
        for at in asked:
            try:
                verdicts[at], spent = self._verdict(ledger[at], evidence)
            except (ModelReplyInvalid, ContextTooLong) as silent:
                failure, spent = silent, Usage.of(silent)
                verdicts[at] = ClaimReply(verdict="unsupported", reason=_NO_VERDICT)
            except ModelUnavailable as error:
                usage.charge(error)
                raise
            usage += spent
        if failure and all(verdict.reason == _NO_VERDICT for verdict in verdicts.values()):
            failure.calls = failure.input_tokens = failure.output_tokens = 0  # they are in the sum already
            usage.charge(failure)
            raise failure
        return _opinion(ledger, verdicts, usage)

    def _verdict(self, claim: Claim, evidence: Sequence[EvidenceChunk]) -> tuple[ClaimReply, Usage]:
        cited = [chunk for chunk in evidence if chunk.chunk_id in claim.citations]
        context = build_context(cited, self._context_chars, claim.citations)
        passages = Labels(context.chunks).passages(context)
        fence = Fence(claim.text, *(text for *_, text in passages))
        prompt = render(
            "critic_small",
            data_rule=DATA_RULE,
            today=f"{self._today():%-d %B %Y}",
            sentence=fence.around("sentence", claim.text),
            passages="\n".join(fence.passage(*passage) for passage in passages),
        )
        reply, usage = self._chat.structured(
            prompt.system, prompt.user, ClaimReply, max_calls=_CALLS_FOR_EACH
        )
        return reply, usage.sent(prompt.version)


def _is_open(claim: Claim) -> bool:
    """Whether there is something to ask: code found it neither wrong nor without a source."""
    return claim.verdict in {"supported", "not_verified"} and bool(claim.citations)


def _opinion(ledger: Sequence[Claim], verdicts: Mapping[int, ClaimReply], usage: Usage) -> Opinion:
    """Add up: the first statement is the main one, and what nobody judged is unclear."""
    marks = [_mark(claim, verdicts.get(at)) for at, claim in enumerate(ledger) if claim.verdict in STATEMENTS]
    doubted = {at: verdict for at, verdict in verdicts.items() if verdict.verdict == "unsupported"}
    texts = tuple(ledger[at].text for at in doubted)
    return Opinion(
        confidence=_confidence(marks),
        unsupported_claims=texts,
        needs_retry=bool(doubted),
        issues=tuple(
            Issue(kind="unsupported", claim=ledger[at].text, suggestion=verdict.reason or _NOT_THERE)
            for at, verdict in doubted.items()
        ),
        rows=tuple(
            RowOpinion(at=at, kind="doubted", reason=verdict.reason or _NOT_THERE)
            for at, verdict in doubted.items()
        ),
        usage=usage,
    )


def _mark(claim: Claim, verdict: ClaimReply | None) -> ClaimMark:
    """Return what a sentence is worth; a model approves nothing that code did not find to hold."""
    if claim.verdict in STRUCK_VERDICTS or (verdict and verdict.verdict == "unsupported"):
        return "unsupported"
    holds = claim.verdict == "supported" and verdict is not None and verdict.verdict == "supported"
    return "supported" if holds else "unclear"


def _confidence(marks: Sequence[ClaimMark]) -> float:
    if marks and marks[0] != "supported":
        return _MAIN_UNCLEAR if marks[0] == "unclear" else _MAIN_FAILS
    return _ALL_HOLD if marks and all(mark == "supported" for mark in marks) else _BESIDE
