"""Checks: what code finds in a draft and its evidence after any writer, whatever an auditor says of them."""

import re
from collections.abc import Sequence

from masis.domain.evidence import EvidenceChunk
from masis.domain.run.attributed import by_document
from masis.domain.run.critique import Critique, DraftScore, Issue, Opinion, combine
from masis.domain.run.draft import is_answered
from masis.domain.run.publishing import Published
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import Claim
from masis.domain.verification.conflicts import Conflict, find_conflicts, side_quote
from masis.domain.verification.ledger import build_ledger

_SAYS_OUTDATED = re.compile(
    r"\b(?:superseded|replaced|withdrawn|obsolete|former(?:ly)?|previous(?:ly)?|earlier|old|outdated"
    r"|no longer|until then|used to)\b",
    re.IGNORECASE,
)


def conflicts_in(
    question: str, ledger: Sequence[Claim], evidence: Sequence[EvidenceChunk]
) -> tuple[Conflict, ...]:
    """Return the values that disagree about what is asked.

    Beside an admission of a gap they count where the draft states one of them: a gap alone is what a person
    must know.
    """
    found = all_conflicts(question, evidence)
    if is_answered(ledger):
        return found
    return tuple(conflict for conflict in found if _states_a_side(ledger, conflict, evidence))


def _states_a_side(ledger: Sequence[Claim], conflict: Conflict, evidence: Sequence[EvidenceChunk]) -> bool:
    """Tell whether a supported sentence rests on one of the places that disagree."""
    chunks = {chunk.chunk_id: chunk for chunk in evidence}
    places = [side_quote(chunks[side.chunk_id], side) for side in conflict.sides]
    quotes = [quote for claim in ledger if claim.verdict == "supported" for quote in claim.quotes]
    return any(
        quote.chunk_id == place.chunk_id
        and quote.char_start < place.char_end
        and place.char_start < quote.char_end
        for quote in quotes
        for place in places
    )


def all_conflicts(question: str, evidence: Sequence[EvidenceChunk]) -> tuple[Conflict, ...]:
    """Return the values in the evidence that disagree about what is asked, in the document it names."""
    asked, named = by_document(question, evidence)
    return find_conflicts(named, asked)


def with_conflicts(opinion: Opinion, found: Sequence[Conflict]) -> Opinion:
    """Add the conflicts code found to those an auditor reports; the same two places are one conflict."""
    places = {_places(conflict) for conflict in found}
    told = [conflict for conflict in opinion.conflicts if _places(conflict) not in places]
    dropped = {conflict.summary for conflict in opinion.conflicts if _places(conflict) in places}
    summaries = [text for text in opinion.conflicting_evidence if text not in dropped]
    issues = tuple(
        Issue(
            kind="conflict",
            severity="high",
            claim=conflict.summary,
            suggestion="Choose the source to rely on.",
            decided_by="code",
        )
        for conflict in found
    )
    return opinion.model_copy(
        update={
            "conflicts": (*found, *told),
            "conflicting_evidence": (*(conflict.summary for conflict in found), *summaries),
            "issues": (*issues, *opinion.issues),
        }
    )


def _places(conflict: Conflict) -> frozenset[tuple[str, str]]:
    return frozenset((side.chunk_id, "".join(side.value.split()).casefold()) for side in conflict.sides)


def ledger_of(question: str, answer: str, evidence: Sequence[EvidenceChunk]) -> tuple[Claim, ...]:
    """Return an answer's ledger by code alone: what its sources say, and whether they still count."""
    return without_outdated(question, build_ledger(answer, evidence), evidence)


def without_outdated(
    question: str, ledger: Sequence[Claim], evidence: Sequence[EvidenceChunk]
) -> tuple[Claim, ...]:
    """Call a claim not verified that rests on replaced documents alone, unless text or question say so."""
    replaced = {chunk.chunk_id: chunk.document_title for chunk in evidence if chunk.superseded}
    if not replaced or _SAYS_OUTDATED.search(question):
        return tuple(ledger)
    checked: list[Claim] = []
    above = ""
    for claim in ledger:
        above = claim.text if claim.verdict == "heading" else above
        told = _SAYS_OUTDATED.search(claim.text) or _SAYS_OUTDATED.search(above)
        rests = claim.verdict == "supported" and claim.citations and not told
        if rests and all(chunk_id in replaced for chunk_id in claim.citations):
            reason = f"It rests on {replaced[claim.citations[0]]} alone, which says that it was replaced."
            checked.append(claim.model_copy(update={"verdict": "not_verified", "reason": reason}))
        else:
            checked.append(claim)
    return tuple(checked)


def judged(opinion: Opinion, audit: CitationAudit, ledger: Sequence[Claim], published: Published) -> Critique:
    """Return the critique of what is published, with the draft's own score where sentences were struck.

    A draft of which nothing holds keeps the score of the draft: there is nothing left to score again.
    """
    of_draft = combine(opinion, audit, ledger)
    if not published.struck:
        return of_draft
    score = DraftScore(
        confidence=of_draft.confidence,
        hallucination_detected=of_draft.hallucination_detected,
        needs_retry=of_draft.needs_retry,
        penalties=of_draft.penalties,
        fabricated=audit.fabricated,
        uncited=len(audit.uncited_claims),
    )
    if not published.states_something:
        return of_draft.model_copy(update={"draft": score})
    again = combine(opinion, published.citation_audit, published.claims)
    findings = {"unsupported_claims": of_draft.unsupported_claims, "issues": of_draft.issues, "draft": score}
    return again.model_copy(update=findings)
