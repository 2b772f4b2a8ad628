"""Calibration tests: start a self-test or ask known questions, watch it, cancel it."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.probes import Batch
from masis.ui import wording
from masis.ui.components.calibration_rates import KINDS
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_md
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis

_SIZES = (10, 20, 40, 80)
_HINT = (
    "A CSV with the columns question, expected answer and, if you like, document. Write ABSENT where the "
    "documents hold no answer, and | between several wordings. A new file takes the place of the one before."
)


def show(masis: "Masis", workspace_id: str, running: Batch | None) -> None:
    """Draw the two ways to bring known truths in, or what is under way."""
    if running is not None:
        _watch(masis, workspace_id)
        return
    left, right = st.columns(2, gap="large")
    with left, st.form("self-test", border=True):
        st.markdown("**Self-test**")
        st.caption("Questions and sentences made from your documents: answerable, absent, corrupted.")
        size = st.selectbox("Probes of each kind", _SIZES, index=2, key="self-test-size")
        seed = st.number_input(
            "Seed", 0, 9999, 0, key="self-test-seed", help="The same seed makes the same test."
        )
        if st.form_submit_button("Run self-test", icon=":material/labs:"):
            with calmly():
                masis.calibration.self_test(caller(), workspace_id, int(size), int(seed))
                st.rerun()
    with right, st.form("known-questions", border=True):
        st.markdown("**Known questions**")
        st.caption(_HINT)
        file = st.file_uploader(
            "CSV file", type=("csv", "txt", "tsv"), max_upload_size=1, key=f"known-{session().upload_round}"
        )
        if st.form_submit_button("Ask these questions", icon=":material/quiz:"):
            with calmly():
                masis.calibration.ask_known(caller(), workspace_id, file.getvalue() if file else b"")
                session().upload_round += 1
                st.rerun()


@st.fragment(run_every=0.7)
def _watch(masis: "Masis", workspace_id: str) -> None:
    batch = masis.calibration.under_way(caller(), workspace_id)
    if batch is None:
        st.rerun()
    with st.container(border=True, key="probing"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{KINDS[batch.kind]} under way**", width="stretch")
            st.button(
                "Cancel",
                key="cancel-probing",
                type="tertiary",
                icon=":material/close:",
                on_click=masis.calibration.cancel,
                args=(caller(), workspace_id),
            )
        share = batch.done / batch.total if batch.total else 0.0
        st.progress(share, text=f"{batch.done:,} of {wording.counted(batch.total, 'probe')}")


def ended(batch: Batch) -> str:
    """Return who ran a batch when, and how it ended where it did not finish."""
    when = wording.age(batch.finished_at or batch.started_at)
    said = f"{wording.counted(batch.done, 'probe')}, {when}, by {safe_md(batch.person)}, seed {batch.seed}"
    return f"{said}. {safe_md(batch.message)}" if batch.message else f"{said}."
