"""Amber: the panel of a run that a person is needed for: the cause, what would help, the competing values."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.escalation import message_for, what_would_help
from masis.domain.report import RunReport
from masis.domain.workspace import Case
from masis.ui import wording
from masis.ui.components import competing
from masis.ui.safe_text import safe_html

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", report: RunReport, case: Case | None) -> None:
    """Draw the panel."""
    cause = wording.CAUSES[report.cause] if report.cause else "a person should look at this"
    with st.container(border=True, key="amber-panel"):
        said = case.message if case else message_for(report.cause) if report.cause else ""
        message = f'<p class="m-amber-text">{safe_html(said)}</p>' if said else ""
        dot = '<span class="m-dot human"></span>'
        title = f'<h2 class="m-amber-title">{dot}Needs review: {safe_html(cause)}</h2>'
        st.html(f'{title}<div class="m-case">{message}{_helps(report)}</div>')
        competing.show(masis, report.workspace_id, report)


def _helps(report: RunReport) -> str:
    steps = what_would_help(report.cause) if report.cause else ()
    items = "".join(f"<li>{safe_html(step)}</li>" for step in steps)
    return (
        f'<div><div class="m-sub">What would help</div><ul class="m-help">{items}</ul></div>' if items else ""
    )
