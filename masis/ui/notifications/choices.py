"""Choices: the kinds of notifications that a person wants to be told of."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.notifications import KIND_NAMES, Kind
from masis.ui.shared.session import caller

if TYPE_CHECKING:
    from masis.service import Masis


def draw(masis: "Masis") -> None:
    """Draw a switch for each kind that can reach the person; a change holds from now on."""
    offered = _offered(masis)
    wanted = masis.notifications.wanted(caller())
    with st.expander("What you are told of", icon=":material/tune:", key="notification-choices"):
        st.caption(
            "A kind that is off reaches you neither here nor by e-mail from now on. "
            "Channels that the operator set up are not changed."
        )
        for kind in offered:
            st.toggle(
                KIND_NAMES[kind],
                value=kind in wanted,
                key=f"told-of-{kind}",
                on_change=_set,
                args=(masis, kind),
            )


def _offered(masis: "Masis") -> tuple[Kind, ...]:
    alone = not masis.people.sign_in
    kinds: list[Kind] = ["case_opened", "stale"]
    if not alone:
        kinds.insert(1, "assigned")
    if alone or caller().administrator:
        kinds.append("budget")
    return tuple(kinds)


def _set(masis: "Masis", kind: Kind) -> None:
    wanted = masis.notifications.wanted(caller())
    on = bool(st.session_state[f"told-of-{kind}"])
    masis.notifications.want(caller(), wanted | {kind} if on else wanted - {kind})
