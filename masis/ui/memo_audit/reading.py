"""Reading: an audited memo as blocks of sentences and tables, and what stands behind each, to be drawn."""

import re
from typing import Any

from masis.domain.memo_audit import verdicts
from masis.domain.memo_audit.verdicts import PROBLEMS, UNCHECKED, DraftAudit, DraftRow, DraftVerdict
from masis.domain.verification.claims import Quote
from masis.ui.shared import rows, wording
from masis.ui.shared.reading import Source

_LOOKS: dict[DraftVerdict, tuple[str, str]] = {
    "supported": ("good", "✓"),
    "not_verified": ("hollow", "~"),
    "disputed": ("bad", "⇄"),
    "figure_mismatch": ("bad", "≠"),
    "contradicted": ("bad", "✕"),
    "outdated": ("bad", "↺"),
    "not_found": ("hollow", "?"),
    "opinion": ("quiet", ""),
    "heading": ("quiet", ""),
}
WORDS: dict[DraftVerdict, tuple[str, str, str]] = {
    verdict: (word, *_LOOKS[verdict]) for verdict, word in verdicts.WORDS.items()
}
"""Word, tone and mark of each verdict; no amber, which is kept for what waits for a person."""
_PARTS = {"For": "this speaks for it", "Against": "this speaks against it", "Nearest": "the nearest passage"}
_MARKER = re.compile(r"\A\s*(?:(?P<heading>#{1,6})|[-*+•‣▪–—·]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+")


def memo_blocks(audit: DraftAudit) -> list[dict[str, Any]]:
    """Return the memo as headings, paragraphs, list items and tables of sentences; a row is one sentence."""
    blocks: list[dict[str, Any]] = []
    last_end, last_kind = 0, ""
    for row in audit.rows:
        kind = _kind(row)
        gap = audit.memo[last_end : row.start]
        if kind == "table":
            if last_kind != "table" or "\n\n" in gap:
                blocks.append({"kind": kind, "rows": []})
            blocks[-1]["rows"].append(
                {**_part(row), "cells": rows.typed(row.text), "head": row.verdict == "heading"}
            )
            last_end, last_kind = row.end, kind
            continue
        if not blocks or kind != "text" or last_kind != "text" or "\n\n" in gap:
            blocks.append({"kind": kind, "parts": []})
        blocks[-1]["parts"].append(_part(row))
        last_end, last_kind = row.end, kind
    return blocks


def _kind(row: DraftRow) -> str:
    if row.text.lstrip().startswith("|"):
        return "table"
    marker = _MARKER.match(row.text)
    if row.verdict == "heading":
        return "heading"
    return "item" if marker and not marker["heading"] else "text"


def _part(row: DraftRow) -> dict[str, Any]:
    word, tone, mark = WORDS[row.verdict]
    return {
        "position": str(row.position),
        "text": shown(row),
        "opens": row.verdict not in UNCHECKED,
        "tone": "opinion" if row.verdict == "opinion" else tone,
        "mark": mark,
        "label": word,
    }


def shown(row: DraftRow) -> str:
    """Return a sentence without its list mark and bold marks; a table row in words."""
    marker = _MARKER.match(row.text)
    text = row.text[marker.end() :] if marker else row.text
    return rows.in_words(text).replace("**", "").strip(" _")


def header_of(audit: DraftAudit, row: DraftRow) -> tuple[str, ...]:
    """Return the header over a table row of the memo; nothing where it has none."""
    header: tuple[str, ...] = ()
    last_end = 0
    for other in audit.rows:
        if other.start > row.start:
            break
        if _kind(other) != "table" or "\n\n" in audit.memo[last_end : other.start]:
            header = ()
        if _kind(other) == "table" and other.verdict == "heading":
            header = rows.typed(other.text)
        last_end = other.end
    return header if _kind(row) == "table" else ()


def counts(audit: DraftAudit) -> list[tuple[DraftVerdict, int]]:
    """Return the verdicts that occur, in the order of the words, headings left out."""
    found = audit.summary.counts
    return [(verdict, found[verdict]) for verdict in WORDS if verdict != "heading" and found.get(verdict)]


def kept(audit: DraftAudit, wanted: str) -> list[DraftRow]:
    """Return the sentences a filter lets through: every problem, or one verdict."""
    if wanted == "problems":
        return [row for row in audit.rows if row.verdict in PROBLEMS]
    return [row for row in audit.rows if row.verdict == wanted]


def first_open(audit: DraftAudit) -> int | None:
    """Return the sentence to show first: a problem, else the first that was checked."""
    rows = [row for row in audit.rows if row.verdict not in UNCHECKED]
    problems = [row for row in rows if row.verdict in PROBLEMS]
    return next((row.position for row in (*problems, *rows)), None)


class MemoSource(Source):
    """A place that speaks for or against a sentence of a memo, or comes nearest to it."""

    told: str

    @property
    def note(self) -> str:
        """What the place is to the sentence; support is only said where the sentence is supported."""
        return self.told


def passage(row: DraftRow, quote: Quote) -> MemoSource:
    """Return a source of a sentence the way the source pane takes it."""
    part = role(row, quote).partition(":")[0]
    told = f"Sentence {row.position + 1}: {WORDS[row.verdict][0].lower()}; {_PARTS[part]}"
    support = f", support {row.support:.2f}" if row.verdict == "supported" else ""
    return MemoSource(quote=quote, chunk=None, told=f"{told}{support}")


def role(row: DraftRow, quote: Quote) -> str:
    """Say what a source is to the sentence, with its place."""
    where = f"{quote.document_title}, {wording.page_name(quote.page_label)}"
    if quote in row.nearest:
        return f"Nearest: {where}"
    return f"{'Against' if quote in row.against else 'For'}: {where}"
