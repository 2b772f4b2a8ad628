"""Growing: how much the two sides of a comparison grew, worked out from rows that state two years."""

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from masis.analysts.extract.columns import row_of
from masis.analysts.extract.question import Part
from masis.analysts.extract.units import Unit

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_TENTH = Decimal("0.1")


def grown(part: Part, units: Sequence[Unit]) -> str:
    """Return a cited sentence for each row with its change on the year before; nothing unless for all rows.

    A side that is answered by a sentence states its change itself. The change is ``now / before - 1``,
    rounded to a tenth of a percent; the figures it is made of are said, so that the audit can work it out
    again.
    """
    said = [_change(part, unit) for unit in units if unit.kind == "row"]
    return " ".join(said) if all(said) else ""


def _change(part: Part, unit: Unit) -> str:
    row = row_of(unit)
    if row is None:
        return ""
    stated = _by_year(row.cells)
    asked = [int(period) for period in part.periods if period.isdigit() and int(period) in stated]
    year = max(asked or stated, default=0)
    now, before = stated.get(year), stated.get(year - 1)
    if now is None or before is None or before[0] <= 0 or now[0] < 0 or now[0] == before[0]:
        return ""
    percent = (100 * (now[0] / before[0] - 1)).quantize(_TENTH)
    verb = "grew" if percent > 0 else "fell"
    moved = f"{row.label.split(' (')[0]} {verb} by {abs(percent)}%"
    return f"{moved}, from {before[1]} in {year - 1} to {now[1]} in {year} [{unit.chunk.chunk_id}]."


def _by_year(cells: Sequence[tuple[str, str]]) -> dict[int, tuple[Decimal, str]]:
    """Return the figures of columns told apart by a year alone; nothing when a rate is among them."""
    found: dict[int, tuple[Decimal, str]] = {}
    heads = set()
    for header, value in cells:
        years = _YEAR.findall(header)
        number = _number(value)
        if len(years) != 1 or number is None:
            return {}
        heads.add(_YEAR.sub("", header).strip())
        found[int(years[0])] = (number, value)
    return found if len(heads) == 1 and len(found) == len(cells) else {}


def _number(value: str) -> Decimal | None:
    try:
        return Decimal(value.replace(",", ""))
    except InvalidOperation:
        return None
