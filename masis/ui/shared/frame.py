"""Frame: the sidebar with the open workspace, the ways to go, and whether all parts are well."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.navigation.page import Page

from masis.domain.workspace import WorkspaceSummary
from masis.errors import ServiceUnavailable
from masis.ui.safe_text import safe_html
from masis.ui.shared import sign_in, wording, workspace_picker
from masis.ui.shared.address import PageName, page_name
from masis.ui.shared.mounted import ASSETS, mount
from masis.ui.shared.session import caller, follow_address, link_to, runs_masis, session

if TYPE_CHECKING:
    from masis.service import Masis

FAVICON = ASSETS / "favicon.png"
_FIRST = frozenset({"ask", "documents"})
TEAM = "Team"
"""The section of the pages about people: whoever holds no document yet may still let others in."""
_SEEN_WITHIN_SECONDS = 5.0
_ALWAYS = frozenset({"embedder", "vectors"})


def sidebar(masis: "Masis", sections: Mapping[str, Sequence[Page]], own: Sequence[Page], drawn: Page) -> None:
    """Draw the sidebar and settle what the page that is drawn is about."""
    theme = "dark" if st.context.theme.type == "dark" else "light"
    st.logo(str(ASSETS / f"logo_{theme}.svg"), size="large")
    workspaces: tuple[WorkspaceSummary, ...] | None = None
    with suppress(ServiceUnavailable):  # the page says so; the ways to go and the state stay
        workspaces = masis.workspaces(caller())
    follow_address(page_name(drawn.url_path), workspaces)
    with st.sidebar:
        if workspaces is not None:
            workspace_picker.show(masis, workspaces)
        mount("menu", {}, "menu", "ready")
        for section, pages in _usable(sections, workspaces).items():
            st.html(f'<div class="m-section">{safe_html(section)}</div>')
            with st.container(gap="xxsmall"):
                for page in pages:
                    _link(page, _waiting(page, workspaces))
        if (who := session().who) is not None:
            sign_in.draw_person(who)
        with st.container(key="frame-status", gap="xsmall"):
            unread = _unread(masis) if workspaces is not None else 0
            for page in own:
                _link(page, unread if page.url_path == "notifications" else 0)
            st.html("".join(_dots(masis)))


def _usable(
    sections: Mapping[str, Sequence[Page]], workspaces: Sequence[WorkspaceSummary] | None
) -> Mapping[str, Sequence[Page]]:
    """Return the ways to go; pages that have nothing to show before the first document are left out."""
    if workspaces is None or any(workspace.documents or workspace.open_cases for workspace in workspaces):
        return sections
    first = {
        name: [page for page in pages if name == TEAM or page_name(page.url_path) in _FIRST]
        for name, pages in sections.items()
    }
    return {name: pages for name, pages in first.items() if pages}


def _link(page: Page, waiting: int) -> None:
    """Draw a way to go, to the same workspace, with what waits there; Review carries its count in amber."""
    name: PageName = page_name(page.url_path)
    with st.container(key=f"nav-{name}") if name == "review" and waiting else nullcontext():
        label = f"{page.title} ({waiting:,})" if waiting else None
        st.page_link(page, label=label, width="stretch", query_params=link_to(name))


def _waiting(page: Page, workspaces: Sequence[WorkspaceSummary] | None) -> int:
    counted = page_name(page.url_path) == "review"
    return sum(workspace.open_cases for workspace in workspaces or ()) if counted else 0


def _unread(masis: "Masis") -> int:
    """Return how many notifications the person has not read; what the open page is about is read now."""
    current = session()
    with suppress(ServiceUnavailable):
        if current.page == "ask" and current.run_id:
            masis.notifications.looked_at(caller(), run_id=current.run_id)
        elif current.page == "review" and current.case_id:
            masis.notifications.looked_at(caller(), case_id=current.case_id)
        return masis.notifications.unread(caller())
    return 0


def _dots(masis: "Masis") -> Iterator[str]:
    """Engine, embedder and store; any other part only when it is unwell."""
    parts = {part.name: part for part in masis.health(_SEEN_WITHIN_SECONDS)}
    engine, told = masis.engine(), runs_masis()
    model = parts.pop("model", None)
    yield _dot("Engine", wording.ENGINES.get(engine, engine), healthy=model is None or model.healthy)
    for name, part in parts.items():
        if name in _ALWAYS or not part.healthy:
            detail = part.detail if told else ""
            yield _dot(wording.PARTS.get(name, name), detail, healthy=part.healthy)


def _dot(name: str, detail: str, *, healthy: bool) -> str:
    tone, said = ("good", "well") if healthy else ("bad", "not well")
    return (
        f'<div class="m-part" title="{safe_html(detail)}"><span class="m-dot {tone}" role="img" '
        f'aria-label="{said}"></span><b>{safe_html(name)}</b><span class="d">{safe_html(detail)}</span></div>'
    )
