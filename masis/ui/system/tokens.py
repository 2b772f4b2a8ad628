"""API tokens: what lets programs in; made here, shown once, revoked with a click."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.person import Right
from masis.domain.tokens import MOST_DAYS, TokenView
from masis.ui.safe_text import safe_label, safe_md
from masis.ui.shared import wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller

if TYPE_CHECKING:
    from masis.service import Masis

_SECRET = "new-token-secret"  # noqa: S105 - the name of a place, not a secret
_RIGHTS = {
    Right.READ: "read documents, answers, cases and audits",
    Right.ASK: "ask questions and audit memos",
    Right.UPLOAD: "add and delete documents",
    Right.DECIDE: "decide cases in your name",
    Right.MANAGE: "make and delete workspaces",
}


def show(masis: "Masis") -> None:
    """Draw the caller's tokens and the form for a new one."""
    st.header("API tokens", anchor=False)
    st.caption(
        "A token lets a program in as you, as far as you allow it. The API stands under /masis/v1; "
        "[/masis/v1/docs](/masis/v1/docs) lists every call."
    )
    _new_secret()
    names = {item.workspace_id: item.name for item in masis.workspaces(caller())}
    held = masis.tokens.listed(caller())
    for token in held:
        _one(masis, token, names)
    if not held:
        st.caption("There is none yet.")
    with st.expander("New token", icon=":material/key:", key="new-token"):
        _form(masis, names)


def _new_secret() -> None:
    secret = st.session_state.get(_SECRET)
    if not secret:
        return
    with st.container(border=True, key="token-secret"):
        st.markdown("**Your new token.** Copy it now: it is shown this once.")
        st.code(secret, language=None, wrap_lines=True)
        if st.button("I have copied it", icon=":material/check:"):
            del st.session_state[_SECRET]
            st.rerun()


def _one(masis: "Masis", token: TokenView, names: dict[str, str]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key=f"token-{token.token_id}"):
        with st.container():
            st.markdown(f"**{safe_md(token.name)}**")
            st.caption(safe_md(_told(token, names)))
        if st.button(
            "Revoke",
            icon=":material/block:",
            key=f"revoke-{token.token_id}",
            help=safe_label(f"Programs that use “{token.name}” are shut out at once."),
        ):
            with calmly():
                masis.tokens.revoke(caller(), token.token_id)
                st.rerun()


def _told(token: TokenView, names: dict[str, str]) -> str:
    places = "all workspaces"
    if token.workspaces is not None:
        places = ", ".join(names.get(key, key) for key in token.workspaces) or "no workspace"
    used = f"last used {wording.age(token.last_used_at)}" if token.last_used_at else "never used"
    ends = f"until {token.expires_at:%-d %B %Y}" if token.expires_at else "without an end"
    rights = "every right" if set(token.rights) == set(Right) else ", ".join(token.rights)
    return f"{places}; {rights}; {ends}; {used}"


def _form(masis: "Masis", names: dict[str, str]) -> None:
    with st.form("token-form", border=False, clear_on_submit=True):
        name = st.text_input("Name", placeholder="Which program it is for", max_chars=80)
        rights = st.multiselect(
            "It may",
            list(Right),
            default=[Right.READ, Right.ASK],
            format_func=lambda right: _RIGHTS[right].capitalize(),
        )
        places = st.multiselect(
            "In these workspaces",
            list(names),
            format_func=lambda key: safe_label(names[key]),
            placeholder="All of them",
        )
        days = st.number_input("Days until it ends", 1, MOST_DAYS, 90)
        if st.form_submit_button("Make the token", type="primary"):
            with calmly():
                made = masis.tokens.make(caller(), name, rights, places or None, int(days))
                st.session_state[_SECRET] = made.secret
                st.rerun()
