"""Publishing: the part of a draft that holds, and the sentences that were struck from it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from masis.domain.run.gate import PartVerdict, open_parts
from masis.domain.run.outline import LIST_MARKER, is_row, without_bodies
from masis.domain.value import Value
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import STRUCK_VERDICTS, Claim, ClaimVerdict
from masis.domain.verification.ledger import build_ledger

StruckVerdict = ClaimVerdict | Literal["fabricated", "leaning"]
"""A sentence may also cite a source that does not exist, or point back to one that was struck."""

NOTHING_HOLDS = (
    "The documents hold insufficient evidence to answer this: no sentence that was written could be verified."
)
"""What is published of a draft of which nothing holds; the audit reads it as an admission."""

_LEANING_REASON = "It points back to a sentence that was left out."
_LEANING = re.compile(
    r"(?:it|they|he|she|its|their|his|her|"
    r"(?:this|that|these|those) (?:is|are|was|were|has|have|had|will|would|did|does|do))\b",
    re.IGNORECASE,
)
_RULE_LINE = re.compile(r"[^\n]*\S[^\n]*\n?")


class Struck(Value):
    """A sentence that was left out of the answer, and why."""

    sentence: str
    """Without its citations."""
    reason: str
    verdict: StruckVerdict
    citations: tuple[str, ...] = ()


class Published(Value):
    """What is left of a draft, its ledger and citation audit, and what was struck."""

    text: str
    claims: tuple[Claim, ...] = ()
    citation_audit: CitationAudit = CitationAudit()
    struck: tuple[Struck, ...] = ()
    kept: tuple[int, ...] = ()
    """Position of each claim in the draft it comes from."""

    @property
    def states_something(self) -> bool:
        """Whether a sentence is left that states a fact."""
        return any(claim.verdict not in {"heading", "hedge"} for claim in self.claims)


def publish(draft: str, ledger: Sequence[Claim], audit: CitationAudit) -> Published:
    """Strike every sentence that does not hold, and the headings and lead-ins this leaves with nothing.

    The claims that stay keep their verdicts; their positions and spans are those of the published text.
    """
    struck = {claim.position: reason for claim, reason in _struck(draft, ledger, audit)}
    if not struck:
        kept = tuple(claim.position for claim in ledger)
        return Published(text=draft, claims=tuple(ledger), citation_audit=audit, kept=kept)
    gone = without_bodies(draft, ledger, frozenset(struck))
    if len(gone) == len(ledger):
        return Published(
            text=NOTHING_HOLDS, claims=build_ledger(NOTHING_HOLDS, ()), struck=tuple(struck.values())
        )
    text, claims = _laid_out(draft, ledger, gone)
    return Published(
        text=text,
        claims=claims,
        citation_audit=_audited(text, claims),
        struck=tuple(struck.values()),
        kept=tuple(claim.position for claim in ledger if claim.position not in gone),
    )


def with_open_parts(published: Published, parts: Sequence[PartVerdict]) -> Published:
    """Say which parts of a question go unanswered, where others are answered."""
    missing = [part for part in open_parts(parts) if not _said(published.claims, part)]
    if not missing or len(missing) == len(parts):
        return published
    told = "\n\n".join(_admission(part) for part in missing)
    start = len(published.text) + 2
    added = tuple(
        claim.model_copy(
            update={
                "position": len(published.claims) + claim.position,
                "answer_start": start + claim.answer_start,
                "answer_end": start + claim.answer_end,
            }
        )
        for claim in build_ledger(told, ())
    )
    return published.model_copy(
        update={"text": f"{published.text}\n\n{told}", "claims": (*published.claims, *added)}
    )


def _admission(part: PartVerdict) -> str:
    asked = part.part.strip().rstrip("?.! ").replace("[", "(").replace("]", ")")
    asked = " ".join(asked.split())
    if part.outcome == "passages":
        return f"Not answered, insufficient evidence: no verified answer was found for “{asked}”."
    return f"Not answered, insufficient evidence: the documents do not answer “{asked}”."


def _said(claims: Iterable[Claim], part: PartVerdict) -> bool:
    """Tell whether the text itself admits that this part goes unanswered."""
    asked = " ".join(part.part.casefold().strip().rstrip("?.! ").split())
    return any(
        claim.verdict == "hedge" and asked in " ".join(claim.text.casefold().split()) for claim in claims
    )


def _struck(draft: str, ledger: Sequence[Claim], audit: CitationAudit) -> Iterator[tuple[Claim, Struck]]:
    """Yield the claims that do not hold, and those that lean on one of them."""
    before: Claim | None = None
    for claim in ledger:
        verdict: StruckVerdict | None = None
        reason = claim.reason
        if set(claim.citations) & set(audit.fabricated):
            verdict = "fabricated"
        elif claim.verdict in STRUCK_VERDICTS:
            verdict = claim.verdict
        elif before is not None and _leans(draft, before, claim):
            verdict, reason = "leaning", _LEANING_REASON
        before = None
        if verdict is not None:
            before = claim
            yield (
                claim,
                Struck(sentence=claim.text, reason=reason, verdict=verdict, citations=claim.citations),
            )


def _leans(draft: str, before: Claim, claim: Claim) -> bool:
    """Tell whether a sentence opens with a word for what the sentence before it, in the same line, named."""
    between = draft[before.answer_end : claim.answer_start]
    return "\n" not in between and bool(_LEANING.match(claim.text.lstrip("*_“\"' ")))


class _Piece(NamedTuple):
    gap: str
    """What stands between the piece before and this one."""
    text: str
    claim: Claim


def _laid_out(draft: str, ledger: Sequence[Claim], gone: frozenset[int]) -> tuple[str, tuple[Claim, ...]]:
    """Return the text without the claims that are gone, and the others at their new places."""
    text = ""
    kept: list[Claim] = []
    for piece in _pieces(draft, ledger, gone):
        start = len(text) + len(piece.gap)
        place = {"position": len(kept), "answer_start": start, "answer_end": start + len(piece.text)}
        kept.append(piece.claim.model_copy(update=place))
        text += piece.gap + piece.text
    return text, tuple(kept)


def _pieces(draft: str, ledger: Sequence[Claim], gone: frozenset[int]) -> Iterator[_Piece]:
    last: Claim | None = None
    gaps: list[str] = []
    marker, end = "", 0
    for claim in ledger:
        gaps.append(draft[end : claim.answer_start])
        end = claim.answer_end
        if claim.position in gone:
            marker = _marker_left(draft, claim, marker)
            continue
        raw = draft[claim.answer_start : claim.answer_end]
        in_table = last is not None and is_row(draft, last) and is_row(draft, claim)
        gap = _joined(gaps, in_table=in_table) if last else ""
        carried = "" if claim.verdict == "heading" or LIST_MARKER.match(raw) else marker
        yield _Piece(gap, carried + raw, claim.model_copy(update={"text": carried + claim.text}))
        last, gaps, marker = claim, [], ""


def _marker_left(draft: str, claim: Claim, marker: str) -> str:
    """Return the marker of a list item whose opening sentence goes while the item goes on."""
    found = LIST_MARKER.match(draft[claim.answer_start : claim.answer_end])
    marker = found.group() if found else marker
    rest = draft[claim.answer_end :].split("\n", 1)[0]
    return marker if rest.strip() else ""


def _joined(gaps: Sequence[str], *, in_table: bool) -> str:
    """Return the widest of the gaps around what went; the rule under a table's header stays in its table."""
    if len(gaps) == 1:
        return gaps[0]
    rule = next((gap for gap in gaps if gap.strip()), "")
    if rule and in_table:
        return rule
    return max((_RULE_LINE.sub("", gap) for gap in gaps), key=lambda gap: gap.count("\n"))


def _audited(text: str, claims: Sequence[Claim]) -> CitationAudit:
    """Return the citation audit of the published text, in which no id is made up any more."""
    return CitationAudit(
        cited=tuple(dict.fromkeys(chunk_id for claim in claims for chunk_id in claim.citations)),
        uncited_claims=tuple(
            text[claim.answer_start : claim.answer_end] for claim in claims if claim.verdict == "uncited"
        ),
    )
