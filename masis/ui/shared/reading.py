"""Reading: an answer as blocks of sentences and numbered sources, ready to be drawn."""

import re
from typing import Any

from masis.domain.evidence import EvidenceChunk
from masis.domain.run.report import RunReport
from masis.domain.value import Value
from masis.domain.verification.claims import Claim, Quote
from masis.ui.shared import rows, wording

_MARKER = re.compile(r"\s*(?P<mark>#{1,6}|[-*•+]|\d{1,3}[.)])\s+")
_STRONG = re.compile(r"\*\*(.+?)\*\*")


class Source(Value):
    """A place in a document: the quote when there is one, else the passage itself."""

    quote: Quote | None
    chunk: EvidenceChunk | None

    @property
    def note(self) -> str:
        """What the place is to the answer, in a sentence."""
        return ""

    @property
    def title(self) -> str:
        """The document's title."""
        known = self.quote or self.chunk
        return known.document_title if known else "A source that does not exist"

    @property
    def page_label(self) -> str:
        """The page as printed."""
        known = self.quote or self.chunk
        return known.page_label if known else ""

    @property
    def place(self) -> str:
        """What tells it from any other place."""
        known = self.quote or self.chunk
        return f"{known.chunk_id}:{known.char_start}" if known else ""

    @property
    def label(self) -> str:
        """Document and page in a few words."""
        if self.quote is None and self.chunk is None:
            return "This source is in none of the documents"
        if self.chunk and self.chunk.source == "web":
            return f"{self.title}, web: {wording.web_place(self.chunk)}"
        return f"{self.title}, {wording.page_name(self.page_label)}"


class Passage(Source):
    """What stands behind one chip."""

    cite: str
    number: int
    claim: Claim

    @property
    def chunk_id(self) -> str:
        """The id as cited."""
        return self.cite.partition(":")[2]

    @property
    def note(self) -> str:
        """How well the quote carries the sentence."""
        verdict = wording.CLAIMS[self.claim.verdict][0]
        return f"{verdict}, support {wording.score(self.claim.support)} of 1"


def passages(report: RunReport) -> dict[str, Passage]:
    """Return what stands behind every chip, in reading order; a number stands for one passage."""
    chunks = {chunk.chunk_id: chunk for chunk in report.evidence}
    numbers: dict[str, int] = {}
    found: dict[str, Passage] = {}
    for claim in report.claims:
        quotes = {quote.chunk_id: _narrowed(quote, claim) for quote in claim.quotes}
        for chunk_id in dict.fromkeys((*claim.citations, *quotes)):
            cite = f"{claim.position}:{chunk_id}"
            number = numbers.setdefault(chunk_id, len(numbers) + 1)
            found[cite] = Passage(
                cite=cite, number=number, claim=claim, quote=quotes.get(chunk_id), chunk=chunks.get(chunk_id)
            )
    return found


def _narrowed(quote: Quote, claim: Claim) -> Quote:
    """Return the words of a quote that the sentence repeats, without what led up to them."""
    marker = _MARKER.match(claim.text)
    words = claim.text[marker.end() if marker else 0 :].split()
    found = re.search(r"\s+".join(map(re.escape, words)), quote.text) if words else None
    if found is None:
        return quote
    start, end = quote.char_start + found.start(), quote.char_start + found.end()
    return quote.model_copy(update={"text": found[0], "char_start": start, "char_end": end})


def answer_blocks(report: RunReport) -> list[dict[str, Any]]:
    """Return the answer as headings, paragraphs, list items and table rows of parts."""
    behind = passages(report)
    blocks: list[dict[str, Any]] = []
    start = 0
    for line in (report.answer or "").split("\n"):
        end = start + len(line)
        claims = [claim for claim in report.claims if start <= claim.answer_start < max(end, start + 1)]
        if _is_rule(line):
            start = end + 1
            continue
        kind, marker = _line_kind(line)
        if kind == "text" and _names_a_source(line, claims):
            kind = "source"
        parts = _parts(report, line, start, claims, behind, marker)
        if parts:
            head = bool(claims) and all(claim.verdict == "heading" for claim in claims)
            blocks.append({"kind": kind, "parts": parts, "head": head})
        start = end + 1
    return blocks


def _names_a_source(line: str, claims: list[Claim]) -> bool:
    """Tell a line that only says which document the sentences under it come from."""
    return (
        line.rstrip().endswith(":") and bool(claims) and all(claim.verdict == "heading" for claim in claims)
    )


def _is_rule(line: str) -> bool:
    """Tell the line of dashes under the header of a table."""
    return line.lstrip().startswith("|") and not line.strip("|:-+= \t\r")


def _line_kind(line: str) -> tuple[str, int]:
    """Tell a line's role and how many characters its marker takes."""
    found = _MARKER.match(line)
    if found:
        return ("heading" if found["mark"].startswith("#") else "item"), found.end()
    return ("row" if line.lstrip().startswith("|") else "text"), len(line) - len(line.lstrip())


def _parts(
    report: RunReport,
    line: str,
    start: int,
    claims: list[Claim],
    behind: dict[str, Passage],
    marker: int,
) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = []
    cursor = start + marker
    for claim in claims:
        parts += _loose(report, line[cursor - start : max(claim.answer_start - start, 0)])
        parts.append(_sentence(claim))
        cites = [cite for cite, passage in behind.items() if passage.claim.position == claim.position]
        parts += [chip(behind[cite]) for cite in cites]
        if cites:
            parts.append({"type": "text", "claim": -1, "runs": [], "space": " ", "problem": ""})
        cursor = max(cursor, claim.answer_end)
    return parts + _loose(report, line[cursor - start :])


def _loose(report: RunReport, text: str) -> list[dict[str, Any]]:
    """Words outside every claim: citations taken out, nothing when only spaces are left."""
    for chunk in report.evidence:
        text = text.replace(f"[{chunk.chunk_id}]", "")
    if not text.strip(" |"):
        return []
    return [{"type": "text", "claim": -1, **_words(text), "space": " ", "problem": ""}]


def _sentence(claim: Claim) -> dict[str, Any]:
    found = _MARKER.match(claim.text)
    text = claim.text[found.end() :] if found else claim.text
    problem = ""
    if claim.verdict in wording.PROBLEMS:
        problem = f"{wording.CLAIMS[claim.verdict][0]}. {claim.reason}".strip()
    space = "" if claim.citations or claim.quotes else " "
    return {"type": "text", "claim": claim.position, **_words(text), "space": space, "problem": problem}


def _words(text: str) -> dict[str, Any]:
    """Return the words of a sentence; those of a table's row with its cells."""
    cells = rows.typed(text)
    if cells:
        return {"runs": _runs(" ".join(cells)), "cells": [_runs(cell) for cell in cells]}
    return {"runs": _runs(text.strip().strip("|").strip())}


def _runs(text: str) -> list[dict[str, Any]]:
    pieces = _STRONG.split(text)
    return [{"text": piece, "strong": index % 2 == 1} for index, piece in enumerate(pieces) if piece]


def chip(passage: Passage) -> dict[str, Any]:
    """Return the numbered way to a place."""
    bad = passage.quote is None and passage.chunk is None
    number = "?" if bad else str(passage.number)
    web = passage.chunk is not None and passage.chunk.source == "web"
    return {
        "type": "chip",
        "cite": passage.cite,
        "number": number,
        "label": passage.label,
        "bad": bad,
        "web": web,
    }
