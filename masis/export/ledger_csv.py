"""Ledger as CSV: one row per sentence and quote, safe to open in a spreadsheet."""

import csv
import io

from masis.domain.run.labels import CLAIMS
from masis.domain.run.report import RunReport
from masis.export.dossier import sources_of

HEADS = (
    "sentence_number", "sentence", "verdict", "reason", "support", "decided_by", "source_number", "chunk_id",
    "document", "page", "char_start", "char_end", "quote", "version_id",
)  # fmt: skip
# A spreadsheet would run a cell that begins like this.
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")


def render(report: RunReport) -> str:
    """Return the ledger; a sentence with several quotes takes several rows."""
    numbers = {source.cited_as: source.number for source in sources_of(report)}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEADS)
    for claim in report.claims:
        verdict = CLAIMS[claim.verdict]
        head = (claim.position + 1, claim.text, verdict, claim.reason, claim.support, claim.decided_by)
        quoted = {quote.chunk_id for quote in claim.quotes}
        rows: list[tuple[object, ...]] = [
            (
                numbers[quote.chunk_id], quote.chunk_id, quote.document_title, quote.page_label,
                quote.char_start, quote.char_end, quote.text, quote.version_id,
            )
            for quote in claim.quotes
        ]  # fmt: skip
        rows += [(numbers[cite], cite, *("",) * 6) for cite in claim.citations if cite not in quoted]
        for row in rows or [("",) * 8]:
            writer.writerow([spreadsheet_safe(cell) for cell in (*head, *row)])
    return out.getvalue()


def spreadsheet_safe(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" \u00a0").startswith(_FORMULA) else cell
