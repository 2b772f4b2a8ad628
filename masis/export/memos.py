"""Memos: an audited memo as Markdown, CSV or JSON, with nothing of a document left active."""

import csv
import io
from collections.abc import Iterator
from typing import Literal

from masis.domain.memo_audit.verdicts import PROBLEMS, UNCHECKED, WORDS, DraftAudit, DraftRow
from masis.domain.verification.claims import Quote
from masis.export.ledger_csv import spreadsheet_safe
from masis.export.markdown import escaped

MemoFormat = Literal["md", "csv", "json"]
FORMATS: tuple[MemoFormat, ...] = ("md", "csv", "json")
MEDIA: dict[MemoFormat, str] = {
    "md": "text/markdown; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
}
HEADS = (
    "sentence_number", "sentence", "verdict", "reason", "memo_says", "documents_say", "role", "document",
    "page", "char_start", "char_end", "quote", "version_id",
)  # fmt: skip


def render(audit: DraftAudit, kind: MemoFormat) -> bytes:
    """Return the audit as a file of that kind."""
    if kind == "json":
        return (audit.model_dump_json(indent=2) + "\n").encode("utf-8", "backslashreplace")
    text = as_csv(audit) if kind == "csv" else as_markdown(audit)
    return text.encode("utf-8", "backslashreplace")


def as_csv(audit: DraftAudit) -> str:
    """Return one row per sentence and source, safe to open in a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEADS)
    for row in audit.rows:
        said = "; ".join(correction.said for correction in row.corrections)
        right = "; ".join(correction.right for correction in row.corrections)
        head = (row.position + 1, row.text, WORDS[row.verdict], row.reason, said, right)
        sources: list[tuple[str, Quote | None]] = [*_roles(row)]
        for role, quote in sources or [("", None)]:
            place: tuple[object, ...] = ("",) * 6
            if quote:
                place = (
                    quote.document_title, quote.page_label, quote.char_start, quote.char_end, quote.text,
                    quote.version_id,
                )  # fmt: skip
            writer.writerow([spreadsheet_safe(cell) for cell in (*head, role, *place)])
    return out.getvalue()


def as_markdown(audit: DraftAudit) -> str:
    """Return a report: the counts, what to look at, then every checked sentence with its source."""
    return "\n".join(_lines(audit)).rstrip() + "\n"


def _lines(audit: DraftAudit) -> Iterator[str]:
    summary = audit.summary
    yield f"# Draft audit: {_one_line(summary.name)}"
    yield ""
    yield "| Verdict | Sentences |"
    yield "|---|---|"
    for verdict, word in WORDS.items():
        if summary.counts.get(verdict):
            yield f"| {word} | {summary.counts[verdict]} |"
    yield ""
    problems = [row for row in audit.rows if row.verdict in PROBLEMS]
    yield from _section("To look at", problems)
    yield from _section("Supported", [row for row in audit.rows if row.verdict == "supported"])
    yield from _section("Opinions", [row for row in audit.rows if row.verdict == "opinion"])


def _section(title: str, rows: list[DraftRow]) -> Iterator[str]:
    if not rows:
        return
    yield f"## {title}"
    yield ""
    for row in rows:
        yield f"**{row.position + 1}. {WORDS[row.verdict]}.** {_one_line(row.text)}"
        yield ""
        if row.verdict not in UNCHECKED:
            yield f"- {_one_line(row.reason)}"
        for correction in row.corrections:
            said, right = _one_line(correction.said), _one_line(correction.right)
            yield f"- The memo says {said}, the documents say {right}."
        for role, quote in _roles(row):
            yield f"- {role}: “{_one_line(quote.text)}” ({_one_line(quote.place)})"
        yield ""


def _roles(row: DraftRow) -> Iterator[tuple[str, Quote]]:
    for role, quotes in (("for", row.quotes), ("against", row.against), ("nearest", row.nearest)):
        for quote in quotes:
            yield role, quote


def _one_line(text: str) -> str:
    return escaped(" ".join(text.split()))
