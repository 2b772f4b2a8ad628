"""Blocks: an answer as headings, paragraphs, items and tables whose citations are numbers."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from masis.domain.run.report import RunReport
from masis.domain.verification.citations import CitationGroup, parse_citations
from masis.domain.verification.claims import PROBLEMS
from masis.export.dossier import Source

_MARKER = re.compile(r"\s*(?P<mark>#{1,6}|[-*•+]|\d{1,3}[.)])\s+")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_RULE = re.compile(r"\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*\Z")


class Piece(NamedTuple):
    """Some words, or the number of a citation."""

    text: str
    strong: bool = False
    cites: int = 0
    """Number of the source; 0 for words, -1 for a citation of nothing."""
    problem: bool = False
    """True for the words of a sentence that failed its check."""


class Block(NamedTuple):
    """One heading, paragraph or item of pieces; a table has rows of cells instead."""

    kind: Literal["heading", "paragraph", "item", "table"]
    pieces: tuple[Piece, ...] = ()
    mark: str = ""
    rows: tuple[tuple[tuple[Piece, ...], ...], ...] = ()


def answer_blocks(report: RunReport, sources: tuple[Source, ...]) -> tuple[Block, ...]:
    """Return the answer ready to be set."""
    answer = report.answer or ""
    setter = _Setter(report, answer, {source.cited_as: source.number for source in sources if source.chunk})
    blocks: list[Block] = []
    rows: list[tuple[tuple[Piece, ...], ...]] = []
    start = 0
    for line in answer.split("\n"):
        if line.lstrip().startswith("|"):
            if not _RULE.match(line.strip()):
                rows.append(tuple(setter.cells(line, start)))
        else:
            blocks += _table(rows)
            rows = []
            blocks += setter.block(line, start)
        start += len(line) + 1
    return (*blocks, *_table(rows))


def _table(rows: list[tuple[tuple[Piece, ...], ...]]) -> list[Block]:
    width = max((len(row) for row in rows), default=0)
    if not width:
        return []
    return [Block("table", rows=tuple((*row, *((),) * (width - len(row))) for row in rows))]


class _Setter:
    """Cuts stretches of one answer into pieces."""

    def __init__(self, report: RunReport, answer: str, numbers: dict[str, int]) -> None:
        self._answer = answer
        self._numbers = numbers
        self._groups = parse_citations(answer, {chunk.chunk_id for chunk in report.evidence})
        self._bad = [(c.answer_start, c.answer_end) for c in report.claims if c.verdict in PROBLEMS]

    def block(self, line: str, start: int) -> list[Block]:
        """Return the block of one line; nothing for an empty one."""
        found = _MARKER.match(line)
        if found and found["mark"][0].isdigit() and found.end() == len(line):
            found = None  # a number alone numbers nothing: it is the text
        mark = found["mark"] if found else ""
        pieces = tuple(self.pieces(start + (found.end() if found else 0), start + len(line)))
        if not any(piece.text.strip() for piece in pieces):
            return []
        kind: Literal["heading", "paragraph", "item"] = "item" if mark else "paragraph"
        return [Block("heading" if mark.startswith("#") else kind, pieces, mark)]

    def cells(self, line: str, start: int) -> Iterator[tuple[Piece, ...]]:
        """Yield the cells of a table row."""
        at = start + len(line) - len(line.lstrip())
        end = start + len(line.rstrip())
        borders = [i for i in range(at, end) if self._answer[i] == "|"]
        if borders[-1] != end - 1:
            borders.append(end)
        for left, right in pairwise(borders):
            yield tuple(self.pieces(left + 1, right))

    def pieces(self, start: int, end: int) -> Iterator[Piece]:
        """Yield the words and citation numbers of a stretch."""
        at = start
        for group in self._groups:
            if group.end <= at or group.start >= end:
                continue
            if group.start >= at:  # else it began on the line before and is set there
                yield from self._words(at, group.start, before_citation=True)
                yield from self._citations(group)
            at = group.end
        yield from self._words(at, end)

    def _citations(self, group: CitationGroup) -> Iterator[Piece]:
        for number in dict.fromkeys(self._numbers[i] for i in group.ids if i in self._numbers):
            yield Piece(f"[{number}]", cites=number)
        if group.fabricated:
            yield Piece("[?]", cites=-1)

    def _words(self, start: int, end: int, *, before_citation: bool = False) -> Iterator[Piece]:
        """Yield words, cut where a failed sentence begins or ends and where bold does."""
        if start >= end:
            return
        cuts = sorted({start, end, *(place for span in self._bad for place in span if start < place < end)})
        for left, right in pairwise(cuts):
            text = self._answer[left:right]
            if before_citation and right == end:
                text = text.rstrip(" ")
            problem = any(first <= left < last for first, last in self._bad)
            yield from _emphasised(text, problem=problem)


def _emphasised(text: str, *, problem: bool) -> Iterator[Piece]:
    at = 0
    for found in _STRONG.finditer(text):
        if found.start() > at:
            yield Piece(text[at : found.start()], problem=problem)
        yield Piece(found[2], strong=True, problem=problem)
        at = found.end()
    if at < len(text):
        yield Piece(text[at:], problem=problem)
