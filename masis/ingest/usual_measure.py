"""Usual measure: what the tables of a document are in that print neither currency nor scale near them.

The one place that gives a table what only its document says; what is read from a passage later adds nothing.
"""

import re
from collections import Counter
from collections.abc import Sequence

from masis.domain.document import Page
from masis.domain.language.tables import Table
from masis.domain.language.units import CURRENCIES, counted_unit, declared_unit

_FEWEST = 3
_SHARE = 0.8
"""Part of the declared tables that must agree before another is read the same way."""
_SIGNED = 0.2
"""Part of the tables with a currency from which on one without is meant to have none."""
_LARGE = re.compile(r"\d{1,3}(?:,\d{3}){2}")
_CENTS = re.compile(r"(?<!\d)\d{1,3}\.\d\d(?!\d|%|\s?%)")
"""Prices and index levels, which nobody tells in millions."""


def with_usual_measure(pages: Sequence[Page], currency: str) -> tuple[Page, ...]:
    """Give tables without a unit of their own the document's currency, tables of money its scale."""
    tables = [table for page in pages for table in page.tables]
    signed = sum(map(_is_money, tables))
    if signed >= max(_FEWEST, _SIGNED * len(tables)):
        currency = ""
    pages = [_updated(page, [_with_unit(table, currency) for table in page.tables]) for page in pages]
    declared = [table for page in pages for table in page.tables if _is_money(table) and table.scale != 1]
    if len(declared) < _FEWEST:
        return tuple(pages)
    ((scale, count),) = Counter(table.scale for table in declared).most_common(1)
    if count < _SHARE * len(declared):
        return tuple(pages)
    words = Counter(table.declared for table in declared if table.scale == scale).most_common(1)[0][0]
    given = {"scale": scale, "declared": words}
    return tuple(
        _updated(
            page,
            [table.model_copy(update=given) if _lacks_scale(table) else table for table in page.tables],
        )
        for page in pages
    )


def _updated(page: Page, tables: Sequence[Table]) -> Page:
    return page.model_copy(update={"tables": tuple(tables)}) if tables else page


def _with_unit(table: Table, currency: str) -> Table:
    """Give a table that declares nothing the unit of its corner, else what it counts, else ``currency``."""
    if table.declared or table.scale != 1 or _is_money(table) or table.unit:
        return table
    corner = declared_unit(table.corner)
    if corner:
        return table.model_copy(update={"unit": corner[0], "scale": corner[1], "declared": table.corner})
    counted = next((unit for name in (table.corner, table.title) if (unit := _counted_by(name))), "")
    return table.model_copy(update={"unit": counted or currency})


def _counted_by(name: str) -> str:
    """Return what a table counts that is named for it: ``Employees by location`` counts people."""
    measured, by, _ = name.partition(" by ")
    return counted_unit(measured) if by else ""


def _lacks_scale(table: Table) -> bool:
    """Tell a table of money of which neither words nor figures say that it has no scale."""
    if not _is_money(table) or table.declared:
        return False
    texts = [cell.text for row in table.rows for cell in row.cells if any(map(str.isdigit, cell.text))]
    if any(_LARGE.search(text) for text in texts):
        return False
    return 2 * sum(bool(_CENTS.search(text)) for text in texts) < len(texts)


def _is_money(table: Table) -> bool:
    return table.unit in CURRENCIES or any(column.unit in CURRENCIES for column in table.columns)
