"""Memo check: the verdict on a sentence that cites nothing, from the passages that may hold it.

The sentence is checked as an answer's would be that cites every passage that was found for it: the claim
ledger decides. What is added is what only a memo needs: documents that disagree, replaced ones,
and passages of several organisations where the memo does not say whose it speaks of.
"""

from collections.abc import Sequence
from typing import NamedTuple

from masis.domain.evidence import EvidenceChunk, place_of
from masis.domain.language.words import concepts
from masis.domain.memo_audit.disputes import disagreement, disputed, settled
from masis.domain.memo_audit.memo import MemoSentence
from masis.domain.memo_audit.verdicts import Correction, DraftRow, DraftVerdict
from masis.domain.review.precedence import PrecedenceRule
from masis.domain.verification.asked_facts import Ground
from masis.domain.verification.claims import Claim, Quote
from masis.domain.verification.conflicts import spoken
from masis.domain.verification.facts import facts_of
from masis.domain.verification.figures import FigureFinding, check_figures
from masis.domain.verification.ledger import ClaimReader, build_ledger

_VERDICTS: dict[str, DraftVerdict] = {
    "supported": "supported",
    "not_verified": "not_verified",
    "number_mismatch": "figure_mismatch",
    "contradicted": "contradicted",
}
"""Of the ledger's verdicts; what is not here was not found."""
_AGAINST: frozenset[DraftVerdict] = frozenset({"figure_mismatch", "contradicted"})
_BEST: tuple[DraftVerdict, ...] = ("supported", *sorted(_AGAINST), "not_verified", "not_found")
_MOST_SHOWN = 3
"""Passages shown for a sentence whose figures stand in several."""


class Candidates(NamedTuple):
    """The passages a sentence may stand in, nearest first."""

    chunks: tuple[EvidenceChunk, ...] = ()
    sure: bool = True
    """Whether it is known whose documents it speaks of."""


_ONLY_A_PIECE = (
    "It is a piece of a sentence too long to be checked at once, and may speak of what another holds."
)


class _Heard(NamedTuple):
    """What one organisation's passages say to a sentence."""

    verdict: DraftVerdict
    claim: Claim | None = None
    corrections: tuple[Correction, ...] = ()
    chunks: tuple[EvidenceChunk, ...] = ()
    """All that were searched."""


def unchecked(position: int, sentence: MemoSentence) -> DraftRow:
    """Return the row of a heading or an opinion."""
    if sentence.kind == "heading":
        return _row(position, sentence, "heading", "It states nothing to check.")
    return _row(position, sentence, "opinion", "It says what somebody thinks or wants, not a fact.")


def check_sentence(
    position: int,
    sentence: MemoSentence,
    candidates: Candidates,
    rules: Sequence[PrecedenceRule] = (),
    reader: ClaimReader | None = None,
) -> DraftRow:
    """Return the verdict on one sentence; passages that read like instructions are not heard.

    ``rules`` say which document counts where two disagree.
    """
    usable = [chunk for chunk in candidates.chunks if not chunk.flagged]
    current = [chunk for chunk in usable if not chunk.superseded]
    found = _heard_by_all(sentence, current, sure=candidates.sure, reader=reader)
    conflict = disagreement(sentence.body, found.chunks, found.corrections)
    if conflict is not None and found.verdict in {"supported", "not_verified"}:
        dispute = disputed(conflict, sentence.body, found.chunks, rules)
        support = found.claim.support if found.claim else 0.0
        # A rule says which side counts, not that an unsure sentence takes it.
        if dispute.quotes and not (found.verdict == "not_verified" and dispute.verdict == "supported"):
            return _row(position, sentence, support=support, **dispute._asdict())
    if found.verdict == "supported":
        return _shown(position, sentence, found)
    replaced = [chunk for chunk in usable if chunk.superseded]
    former = _heard_by_all(sentence, replaced, sure=candidates.sure, reader=reader)
    if former.verdict == "supported" and former.claim:
        return _outdated(position, sentence, found, former)
    if conflict is not None and found.verdict == "figure_mismatch":
        told, corrections = settled(conflict, found.corrections, rules)
        return _shown(position, sentence, found._replace(corrections=corrections), told)
    return _shown(position, sentence, found)


def _heard_by_all(
    sentence: MemoSentence, chunks: Sequence[EvidenceChunk], *, sure: bool, reader: ClaimReader | None
) -> _Heard:
    """Ask the passages, where it is unknown whose are meant those of each organisation by themselves.

    The best answer counts; another organisation's values say nothing against a sentence.
    """
    if sure:
        return _heard(sentence, chunks, reader)
    owners = Ground.of(chunks).owners
    groups: dict[int, list[EvidenceChunk]] = {}
    for chunk in chunks:
        groups.setdefault(owners[chunk.document_id], []).append(chunk)
    heard = [_heard(sentence, group, reader) for group in groups.values()]
    heard = [
        answer._replace(verdict="not_verified") if answer.verdict in _AGAINST else answer for answer in heard
    ]
    return min(heard, key=lambda answer: _BEST.index(answer.verdict), default=_Heard("not_found"))


def _heard(sentence: MemoSentence, chunks: Sequence[EvidenceChunk], reader: ClaimReader | None) -> _Heard:
    """Check a sentence against the passages it would cite."""
    body = sentence.body
    facts = [fact for chunk in chunks for fact in facts_of(chunk)]
    own = frozenset(word for chunk in chunks for name in chunk.profile.names for word in concepts(name))
    figures = check_figures(body, facts, own)
    marks = "".join(f"[{chunk.chunk_id}]" for chunk in chunks)
    cited = f"{' '.join(body.split()).rstrip('.')} {marks}."
    claim = build_ledger(cited, chunks, reader, sentence.before)[0]
    verdict = _VERDICTS.get(claim.verdict, "not_found")
    corrections = _corrections(figures, chunks) if verdict in _AGAINST else ()
    claim = claim.model_copy(update={"quotes": _telling(body, claim.quotes, figures)})
    return _Heard(verdict, claim, corrections, tuple(chunks))


def _telling(body: str, quotes: Sequence[Quote], figures: Sequence[FigureFinding]) -> tuple[Quote, ...]:
    """Return the words its figures stand in, in their order; without figures those nearest to its own."""
    facts = [finding.fact for finding in figures if finding.fact]
    bound = list(dict.fromkeys(fact.chunk_id for fact in facts))
    telling = [quote for quote in quotes if quote.chunk_id in bound]
    if telling:
        return tuple(sorted(telling, key=lambda quote: bound.index(quote.chunk_id))[:_MOST_SHOWN])
    words = frozenset(concepts(body))
    near = sorted(quotes, key=lambda quote: -len(words & frozenset(concepts(quote.text))))
    return tuple(near[:1])


def _corrections(figures: Sequence[FigureFinding], chunks: Sequence[EvidenceChunk]) -> tuple[Correction, ...]:
    """Return the values the documents give where the sentence has others."""
    by_id = {chunk.chunk_id: chunk for chunk in chunks}
    return tuple(
        Correction(said=finding.figure.text, right=spoken(by_id[finding.fact.chunk_id], finding.fact))
        for finding in figures
        if finding.state == "differs" and finding.fact
    )


def _outdated(position: int, sentence: MemoSentence, found: _Heard, former: _Heard) -> DraftRow:
    """Show what only a replaced document says; where a current one says otherwise, that counts."""
    quotes = former.claim.quotes if former.claim else ()
    title = quotes[0].document_title if quotes else "an earlier version"
    if found.verdict in _AGAINST:
        row = _shown(position, sentence, found, f" Only a replaced document says so: {title}.")
        return row.model_copy(update={"quotes": quotes})
    reason = f"Only a document that was replaced says so: {title}."
    return _row(position, sentence, "outdated", reason, quotes=quotes)


def _shown(position: int, sentence: MemoSentence, found: _Heard, told: str = "") -> DraftRow:
    """Return the row of what was heard, its passages in the role they have."""
    claim = found.claim
    if claim is None or found.verdict == "not_found":
        return _not_found(position, sentence, claim)
    if sentence.cut and found.verdict == "supported":
        return _row(
            position, sentence, "not_verified", _ONLY_A_PIECE, quotes=claim.quotes, support=claim.support
        )
    reason = f"{claim.reason}{told}"
    if found.verdict in _AGAINST:
        return _row(
            position, sentence, found.verdict, reason, against=claim.quotes, corrections=found.corrections
        )
    return _row(position, sentence, found.verdict, reason, quotes=claim.quotes, support=claim.support)


def _not_found(position: int, sentence: MemoSentence, claim: Claim | None) -> DraftRow:
    reason = "No passage of the workspace says this."
    nearest = claim.quotes[:1] if claim else ()
    if nearest:
        where = f"{nearest[0].document_title}, {place_of(nearest[0].page_label)}"
        reason = f"{reason} The nearest is in {where}."
    return _row(position, sentence, "not_found", reason, nearest=nearest)


def _row(  # noqa: PLR0913 - the parts of a verdict are keyword-only
    position: int,
    sentence: MemoSentence,
    verdict: DraftVerdict,
    reason: str,
    *,
    quotes: tuple[Quote, ...] = (),
    against: tuple[Quote, ...] = (),
    nearest: tuple[Quote, ...] = (),
    corrections: tuple[Correction, ...] = (),
    support: float = 0.0,
) -> DraftRow:
    return DraftRow(
        position=position,
        start=sentence.start,
        end=sentence.end,
        text=sentence.text,
        verdict=verdict,
        reason=" ".join(reason.split()),
        quotes=quotes,
        against=against,
        nearest=nearest,
        corrections=corrections,
        support=round(min(1.0, support), 3),
    )
