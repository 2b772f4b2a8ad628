"""Compare view: two runs of a question beside each other, then what differs between them."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.compare import Comparison
from masis.domain.past import Compared, Side
from masis.errors import NotFound
from masis.ui import compare_html, wording
from masis.ui.components import compare_side
from masis.ui.lineage import comparison_summary
from masis.ui.reading import passages
from masis.ui.safe_text import safe_md
from masis.ui.session import caller

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str, before: str, after: str) -> None:
    """Draw the comparison, or say why there is none."""
    if st.button("All runs", icon=":material/arrow_back:", key="compare-back"):
        st.switch_page("pages/history.py", query_params={"workspace": workspace_id})
    try:
        seen = masis.past.compare(caller(), workspace_id, before, after)
        if seen.before.summary.started_at > seen.after.summary.started_at:  # an address may name them so
            seen = masis.past.compare(caller(), workspace_id, after, before)
    except NotFound as gone:
        st.info(safe_md(gone), icon=":material/info:")
        return
    st.caption(safe_md(comparison_summary(seen)))
    with st.container(key="compare-sides"):
        columns = st.columns(2, gap="large")
        sides = ((seen.before, "Earlier"), (seen.after, "Later"))
        for column, (side, name) in zip(columns, sides, strict=True):
            with column, st.container(border=True):
                compare_side.show(workspace_id, seen, side, name)
    _tables(seen)


def _tables(seen: Compared) -> None:
    made, places = seen.comparison, (_places(seen.before), _places(seen.after))
    st.subheader("Claims", anchor=False)
    differing = [pair for pair in made.claims if pair.differs]
    alike = [pair for pair in made.claims if not pair.differs]
    if differing:
        st.html(compare_html.claims_table(differing, places))
    if alike:
        with st.expander(f"{wording.counted(len(alike), 'claim')} the same in both", type="compact"):
            st.html(compare_html.claims_table(alike, places))
    st.subheader("Evidence", anchor=False)
    st.html(compare_html.evidence_table(made.evidence)) if made.evidence else st.caption("Neither found any.")
    st.subheader("Scores", anchor=False)
    _figures(made)
    st.subheader("Settings", anchor=False)
    if made.settings:
        st.html(compare_html.settings_table(made.settings))
    else:
        st.caption("Both runs were made with the same settings, as far as their reports tell.")


def _figures(made: Comparison) -> None:
    if made.moved:
        st.html(compare_html.figures_table(made.moved))
    same = [one for one in made.figures if not one.differs]
    with st.expander(f"{wording.counted(len(same), 'figure')} the same in both", type="compact"):
        st.html(compare_html.figures_table(same))


def _places(side: Side) -> dict[str, str]:
    return {one.chunk_id: one.label for one in passages(side.report).values()}
