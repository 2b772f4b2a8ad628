"""Web sources: what an answer rests on outside the documents, apart from them; addresses are text only."""

from collections.abc import Iterable

import streamlit as st

from masis.domain.evidence import EvidenceChunk
from masis.domain.run.report import RunReport
from masis.ui.safe_text import safe_html
from masis.ui.shared import cited, passage_text, wording
from masis.ui.shared.reading import Passage, Source, passages

_GLOBE = '<span class="m-globe" role="img" aria-label="Web"></span>'


def show(report: RunReport) -> None:
    """Draw one line for each page of the web that the answer cites."""
    lines = "".join(_line(passage) for passage in _cited(passages(report).values()))
    if lines:
        st.html(
            f'<div class="m-sub">From the web, not from your documents</div><ul class="m-web">{lines}</ul>'
        )


def pane(passage: Source) -> None:
    """Draw the stored passage of a web page; nothing is fetched again."""
    chunk = passage.chunk
    if chunk is None:
        cited.gone(passage)
        return
    st.html(
        f'<div class="m-source-title">{_GLOBE}{safe_html(chunk.document_title)}</div>'
        f'<div class="m-source-sub">{safe_html(wording.web_place(chunk))}</div>'
        f'<div class="m-url">{safe_html(chunk.url)}</div>'
    )
    st.html('<div class="m-gone">The passage below was found on the web and is kept with the run.</div>')
    st.html(passage_text.stored(chunk, passage.quote, f"Stored passage of {chunk.document_title}"))
    cited.quote(passage)


def _cited(behind: Iterable[Passage]) -> tuple[tuple[int, EvidenceChunk], ...]:
    found = {passage.number: passage.chunk for passage in behind if passage.chunk}
    return tuple((number, chunk) for number, chunk in sorted(found.items()) if chunk.source == "web")


def _line(source: tuple[int, EvidenceChunk]) -> str:
    number, chunk = source
    return (
        f'<li><span class="m-web-number">{number}</span>{_GLOBE}<b>{safe_html(chunk.document_title)}</b> '
        f'<span class="d">{safe_html(wording.web_place(chunk))}</span>'
        f'<div class="m-url">{safe_html(chunk.url)}</div></li>'
    )
