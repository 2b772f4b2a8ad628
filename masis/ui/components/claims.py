"""Claims: every sentence of the answer with its verdict, its source and who decided."""

import streamlit as st

from masis.domain.report import RunReport
from masis.domain.verification.claims import Claim
from masis.ui import passage_text, wording
from masis.ui.components import table
from masis.ui.components.table import Cell, Column, Row
from masis.ui.reading import passages
from masis.ui.session import session

_COLUMNS = (
    Column("verdict", "Verdict", "state", "9rem"),
    Column("sentence", "Sentence", "title"),
    Column("source", "Source", "muted", "9.5rem"),
    Column("quote", "Quote", "quote", "28%"),
    Column("by", "Decided by", "muted", "6rem"),
)
_DECIDERS = {"code": "Code", "model": "Model", "human": "Person"}


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
        only = st.toggle("Only problems", key=f"problems-{report.run_id}", disabled=not problems)
    chosen = session().cite.partition(":")[0]
    rows = [_row(claim, report) for claim in (problems if only else report.claims)]
    clicked = table.show(
        "Claims of the answer",
        _COLUMNS,
        rows,
        key=f"claims-{report.run_id}",
        opens="sentence",
        selected=chosen,
    )
    if clicked:
        _open(report, clicked)


def _open(report: RunReport, position: str) -> None:
    first = next((cite for cite, one in passages(report).items() if str(one.claim.position) == position), "")
    if first and first != session().cite:
        session().cite, session().page_number = first, None
        st.rerun()


def _row(claim: Claim, report: RunReport) -> Row:
    word, tone = wording.CLAIMS[claim.verdict]
    behind = [one for one in passages(report).values() if one.claim.position == claim.position]
    quote = next((one.text for one in claim.quotes), "")
    return Row(
        str(claim.position),
        {
            "verdict": Cell(word, tone=tone, sub=_why(claim)),
            "sentence": Cell(claim.text.lstrip("#-*• "), sort=claim.position),
            "source": Cell("; ".join(dict.fromkeys(one.label for one in behind))),
            "quote": Cell(passage_text.shortened(quote)),
            "by": Cell(_DECIDERS[claim.decided_by]),
        },
    )


def _why(claim: Claim) -> str:
    if claim.code_verdict:
        return f"{claim.reason} The code found: {wording.CLAIMS[claim.code_verdict][0].lower()}."
    return claim.reason if claim.verdict in wording.PROBLEMS else ""
