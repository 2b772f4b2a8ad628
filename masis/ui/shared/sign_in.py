"""Sign-in: nobody sees a page of a team's MASIS before a provider said who they are."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

import streamlit as st
from streamlit.errors import StreamlitAPIException

from masis.domain.members import Profile
from masis.domain.person import Caller
from masis.errors import MasisError, NotAllowed
from masis.ui.safe_text import safe_html, safe_label, safe_md
from masis.ui.shared import notices
from masis.ui.shared.mounted import ASSETS, mount
from masis.ui.shared.session import caller, forget_person, session

if TYPE_CHECKING:
    from masis.service import Masis

_LEAD = "Answers from your team's documents, every sentence tied to the passage it rests on."
_ENDED = "Your sign-in has ended. Sign in again to go on; nothing of your work is lost."
_CANNOT = "Sign-in is set, but this process was started without it. Start it with: python -m masis"


def enter(masis: "Masis") -> None:
    """Note who looks at the pages; whoever may not gets a page that says so, and no other."""
    if not masis.people.sign_in:
        return
    current, user = session(), st.user.to_dict()
    if not user.get("is_logged_in"):
        _door(masis, "Sign in to MASIS", _LEAD)
    profile, begun = _profile(user), int(str(user.get("iat") or 0))
    if masis.people.has_ended(begun):
        _door(masis, "Your session has ended", _ENDED)
    try:
        if current.signed_in != (profile, begun):
            forget_person()
            who = masis.people.signed_in(profile, begun)
            current = session()
            current.who, current.signed_in = who, (profile, begun)
        else:
            masis.people.prove(caller())
    except NotAllowed as error:
        _refused(str(error))
    except MasisError as error:  # the database is away: nobody can be let in, nobody is turned away
        notices.show(error)
        st.stop()


def _profile(user: Mapping[str, object]) -> Profile:
    """Return what the provider says; an address counts where it says that it made sure of it."""
    return Profile(
        issuer=str(user.get("iss") or ""),
        subject=str(user.get("sub") or ""),
        name=str(user.get("name") or user.get("preferred_username") or ""),
        address=str(user.get("email") or ""),
        checked=user.get("email_verified") in {True, "true"},
    )


def _door(masis: "Masis", title: str, lead: str) -> NoReturn:
    """Draw the page with the way to the provider, and nothing else."""
    forget_person()
    with _alone(title):
        st.html(f'<p class="m-lead">{safe_html(lead)}</p>')
        mount("wanted", {"signed_in": False}, "wanted", "ready")
        if st.button("Sign in", type="primary", icon=":material/login:", key="sign-in"):
            with notices.calmly():
                masis.people.find_provider()
                try:
                    st.login()
                except StreamlitAPIException:
                    st.error(_CANNOT, icon=":material/info:")
    st.stop()


@contextmanager
def _alone(title: str) -> Iterator[None]:
    """Draw the middle of a page that has no sidebar."""
    theme = "dark" if st.context.theme.type == "dark" else "light"
    with st.container(horizontal_alignment="center"), st.container(width=440, key="door"):
        st.image(str(ASSETS / f"logo_{theme}.svg"), width=150)
        st.title(title, anchor=False)
        yield


def _refused(sentence: str) -> NoReturn:
    """Draw the page of somebody the provider knows and MASIS does not let in."""
    forget_person()
    with _alone("Not let in"):
        st.info(safe_md(sentence), icon=":material/info:")
        _sign_out("Sign in as somebody else")
    st.stop()


def draw_person(who: Caller) -> None:
    """Draw who is signed in and the way out, in the sidebar."""
    mount("wanted", {"signed_in": True}, "wanted", "ready")
    with st.container(key="signed-in", horizontal=True, vertical_alignment="center"):
        st.caption(safe_label(who.name), width="stretch")
        _sign_out("Sign out")


def _sign_out(label: str) -> None:
    if st.button(label, icon=":material/logout:", type="tertiary", key="sign-out"):
        forget_person()
        st.logout()
