"""Result: the memo, or the sentences a filter lets through, beside the source of the open sentence."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.memo_audit.verdicts import UNCHECKED, DraftAudit, DraftRow
from masis.domain.verification.claims import Quote
from masis.ui.memo_audit import reading
from masis.ui.safe_text import safe_html, safe_label
from masis.ui.shared import passage_text, rows, source_pane, table
from masis.ui.shared.mounted import mount
from masis.ui.shared.session import session
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis

_COLUMNS = (
    Column("verdict", "Verdict", "state", "10rem"),
    Column("sentence", "Sentence", "title"),
    Column("source", "The documents say", "quote", "40%"),
)


def draw_result(masis: "Masis", audit: DraftAudit) -> None:
    """Draw the filter, then the memo or the sentences that pass it, and the source."""
    current = session()
    positions = {row.position: row for row in audit.rows}
    if current.draft_sentence not in positions:
        current.draft_sentence = reading.first_open(audit)
    wanted = _filter(audit)
    left, right = st.columns([11, 9], gap="large")
    with left, st.container(key="draft-memo"):
        clicked = _memo(audit) if wanted == "all" else _sentences(audit, wanted)
    with right, st.container(key="draft-source"):
        opened = positions.get(current.draft_sentence) if current.draft_sentence is not None else None
        _source(masis, audit, opened)
    if clicked is not None and clicked.isdigit() and int(clicked) != current.draft_sentence:
        current.draft_sentence, current.draft_quote, current.page_number = int(clicked), 0, None
        st.rerun()


def _filter(audit: DraftAudit) -> str:
    counts = reading.counts(audit)
    names = {"all": "Whole memo"}
    if audit.summary.problems:
        names["problems"] = f"To look at ({audit.summary.problems:,})"
    names |= {verdict: f"{reading.WORDS[verdict][0]} ({number:,})" for verdict, number in counts}
    chosen = st.pills(
        "Show",
        list(names),
        format_func=lambda name: names[name],
        default="all",
        required=True,
        key=f"draft-filter-{audit.summary.audit_id}",
        label_visibility="collapsed",
    )
    return str(chosen)


def _memo(audit: DraftAudit) -> str | None:
    data = {"blocks": reading.memo_blocks(audit), "active": str(session().draft_sentence)}
    return mount("memo", data, key=f"memo-{audit.summary.audit_id}", event="open")


def _sentences(audit: DraftAudit, wanted: str) -> str | None:
    """Draw the sentences that a filter lets through as a table and return the one that was just opened."""
    lines = [_sentence(audit, row) for row in reading.kept(audit, wanted)]
    key = f"draft-rows-{audit.summary.audit_id}-{wanted}"
    chosen = str(session().draft_sentence)
    return table.show("Sentences", _COLUMNS, lines, key=key, opens="sentence", selected=chosen)


def _sentence(audit: DraftAudit, row: DraftRow) -> Row:
    word, tone, _ = reading.WORDS[row.verdict]
    quote = next(iter(row.against or row.quotes), None)
    return Row(
        str(row.position),
        {
            "verdict": Cell(word, tone=tone, sub=_right_values(row)),
            "sentence": _typed(audit, row),
            "source": _said(quote),
        },
    )


def _typed(audit: DraftAudit, row: DraftRow) -> Cell:
    """Return a sentence of the memo; a row of a table as one, under its header."""
    if not rows.typed(row.text):
        return Cell(reading.shown(row), sort=row.position)
    return rows.typed_cell(row.text, reading.header_of(audit, row), sort=row.position)


def _said(quote: Quote | None) -> Cell:
    if quote is None:
        return Cell()
    grid = rows.quoted_grid(quote, None)
    return rows.quoted_cell(grid) if grid else Cell(passage_text.shortened(quote.text))


def _source(masis: "Masis", audit: DraftAudit, row: DraftRow | None) -> None:
    """Draw the verdict of the open sentence, then its source; several sources can be turned through."""
    if row is None:
        st.caption("No sentence of this memo states a fact that could be looked up.")
        return
    st.html(_verdict(audit, row))
    sources = tuple(dict.fromkeys(row.sources))
    if row.verdict in UNCHECKED or not sources:
        return
    at = min(session().draft_quote, len(sources) - 1)
    if len(sources) > 1:
        at = _choice(row, [reading.role(row, quote) for quote in sources], at)
    source_pane.show(masis, audit.summary.workspace_id, reading.passage(row, sources[at]))


def _choice(row: DraftRow, names: list[str], at: int) -> int:
    chosen = st.radio(
        "Sources",
        range(len(names)),
        index=at,
        format_func=lambda number: safe_label(names[number]),
        key=f"draft-quote-{row.position}-{len(names)}",
    )
    if chosen != session().draft_quote:
        session().draft_quote, session().page_number = chosen, None
    return chosen


def _verdict(audit: DraftAudit, row: DraftRow) -> str:
    word, tone, mark = reading.WORDS[row.verdict]
    right = _right_values(row)
    told = f'<p class="m-draft-right">{safe_html(right)}</p>' if right else ""
    pill = f'<span class="m-pill {"good" if tone == "good" else "bad"}">{safe_html(f"{mark} {word}")}</span>'
    return (
        f'<div class="m-draft"><div class="m-verdict">{pill}</div>'
        f"{_as_typed(audit, row)}{told}"
        f'<p class="m-note">{safe_html(row.reason)}</p></div>'
    )


def _as_typed(audit: DraftAudit, row: DraftRow) -> str:
    """Return the sentence as the memo has it."""
    cells = rows.typed(row.text)
    if not cells:
        return f'<p class="m-draft-said">“{safe_html(passage_text.shortened(reading.shown(row)))}”</p>'
    return rows.grid_html(rows.typed_grid(cells, reading.header_of(audit, row)), "Row of the memo")


def _right_values(row: DraftRow) -> str:
    """Return what the documents say in the place of what the memo says."""
    return "; ".join(f"{correction.said} → {correction.right}" for correction in row.corrections)
