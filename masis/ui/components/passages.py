"""Passages: the ending without a verified answer: what comes nearest, each card a way to its place."""

from collections.abc import Collection
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.evidence import EvidenceChunk
from masis.domain.report import RunReport
from masis.domain.run import labels
from masis.domain.run.gate import MOST_PASSAGES, open_parts
from masis.domain.workspace import Case
from masis.ui.components import nearest, review_sign
from masis.ui.components.nearest import Near
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_html
from masis.ui.session import caller
from masis.ui.wording import counted

if TYPE_CHECKING:
    from masis.service import Masis

_MARKS = {"answered": "good", "passages": "read", "absent": "none"}


def show(masis: "Masis", report: RunReport, case: Case | None) -> None:
    """Draw the panel: what is open, and the way to a reviewer; it fills no queue by itself."""
    with st.container(
        border=True, horizontal=True, vertical_alignment="center", gap="small", key="passages-panel"
    ):
        st.html(
            f'<h2 class="m-absence-title"><span class="m-dot read"></span>{_title(report)}</h2>'
            f'<p class="m-amber-text">{_told(report)}</p>{_parts(report)}'
        )
        if case is None and st.button("Ask a reviewer", icon=":material/rule:", key="open-case"):
            with calmly():
                case_id = masis.reviews.open_case(caller(), report.workspace_id, report.run_id)
                review_sign.open_case(case_id)
                st.switch_page("pages/review.py")


def cards(report: RunReport, beside: Collection[str] = ()) -> Near | None:
    """Draw the passages and return the one that is open."""
    st.html('<div class="m-sub">Passages to read</div>')
    return nearest.cards(to_read(report), "It comes near; no answer in it was verified", beside)


def keys(report: RunReport) -> frozenset[str]:
    """Return what the cards can open."""
    return frozenset(nearest.key_of(chunk) for chunk in to_read(report))


def to_read(report: RunReport) -> tuple[EvidenceChunk, ...]:
    """Return the passages of all open parts, in turn, each once and five at most."""
    chunks = {chunk.chunk_id: chunk for chunk in report.evidence}
    ranked = sorted(
        (place, number, chunk_id)
        for number, part in enumerate(open_parts(report.parts))
        for place, chunk_id in enumerate(part.passages)
    )
    found = dict.fromkeys(chunk_id for *_, chunk_id in ranked if chunk_id in chunks)
    return tuple(chunks[chunk_id] for chunk_id in found)[:MOST_PASSAGES]


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
    return f"{nearest_ones} nearest. Read in the document; none is verified as an answer."


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
