"""Table: rows of plain cells that sort, wrap, stack on a phone and open on a click."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from masis.ui.shared.mounted import mount

Kind = Literal["title", "text", "quote", "muted", "number", "fixed", "state", "spark", "code", "act"]


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
    grid: tuple[tuple[str, ...], ...] = ()
    """Header and rows of a table that are drawn in the place of the text."""
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
    renames: bool = False,
    follow: bool = False,
) -> str | None:
    """Draw the table and return the id of the row that was just opened.

    Other clicks return ``tick:`` and the id that was ticked, ``act:`` and the id whose button in a column
    of kind ``act`` was pressed, or ``name:``, the id, ``:`` and the new name.

    Args:
        caption: what the table is, for a screen reader.
        columns: the columns from left to right.
        rows: the rows in their first order.
        key: names the table on the page.
        opens: the column whose cells open their row.
        selected: the open row.
        ticks: the rows that are ticked; ``None`` draws no boxes.
        renames: whether the cells of the ``opens`` column can be edited in place.
        follow: whether the open row is kept in view.
    """
    data: dict[str, Any] = {
        "caption": caption,
        "columns": [column._asdict() for column in columns],
        "rows": [
            {"id": row.id, "cells": {name: _plain(cell) for name, cell in row.cells.items()}} for row in rows
        ],
        "opens": opens,
        "selected": selected,
        "renames": renames,
        "follow": follow,
        "ticks": None if ticks is None else [*ticks],
    }
    return mount("table", data, key, "open")


def _plain(cell: Cell) -> dict[str, Any]:
    return {name: value for name, value in cell._asdict().items() if value or name == "text"}
