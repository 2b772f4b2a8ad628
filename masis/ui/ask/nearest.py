"""Nearest: the ending "not in your documents" and the passages that came closest, each a way to its place."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from masis.domain.evidence import EvidenceChunk
from masis.domain.review.case import Case
from masis.domain.run.absence import Absence
from masis.domain.run.escalation import message_for, what_would_help
from masis.domain.run.report import RunReport
from masis.domain.verification.claims import Quote
from masis.domain.verification.conflicts import subject_in
from masis.ui.ask import strip
from masis.ui.safe_text import safe_html, safe_label
from masis.ui.shared import passage_text, wording
from masis.ui.shared.reading import Source
from masis.ui.shared.session import session

if TYPE_CHECKING:
    from masis.service import Masis


class Near(Source):
    """A passage that came close to an answer."""

    chunk: EvidenceChunk
    said: str
    """What it is to the question."""

    @property
    def note(self) -> str:
        """What the passage is to the question."""
        return f"{self.said}; likeness to the question {wording.score(self.chunk.score)}"


def panel(masis: "Masis", report: RunReport, case: Case | None, absence: Absence) -> None:
    """Draw the panel; it is a finding of its own, not an answer that came out badly."""
    said = case.message if case else message_for(report.cause) if report.cause else ""
    with st.container(border=True, key="absence-panel"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.html(
                '<h2 class="m-absence-title"><span class="m-dot none"></span>Not in your documents</h2>'
                f'<p class="m-amber-text">{safe_html(_searched(report, absence))} '
                f"It would be answered by {safe_html(absence.would_answer)}.</p>"
            )
            strip.ask_or_decide(masis, report, case)
        with st.expander("What was searched, and what would help", type="compact"):
            st.html(
                f'<div class="m-case"><div><p class="m-amber-text">{safe_html(said)}</p>'
                f"{_listed('What was searched for', absence.searched)}</div>"
                f"<div>{_listed('What would help', what_would_help(report.cause) if report.cause else ())}"
                "</div></div>"
            )


def read(absence: Absence) -> Near | None:
    """Draw the passages that were read in vain, each as a way to its page, and return the open one."""
    st.html('<div class="m-sub">The closest passages</div>')
    return cards(absence.near, "Read, and it does not hold what was asked", spots=absence.spots)


def cards(
    chunks: Sequence[EvidenceChunk],
    said: str,
    beside: Collection[str] = (),
    spots: Mapping[str, Quote] | None = None,
) -> Near | None:
    """Draw passages as cards, each a way to its telling place, and return the open one.

    ``beside`` are the places that something else on the page can open.
    """
    told = [Near(quote=(spots or {}).get(chunk.chunk_id), chunk=chunk, said=said) for chunk in chunks]
    current = session()
    known = {key_of(near.chunk) for near in told}
    if current.cite not in known and current.cite not in beside:
        current.cite = key_of(told[0].chunk) if told else ""
    opened = None
    for number, near in enumerate(told, start=1):
        key = key_of(near.chunk)
        if key == current.cite:
            opened = near
        _card(near, key, number, is_open=key == current.cite)
    return opened


def show(report: RunReport) -> None:
    """Draw what came closest and was not close enough to be read."""
    searches = [entry for entry in report.trace if entry.get("node") == "researcher"]
    last: Mapping[str, Any] = searches[-1] if searches else {}
    needed = float(last.get("threshold_used", 0))
    lines = "".join(_line(miss, needed) for miss in last.get("nearest_misses", ()))
    if lines:
        st.html(f'<div class="m-sub">The closest passages</div><ul class="m-help">{lines}</ul>')


def key_of(chunk: EvidenceChunk) -> str:
    """Return the name of a card's place."""
    return f"near:{chunk.chunk_id}"


def _card(near: Near, key: str, number: int, *, is_open: bool) -> None:
    slot = f"m-side-open-{key}" if is_open else f"m-side-{key}"
    with st.container(key=slot, gap="xxsmall"):
        st.button(
            f"**{number}**  {safe_label(near.label)}",
            key=f"open-{key}",
            icon=":material/visibility:" if is_open else ":material/find_in_page:",
            type="tertiary",
            on_click=_open,
            args=(key,),
        )
        st.html(f'<div class="m-side">{passage_text.quoted(near.quote, near.chunk, near.label)}</div>')


def _open(key: str) -> None:
    current = session()
    current.cite, current.page_number, current.side = key, None, ""


def _searched(report: RunReport, absence: Absence) -> str:
    """Return what was read and for which words, in one or two sentences."""
    said = [subject_in(part.part, frozenset(part.searched)) for part in report.parts]
    words = dict.fromkeys(word for text in said for word in text.split())
    sought = f" for: {', '.join(words)}" if words else ""
    if not absence.read:
        return f"No passage came close enough to be read{sought}."
    read = (
        f"{wording.counted(absence.read, 'passage')} of {wording.counted(absence.documents, 'document')} "
        f"{'was' if absence.read == 1 else 'were'} read{sought}."
    )
    return f"No passage holds what was asked. {read}"


def _listed(title: str, lines: Collection[str]) -> str:
    items = "".join(f"<li>{safe_html(line)}</li>" for line in lines)
    return f'<div class="m-sub">{title}</div><ul class="m-help">{items}</ul>' if items else ""


def _line(miss: Mapping[str, Any], needed: float) -> str:
    place = f"{miss.get('document_title', '')}, {wording.page_name(str(miss.get('page_label', '')))}"
    score = wording.score(float(miss.get("score", 0)), needed)
    return f"<li>{safe_html(place)}: likeness {score} of {wording.score(needed)} needed</li>"
