"""Chunking: pages to passages that are exact slices of their page."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from masis.domain.document import Page, ReadDocument
from masis.domain.evidence import Chunk, passage_id
from masis.domain.language.tables import Table
from masis.ingest.injection import is_instruction_like
from masis.ingest.pieces import HEADING, LEAST, MOST, TARGET, Piece, Ruler, pieces_of

HEADING_CHARS = 160
HEADING_SEPARATOR = " › "

_Headings = tuple[tuple[int, str], ...]
"""The open headings with their levels."""
_STATUS = re.compile(
    r"\bstatus\s*[:|–-]\s*(?:superseded|obsolete|withdrawn|replaced|no longer valid)\b", re.IGNORECASE
)
_REPLACED = re.compile(
    r"\bthis (?:draft|document|version|plan|policy|report|paper|memo|procedure|edition)\b[^.\n]{0,40}"
    r"\b(?:was|has been|is|were)\s+(?:superseded|replaced|withdrawn)\b",
    re.IGNORECASE,
)
_OPENING_CHARS = 3000
"""A document says so on its first page or not at all; later mentions speak of other documents."""


@dataclass(frozen=True)
class _Cut:
    """A passage to be: pieces that follow each other on one page, under one heading."""

    start: int
    end: int
    heading: str
    lead: str = ""
    table: bool = False
    body: bool = False
    """False while there is nothing but headings in it."""
    suspect: bool = False


class Chunking:
    """Cuts drafts of a document and then the document; a page that stayed the same is not cut again.

    The same file always gives the same ids.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[Page, _Headings], tuple[tuple[_Cut, ...], _Headings]] = {}

    def __call__(
        self, document: ReadDocument, workspace_id: str, document_id: str, version_id: str, sha256: str
    ) -> tuple[Chunk, ...]:
        """Return the passages in reading order."""
        superseded = says_it_is_superseded(document.pages[0].text if document.pages else "")
        return tuple(
            Chunk(
                chunk_id=passage_id(sha256, page.number, cut.start, page.text[cut.start : cut.end]),
                workspace_id=workspace_id,
                document_id=document_id,
                version_id=version_id,
                document_title=document.title,
                text=page.text[cut.start : cut.end],
                lead=cut.lead,
                heading=cut.heading,
                kind="table" if cut.table else "prose",
                table=_part_of(page, cut) if cut.table else None,
                page_number=page.number,
                page_label=page.label,
                char_start=cut.start,
                char_end=cut.end,
                flagged=cut.suspect,
                superseded=superseded,
            )
            for page, cut in self._cut(document.pages)
        )

    def _cut(self, pages: Iterable[Page]) -> Iterator[tuple[Page, _Cut]]:
        above: _Headings = ()
        for page in pages:
            known = self._known.get((page, above))
            if known is None:
                outline = _Outline(above)
                cuts = tuple(_flagged(cut, page.text) for cut in _cuts(page, outline))
                known = self._known[page, above] = (cuts, outline.headings)
            cuts, above = known
            yield from ((page, cut) for cut in cuts)


def _part_of(page: Page, cut: _Cut) -> Table | None:
    """Return the table of a passage with the rows that stand in it."""
    for table in page.tables:
        rows = tuple(row for row in table.rows if cut.start <= row.char_start and row.char_end <= cut.end)
        if rows:
            return table.model_copy(update={"rows": rows})
    return None


def _flagged(cut: _Cut, text: str) -> _Cut:
    """Set a passage aside that reads like an instruction only as a whole."""
    suspect = cut.suspect or is_instruction_like(text[cut.start : cut.end])
    return replace(cut, suspect=suspect) if suspect != cut.suspect else cut


class _Outline:
    """The headings above the current place; they carry over from page to page."""

    def __init__(self, above: _Headings) -> None:
        self._open = [*above]

    @property
    def headings(self) -> _Headings:
        """What the next page begins under."""
        return tuple(self._open)

    def enter(self, level: int, title: str) -> None:
        """Open a heading and close those of its level and below."""
        level = max(1, level)
        self._open = [(depth, name) for depth, name in self._open if depth < level]
        self._open.append((level, " ".join(title.split())))

    @property
    def path(self) -> str:
        """The open headings, the highest ones left out when there is no room for all."""
        names = [name for _, name in self._open]
        while len(names) > 1 and len(HEADING_SEPARATOR.join(names)) > HEADING_CHARS:
            names.pop(0)
        return HEADING_SEPARATOR.join(names)[:HEADING_CHARS]


def _cuts(page: Page, outline: _Outline) -> Iterator[_Cut]:
    """Pack a page's pieces: a heading opens a passage, a full one is closed."""
    ruler = Ruler(page.text)
    current: _Cut | None = None
    finished: list[_Cut] = []
    for piece in pieces_of(page, ruler):
        if piece.kind == HEADING:
            outline.enter(piece.level, page.text[piece.start : piece.end])
        joined = _joined(current, piece, outline.path, ruler)
        if joined is None:
            if current is not None:
                finished.append(current)
            joined = _opened(piece, outline.path)
        current = joined
    if current is not None:
        finished.append(current)
    yield from (_introduced(cut, page) for cut in _without_scraps(finished, ruler))


def _introduced(cut: _Cut, page: Page) -> _Cut:
    """Put caption and scale before the rows of a table where the passage does not say them."""
    table = _part_of(page, cut) if cut.table else None
    if table is None:
        return cut
    said = f"{cut.lead}\n{page.text[cut.start : cut.end]}".casefold()
    missing = [words for words in (table.title, table.lead, table.declared) if words.casefold() not in said]
    lead = "\n".join(part for part in (", ".join(missing), cut.lead) if part)
    room = MOST - Ruler(page.text).size(cut.start, cut.end)
    return replace(cut, lead=lead) if lead != cut.lead and Ruler(lead).size(0, len(lead)) <= room else cut


def _opened(piece: Piece, heading: str) -> _Cut:
    body = piece.kind != HEADING
    return _Cut(
        piece.start,
        piece.end,
        heading,
        piece.lead,
        table=piece.kind == "table",
        body=body,
        suspect=piece.suspect,
    )


def _joined(current: _Cut | None, piece: Piece, heading: str, ruler: Ruler) -> _Cut | None:
    """Return the passage with the piece added, or ``None`` when the piece opens a new one."""
    apart = current is not None and current.body and piece.suspect != current.suspect
    if current is None or piece.start < current.end or piece.lead or apart:
        return None
    size = ruler.size(current.start, piece.end)
    if piece.kind == HEADING:
        grown = replace(current, end=piece.end, heading=heading)
        return grown if not current.body and size <= MOST else None
    if current.table:
        return None
    if piece.kind == "table":
        # A caption or heading says what the rows are; longer text is a passage of its own.
        introduces = not current.body or ruler.size(current.start, current.end) < LEAST
        return replace(current, end=piece.end, table=True, body=True) if introduces and size <= MOST else None
    if current.body and size > TARGET and ruler.size(current.start, current.end) >= LEAST:
        return None
    return replace(current, end=piece.end, body=True, suspect=piece.suspect) if size <= MOST else None


def _without_scraps(cuts: Sequence[_Cut], ruler: Ruler) -> Iterable[_Cut]:
    """Join a passage too small to stand alone to the one before it, where both fit together."""
    kept: list[_Cut] = []
    for cut in cuts:
        before = kept[-1] if kept else None
        if before is not None and _is_scrap(cut, before, ruler):
            kept[-1] = replace(before, end=cut.end)
        else:
            kept.append(cut)
    return kept


def _is_scrap(cut: _Cut, before: _Cut, ruler: Ruler) -> bool:
    if cut.table:
        alike = before.table and bool(cut.lead)  # the last rows of the same table
    else:
        alike = not before.table and (cut.heading == before.heading or not cut.body)
    small = ruler.size(cut.start, cut.end) < LEAST and cut.suspect == before.suspect
    room = MOST - (Ruler(before.lead).size(0, len(before.lead)) if before.lead else 0.0)
    return small and alike and cut.start >= before.end and ruler.size(before.start, cut.end) <= room


def says_it_is_superseded(first_page: str) -> bool:
    """Tell whether the opening of a document declares the document itself replaced."""
    opening = first_page[:_OPENING_CHARS]
    return bool(_STATUS.search(opening) or _REPLACED.search(opening))
