"""Start: paste or upload a memo, try the sample one, or open an earlier audit."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.formats import all_named
from masis.domain.memo_audit.verdicts import DraftSummary
from masis.domain.person import Right
from masis.ui.documents.uploads import TYPES
from masis.ui.memo_audit.address import open_audit
from masis.ui.shared import table, wording
from masis.ui.shared.mounted import mount
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, lacking, session
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis

_COLUMNS = (
    Column("name", "Memo", "title"),
    Column("result", "Result", "state", "13rem"),
    Column("supported", "Supported", "number", "7rem"),
    Column("age", "Audited", "fixed", "9rem"),
)
_STATES = {
    "queued": ("Waiting", "live"),
    "running": ("Working", "live"),
    "cancelled": ("Cancelled", "quiet"),
    "failed": ("Failed", "bad"),
}
_SENT = "memo-sent"
_MOST_MEGABYTES = 20


def draw_entry(masis: "Masis", workspace_id: str, *, sample: bool) -> None:
    """Draw the two ways in; the audit runs on by itself from here."""
    st.html(
        '<p class="m-lead">Every sentence of a memo, whoever wrote it, is checked against the documents of '
        "this workspace. The memo itself becomes no document.</p>"
    )
    if refused := lacking(Right.ASK):
        st.caption(refused)
        return
    paste, upload = st.columns([11, 9], gap="large")
    with paste, st.form("draft-paste", border=False):
        text = st.text_area("Memo", height=240, placeholder="Paste a memo here", key="draft-text")
        pressed = st.form_submit_button("Audit the memo", type="primary", icon=":material/fact_check:")
    with upload:
        file = st.file_uploader(
            f"Or a file: {all_named('or')}, up to {_MOST_MEGABYTES} MB",
            type=TYPES,
            max_upload_size=_MOST_MEGABYTES,
            key=f"draft-file-{session().upload_round}",
        )
        tried = sample and st.button("Try the sample memo", icon=":material/science:", key="draft-sample")
    keep_typed(workspace_id)
    if pressed:
        _begin(lambda: masis.drafts.paste(caller(), workspace_id, text), pasted=True)
    elif file:
        content = file.getvalue()
        _begin(lambda: masis.drafts.upload(caller(), workspace_id, file.name, content))
    elif tried:
        from masis.sample import MEMO_NAME, memo

        _begin(lambda: masis.drafts.paste(caller(), workspace_id, memo(), MEMO_NAME))


def keep_typed(workspace_id: str) -> None:
    """Let the tab remember what is typed until it was taken in.

    The box tells the server nothing before it is sent, so that a box that is drawn anew, after a reload or on
    the way back from another page, would be empty.
    """
    sent = bool(st.session_state.get(_SENT)) and bool(session().draft_id)
    if not session().draft_id:
        st.session_state.pop(_SENT, None)
    data = {"slot": f"memo:{workspace_id}", "box": ".st-key-draft-text textarea", "sent": sent}
    with st.container(key="keep-holder"):
        mount("keep", data, key="draft-keep", event="done")


def _begin(start: Callable[[], str], *, pasted: bool = False) -> None:
    with calmly():
        open_audit(start())
        session().upload_round += 1
        st.session_state[_SENT] = pasted
        st.rerun()


def draw_earlier(audits: Sequence[DraftSummary]) -> None:
    """Draw the audits of the workspace, newest first, to open again; nothing where there is none."""
    if not audits:
        return
    st.html('<h2 class="m-list-title">Earlier audits</h2>')
    rows = [_row(audit) for audit in audits]
    clicked = table.show("Earlier audits", _COLUMNS, rows, key="drafts", opens="name")
    if clicked:
        open_audit(clicked)
        st.rerun()


def _row(audit: DraftSummary) -> Row:
    word, tone = _STATES.get(audit.state, ("", ""))
    if audit.state == "done":
        found = wording.counted(audit.problems, "sentence")
        word, tone = (f"{found} to look at", "bad") if audit.problems else ("Nothing to look at", "good")
    supported = audit.counts.get("supported", 0)
    return Row(
        audit.audit_id,
        {
            "name": Cell(audit.name),
            "result": Cell(word, tone=tone, sort=audit.problems),
            "supported": Cell(f"{supported:,}" if audit.state == "done" else "", sort=supported),
            "age": Cell(
                wording.age(audit.created_at),
                sort=audit.created_at.timestamp(),
                title=wording.utc(audit.created_at),
            ),
        },
    )
