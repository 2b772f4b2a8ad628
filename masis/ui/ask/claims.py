"""Claims: every sentence of the answer with verdict, source and decider; a row opens its place."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.review.case import Case
from masis.domain.run.report import RunReport
from masis.domain.verification.claims import Claim
from masis.ui.ask import answer, competing, strip, verdict
from masis.ui.shared import passage_text, rows, source_pane, table, wording
from masis.ui.shared.reading import Passage, passages
from masis.ui.shared.session import session
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis

_COLUMNS = (
    Column("verdict", "Verdict", "state", "9rem"),
    Column("sentence", "Sentence", "title"),
    Column("source", "Source", "muted", "9.5rem"),
    Column("quote", "Quote", "quote", "32%"),
    Column("by", "Decided by", "muted", "6rem"),
)
_DECIDERS = {"code": "Code", "model": "Model", "human": "Person"}


def view(masis: "Masis", workspace_id: str, report: RunReport, case: Case | None) -> None:
    """Draw the ledger, the competing values where no strip shows them, and the source of the open row."""
    show(report)
    if verdict.ending(report, case) != "waits":
        competing.columns(report)
    with st.container(key="claims-source"):
        opened = strip.open_side(report) or answer.opened(report)
        if opened:
            source_pane.show(masis, workspace_id, opened)


def show(report: RunReport) -> None:
    """Draw the ledger; opening a row shows its source beside it."""
    if not report.claims:
        st.caption("There is no answer to check in this run.")
        return
    problems = [claim for claim in report.claims if claim.verdict in wording.PROBLEMS]
    checked = [claim for claim in report.claims if claim.verdict not in {"hedge", "heading"}]
    with st.container(horizontal=True, vertical_alignment="center"):
        found = wording.counted(len(problems), "problem")
        st.caption(f"{wording.counted(len(checked), 'claim')} checked, {found} found.")
        only = bool(problems) and st.toggle("Only problems", key=f"problems-{report.run_id}")
    chosen = session().cite.partition(":")[0]
    behind = passages(report)
    lines = [_row(claim, behind) for claim in (problems if only else report.claims)]
    clicked = table.show(
        "Claims of the answer",
        _COLUMNS,
        lines,
        key=f"claims-{report.run_id}",
        opens="sentence",
        selected=chosen,
    )
    if clicked:
        _open(behind, clicked)


def _open(behind: dict[str, Passage], position: str) -> None:
    cites = (cite for cite, passage in behind.items() if str(passage.claim.position) == position)
    first = next(cites, "")
    if first and (first != session().cite or session().side):
        current = session()
        current.cite, current.page_number, current.side = first, None, ""
        st.rerun()


def _row(claim: Claim, behind: dict[str, Passage]) -> Row:
    word, tone = wording.CLAIMS[claim.verdict]
    own = [passage for passage in behind.values() if passage.claim.position == claim.position]
    places = dict.fromkeys(passage.label for passage in own)
    return Row(
        str(claim.position),
        {
            "verdict": Cell(word, tone=tone, sub=_why(claim)),
            "sentence": rows.typed_cell(claim.text.lstrip("#-*• "), sort=claim.position),
            "source": Cell("; ".join(places)),
            "quote": _quoted(claim, own),
            "by": Cell(_DECIDERS[claim.decided_by]),
        },
    )


def _quoted(claim: Claim, own: list[Passage]) -> Cell:
    """Return the first quote of a claim, as header and row where it comes from a table."""
    quote = next(iter(claim.quotes), None)
    if quote is None:
        return Cell()
    chunk = next((passage.chunk for passage in own if passage.chunk_id == quote.chunk_id), None)
    grid = rows.quoted_grid(quote, chunk)
    return rows.quoted_cell(grid) if grid else Cell(passage_text.shortened(quote.text))


def _why(claim: Claim) -> str:
    if claim.code_verdict:
        return f"{claim.reason} The code found: {wording.CLAIMS[claim.code_verdict][0].lower()}."
    return claim.reason if claim.verdict in wording.PROBLEMS else ""
