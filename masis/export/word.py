"""Word: the report as a document people can go on writing in, set with real styles and tables."""

import io
from collections.abc import Sequence
from typing import Any

from masis.domain.printable import single_line
from masis.domain.run.labels import VERDICTS
from masis.export import archive, sections
from masis.export.blocks import Block, Piece, answer_blocks
from masis.export.dossier import Dossier, sources_of
from masis.export.word_parts import (
    ACCENT,
    AMBER,
    AMBER_PAPER,
    FAINT,
    GREEN,
    GREEN_PAPER,
    PAPER,
    QUIET,
    RED,
    Sheet,
)

_BANDS = {"finalized": (GREEN, GREEN_PAPER), "needs_review": (AMBER, AMBER_PAPER)}


def render(dossier: Dossier) -> bytes:
    """Return the report as DOCX; equal dossiers give equal bytes."""
    report = dossier.report
    sheet = Sheet(single_line(report.question)[:200], report.run_id, report.finished_at)
    numbered = sources_of(report)
    _front(sheet, dossier)
    _answer(sheet, dossier, answer_blocks(report, numbered))
    _left_out(sheet, dossier)
    _conflicts(sheet, dossier)
    _sources(sheet, sections.sources(dossier, numbered))
    _ledger(sheet, sections.ledger(dossier, numbered))
    _quality(sheet, dossier)
    _rest(sheet, dossier)
    out = io.BytesIO()
    sheet.document.save(out)
    return archive.repacked(out.getvalue(), report.finished_at)


def _front(sheet: Sheet, dossier: Dossier) -> None:
    sheet.words(sheet.paragraph("Normal"), "MASIS  ·  EVIDENCE REPORT", size=8, colour=QUIET)
    question = dossier.report.question.strip()
    sheet.words(
        sheet.paragraph("Title"),
        question,
        size=22 if len(question) <= 120 else 14 if len(question) < 400 else 11,
    )
    colour, paper = _BANDS.get(dossier.verdict, (QUIET, PAPER))
    cell = sheet.band(paper, colour)
    sheet.words(cell.paragraphs[0], VERDICTS[dossier.verdict], strong=True, size=12, colour=colour)
    sheet.words(cell.add_paragraph(), sections.explanation(dossier), size=9.5)
    sheet.table((), sections.facts(dossier), (4.0, 13.0), quiet_first=True)


def _answer(sheet: Sheet, dossier: Dossier, blocks: Sequence[Block]) -> None:
    sheet.heading(sections.heading(dossier))
    if not blocks:
        sheet.words(sheet.paragraph(), "No answer was written.")
    for block in blocks:
        if block.kind == "table":
            table = sheet.grid(len(block.rows), len(block.rows[0]))
            for cells, row in zip(table.rows, block.rows, strict=True):
                for cell, pieces in zip(cells.cells, row, strict=True):
                    _inline(sheet, cell.paragraphs[0], pieces, 9)
            sheet.paragraph()
            continue
        ordered = block.mark[:1].isdigit()
        names = {"heading": "Heading 2", "item": "List Number" if ordered else "List Bullet"}
        # Word would number on through every list of the document, so the answer's own number is written.
        paragraph = sheet.paragraph("List" if ordered else names.get(block.kind, "Normal"))
        if ordered:
            sheet.words(paragraph, f"{block.mark}\t")
        _inline(sheet, paragraph, block.pieces)
    if sections.problems(dossier):
        note = "Tinted sentences failed their check; the ledger says why."
        sheet.words(sheet.paragraph(), note, size=8.5, colour=QUIET)


def _inline(sheet: Sheet, paragraph: Any, pieces: Sequence[Piece], size: float | None = None) -> None:  # noqa: ANN401
    for piece in pieces:
        if piece.cites:
            run = sheet.words(paragraph, piece.text, colour=ACCENT if piece.cites > 0 else RED, size=size)
            run.font.superscript = True
        else:
            text = piece.text if paragraph.runs else piece.text.lstrip()
            tint = AMBER_PAPER if piece.problem and piece.text.strip() else ""
            sheet.words(paragraph, text, strong=piece.strong, tint=tint, size=size)


def _left_out(sheet: Sheet, dossier: Dossier) -> None:
    """Set what was struck, and for parts without a verified answer the passages to read."""
    heads = ("Sentence", "Verdict", "Why")
    _plain(sheet, "Left out of the answer", heads, sections.left_out(dossier), (8, 3, 6))
    for part, rows in sections.passages(dossier):
        sheet.heading(f"Passages to read: {part}")
        for title, where, words in rows:
            sheet.words(sheet.paragraph(), title, strong=True)
            sheet.words(sheet.paragraph(), where, size=8.5, colour=QUIET)
            sheet.words(sheet.paragraph("Quote"), words)


def _conflicts(sheet: Sheet, dossier: Dossier) -> None:
    found = sections.conflicts(dossier)
    if found:
        sheet.heading("Competing claims")
    for subject, sides in found:
        sheet.words(sheet.paragraph("Heading 2"), subject[:1].upper() + subject[1:])
        rows = [
            (value, f"{where}{f' ({note})' if note else ''}", words) for value, where, words, note in sides
        ]
        sheet.table(("Value", "Source", "Words"), rows, (3.0, 5.5, 8.5))


def _sources(sheet: Sheet, cited: Sequence[sections.Cited]) -> None:
    if cited:
        sheet.heading("Sources")
    for source in cited:
        head = sheet.paragraph()
        head.paragraph_format.keep_with_next = True
        head.paragraph_format.space_after = 0
        sheet.words(head, f"{source.label}  ", strong=True, colour=ACCENT)
        sheet.words(head, source.title, strong=True)
        if source.where:
            where = sheet.paragraph()
            where.paragraph_format.keep_with_next = True
            sheet.words(where, source.where, size=8.5, colour=QUIET)
        for quote in source.quotes:
            sheet.words(sheet.paragraph("Quote"), quote)
        if source.note:
            sheet.words(sheet.paragraph(), source.note, size=8.5, colour=QUIET)


def _ledger(sheet: Sheet, rows: Sequence[sections.Row]) -> None:
    if not rows:
        return
    sheet.heading("Claim ledger")
    note = "Every sentence of the answer, checked against the words it cites."
    sheet.words(sheet.paragraph(), note, size=8.5, colour=QUIET)
    shown = [
        (number, sentence, f"{verdict}. {reason}".strip(), cited, f"{support} {decided}".strip())
        for number, sentence, verdict, reason, cited, support, decided in rows
    ]
    table = sheet.table(
        ("#", "Sentence", "Verdict", "Sources", "Support, by"), shown, (0.9, 7.0, 5.2, 1.7, 2.2)
    )
    for row, (_, _, verdict, *_) in zip(table.rows[1:], rows, strict=True):
        colour = {"Supported": GREEN, "Reservation": QUIET}.get(verdict, RED)
        sheet.colour(row.cells[2], colour)


def _quality(sheet: Sheet, dossier: Dossier) -> None:
    scores, lines = sections.scores(dossier), sections.confidence(dossier)
    if scores or lines:
        sheet.heading("Quality")
    if scores:
        filled = [(score.name, _bar(score.value), f"{score.value:.2f}", score.note) for score in scores]
        table = sheet.table((), filled, (3.2, 5.0, 1.6, 7.2))
        for row in table.rows:
            sheet.colour(row.cells[1], ACCENT)
    for line in lines:
        sheet.words(sheet.paragraph(), line, size=8.5, colour=QUIET)


def _bar(value: float) -> str:
    full = round(value * 20)
    return "█" * full + "░" * (20 - full)


def _rest(sheet: Sheet, dossier: Dossier) -> None:
    """Set the parts that are one table each."""
    _plain(
        sheet, "Human decisions", ("When", "Who", "What", "Why"), sections.decisions(dossier), (4, 3, 4, 6)
    )
    trace = [
        (r, a, f"{what} ({model})" if model else what, t) for r, a, what, t, model in sections.trace(dossier)
    ]
    _plain(sheet, "Trace", ("Round", "Agent", "Found or decided", "Time"), trace, (1.5, 2.7, 10.6, 2.2))
    heads = ("Document", "Version", "sha256 of the file")
    _plain(sheet, "Documents read", heads, sections.documents(dossier), (5, 5, 7))
    _plain(sheet, "How it was made", (), sections.record(dossier), (4, 13))
    _plain(sheet, "Settings changed from their defaults", (), sections.settings(dossier), (7, 10))
    sheet.footer(f"MASIS evidence report · run {dossier.report.run_id}", FAINT)


def _plain(
    sheet: Sheet, title: str, heads: Sequence[str], rows: Sequence[sections.Row], widths: Sequence[float]
) -> None:
    if rows:
        sheet.heading(title)
        sheet.table(heads, rows, widths)
