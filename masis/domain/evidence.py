"""Evidence: what a retrieved passage is, which passages qualify, in which order."""

import hashlib
import re
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from masis.domain.language.tables import Table
from masis.domain.profile import DocumentProfile
from masis.domain.value import Value

Source = Literal["document", "web"]
ChunkKind = Literal["prose", "table"]

WEB_LABEL = "web: "
"""Opens the page label of a passage from outside the documents; the host follows."""
_NUMBERED = re.compile(r"[ivxlcdm]+|[a-z]{0,2}[-. ]?\d+(?:[-–. ]\d+)*|", re.IGNORECASE)
"""A page's number as printed: 7, iv, F-12, 3-4; the name of a sheet is none."""


class Chunk(Value):
    """A passage of one page of one document version.

    ``text`` is exactly ``page_text[char_start:char_end]`` of the stored page; ``lead`` is the table
    header that belongs to a later row group (empty when the header is inside ``text``).
    """

    chunk_id: str
    workspace_id: str
    document_id: str
    version_id: str
    document_title: str
    text: str
    lead: str = ""
    heading: str = ""
    kind: ChunkKind = "prose"
    table: Table | None = None
    """For a passage of table rows: those rows as records; offsets are into the page's text."""
    page_number: int = Field(ge=1)
    page_label: str
    char_start: int = Field(ge=0)
    char_end: int = Field(ge=0)
    flagged: bool = False
    """True when the passage reads like an instruction to a model."""
    superseded: bool = False
    """True when its document says of itself that another one replaced it."""

    @property
    def full_text(self) -> str:
        """The passage with its table header in front, as a reader needs it."""
        return f"{self.lead}\n{self.text}" if self.lead else self.text

    @property
    def embedding_text(self) -> str:
        """Title and heading first, for the embedder only (they raise recall, see MODELS.md)."""
        return "\n".join(part for part in (self.document_title, self.heading, self.full_text) if part)

    @property
    def unscored(self) -> "Chunk":
        """The passage without what a question made of it: what is read from it holds for every question."""
        return self


class EvidenceChunk(Chunk):
    """A chunk that was retrieved for a question."""

    score: float = 0.0
    """Dense cosine of question and passage; the score filter works on this."""
    keyword_score: float = Field(default=0.0, ge=0.0, le=1.0)
    """Share of the question's rare terms found in the passage, weighted by rarity."""
    row_score: float = Field(default=0.0, ge=0.0, le=1.0)
    """For a passage found by one of its table rows: share of the asked terms that row holds, by rarity."""
    profile: DocumentProfile = DocumentProfile()
    """Of the document it stands in, as known when it was retrieved."""
    source: Source = "document"
    document_date: str = ""
    url: str = ""
    """Where a passage from the web was found."""
    seen_on: str = ""
    """ISO date on which a passage from the web was read there."""

    @property
    def unscored(self) -> "EvidenceChunk":
        """The passage without what a question made of it: what is read from it holds for every question."""
        return self.model_copy(update={"score": 0.0, "keyword_score": 0.0, "row_score": 0.0})


class EvidenceSelection(Value):
    """What retrieval found and what was dropped, for the trace and for evidence of absence."""

    evidence: tuple[EvidenceChunk, ...]
    dropped: tuple[EvidenceChunk, ...]
    """Candidates under the threshold, nearest first."""
    threshold: float

    @property
    def average_score(self) -> float:
        """Mean dense score of what qualified; 0 when nothing did."""
        if not self.evidence:
            return 0.0
        return sum(chunk.score for chunk in self.evidence) / len(self.evidence)


def place_of(page_label: str) -> str:
    """Return where a passage stands, for a reader: a page, a sheet by its name, or a site of the web."""
    return f"p. {page_label}" if is_numbered(page_label) else page_label


def is_numbered(page_label: str) -> bool:
    """Tell a page's number, as printed, from the name of a sheet or the site of a passage."""
    return _NUMBERED.fullmatch(page_label) is not None


def passage_id(sha256: str, page_number: int, char_start: int, text: str) -> str:
    """Return the id of a passage: the same file, place and words always give the same id."""
    key = f"{sha256}\n{page_number}\n{char_start}\n{text}"
    return "k" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def by_score(chunks: Sequence[EvidenceChunk]) -> tuple[EvidenceChunk, ...]:
    """Highest score first; ties by id, so equal inputs give equal evidence."""
    return tuple(sorted(chunks, key=lambda chunk: (-chunk.score, chunk.chunk_id)))


NEAR_IDENTICAL = 0.9
"""Jaccard overlap of word triples from which two passages say the same."""
NEVER = 2.0
"""A keyword floor that nothing reaches: rarity is only known inside a workspace."""
KEYWORD_RESCUES = 3
"""Most candidates under the threshold that strong keyword evidence may keep."""

ROW_FLOOR = 0.6
"""Share of a question's terms, by rarity, that a table row holds which keeps its passage."""
ROW_RESCUES = 3
"""Most candidates under the threshold that a table row may keep."""
SECTION_RESCUES = 4
"""Most candidates under the threshold that are kept as the rest of a qualifying passage's section."""
SUB_SECTION = " › "
"""What separates the headings of a section and the one inside it."""
_SECTION_LEADS = 3

_WORD = re.compile(r"\w+(?:[.,]\d+)*")
_DECISIVE = re.compile(r"\d|^(?:no|not|never|none|nor|without|unaudited|preliminary|restated)$")


def select(candidates: Sequence[EvidenceChunk], threshold: float, keyword_floor: float) -> EvidenceSelection:
    """Keep what scores at least the threshold, and the few that only keywords can find.

    A rare name, code or date hardly moves a dense score; a candidate under the threshold therefore
    stays when its keyword score reaches the floor, the best ``KEYWORD_RESCUES`` of them. A table is mostly
    figures: it stays when one of its rows says what was asked, the best ``ROW_RESCUES``. The points of a
    section often share no word with its title: candidates from the section of one of the best three
    passages stay too, the nearest ``SECTION_RESCUES`` of them.
    """
    distinct = dedupe(candidates)
    weak = [chunk for chunk in distinct if not chunk.score >= threshold]
    strong_words = [chunk for chunk in weak if chunk.keyword_score >= keyword_floor]
    strong_words.sort(key=lambda chunk: (-chunk.keyword_score, -chunk.score, chunk.chunk_id))
    strong_rows = [chunk for chunk in weak if chunk.row_score >= ROW_FLOOR]
    strong_rows.sort(key=lambda chunk: (-chunk.row_score, -chunk.score, chunk.chunk_id))
    leads = [chunk for chunk in distinct if chunk.score >= threshold][:_SECTION_LEADS]
    fellows = [chunk for chunk in weak if any(in_section(chunk, lead) for lead in leads)]
    kept = (*strong_words[:KEYWORD_RESCUES], *strong_rows[:ROW_RESCUES], *fellows[:SECTION_RESCUES])
    rescued = {chunk.chunk_id for chunk in kept}
    dropped = tuple(chunk for chunk in weak if chunk.chunk_id not in rescued)
    lost = {chunk.chunk_id for chunk in dropped}
    evidence = tuple(chunk for chunk in distinct if chunk.chunk_id not in lost)
    return EvidenceSelection(evidence=evidence, dropped=dropped, threshold=threshold)


def joined(documents: EvidenceSelection, outside: Sequence[EvidenceChunk]) -> EvidenceSelection:
    """Add what was found outside the documents, under the same threshold.

    A document's passage is never given up for one from outside that says the same.
    """
    others = select(outside, documents.threshold, keyword_floor=NEVER)
    evidence = _distinct((*by_score(documents.evidence), *others.evidence))
    return EvidenceSelection(
        evidence=by_score(evidence),
        dropped=by_score((*documents.dropped, *others.dropped)),
        threshold=documents.threshold,
    )


def in_section(chunk: Chunk, of: Chunk) -> bool:
    """Tell whether a passage stands under the heading of another, or under one inside it."""
    if chunk.version_id != of.version_id or not of.heading or of.heading == of.document_title:
        return False
    return chunk.heading == of.heading or chunk.heading.startswith(f"{of.heading}{SUB_SECTION}")


def dedupe(chunks: Sequence[EvidenceChunk]) -> tuple[EvidenceChunk, ...]:
    """Keep the best of each id and of each near-identical text, best first.

    Two passages that differ in a figure or a negation are never the same, however much of their
    wording they share: that difference may be the conflict a human has to see.
    """
    return _distinct(by_score(chunks))


def _distinct(chunks: Sequence[EvidenceChunk]) -> tuple[EvidenceChunk, ...]:
    """Keep the first of each id and of each near-identical text."""
    kept: list[tuple[EvidenceChunk, frozenset[tuple[str, ...]], frozenset[str]]] = []
    seen: set[str] = set()
    for chunk in chunks:
        if chunk.chunk_id in seen:
            continue
        seen.add(chunk.chunk_id)
        words = tuple(_WORD.findall(chunk.full_text.casefold()))
        shingles, decisive = _shingles(words), frozenset(word for word in words if _DECISIVE.search(word))
        if not any(decisive == theirs and _alike(shingles, other) for _, other, theirs in kept):
            kept.append((chunk, shingles, decisive))
    return tuple(chunk for chunk, _, _ in kept)


def _shingles(words: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    if len(words) < 3:
        return frozenset({words})
    return frozenset(zip(words, words[1:], words[2:], strict=False))


def _alike(left: frozenset[tuple[str, ...]], right: frozenset[tuple[str, ...]]) -> bool:
    return len(left & right) >= NEAR_IDENTICAL * len(left | right)
