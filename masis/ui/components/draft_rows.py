"""Draft rows: the sentences of a memo that a filter lets through, as a table."""

from masis.domain.memo_audit.verdicts import DraftAudit, DraftRow
from masis.ui import draft_reading, passage_text
from masis.ui.components import draft_source, table
from masis.ui.components.table import Cell, Column, Row
from masis.ui.session import session

_COLUMNS = (
    Column("verdict", "Verdict", "state", "10rem"),
    Column("sentence", "Sentence", "title"),
    Column("source", "The documents say", "quote", "40%"),
)


def show(audit: DraftAudit, wanted: str) -> str | None:
    """Draw the table and return the sentence that was just opened."""
    rows = [_row(row) for row in draft_reading.kept(audit, wanted)]
    key = f"draft-rows-{audit.summary.audit_id}-{wanted}"
    chosen = str(session().draft_sentence)
    return table.show("Sentences", _COLUMNS, rows, key=key, opens="sentence", selected=chosen)


def _row(row: DraftRow) -> Row:
    word, tone, _ = draft_reading.WORDS[row.verdict]
    quote = next(iter(row.against or row.quotes), None)
    return Row(
        str(row.position),
        {
            "verdict": Cell(word, tone=tone, sub=draft_source.right_values(row)),
            "sentence": Cell(draft_reading.shown(row), sort=row.position),
            "source": Cell(passage_text.shortened(draft_reading.without_bars(quote.text)) if quote else ""),
        },
    )
