"""Absence: the panel of "not in your documents": what was searched and what would answer the question."""

import streamlit as st

from masis.domain.absence import Absence
from masis.domain.escalation import message_for, what_would_help
from masis.domain.report import RunReport
from masis.domain.workspace import Case
from masis.ui import wording
from masis.ui.safe_text import safe_html


def show(report: RunReport, case: Case | None, absence: Absence) -> None:
    """Draw the panel; it is a finding of its own, not an answer that came out badly."""
    cause = wording.CAUSES[report.cause] if report.cause else ""
    said = case.message if case else message_for(report.cause) if report.cause else ""
    with st.container(border=True, key="absence-panel"):
        st.html(
            '<h2 class="m-absence-title"><span class="m-dot none"></span>Not in your documents</h2>'
            f'<div class="m-case"><div><p class="m-amber-text">{safe_html(said)}</p>'
            f'<div class="m-note">Needs review: {safe_html(cause)}</div>{_searched(absence)}</div>'
            f"{_helps(report, absence)}</div>"
        )


def _searched(absence: Absence) -> str:
    items = "".join(f"<li>{safe_html(question)}</li>" for question in absence.searched)
    read = (
        f"{wording.counted(absence.read, 'passage')} of {wording.counted(absence.documents, 'document')} "
        "came close enough to be read; none of them holds it."
        if absence.read
        else "No passage came close enough to be read."
    )
    return (
        f'<div class="m-sub">What was searched for</div><ul class="m-help">{items}</ul>'
        f'<div class="m-note">{safe_html(read)}</div>'
    )


def _helps(report: RunReport, absence: Absence) -> str:
    steps = what_would_help(report.cause) if report.cause else ()
    items = "".join(f"<li>{safe_html(step)}</li>" for step in steps)
    return (
        '<div><div class="m-sub">What would answer it</div>'
        f'<p class="m-amber-text">{safe_html(_sentence(absence.would_answer))}</p>'
        f'<div class="m-sub">What would help</div><ul class="m-help">{items}</ul></div>'
    )


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
