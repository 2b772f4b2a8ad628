"""Answer: the sentences with their numbered sources; a chip opens the source beside it."""

from collections.abc import Collection

import streamlit as st

from masis.domain.report import RunReport
from masis.ui.components import web_sources
from masis.ui.components.mounted import mount
from masis.ui.reading import Passage, answer_blocks, passages
from masis.ui.session import session


def show(report: RunReport, beside: Collection[str] = ()) -> None:
    """Draw the answer, then what of it comes from the web, and remember which citation is open.

    ``beside`` are the places that something else on the page can open.
    """
    behind = passages(report)
    current = session()
    if current.cite not in behind and current.cite not in beside:
        current.cite = next(iter(behind), "")
    open_passage = behind.get(current.cite)
    clicked = mount(
        "answer",
        {
            "blocks": answer_blocks(report),
            "active": current.cite,
            "claim": open_passage.claim.position if open_passage else -2,
        },
        key=f"answer-{report.run_id}",
        event="cite",
    )
    web_sources.show(report)
    if clicked in behind and clicked != current.cite:
        current.cite, current.page_number = str(clicked), None
        st.rerun()


def keys(report: RunReport) -> frozenset[str]:
    """Return what the chips of the answer can open."""
    return frozenset(passages(report))


def opened(report: RunReport) -> Passage | None:
    """Return what stands behind the open citation."""
    behind = passages(report)
    return behind.get(session().cite) or next(iter(behind.values()), None)
