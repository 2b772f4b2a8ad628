"""Nearest: the passages that came closest to an absent answer, and how close; what was read can be opened."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import streamlit as st

from masis.domain.absence import Absence
from masis.domain.evidence import EvidenceChunk
from masis.domain.report import RunReport
from masis.ui import passage_text
from masis.ui.reading import Source
from masis.ui.safe_text import safe_html, safe_label
from masis.ui.session import session
from masis.ui.wording import page_name


class Near(Source):
    """A passage that came close to an answer."""

    chunk: EvidenceChunk
    said: str
    """What it is to the question."""

    @property
    def note(self) -> str:
        """What the passage is to the question."""
        return f"{self.said}; score {self.chunk.score:.2f}"


def read(absence: Absence) -> Near | None:
    """Draw the passages that were read in vain, each as a way to its page, and return the open one."""
    st.html('<div class="m-sub">The closest passages</div>')
    return cards(absence.near, "Read, and it does not hold what was asked")


def cards(chunks: Sequence[EvidenceChunk], said: str, beside: Collection[str] = ()) -> Near | None:
    """Draw passages as cards, each a way to its page, and return the open one.

    ``beside`` are the places that something else on the page can open.
    """
    keys = [key_of(chunk) for chunk in chunks]
    current = session()
    if current.cite not in keys and current.cite not in beside:
        current.cite = next(iter(keys), "")
    for key, chunk in zip(keys, chunks, strict=True):
        near = Near(quote=None, chunk=chunk, said=said)
        with st.container(key=f"m-side-{key}", gap="xxsmall"):
            st.button(
                safe_label(near.label),
                key=f"open-{key}",
                icon=":material/visibility:" if key == current.cite else ":material/find_in_page:",
                type="tertiary",
                on_click=_open,
                args=(key,),
            )
            words = safe_html(passage_text.shortened(chunk.text))
            st.html(f'<div class="m-side"><blockquote>“{words}”</blockquote></div>')
    opened = next((chunk for chunk in chunks if key_of(chunk) == current.cite), None)
    return None if opened is None else Near(quote=None, chunk=opened, said=said)


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


def _open(key: str) -> None:
    current = session()
    current.cite, current.page_number = key, None


def _line(miss: Mapping[str, Any], needed: float) -> str:
    place = f"{miss.get('document_title', '')}, {page_name(str(miss.get('page_label', '')))}"
    return f"<li>{safe_html(place)}: score {float(miss.get('score', 0)):.2f} of {needed:.2f} needed</li>"
