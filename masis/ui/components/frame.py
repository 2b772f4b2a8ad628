"""Frame: the sidebar with the open workspace, the ways to go, and whether all parts are well."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.navigation.page import Page

from masis.domain.workspace import WorkspaceSummary
from masis.errors import ServiceUnavailable
from masis.ui import wording
from masis.ui.components import workspace_picker
from masis.ui.components.mounted import ASSETS
from masis.ui.safe_text import safe_html
from masis.ui.session import caller, open_workspace

if TYPE_CHECKING:
    from masis.service import Masis

FAVICON = ASSETS / "favicon.png"
_ALWAYS = frozenset({"embedder", "vectors"})


def sidebar(masis: "Masis", sections: Mapping[str, Sequence[Page]], status_page: Page) -> None:
    """Draw the sidebar and settle which workspace the page is about."""
    theme = "dark" if st.context.theme.type == "dark" else "light"
    st.logo(str(ASSETS / f"logo_{theme}.svg"), size="large")
    workspaces: tuple[WorkspaceSummary, ...] = ()
    with st.sidebar:
        with suppress(ServiceUnavailable):  # the page says so; the ways to go and the state stay
            workspaces = masis.workspaces(caller())
            open_workspace(workspaces)
            workspace_picker.show(masis, workspaces)
        for section, pages in sections.items():
            st.html(f'<div class="m-section">{safe_html(section)}</div>')
            with st.container(gap="xxsmall"):
                for page in pages:
                    _link(page, sum(one.open_cases for one in workspaces))
        with st.container(key="frame-status", gap="xsmall"):
            st.page_link(status_page, width="stretch")
            st.html("".join(_dots(masis)))


def _link(page: Page, waiting: int) -> None:
    """Draw a way to go; Review carries its count in amber."""
    if page.title == "Review" and waiting:
        with st.container(key="nav-review"):
            st.page_link(page, label=f"Review ({waiting:,})", width="stretch")
    else:
        st.page_link(page, width="stretch")


def _dots(masis: "Masis") -> Iterator[str]:
    """Engine, embedder and store; any other part only when it is unwell."""
    parts = {part.name: part for part in masis.health()}
    engine = masis.engine()
    model = parts.pop("model", None)
    yield _dot("Engine", wording.ENGINES.get(engine, engine), healthy=model is None or model.healthy)
    for name, part in parts.items():
        if name in _ALWAYS or not part.healthy:
            yield _dot(wording.PARTS.get(name, name), part.detail, healthy=part.healthy)


def _dot(name: str, detail: str, *, healthy: bool) -> str:
    tone, said = ("good", "well") if healthy else ("bad", "not well")
    return (
        f'<div class="m-part" title="{safe_html(detail)}"><span class="m-dot {tone}" role="img" '
        f'aria-label="{said}"></span><b>{safe_html(name)}</b><span class="d">{safe_html(detail)}</span></div>'
    )
