"""Backing: the rows and sentences that may bear a claim out, each by itself, as the reader is shown them.

The reader cannot count: that "nearly $19.0 billion" is 18,992.8 in a table of millions is told by code. So a
claim is read with its figures as the source prints them, and a row with the cells alone that hold them.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from masis.domain.evidence import SUB_SECTION, EvidenceChunk
from masis.domain.language.tables import Row, Table
from masis.domain.language.windows import ClaimWindows, ReaderWindow, context_of, row_text
from masis.domain.language.words import concepts
from masis.domain.once import IN_HAND, Once, kept_at_work
from masis.domain.verification.facts import Fact, sentences_of, tables_of
from masis.domain.verification.figures import FigureFinding
from masis.domain.verification.statements import bag_of

MOST_PLACES: Final = 6
"""Rows and sentences read for one claim; for 95 % of true ones (n 992) one of them stands on a gold page."""
MOST_OF_FIGURES: Final = 3
"""So many of them are where figures of the claim stand; of a claim that figures bind no more are read."""
_OF_BEFORE: Final = 0.5
"""What a word of the sentence before counts beside one of the claim (own choice)."""
_LONG_WORDS: Final = 50
"""A longer place shares words by its length alone."""


class Place(NamedTuple):
    """One row or sentence of a passage."""

    chunk: EvidenceChunk
    char_start: int
    """Counted in the text of its page."""
    window: ReaderWindow
    bag: frozenset[str]
    words: int
    of: tuple[Table, Row] | None = None
    """The row it is."""

    @property
    def key(self) -> tuple[str, int]:
        """What tells it from other places."""
        return self.chunk.chunk_id, self.char_start


def backing_places(
    claim: str,
    chunks: Sequence[EvidenceChunk],
    facts: Iterable[Fact],
    most: int = MOST_PLACES,
    before: str = "",
) -> tuple[Place, ...]:
    """Return the places to read a claim against: where its figures stand, then the nearest by rare words.

    ``facts`` are those its figures were found in, the surest first; ``before`` is the sentence it points
    back to, whose words count half.
    """
    places = [place for chunk in chunks for place in _places(chunk)]
    by_key = {place.key: place for place in places}
    of_figures = dict.fromkeys((fact.chunk_id, fact.char_start) for fact in facts)
    first = [by_key[key] for key in of_figures if key in by_key][:MOST_OF_FIGURES]
    taken = {place.key for place in first}
    spread = Counter(word for place in places for word in place.bag)
    wanted = dict.fromkeys(concepts(before), _OF_BEFORE) | dict.fromkeys(concepts(claim), 1.0)

    def nearness(place: Place) -> float:
        shared = wanted.keys() & place.bag
        worth = math.fsum(wanted[word] * math.log(1 + len(places) / spread[word]) for word in shared)
        return worth / (1 + place.words / _LONG_WORDS)

    rest = sorted((place for place in places if place.key not in taken), key=lambda place: -nearness(place))
    return (*first, *rest[: most - len(first)])


def backing_windows(
    claim: str, places: Sequence[Place], before: str = "", figures: Sequence[FigureFinding] = ()
) -> ClaimWindows:
    """Return a claim with one window for each place, as its ``figures`` are printed there."""
    facts = [figure.fact for figure in figures if figure.fact]
    windows = tuple(_with_cells(place, facts) for place in places)
    return ClaimWindows(claim=as_printed(claim, figures), before=before, windows=windows)


def as_printed(claim: str, figures: Sequence[FigureFinding]) -> str:
    """Return a claim with those of its figures that a source has as the source prints them."""
    said, end = claim, 0
    for finding in sorted(figures, key=lambda finding: finding.figure.start):
        found = re.compile(rf"(?<![\w.,]){re.escape(finding.figure.text)}(?!\w|[.,]\d)").search(said, end)
        if found is None or finding.fact is None or finding.formula or finding.state == "differs":
            continue
        said = f"{said[: found.start()]}{finding.fact.shown}{said[found.end() :]}"
        end = found.start() + len(finding.fact.shown)
    return said


def _with_cells(place: Place, facts: Sequence[Fact]) -> ReaderWindow:
    """Return the window of a place; of a row that holds some of the facts their cells alone."""
    if place.of is None:
        return place.window
    table, row = place.of
    printed = {fact.shown for fact in facts if (fact.chunk_id, fact.char_start) == place.key}
    columns = [at for at, cell in enumerate(row.cells) if any(shown in cell.text for shown in printed)]
    if not columns:
        return place.window
    return place.window.model_copy(update={"statements": (row_text(table, row, columns),)})


@kept_at_work(2048)
def _read_places(chunk: EvidenceChunk) -> tuple[Place, ...]:
    return (*_rows(chunk), *_sentences(chunk))


_places = Once(_read_places, IN_HAND)


def _rows(chunk: EvidenceChunk) -> Iterator[Place]:
    for table in tables_of(chunk):
        above = table.title or chunk.heading
        for row in table.rows:
            if row.cells:
                said = row_text(table, row)
                window = ReaderWindow(context=context_of(chunk.document_title, above), statements=(said,))
                bag, length = bag_of(said) | bag_of(above), len(said.split())
                yield Place(chunk, row.char_start, window, bag, length, (table, row))


def _sentences(chunk: EvidenceChunk) -> Iterator[Place]:
    context = context_of(chunk.document_title, chunk.heading.split(SUB_SECTION)[-1])
    before = ""
    for span in sentences_of(chunk):
        text = chunk.text[span.start : span.end]
        window = ReaderWindow(context=context, statements=tuple(said for said in (before, text) if said))
        yield Place(chunk, chunk.char_start + span.start, window, bag_of(text), len(text.split()))
        before = text
