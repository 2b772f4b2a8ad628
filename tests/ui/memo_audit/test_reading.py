"""Memo reading: a memo's sentences as blocks, its table rows as one table with their cells in place."""

from datetime import UTC, datetime

from masis.domain.memo_audit.verdicts import DraftAudit, DraftRow, DraftSummary, DraftVerdict
from masis.ui.memo_audit import reading

MEMO = "# Staff\n\n| Place | 2024 | 2023 |\n|---|---|---|\n| Rotterdam | | 472 |\n\nIt grew. It hired."


def row(text: str, verdict: DraftVerdict, position: int) -> DraftRow:
    start = MEMO.index(text)
    return DraftRow(position=position, start=start, end=start + len(text), text=text, verdict=verdict)


AUDIT = DraftAudit(
    summary=DraftSummary(
        audit_id="m1",
        workspace_id="w",
        name="Memo",
        state="done",
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    ),
    memo=MEMO,
    rows=(
        row("# Staff", "heading", 0),
        row("| Place | 2024 | 2023 |", "heading", 1),
        row("| Rotterdam | | 472 |", "not_found", 2),
        row("It grew.", "supported", 3),
        row("It hired.", "supported", 4),
    ),
)


def test_rows_that_follow_each_other_are_one_table_and_an_empty_cell_keeps_its_place() -> None:
    heading, table, text = reading.memo_blocks(AUDIT)
    assert [heading["kind"], table["kind"], text["kind"]] == ["heading", "table", "text"]
    assert [(line["cells"], line["head"]) for line in table["rows"]] == [
        (("Place", "2024", "2023"), True),
        (("Rotterdam", "", "472"), False),
    ]
    assert [part["text"] for part in text["parts"]] == ["It grew.", "It hired."]


def test_a_row_is_told_in_words_without_bars() -> None:
    assert reading.shown(AUDIT.rows[2]) == "Rotterdam: 472"


def test_a_row_stands_under_the_header_of_its_own_table() -> None:
    assert reading.header_of(AUDIT, AUDIT.rows[2]) == ("Place", "2024", "2023")
    assert reading.header_of(AUDIT, AUDIT.rows[3]) == ()
