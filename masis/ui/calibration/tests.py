"""Tests: known truths brought in, watched while they are tried, and what was found, with every failure."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.calibration.probes import Batch, Checked, failures, findings
from masis.domain.calibration.rates import Rate
from masis.domain.person import Right
from masis.ui.safe_text import safe_md
from masis.ui.shared import table, wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, lacking, link_to_run, open_run, session
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.calibration.overview import Tried

KINDS = {"self_test": "Self-test", "known": "Known questions"}
_MEANT = {
    "caught": "Corrupted sentences caught",
    "false_alarms": "False alarms on true sentences",
    "admitted": "Without an answer in the documents: said so",
    "made_up": "Without an answer in the documents: finalized all the same",
    "right": "With an answer in the documents: finalized and right",
    "wrong": "With an answer in the documents: finalized without it",
    "handed_over": "With an answer in the documents: handed to a person",
}
_FOUND = (
    Column("what", "What", "title"),
    Column("count", "Count", "number", "7rem"),
    Column("share", "Share", "number", "5.5rem"),
    Column("span", "95 % interval", "fixed", "8.5rem"),
)
_FAILED = (
    Column("text", "Probe", "title"),
    Column("kind", "Kind", "fixed", "7rem"),
    Column("became", "What became of it", "text", "9rem"),
    Column("said", "What MASIS said", "muted", "34%"),
)
_ENDINGS = {
    "answered": "finalized",
    "passages": "left as passages to read",
    "absent": "called absent",
    "conflict": "sources disagree",
    "escalated": "handed to a person",
    "asked_back": "asked back",
}
_SIZES = (10, 20, 40, 80)
_HINT = (
    "A CSV with the columns question, expected answer and, if you like, document. Write ABSENT where the "
    "documents hold no answer, and | between several wordings. A new file takes the place of the one before."
)


def draw_start(masis: "Masis", workspace_id: str, running: Batch | None) -> None:
    """Draw the two ways to bring known truths in, or what is under way."""
    if running is not None:
        _watch(masis, workspace_id)
        return
    if refused := lacking(Right.DECIDE):
        st.caption(refused)
        return
    left, right = st.columns(2, gap="large")
    with left, st.form("self-test", border=True):
        st.markdown("**Self-test**")
        st.caption(
            "MASIS makes questions from your documents whose answer it knows, questions nobody can "
            "answer, and sentences with a planted mistake. It takes minutes and needs no preparation."
        )
        size = st.selectbox("Questions of each kind", _SIZES, index=2, key="self-test-size")
        with st.expander("Repeat an earlier test", type="compact"):
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


def _ended(batch: Batch) -> str:
    """Return who ran a batch when, and how it ended where it did not finish."""
    when = wording.age(batch.finished_at or batch.started_at)
    said = f"{wording.counted(batch.done, 'probe')}, {when}, by {safe_md(batch.person)}, seed {batch.seed}"
    return f"{said}. {safe_md(batch.message)}" if batch.message else f"{said}."


def draw_found(masis: "Masis", workspace_id: str, tried: "Tried") -> None:
    """Draw what a test found: a row for everything that was tried at all, then every failure."""
    st.header(f"{KINDS[tried.batch.kind]}: what was found", anchor=False)
    counted = findings(tried.checked)
    rates = ((name, label, getattr(counted, name)) for name, label in _MEANT.items())
    rows = [_rate(name, label, rate) for name, label, rate in rates if rate.total]
    kind = tried.batch.kind
    if rows:
        table.show(f"{KINDS[kind]}: what was found", _FOUND, rows, key=f"rates-{kind}")
    st.caption(_ended(tried.batch))
    if rows:
        _failures(masis, workspace_id, tried)


def _rate(name: str, label: str, rate: Rate) -> Row:
    low, high = rate.interval
    share = rate.share or 0.0
    cells = {
        "what": Cell(label),
        "count": Cell(f"{rate.hits:,} of {rate.total:,}", sort=rate.hits),
        "share": Cell(f"{share:.0%}", sort=share),
        "span": Cell(f"{low:.0%} to {high:.0%}", sort=low),
    }
    return Row(name, cells)


def _failures(masis: "Masis", workspace_id: str, tried: "Tried") -> None:
    """Draw them behind an expander."""
    failed = {str(checked.probe.number): checked for checked in failures(tried.checked)}
    with st.expander(f"Failures ({len(failed)})", icon=":material/report:"):
        if not failed:
            st.caption("None.")
            return
        st.caption("A question opens as a run of its own; a sentence opens its page.")
        rows = [_failure(number, checked) for number, checked in failed.items()]
        clicked = table.show("Failures", _FAILED, rows, key=f"failed-{tried.batch.kind}", opens="text")
        if clicked in failed:
            _open(masis, workspace_id, failed[clicked])


def _failure(number: str, checked: Checked) -> Row:
    asked_for = f"expected {' or '.join(checked.probe.expected)}"
    cells = {
        "text": Cell(
            checked.probe.text, sub=asked_for if checked.probe.kind == "answerable" else checked.probe.what
        ),
        "kind": Cell(checked.probe.kind),
        "became": Cell(_became(checked)),
        "said": Cell(checked.said),
    }
    return Row(number, cells)


def _became(checked: Checked) -> str:
    if checked.probe.kind in {"clean", "corrupted"}:
        return "not caught" if checked.probe.kind == "corrupted" else "called not supported"
    return _ENDINGS.get(checked.ending, checked.ending)


def _open(masis: "Masis", workspace_id: str, checked: Checked) -> None:
    if checked.probe.kind in {"clean", "corrupted"}:
        session().document_id, session().preview_page = checked.probe.document_id, checked.probe.page_number
        st.switch_page("pages/documents.py", query_params={"workspace": workspace_id})
    run_id = masis.ask(caller(), workspace_id, checked.probe.text, standalone=True)
    open_run(run_id)
    st.switch_page("pages/ask.py", query_params=link_to_run(workspace_id, run_id))
