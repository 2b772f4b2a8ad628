"""Mounted: the two small browser components, registered from ``masis/ui/assets`` on use."""

from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

ASSETS = Path(__file__).parents[1] / "assets"


@cache
def _asset(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8")


def mount(name: str, data: dict[str, Any], key: str, event: str) -> str | None:
    """Draw the component and return what was clicked in it, once, or the state it keeps."""
    # Registered at every use: a test's runtime is new each time, and the same definition twice is silent.
    draw = st.components.v2.component(f"masis_{name}", css=_asset(f"{name}.css"), js=_asset(f"{name}.js"))
    result = draw(data=_plain(data), key=key, **_noticing(event))
    clicked = result.get(event)
    return str(clicked) if clicked else None


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    """Return lists as tuples: to tell whether a list is a data frame Streamlit loads pandas and pyarrow."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}


def _noticing(event: str) -> dict[str, Any]:
    return {f"on_{event}_change": _noticed}


def _noticed() -> None:
    """Make Streamlit deliver the event; the caller reads it from the result."""


def style() -> None:
    """Put the stylesheet into the page."""
    st.html(ASSETS / "style.css")
