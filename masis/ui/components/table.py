"""Table: rows of plain cells that sort, wrap, stack on a phone and open on a click."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from masis.ui.components.mounted import mount

Kind = Literal["title", "text", "quote", "muted", "number", "fixed", "state", "spark", "code"]


class Column(NamedTuple):
    """A column and how its cells look."""

    key: str
    label: str
    kind: Kind = "text"
    width: str = ""


class Cell(NamedTuple):
    """One cell; everything in it reaches the browser as text, never as markup."""

    text: str = ""
    sort: float | str | None = None
    tone: str = ""
    sub: str = ""
    title: str = ""
    values: tuple[float, ...] = ()
    rule: float = 0.0


class Row(NamedTuple):
    """A row and the id that is returned when it is opened."""

    id: str
    cells: dict[str, Cell]


def show(  # noqa: PLR0913 - how a table is drawn
    caption: str,
    columns: Sequence[Column],
    rows: Sequence[Row],
    *,
    key: str,
    opens: str = "",
    selected: str = "",
    ticks: Sequence[str] | None = None,
) -> str | None:
    """Draw the table and return the id of the row that was just opened, or ``tick:`` and the id ticked.

    ``ticks`` are the rows that are ticked; ``None`` draws no boxes.
    """
    data: dict[str, Any] = {
        "caption": caption,
        "columns": [column._asdict() for column in columns],
        "rows": [
            {"id": row.id, "cells": {name: _plain(cell) for name, cell in row.cells.items()}} for row in rows
        ],
        "opens": opens,
        "selected": selected,
        "ticks": None if ticks is None else [*ticks],
    }
    return mount("table", data, key, "open")


def _plain(cell: Cell) -> dict[str, Any]:
    return {name: value for name, value in cell._asdict().items() if value or name == "text"}
