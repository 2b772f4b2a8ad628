"""Frame: the sidebar with the open workspace, the ways to go, and whether all parts are well."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.navigation.page import Page

from masis.domain.workspace import PartHealth
from masis.ui.components import workspace_picker
from masis.ui.components.mounted import ASSETS
from masis.ui.safe_text import safe_html
from masis.ui.session import caller, open_workspace

if TYPE_CHECKING:
    from masis.service import Masis

FAVICON = ASSETS / "favicon.png"


def sidebar(masis: "Masis", sections: Mapping[str, Sequence[Page]], status_page: Page) -> None:
    """Draw the sidebar and settle which workspace the page is about."""
    theme = "dark" if st.context.theme.type == "dark" else "light"
    st.logo(str(ASSETS / f"logo_{theme}.svg"), size="large")
    workspaces = masis.workspaces(caller())
    open_workspace(workspaces)
    with st.sidebar:
        workspace_picker.show(masis, workspaces)
        for section, pages in sections.items():
            st.html(f'<div class="m-section">{safe_html(section)}</div>')
            with st.container(gap="xxsmall"):
                for page in pages:
                    st.page_link(page, width="stretch")
        with st.container(key="frame-status", gap="xsmall"):
            st.page_link(status_page, width="stretch")
            st.html("".join(map(_dot, _short(masis.health()))))


def _short(parts: Sequence[PartHealth]) -> Sequence[PartHealth]:
    """Engine, embedder and store first; the rest is on the System page unless it is unwell."""
    return [part for index, part in enumerate(parts) if index < 3 or not part.healthy]


def _dot(part: PartHealth) -> str:
    tone, said = ("good", "well") if part.healthy else ("bad", "not well")
    return (
        f'<div class="m-part"><span class="m-dot {tone}" role="img" aria-label="{said}"></span>'
        f"<span><b>{safe_html(part.name)}</b> {safe_html(part.detail)}</span></div>"
    )
