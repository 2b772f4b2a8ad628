"""Usual scale: what the tables of a document are in that print no scale near them."""

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from masis.domain.document import Page
from masis.domain.language.tables import Table
from masis.domain.language.units import CURRENCIES

_FEWEST = 3
_SHARE = 0.8
"""Part of the declared tables that must agree before another is read the same way."""
_LARGE = re.compile(r"\d{1,3}(?:,\d{3}){2}")


def with_usual_scale(pages: Sequence[Page]) -> list[Page]:
    """Give tables of money that declare nothing the scale nearly all others of the document declare."""
    declared = [table for page in pages for table in page.tables if _is_money(table) and table.scale != 1]
    if len(declared) < _FEWEST:
        return [*pages]
    ((scale, count),) = Counter(table.scale for table in declared).most_common(1)
    if count < _SHARE * len(declared):
        return [*pages]
    words = Counter(table.declared for table in declared if table.scale == scale).most_common(1)[0][0]
    return [_with_scale(page, scale, words) for page in pages]


def _with_scale(page: Page, scale: Decimal, words: str) -> Page:
    tables = tuple(
        table.model_copy(update={"scale": scale, "declared": words}) if _lacks_scale(table) else table
        for table in page.tables
    )
    return page.model_copy(update={"tables": tables}) if tables != page.tables else page


def _lacks_scale(table: Table) -> bool:
    cells = (cell.text for row in table.rows for cell in row.cells)
    return _is_money(table) and not table.declared and not any(_LARGE.search(text) for text in cells)


def _is_money(table: Table) -> bool:
    return table.unit in CURRENCIES
