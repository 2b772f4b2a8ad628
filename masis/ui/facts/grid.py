"""Grid: the table of facts as it is drawn: rows by organisation and line, columns by period."""

from typing import Any

from masis.domain.facts.periods import spoken
from masis.domain.facts.values import Cell, FactTable, Line
from masis.domain.facts.wording import (
    cell_words,
    change_words,
    full_value,
    number,
    place_words,
    share_words,
    unit_words,
)
from masis.ui.facts.address import place_code
from masis.ui.shared import wording
from masis.ui.shared.mounted import mount

ALL_LINES = "all-lines"
_SEPARATOR = "\t"


def show(table: FactTable, place: str, at: str) -> str | None:
    """Draw the table; return what was clicked: a line and period, or the wish for all lines."""
    between = next((line.change_between for line in table.lines if line.change is not None), None)
    data = {
        "caption": f"{table.measure}, as the documents state it",
        "periods": [spoken(period) for period in table.shown_periods],
        "change": f"{spoken(between[0])} to {spoken(between[1])}" if between else "",
        "share": spoken(table.shown_periods[-1])
        if any(line.share is not None for line in table.lines)
        else "",
        "groups": [_group(table, name, place, at) for name in table.shown_organisations],
    }
    return mount("facts", data, "facts-grid", "open")


def clicked(table: FactTable, event: str) -> Cell | None:
    """Return the cell that a click means."""
    key, _, period = event.rpartition(_SEPARATOR)
    line = next((line for line in table.lines if line.key == key), None)
    return line.cell(period) if line else None


def _group(table: FactTable, organisation: str, place: str, at: str) -> dict[str, Any]:
    lines = [line for line in table.lines if line.organisation == organisation]
    more = dict(table.more).get(organisation, 0)
    return {
        "name": organisation,
        "rows": [_row(table, line, place, at) for line in lines],
        "more": f"{wording.counted(more, 'more line')} of {organisation}" if more else "",
        "none": "" if lines else f"{organisation} states nothing for these periods.",
    }


def _row(table: FactTable, line: Line, place: str, at: str) -> dict[str, Any]:
    return {
        "name": line.name,
        "within": line.within,
        "whole": line.whole,
        "unit": unit_words(line) or "unit not stated",
        "cells": [_cell(line, line.cell(period), place, at) for period in table.shown_periods],
        "change": change_words(line),
        "share": share_words(line),
    }


def _cell(line: Line, cell: Cell | None, place: str, at: str) -> dict[str, Any]:
    if cell is None:
        return {}
    others = [number(group[0].fact.value, group[0].fact.quantum, line.scale) for group in cell.differing]
    firm = [_firm(group[0].firmness) for group in cell.differing]
    known = [*cell.agreeing, *(one for group in cell.differing for one in group), *cell.planned]
    planned = [f"planned {number(one.fact.value, one.fact.quantum, line.scale)}" for one in cell.planned[:1]]
    return {
        "id": f"{line.key}{_SEPARATOR}{cell.period}",
        "text": cell_words(line, cell),
        "firmness": _firm(cell.firmness),
        "others": [" ".join(filter(None, pair)) for pair in zip(others, firm, strict=True)],
        "notes": planned,
        "label": _label(line, cell),
        "places": len(cell.agreeing),
        "open": cell.period == at and any(place_code(statement) == place for statement in known),
    }


def _firm(firmness: str) -> str:
    return firmness.replace("_", " ")


def _label(line: Line, cell: Cell) -> str:
    """Say a cell to somebody who does not see its row and column."""
    told = f"{line.organisation}, {line.name}, {spoken(cell.period)}: {full_value(line, cell.lead)}"
    if cell.firmness:
        told += f", {_firm(cell.firmness)}"
    if cell.disputed:
        told += ", other values are stated too"
    places = f" and {wording.counted(len(cell.agreeing) - 1, 'more place')}" if len(cell.agreeing) > 1 else ""
    return f"{told}. {place_words(cell.lead)}{places}."
