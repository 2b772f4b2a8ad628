"""Retention form: how long a workspace keeps what is over, how much would go by it, and setting it."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.person import Right
from masis.domain.retention import LONGEST_DAYS, Expired, Retention, RetentionRule
from masis.ui.safe_text import safe_md
from masis.ui.shared import wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, may
from masis.ui.shared.wording import counted

if TYPE_CHECKING:
    from masis.service import Masis

_FIELDS: tuple[tuple[str, str, str], ...] = (
    (
        "runs_days",
        "Answers, conversations and closed cases",
        "Counted from the end of a run, or from the last decision on it. Open cases, runs under way and "
        "runs that a rule of precedence rests on stay. Insights and calibration count what is kept.",
    ),
    ("drafts_days", "Draft audits", "Of everybody in this workspace, counted from their end."),
    (
        "originals_days",
        "Files of replaced versions",
        "Counted from the next version. Their text stays, since answers cite it. Files of deleted documents "
        "go with the document.",
    ),
)


def show(masis: "Masis", workspace_id: str) -> None:
    """Draw the rule; who manages the workspace can change it."""
    with calmly(), st.container(key="retention"):
        held = masis.retention.of(caller(), workspace_id)
        _standing(held)
        if may(Right.MANAGE, workspace_id):
            _form(masis, workspace_id, held)


def _standing(held: Retention) -> None:
    if not held.rule.anything:
        st.caption("Everything is kept for ever, unless somebody deletes it.")
        return
    by = f"Set by {safe_md(held.changed_by)} {wording.age(held.changed_at)}." if held.changed_at else ""
    due = f" Carried out once a day, next on {held.next_at:%-d %B at %H:%M} UTC." if held.next_at else ""
    last = ""
    if held.swept_at is not None:
        last = f" The last time {_named(held.removed) or 'nothing'} went."
    st.caption(f"{by}{due}{last}")


def _form(masis: "Masis", workspace_id: str, held: Retention) -> None:
    chosen: dict[str, int | None] = {}
    for name, label, told in _FIELDS:
        value = getattr(held.rule, name)
        days = st.number_input(
            f"{label}: days kept", 1, LONGEST_DAYS, value, placeholder="For ever", help=told,
            key=f"retention-{workspace_id}-{name}-{value}",
        )  # fmt: skip
        chosen[name] = None if days is None else int(days)
    rule = RetentionRule.model_validate(chosen)
    if rule == held.rule:
        return
    over = masis.retention.preview(caller(), workspace_id, rule)
    sure = True
    if over.anything:
        st.markdown(f"By this rule **{_named(over)}** would go now; the first time is in a day from saving.")
        sure = st.checkbox("Delete them for good then", key=f"retention-sure-{workspace_id}-{rule.told}")
    else:
        st.caption("By this rule nothing would go now.")
    if st.button("Save", type="primary", icon=":material/save:", disabled=not sure, key="retention-save"):
        masis.retention.set(caller(), workspace_id, rule)
        st.rerun()  # the line above then says what holds


def _named(over: Expired) -> str:
    """Return ``12 answers with 3 closed cases, 2 draft audits and 1 file (2.1 MB)``."""
    answers = counted(over.runs, "answer") if over.runs else ""
    beside = [
        counted(over.cases, "closed case") if over.cases else "",
        counted(over.conversations, "whole conversation") if over.conversations else "",
    ]
    if answers and any(beside):
        answers = f"{answers} with {' and '.join(filter(None, beside))}"
    files = f"{counted(over.originals, 'file')} ({wording.size(over.original_bytes)})"
    parts = [
        answers,
        counted(over.drafts, "draft audit") if over.drafts else "",
        files if over.originals else "",
    ]
    told = [part for part in parts if part]
    return " and ".join(filter(None, (", ".join(told[:-1]), *told[-1:])))
