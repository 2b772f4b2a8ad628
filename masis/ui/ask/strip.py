"""Strip: the one amber line of a run that waits for a person: the cause, the values, the way to decide."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.review.case import Case
from masis.domain.run.escalation import message_for, what_would_help
from masis.domain.run.report import RunReport
from masis.ui.ask import competing
from masis.ui.safe_text import safe_html, safe_label
from masis.ui.shared import sign, wording
from masis.ui.shared.disputes import Dispute, Side, disputes
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, link_to, session

if TYPE_CHECKING:
    from masis.service import Masis


def show(report: RunReport, case: Case | None) -> None:
    """Draw the strip, and under it what unfolds."""
    disputed = _open_disputes(report)
    with st.container(
        border=True, horizontal=True, vertical_alignment="center", gap="small", key="amber-strip"
    ):
        st.html(_told(report, case, disputed))
        if disputed:
            with st.container(horizontal=True, gap="small", key="strip-sides", width="content"):
                _values(disputed[0], f"{report.run_id}:0")
        decide(case, kind="primary")
    label = "What each source says" if disputed else "What would help"
    with st.expander(label, type="compact"):
        if disputed:
            competing.columns(report)
        steps = what_would_help(report.cause) if report.cause else ()
        items = "".join(f"<li>{safe_html(step)}</li>" for step in steps)
        st.html(f'<ul class="m-help">{items}</ul>')


def decide(case: Case | None, *, kind: str = "tertiary") -> None:
    """Draw the way to the open case."""
    if case is None or case.state != "open":
        return
    pressed = (
        st.button("Decide", icon=":material/rule:", type="primary", key="decide")
        if kind == "primary"
        else st.button("Open the case", icon=":material/rule:", type="tertiary", key="decide")
    )
    if pressed:
        _go_to(case.case_id)


def ask_or_decide(masis: "Masis", report: RunReport, case: Case | None) -> None:
    """Draw the way to the open case, or to a reviewer where a run that fills no queue by itself has none."""
    decide(case)
    if case is None and st.button("Ask a reviewer", icon=":material/rule:", key="open-case"):
        with calmly():
            _go_to(masis.reviews.open_case(caller(), report.workspace_id, report.run_id))


def _go_to(case_id: str) -> None:
    sign.open_case(case_id)
    st.switch_page("pages/review.py", query_params=link_to("review"))


def open_side(report: RunReport) -> Side | None:
    """Return what stands behind the open side of a conflict of this run."""
    for number, dispute in enumerate(disputes(report)):
        for at, source in enumerate(dispute.sources):
            if session().side == f"{report.run_id}:{number}:{at}":
                return source
    return None


def _open_disputes(report: RunReport) -> tuple[Dispute, ...]:
    return tuple(dispute for dispute in disputes(report) if not dispute.settled_by)


def _told(report: RunReport, case: Case | None, disputed: tuple[Dispute, ...]) -> str:
    """Return the cause in words and one sentence about it."""
    if disputed:
        more = f", and {wording.counted(len(disputed) - 1, 'more matter')}" if len(disputed) > 1 else ""
        title = f"Sources disagree on {disputed[0].conflict.subject}{more}"
        said = disputed[0].conflict.cause or "Open both places, then decide which one counts."
    else:
        cause = wording.CAUSES[report.cause] if report.cause else "a person should look at this"
        title = f"Needs review: {cause}"
        said = case.message if case else message_for(report.cause) if report.cause else ""
    return (
        f'<h2 class="m-amber-title"><span class="m-dot human"></span>{safe_html(title)}</h2>'
        f'<p class="m-strip-text" title="{safe_html(said)}">{safe_html(said)}</p>'
    )


def _values(dispute: Dispute, key: str) -> None:
    """Draw the competing values as buttons; a click opens the page of that side."""
    for at, (side, source) in enumerate(zip(dispute.conflict.sides, dispute.sources, strict=True)):
        name = f"{key}:{at}"
        where = f"{side.document_title}, {wording.page_name(side.page_label)}"
        noted = f" :small[{safe_label(side.note)}]" if side.note else ""
        st.button(
            f"**{safe_label(side.value)}**{noted}",
            key=f"strip-side-{name}",
            help=f"Open {safe_label(where)}",
            type="secondary",
            disabled=source is None,
            on_click=_toggle,
            args=(name,),
        )


def _toggle(name: str) -> None:
    current = session()
    current.side, current.page_number = ("" if current.side == name else name), None
