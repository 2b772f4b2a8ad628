"""Competing: the sides of a conflict, next to each other, none preferred; each opens its page."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.run.report import RunReport
from masis.domain.verification.conflicts import ConflictSide
from masis.ui.safe_text import safe_html, safe_label
from masis.ui.shared import passage_text, source_pane, wording
from masis.ui.shared.disputes import Dispute, Side, disputes
from masis.ui.shared.session import session

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str, report: RunReport) -> None:
    """Draw the conflicts of a run, and under each the page of the side that is open."""
    for number, dispute in enumerate(disputes(report)):
        opened = _conflict(dispute, f"{report.run_id}:{number}")
        if opened is not None:
            source_pane.show(masis, workspace_id, opened, aside=True)


def columns(report: RunReport) -> None:
    """Draw the conflicts of a run; the open side is drawn where the page draws its sources."""
    for number, dispute in enumerate(disputes(report)):
        _conflict(dispute, f"{report.run_id}:{number}")


def _conflict(dispute: Dispute, key: str) -> Side | None:
    """Draw one conflict and return what stands behind its open side."""
    conflict = dispute.conflict
    settled = f"Settled by {dispute.settled_by}." if dispute.settled_by else ""
    why = " ".join(part for part in (conflict.cause, settled) if part)
    note = f'<div class="m-note">{safe_html(why)}</div>' if why else ""
    st.html(f'<div class="m-sub">{safe_html(conflict.subject)}</div>{note}')
    opened = None
    beside = st.columns(len(conflict.sides), gap="small")
    for at, (column, side, source) in enumerate(zip(beside, conflict.sides, dispute.sources, strict=True)):
        name = f"{key}:{at}"
        with column, st.container(key=f"m-side-{name}", gap="xxsmall"):
            _side(side, source, name)
        if name == session().side:
            opened = source
    return opened


def _side(side: ConflictSide, source: Side | None, name: str) -> None:
    told = f'<span class="n">{safe_html(side.note)}</span>' if side.note else ""
    st.html(f'<div class="m-side"><span class="v">{safe_html(side.value)}</span>{told}</div>')
    place = source.label if source else f"{side.document_title}, {wording.page_name(side.page_label)}"
    if source:
        st.button(
            safe_label(place),
            key=f"open-side-{name}",
            icon=":material/expand_less:" if session().side == name else ":material/find_in_page:",
            type="tertiary",
            on_click=_open,
            args=(name,),
        )
        st.html(f'<div class="m-side">{passage_text.quoted(source.quote, source.chunk, place)}</div>')
    else:
        st.caption(safe_label(place))
        st.html(f'<div class="m-side"><blockquote>“{safe_html(side.quote)}”</blockquote></div>')


def _open(name: str) -> None:
    """Open a side's page, or close it again."""
    current = session()
    current.side, current.side_page = ("" if current.side == name else name), None
