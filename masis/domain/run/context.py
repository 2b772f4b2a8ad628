"""Context: the evidence fitted into the writer's character budget."""

import re
from collections.abc import Collection, Iterator, Sequence

from masis.domain.evidence import EvidenceChunk, by_score
from masis.domain.value import Value


class Passage(Value):
    """One chunk as the writer sees it."""

    chunk: EvidenceChunk
    text: str
    shortened: bool = False


class Context(Value):
    """The passages a writer may use, highest score first."""

    passages: tuple[Passage, ...]
    compressed: bool = False
    chars_before: int = 0
    chars_after: int = 0
    precedence: tuple[str, ...] = ()
    """What the workspace's rules say about documents among them, one sentence each."""
    worked_out: tuple[str, ...] = ()
    """What code worked out of table rows among them, each sentence with its citations."""

    @property
    def chunks(self) -> tuple[EvidenceChunk, ...]:
        """The evidence behind the passages."""
        return tuple(passage.chunk for passage in self.passages)

    @property
    def shortened(self) -> tuple[str, ...]:
        """Ids of the passages that are not whole."""
        return tuple(passage.chunk.chunk_id for passage in self.passages if passage.shortened)

    def halved(self, cited: Collection[str]) -> "Context":
        """Return the same evidence in half the room, what was cited whole."""
        smaller = build_context(self.chunks, self.chars_after // 2, cited)
        return smaller.model_copy(update={"precedence": self.precedence, "worked_out": self.worked_out})


CONTEXT_CHARS = 30_000
"""The default budget; it leaves a window of 16,000 tokens room for the rest of a prompt and an answer."""
SMALL_CHARS = 6000
"""Up to here the budget is that of a small window, and the rule of the design documents holds."""
WHOLE_PASSAGES = 3
SHORT_CHARS = 200
LEAST_CHARS = 80
GAP = "…"

_NUMBER = re.compile(r"\d")


def build_context(
    evidence: Sequence[EvidenceChunk], budget_chars: int, cited: Collection[str] = ()
) -> Context:
    """Fit the evidence into the budget, highest score first, without dropping any of it.

    Over budget, what the last draft cited stays whole, then the best as far as the budget goes; in a small
    window the best three do, whatever they take. The rest are shortened to 200 characters each. If that is
    still too much they share what the whole ones leave, down to 80 characters each; below that the budget
    gives way, because a passage that vanished could not be cited.
    """
    ranked = by_score(evidence)
    before = sum(len(chunk.full_text) for chunk in ranked)
    whole = _whole(ranked, budget_chars, cited) if before > budget_chars else None
    passages = tuple(_passages(ranked, whole, budget_chars))
    return Context(
        passages=passages,
        compressed=any(passage.shortened for passage in passages),
        chars_before=before,
        chars_after=sum(len(passage.text) for passage in passages),
    )


def _whole(ranked: Sequence[EvidenceChunk], budget_chars: int, cited: Collection[str]) -> frozenset[str]:
    """Return the ids of the passages that stay whole."""
    kept = {chunk.chunk_id for chunk in ranked if chunk.chunk_id in cited}
    if budget_chars <= SMALL_CHARS:
        return frozenset(kept | {chunk.chunk_id for chunk in ranked[:WHOLE_PASSAGES]})
    spent = sum(
        len(chunk.full_text) if chunk.chunk_id in kept else min(SHORT_CHARS, len(chunk.full_text))
        for chunk in ranked
    )
    for chunk in ranked:
        more = len(chunk.full_text) - SHORT_CHARS
        if chunk.chunk_id in kept or more <= 0:
            continue
        if spent + more <= budget_chars:
            kept.add(chunk.chunk_id)
            spent += more
    return frozenset(kept)


def _passages(
    ranked: Sequence[EvidenceChunk], whole: frozenset[str] | None, budget_chars: int
) -> Iterator[Passage]:
    if whole is None:
        yield from (Passage(chunk=chunk, text=chunk.full_text) for chunk in ranked)
        return
    left = budget_chars - sum(len(chunk.full_text) for chunk in ranked if chunk.chunk_id in whole)
    limit = max(LEAST_CHARS, min(SHORT_CHARS, left // max(1, len(ranked) - len(whole))))
    for chunk in ranked:
        text = chunk.full_text if chunk.chunk_id in whole else shorten(chunk.full_text, limit)
        yield Passage(chunk=chunk, text=text, shortened=text != chunk.full_text)


def shorten(text: str, limit: int) -> str:
    """Cut a text to the limit, keeping its numbers and the words around them.

    Words are taken by their distance to the nearest number, in the order of the text; what was left
    out between them shows as an ellipsis.
    """
    if len(text) <= limit:
        return text
    words = text.split()
    kept: set[int] = set()
    best = ""
    for index in _by_distance_to_number(words):
        attempt = _joined(words, kept | {index})
        if len(attempt) > limit:
            break
        kept.add(index)
        best = attempt
    return best or text[: limit - len(GAP)] + GAP


def _by_distance_to_number(words: Sequence[str]) -> list[int]:
    numbers = [index for index, word in enumerate(words) if _NUMBER.search(word)] or [0]
    distance = [min(abs(index - number) for number in numbers) for index in range(len(words))]
    return sorted(range(len(words)), key=lambda index: (distance[index], index))


def _joined(words: Sequence[str], kept: set[int]) -> str:
    parts: list[str] = []
    expected = 0
    for index in sorted(kept):
        if index != expected:
            parts.append(GAP)
        parts.append(words[index])
        expected = index + 1
    if expected < len(words):
        parts.append(GAP)
    return " ".join(parts)
