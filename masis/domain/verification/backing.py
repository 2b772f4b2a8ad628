"""Backing: the few sentences and rows that a claim is read against by the model, each by itself."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from masis.domain.evidence import SUB_SECTION, EvidenceChunk
from masis.domain.language.windows import ReaderWindow, context_of, row_text
from masis.domain.language.words import concepts
from masis.domain.verification.facts import sentences_of, tables_of
from masis.domain.verification.figures import FigureFinding

MOST_BACKING: Final = 6
"""Windows of one claim; reading them takes about 50 ms of one core."""
_OF_FIGURES: Final = 3
"""So many of them may be the places its figures were found at."""
_SHORT: Final = 50
"""Words after which a statement counts half: a long one shares words by its length."""


class Placed(NamedTuple):
    """A window with its place and the concepts it holds."""

    window: ReaderWindow
    place: tuple[str, int]
    """Chunk and start on its page."""
    held: frozenset[str]


def backing_windows(
    body: str, chunks: Sequence[EvidenceChunk], figures: Sequence[FigureFinding]
) -> tuple[Placed, ...]:
    """Return what a claim may rest on: the places of its figures, then what shares its rare words."""
    own = frozenset(word for chunk in chunks for name in chunk.profile.names for word in concepts(name))
    wanted = frozenset(concepts(body)) - own
    every = [placed for chunk in chunks for placed in _statements(chunk)]
    spread = Counter(word for placed in every for word in placed.held if word in wanted)

    def near(placed: Placed) -> float:
        shared = sum(math.log(1 + (len(every) + 1) / (spread[word] + 0.5)) for word in wanted & placed.held)
        return shared / (1 + len(placed.window.statements[0].split()) / _SHORT)

    spots = {(figure.fact.chunk_id, figure.fact.char_start) for figure in figures if figure.fact}
    order = sorted(every, key=lambda placed: -near(placed))
    first = [placed for placed in order if placed.place in spots][:_OF_FIGURES]
    return (*first, *(placed for placed in order if placed not in first))[:MOST_BACKING]


def _statements(chunk: EvidenceChunk) -> Iterator[Placed]:
    heading = chunk.heading.split(SUB_SECTION)[-1]
    for table in tables_of(chunk):
        context = context_of(chunk.document_title, table.title or heading)
        for row in table.rows:
            if row.cells:
                said = row_text(table, row)
                held = frozenset(concepts(f"{table.title} {said}"))
                window = ReaderWindow(context=context, statements=(said,))
                yield Placed(window, (chunk.chunk_id, row.char_start), held)
    for span in sentences_of(chunk):
        said = " ".join(chunk.text[span.start : span.end].split())
        window = ReaderWindow(context=context_of(chunk.document_title, heading), statements=(said,))
        yield Placed(window, (chunk.chunk_id, chunk.char_start + span.start), frozenset(concepts(said)))
