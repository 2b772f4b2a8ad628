"""Review rules: the workspace's rules of precedence, listed, changed and revoked."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.person import Right
from masis.domain.review.precedence import PrecedenceRule
from masis.ui.safe_text import safe_label, safe_md
from masis.ui.shared import wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, may, session

if TYPE_CHECKING:
    from masis.service import Masis


def draw_rules(masis: "Masis", workspace_id: str) -> None:
    """Draw the rules, those in force first."""
    rules = masis.reviews.rules.listed(caller(), workspace_id)
    standing = [rule for rule in rules if rule.revoked_at is None]
    with st.expander(f"Rules of precedence in this workspace ({len(standing)})", icon=":material/gavel:"):
        if not rules:
            st.caption("None yet. Choosing a source in a conflict can make one.")
        for rule in standing:
            _rule(masis, rule)
        for rule in rules:
            if rule.revoked_at is not None:
                said = f"{_words(rule)} Revoked {wording.age(rule.revoked_at)} by {safe_md(rule.revoked_by)}."
                st.caption(f"~~{said}~~")


def _words(rule: PrecedenceRule) -> str:
    over = safe_label(rule.over_title) if rule.over_id else "every other document"
    return f"**{safe_label(rule.preferred_title)}** over **{over}** for {safe_label(rule.scope)}."


def _rule(masis: "Masis", rule: PrecedenceRule) -> None:
    with st.container(border=True, key=f"rule-{rule.rule_id}"):
        st.markdown(_words(rule))
        because = f" {safe_md(rule.reason)}" if rule.reason else ""
        since = f"In force from {rule.effective_from:%-d %b %Y}, made by {safe_md(rule.created_by)}.{because}"
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(since, width="stretch")
            if not may(Right.DECIDE, rule.workspace_id):
                return
            with st.popover("Change", type="tertiary"):
                _change(masis, rule)
            if st.button("Revoke", icon=":material/close:", type="tertiary", key=f"revoke-{rule.rule_id}"):
                with calmly():
                    masis.reviews.rules.revoke(caller(), rule.workspace_id, rule.rule_id)
                    session().message = "Revoked. Later runs no longer apply it."
                    st.rerun()


def _change(masis: "Masis", rule: PrecedenceRule) -> None:
    with st.form(f"change-{rule.rule_id}", border=False):
        subject = st.text_input("Entity and measure (empty for everything)", rule.subject)
        period = st.text_input("Period (empty for any)", rule.period)
        since = st.date_input("In force from", rule.effective_from, format="YYYY-MM-DD")
        if st.form_submit_button("Save"):
            with calmly():
                masis.reviews.rules.revise(caller(), rule, subject, period, since)
                session().message = "Changed. Earlier answers keep citing the rule they used."
                st.rerun()
