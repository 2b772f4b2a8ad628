"""System view: health of every part, settings in effect, versions."""

from collections.abc import Mapping, Sequence

import streamlit as st

from masis.domain.workspace import PartHealth, SettingView
from masis.ui import wording
from masis.ui.components import table
from masis.ui.components.table import Cell, Column, Row
from masis.ui.safe_text import safe_md

_HEALTH = (
    Column("part", "Part", "title", "28%"),
    Column("state", "State", "state", "9rem"),
    Column("detail", "In use"),
    Column("checked", "Checked", "fixed", "8rem"),
)
_SETTINGS = (
    Column("name", "Setting", "code", "30%"),
    Column("value", "Value", "code", "24%"),
    Column("changed", "From", "fixed", "7rem"),
    Column("meaning", "Meaning", "muted"),
)


def health(engine: str, parts: Sequence[PartHealth]) -> None:
    """Draw what is in use and whether it is well."""
    unwell = [part for part in parts if not part.healthy]
    state = "Every part is well." if not unwell else f"{wording.counted(len(unwell), 'part')} not well."
    st.caption(f"Engine: {safe_md(wording.ENGINES.get(engine, engine).lower())}. {state}")
    rows = [
        Row(
            part.name,
            {
                "part": Cell(wording.PARTS.get(part.name, part.name)),
                "state": Cell("Well" if part.healthy else "Not well", tone="good" if part.healthy else "bad"),
                "detail": Cell(part.detail),
                "checked": Cell(wording.age(part.checked_at), title=wording.utc(part.checked_at)),
            },
        )
        for part in parts
    ]
    table.show("Health of every part", _HEALTH, rows, key="system-health")


def settings(views: Sequence[SettingView]) -> None:
    """Draw the settings in effect, those that were changed first; secrets arrive masked."""
    st.header("Settings in effect", anchor=False)
    st.caption("Set by environment or .env; a change takes effect at the next start.")
    ordered = sorted(views, key=lambda view: (not view.changed, view.name))
    rows = [
        Row(
            view.name,
            {
                "name": Cell(view.name),
                "value": Cell(view.value),
                "changed": Cell("You" if view.changed else "Default"),
                "meaning": Cell(view.meaning),
            },
        )
        for view in ordered
    ]
    table.show("Settings in effect", _SETTINGS, rows, key="system-settings")


def versions(known: Mapping[str, str]) -> None:
    """Draw the versions in use."""
    st.header("Versions", anchor=False)
    rows = [Row(name, {"name": Cell(name), "version": Cell(version)}) for name, version in known.items()]
    columns = (Column("name", "Package", "text", "30%"), Column("version", "Version", "code"))
    table.show("Versions", columns, rows, key="system-versions")
