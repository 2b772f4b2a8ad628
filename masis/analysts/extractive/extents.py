"""Extents: figures that say how large things are, told from those that say how many there are."""

import re
from collections.abc import Sequence

from masis.domain.language.quantities import Figure

_EXTENT = re.compile(
    r"\b(?:(?:square|cubic)\s(?:feet|foot|miles?|yards?|(?:kilo)?met(?:er|re)s?)|sq\.?\sft|acres?|hectares?"
    r"|gallons?|barrels?|lit(?:er|re)s?)\b",
    re.IGNORECASE,
)
_NEAR_UNIT = 2
"""Characters between a figure and its unit."""


def says_extent(text: str) -> bool:
    """Tell whether a text names a unit of area or volume."""
    return bool(_EXTENT.search(text))


def without_extents(text: str, there: Sequence[Figure]) -> tuple[Figure, ...]:
    """Leave out figures that say how large things are, not how many there are: ``15.2 million square feet``.

    In a sentence that gives an area or a volume, scaled figures without a unit of their own are of it too:
    ``85.4 million in the U.S.; 15.2 million in Canada``.
    """
    extents = [found.start() for found in _EXTENT.finditer(text)]
    if not extents:
        return tuple(there)
    return tuple(
        figure
        for figure in there
        if not any(0 <= start - figure.end <= _NEAR_UNIT for start in extents)
        and (figure.unit or figure.currency or figure.scale == 1)
    )
