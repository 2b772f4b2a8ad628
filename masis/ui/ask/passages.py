"""Passages: the ending without a verified answer: what comes nearest, each card a way to its place."""

from collections.abc import Collection
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.evidence import EvidenceChunk
from masis.domain.review.case import Case
from masis.domain.run import labels
from masis.domain.run.gate import open_parts
from masis.domain.run.report import RunReport
from masis.domain.run.spots import passages_to_read, spots_of
from masis.ui.ask import nearest, strip
from masis.ui.ask.nearest import Near
from masis.ui.safe_text import safe_html
from masis.ui.shared.wording import counted

if TYPE_CHECKING:
    from masis.service import Masis

_MARKS = {"answered": "good", "passages": "read", "absent": "none"}


def panel(masis: "Masis", report: RunReport, case: Case | None) -> None:
    """Draw the panel: what is open, and the way to a reviewer; it fills no queue by itself."""
    with st.container(
        border=True, horizontal=True, vertical_alignment="center", gap="small", key="passages-panel"
    ):
        st.html(
            f'<h2 class="m-absence-title"><span class="m-dot read"></span>{_title(report)}</h2>'
            f'<p class="m-amber-text">{_told(report)}</p>{_parts(report)}'
        )
        strip.ask_or_decide(masis, report, case)


def cards(report: RunReport, beside: Collection[str] = ()) -> Near | None:
    """Draw the passages and return the one that is open."""
    chunks = to_read(report)
    st.html('<div class="m-sub">Passages to read</div>')
    said = "It comes near; no answer in it was verified"
    return nearest.cards(chunks, said, beside, spots_of(report, chunks))


def keys(report: RunReport) -> frozenset[str]:
    """Return what the cards can open."""
    return frozenset(nearest.key_of(chunk) for chunk in to_read(report))


def to_read(report: RunReport) -> tuple[EvidenceChunk, ...]:
    """Return the passages of all open parts, the most telling first."""
    return passages_to_read(report)


def _title(report: RunReport) -> str:
    several, missing = len(report.parts), len(open_parts(report.parts))
    if several == missing:
        return "No verified answer"
    return f"{missing} of {several} parts without a verified answer"


def _told(report: RunReport) -> str:
    number = len(to_read(report))
    if not number:
        return "Nothing in the documents comes near it."
    nearest_ones = (
        "The passage below comes" if number == 1 else f"The {counted(number, 'passage')} below come"
    )
    return f"{nearest_ones} nearest. None of it is verified as an answer."


def _parts(report: RunReport) -> str:
    """Return what became of each part, where there are several."""
    if len(report.parts) < 2:
        return ""
    items = "".join(
        f'<li><span class="m-dot {_MARKS[part.outcome]}"></span>{safe_html(part.part)} '
        f"<span>{labels.PARTS[part.outcome]}</span></li>"
        for part in report.parts
    )
    return f'<ul class="m-parts">{items}</ul>'
