"""Context: the evidence fitted into the writer's character budget."""

import re
from collections.abc import Sequence

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

    @property
    def chunks(self) -> tuple[EvidenceChunk, ...]:
        """The evidence behind the passages."""
        return tuple(passage.chunk for passage in self.passages)


WHOLE_PASSAGES = 3
SHORT_CHARS = 200
LEAST_CHARS = 80
GAP = "…"

_NUMBER = re.compile(r"\d")


def build_context(evidence: Sequence[EvidenceChunk], budget_chars: int) -> Context:
    """Fit the evidence into the budget, highest score first, without dropping any of it.

    Over budget, the best three stay whole and the rest are shortened to 200 characters each. If that
    is still too much the rest share what the three leave, down to 80 characters each; below that the
    budget gives way, because a passage that vanished could not be cited.
    """
    ranked = by_score(evidence)
    texts = [chunk.full_text for chunk in ranked]
    before = sum(map(len, texts))
    limit = _limit(texts, budget_chars) if before > budget_chars else None
    passages = tuple(
        _passage(chunk, None if rank < WHOLE_PASSAGES else limit) for rank, chunk in enumerate(ranked)
    )
    return Context(
        passages=passages,
        compressed=any(passage.shortened for passage in passages),
        chars_before=before,
        chars_after=sum(len(passage.text) for passage in passages),
    )


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


def _limit(texts: Sequence[str], budget_chars: int) -> int:
    rest = len(texts) - WHOLE_PASSAGES
    if rest <= 0:
        return SHORT_CHARS
    left = budget_chars - sum(len(text) for text in texts[:WHOLE_PASSAGES])
    return max(LEAST_CHARS, min(SHORT_CHARS, left // rest))


def _passage(chunk: EvidenceChunk, limit: int | None) -> Passage:
    text = chunk.full_text if limit is None else shorten(chunk.full_text, limit)
    return Passage(chunk=chunk, text=text, shortened=text != chunk.full_text)


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
