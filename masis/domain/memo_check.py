"""Memo check: the verdict on a sentence that cites nothing, from the passages that may hold it.

The claim ledger asks whether a named passage carries a sentence. Here no passage is named, so every candidate
is heard, and more is wanted of it: a passage that merely shares words is no source.
"""

from collections.abc import Sequence

from masis.domain.draft_audit import Correction, DraftRow, DraftVerdict
from masis.domain.evidence import EvidenceChunk, place_of
from masis.domain.figures import extract_figures
from masis.domain.memo import MemoSentence, parts_of
from masis.domain.memo_corrections import corrections, dated, gives, stand_ins
from masis.domain.memo_disputes import Ground, dispute_over, disputed, settled_right
from masis.domain.memo_hearing import Hearing, hear, speaks_of
from masis.domain.memo_rows import quotes_of, row_of
from masis.domain.memo_turns import Lexicon
from masis.domain.precedence import PrecedenceRule

_NO_NAMES = Lexicon()
_COVER_SHARED, _COVER_AGAINST = 0.5, 0.75
_OPEN = frozenset({"supported", "not_in_source", "number_mismatch"})
_WORST: tuple[DraftVerdict, ...] = (
    "heading", "opinion", "supported", "outdated", "not_found", "disputed", "figure_mismatch", "contradicted",
)  # fmt: skip
# Passages that may disagree over a value: how much of the sentence each holds, and how many are compared.
_LEAST_DISPUTED, _MOST_DISPUTED = 0.4, 8
_LEAST_NEAR = 0.15
"""A passage that shares less than this with the sentence is not shown as the nearest one."""


def unchecked(position: int, sentence: MemoSentence) -> DraftRow:
    """Return the row of a heading or an opinion."""
    heading = sentence.kind == "heading"
    said = "It states nothing to check." if heading else "It says what somebody thinks or wants, not a fact."
    return row_of(position, sentence, "heading" if heading else "opinion", said)


def check_memo_sentence(
    position: int,
    sentence: MemoSentence,
    candidates: Sequence[EvidenceChunk],
    lexicon: Lexicon = _NO_NAMES,
    rules: Sequence[PrecedenceRule] = (),
) -> DraftRow:
    """Return the verdict on one sentence; passages that read like instructions are not heard.

    ``rules`` say which document counts where two disagree.
    """
    usable = [chunk for chunk in candidates if not chunk.flagged]
    speaking = [chunk for chunk in usable if speaks_of(sentence.body, chunk)] or usable[:2]
    heard = [hear(sentence.body, chunk, lexicon) for chunk in speaking]
    heard.sort(key=lambda one: (-one.weight, -one.finding.support, one.chunk.chunk_id))
    current = [one for one in heard if not one.chunk.superseded]
    former = [one for one in heard if one.chunk.superseded and one.supports]
    chunks = [one.chunk for one in current if one.cover >= _LEAST_DISPUTED][:_MOST_DISPUTED]
    ground = Ground(chunks, rules)
    for row in (
        _supported(position, sentence, current, ground),
        _by_parts(position, sentence, candidates, lexicon, rules),
        _shared(position, sentence, current),
        _opposed(position, sentence, current, ground, former),
        _outdated(position, sentence, former),
    ):
        if row is not None:
            return row
    return _nothing(position, sentence, current or heard)


def _supported(
    position: int, sentence: MemoSentence, current: Sequence[Hearing], ground: Ground
) -> DraftRow | None:
    carriers = [one for one in current if one.supports]
    if not carriers:
        return None
    carriers.sort(key=lambda one: (-one.finding.support, -one.cover, one.chunk.chunk_id))
    best = carriers[0]
    quotes = quotes_of([best])
    conflict = dispute_over(sentence.body, ground.chunks)
    if conflict is not None:
        return disputed(position, sentence, conflict, ground)
    deniers = [
        one
        for one in current
        if one.finding.verdict == "contradicted"
        and one.opposes
        and one.chunk.document_id not in {carrier.chunk.document_id for carrier in carriers}
    ]
    if deniers and not best.figures:
        reason = f"One document says so, another the opposite. {deniers[0].finding.reason}"
        against = quotes_of(deniers[:1])
        return row_of(position, sentence, "disputed", reason, quotes=quotes, against=against)
    found = best.finding
    return row_of(position, sentence, "supported", found.reason, quotes=quotes, support=found.support)


def _by_parts(
    position: int,
    sentence: MemoSentence,
    candidates: Sequence[EvidenceChunk],
    lexicon: Lexicon,
    rules: Sequence[PrecedenceRule],
) -> DraftRow | None:
    """Check the statements of a compound sentence one by one; the worst of them decides."""
    parts = parts_of(sentence.body)
    if len(parts) < 2:
        return None
    rows = [
        check_memo_sentence(position, sentence.model_copy(update={"body": part}), candidates, lexicon, rules)
        for part in parts
    ]
    if not any(row.verdict == "supported" for row in rows):
        return None
    at = max(range(len(rows)), key=lambda number: _WORST.index(rows[number].verdict))
    worst = rows[at]
    reason = "Its statements stand in different passages."
    if worst.verdict != "supported":
        reason = f"This part does not hold: “{parts[at]}”. {worst.reason}"
    return worst.model_copy(
        update={
            "reason": reason,
            "quotes": tuple(dict.fromkeys(quote for row in rows for quote in row.quotes)),
            "support": min(row.support for row in rows),
        }
    )


def _shared(position: int, sentence: MemoSentence, current: Sequence[Hearing]) -> DraftRow | None:
    """Find each figure of a sentence in the nearest words of one passage or another."""
    figures = [one for one in extract_figures(sentence.body) if one.kind == "number"]
    near = [one for one in current if one.cover >= _COVER_SHARED and one.finding.verdict in _OPEN]
    givers = {one.start: next((h for h in near if gives(sentence.body, one, h)), None) for one in figures}
    chosen = list(dict.fromkeys(one for one in givers.values() if one is not None))
    if len(figures) < 2 or None in givers.values() or len(chosen) < 2:
        return None
    if not dated(sentence.body, chosen):
        return None
    reason = "Its figures stand in different passages."
    support = min(one.finding.support for one in chosen)
    return row_of(position, sentence, "supported", reason, quotes=quotes_of(chosen), support=support)


def _opposed(
    position: int,
    sentence: MemoSentence,
    current: Sequence[Hearing],
    ground: Ground,
    former: Sequence[Hearing],
) -> DraftRow | None:
    """Return what the nearest passage says instead, a figure or the opposite."""
    aside = f" Only a replaced document says so: {former[0].chunk.document_title}." if former else ""
    for one in sorted(current, key=lambda one: not one.figures):
        right = corrections(sentence.body, one)
        others = stand_ins(sentence.body, one)
        verdict, reason = _against(one, right, [name.text for name in others])
        if verdict is None:
            continue
        told = ""
        if verdict == "figure_mismatch":
            told, right = settled_right(right, sentence.body, ground)
        return row_of(
            position,
            sentence,
            verdict,
            f"{reason}{told}{aside}",
            against=quotes_of([one]),
            right=right,
            quotes=quotes_of(former[:1]),
            support=one.finding.support,
        )
    return None


def _against(
    one: Hearing, right: Sequence[Correction], others: Sequence[str]
) -> tuple[DraftVerdict | None, str]:
    """Return how a passage stands against the sentence, and why; ``None`` when it does not."""
    verdict = one.finding.verdict
    if one.opposes and verdict == "contradicted":
        return "contradicted", one.finding.reason
    if one.opposes or (verdict == "not_in_source" and one.cover >= _COVER_AGAINST and right):
        return "figure_mismatch", _instead(right) if right else one.finding.reason
    if verdict == "not_in_source" and others:
        return (
            "contradicted",
            f"{one.finding.reason} It says the same of {', '.join(dict.fromkeys(others[:3]))}.",
        )
    return None, ""


def _instead(right: Sequence[Correction]) -> str:
    return f"The source says {right[0].right}, the sentence says {right[0].said}."


def _outdated(position: int, sentence: MemoSentence, former: Sequence[Hearing]) -> DraftRow | None:
    if not former:
        return None
    one = former[0]
    reason = f"Only a document that was replaced says so: {one.chunk.document_title}."
    return row_of(
        position, sentence, "outdated", reason, quotes=quotes_of([one]), support=one.finding.support
    )


def _nothing(position: int, sentence: MemoSentence, heard: Sequence[Hearing]) -> DraftRow:
    if sentence.evaluative:
        return row_of(position, sentence, "opinion", "It rates and names no figure that could be looked up.")
    near = [one for one in heard if one.passage and one.passage.score >= _LEAST_NEAR]
    near.sort(key=lambda one: -(one.passage.score if one.passage else 0.0))
    reason = "No passage of the workspace says this."
    if near:
        where = f"{near[0].chunk.document_title}, {place_of(near[0].chunk.page_label)}"
        reason = f"{reason} The nearest is in {where}."
    return row_of(position, sentence, "not_found", reason, nearest=quotes_of(near[:1]))
