"""Review log: what people decided, when and why, and the comments."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import streamlit as st

from masis.domain.review.case import Case
from masis.domain.review.decisions import REJECT_REASONS, RejectReason, in_force
from masis.domain.run.human import HumanDecision
from masis.domain.run.report import RunReport
from masis.ui.safe_text import safe_html
from masis.ui.shared import wording
from masis.ui.shared.difference import marked_difference
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis


def decided(report: RunReport) -> None:
    """Draw the decisions about a run under its trace."""
    if report.human:
        st.html('<div class="m-sub">What people decided</div>' + as_list(report.human))


def show(masis: "Masis", case: Case, decisions: Sequence[HumanDecision]) -> None:
    """Draw the record of a case with a line for a comment."""
    if decisions:
        st.html(as_list(decisions))
    else:
        st.caption("Nobody has done anything with this case yet.")
    with st.form(f"comment-{case.case_id}", border=False, clear_on_submit=True):
        text = st.text_area("Comment", height=80, placeholder="Say something to whoever looks at this next")
        if st.form_submit_button("Add comment", icon=":material/comment:"):
            with calmly():
                masis.reviews.comment(caller(), case.case_id, text)
                session().message = "Your comment was added."
                st.rerun()


def as_list(decisions: Sequence[HumanDecision]) -> str:
    """Return the decisions as an ordered list, oldest first; what was taken back is struck through."""
    standing = {one.number for one in in_force(decisions)}
    return f'<ol class="m-log">{"".join(_item(one, one.number in standing) for one in decisions)}</ol>'


def _item(decision: HumanDecision, stands: bool) -> str:
    gone = not stands and decision.action != "undo"
    line = f"<del>{safe_html(decision.sentence)}</del>" if gone else safe_html(decision.sentence)
    when = f'<span class="took" title="{wording.utc(decision.at)}">{wording.age(decision.at)}</span>'
    code = REJECT_REASONS.get(cast(RejectReason, decision.code), "")
    told = [code, decision.reason, _changed(decision)]
    words = "".join(f'<span class="what">{safe_html(one)}</span>' for one in told if one)
    return f"<li><b>{line}</b>{when}{words}{_difference(decision)}</li>"


def _changed(decision: HumanDecision) -> str:
    after, before = decision.after, decision.before
    if decision.action == "assign":
        return f"{before.get('assignee') or 'nobody'} → {after.get('assignee') or 'nobody'}"
    if decision.action == "due":
        return f"{before.get('due') or 'no date'} → {after.get('due') or 'no date'}"
    if decision.action == "mark_claim":
        return f"{'Right' if after['right'] else 'Wrong'}: “{after['text']}”"
    if decision.action == "choose_source":
        return "; ".join(after["choices"]) + (" (a rule from now on)" if after["lasting"] else " (this run)")
    return str(after.get("question", ""))


def _difference(decision: HumanDecision) -> str:
    if decision.action != "edit":
        return ""
    return f'<p class="m-diff">{marked_difference(decision.before["answer"], decision.after["answer"])}</p>'
