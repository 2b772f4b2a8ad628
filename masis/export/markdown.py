"""Markdown: the report as text that every editor opens, with nothing of a document left active."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from masis.domain.run.labels import VERDICTS
from masis.export import sections
from masis.export.blocks import Block, Piece, answer_blocks
from masis.export.dossier import Dossier, sources_of

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~#$&])")
_LINE_START = re.compile(r"^(\s*)(?=([-+=]|\d+[.)])(?:\s|$|[-=]))", re.MULTILINE)
# A scheme in a document's words must not become a link that somebody clicks by mistake.
_SCHEME = re.compile(r"(?i)\b(https?|ftp|javascript|data|file|mailto|www)([:.])")


def escaped(text: str) -> str:
    """Return text that a Markdown reader shows letter by letter."""
    plain = _SPECIAL.sub(r"\\\1", text.replace("\r", ""))
    return _SCHEME.sub(r"\1\\\2", _LINE_START.sub(r"\1\\", plain))


def render(dossier: Dossier) -> str:
    """Return the whole report."""
    return "\n".join(_lines(dossier)).rstrip() + "\n"


def _lines(dossier: Dossier) -> Iterator[str]:
    report = dossier.report
    numbered = sources_of(report)
    yield f"# {_one_line(report.question)}"
    yield ""
    yield f"**{VERDICTS[dossier.verdict]}.** {_one_line(sections.explanation(dossier))}"
    yield ""
    yield from _table(("", ""), sections.facts(dossier))
    yield from _answer(dossier, answer_blocks(report, numbered))
    yield from _section("Left out of the answer", ("Sentence", "Verdict", "Why"), sections.left_out(dossier))
    yield from _passages(dossier)
    yield from _conflicts(dossier)
    yield from _sources(sections.sources(dossier, numbered))
    yield from _section(
        "Claim ledger",
        ("#", "Sentence", "Verdict", "Why", "Sources", "Support", "Decided by"),
        sections.ledger(dossier, numbered),
    )
    yield from _quality(dossier)
    yield from _section("Human decisions", ("When", "Who", "What", "Why"), sections.decisions(dossier))
    yield from _section("Trace", ("Round", "Agent", "Found", "Time", "Model"), sections.trace(dossier))
    yield from _section("Documents", ("Document", "Version", "sha256"), sections.documents(dossier))
    yield from _section("How it was made", ("", ""), sections.record(dossier))
    yield from _section(
        "Settings that differ from the defaults", ("Setting", "Value"), sections.settings(dossier)
    )


def _answer(dossier: Dossier, blocks: Sequence[Block]) -> Iterator[str]:
    yield f"## {sections.heading(dossier)}"
    yield ""
    if not blocks:
        yield "No answer was written."
        yield ""
    for block, following in zip_longest(blocks, blocks[1:]):
        yield from _block(block)
        if block.kind == "item" and (following is None or following.kind != "item"):
            yield ""
    if sections.problems(dossier):
        yield "⚠ marks a sentence that failed its check; the ledger says why."
        yield ""


def _block(block: Block) -> Iterator[str]:
    if block.kind == "table":
        rows = [tuple(_inline(cell).strip() for cell in row) for row in block.rows]
        yield from _rows(rows[0], rows[1:])
    elif block.kind == "heading":
        yield f"### {_inline(block.pieces)}"
    elif block.kind == "item":
        mark = block.mark if block.mark[0].isdigit() else "-"
        yield f"{mark} {_inline(block.pieces)}"
        return
    else:
        yield _inline(block.pieces)
    yield ""


def _inline(pieces: Sequence[Piece]) -> str:
    parts: list[str] = []
    flagged = False
    for piece in pieces:
        if piece.cites:
            parts.append(f"\\[{piece.text[1:-1]}\\]")
            continue
        if piece.problem and not flagged and piece.text.strip():
            parts.append("⚠ ")
        flagged = piece.problem
        text = escaped(piece.text)
        parts.append(f"**{text}**" if piece.strong else text)
    return "".join(parts).strip()


def _passages(dossier: Dossier) -> Iterator[str]:
    for part, rows in sections.passages(dossier):
        yield f"## Passages to read: {_one_line(part)}"
        yield ""
        for title, where, words in rows:
            yield f"**{_one_line(title)}**, {_one_line(where)}".rstrip(", ")
            yield ""
            yield from (f"> {escaped(line)}  " for line in words.split("\n"))
            yield ""


def _conflicts(dossier: Dossier) -> Iterator[str]:
    for subject, sides in sections.conflicts(dossier):
        yield f"## Competing claims: {_one_line(subject)}"
        yield ""
        yield from _table(("Value", "Source", "Words", "Note"), sides)


def _sources(cited: Sequence[sections.Cited]) -> Iterator[str]:
    if not cited:
        return
    yield "## Sources"
    yield ""
    for source in cited:
        yield f"**{escaped(source.label)} {_one_line(source.title)}**, {_one_line(source.where)}".rstrip(", ")
        yield ""
        for quote in source.quotes:
            yield from (f"> {escaped(line)}  " for line in quote.strip().split("\n"))
            yield ""
        if source.note:
            yield source.note
            yield ""


def _quality(dossier: Dossier) -> Iterator[str]:
    rows = [(score.name, f"{score.value:.2f}", score.note) for score in sections.scores(dossier)]
    yield from _section("Quality", ("Score", "0 to 1", "Note"), rows)
    lines = sections.confidence(dossier)
    if lines:
        yield from (f"- {escaped(line)}" for line in lines)
        yield ""


def _section(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    if rows:
        yield f"## {title}"
        yield ""
        yield from _table(heads, rows)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield from _rows(heads, [[_one_line(cell) for cell in row] for row in rows])
    yield ""


def _rows(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{' --- |' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _one_line(text: str) -> str:
    return escaped(" ".join(text.split()))
