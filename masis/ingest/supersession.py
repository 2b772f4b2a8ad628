"""Supersession: does a document say of itself that it was replaced?"""

import re

_STATUS = re.compile(
    r"\bstatus\s*[:|–-]\s*(?:superseded|obsolete|withdrawn|replaced|no longer valid)\b", re.IGNORECASE
)
_REPLACED = re.compile(
    r"\bthis (?:draft|document|version|plan|policy|report|paper|memo|procedure|edition)\b[^.\n]{0,40}"
    r"\b(?:was|has been|is|were)\s+(?:superseded|replaced|withdrawn)\b",
    re.IGNORECASE,
)
_OPENING_CHARS = 3000
"""A document says so on its first page or not at all; later mentions speak of other documents."""


def says_it_is_superseded(first_page: str) -> bool:
    """Tell whether the opening of a document declares the document itself replaced."""
    opening = first_page[:_OPENING_CHARS]
    return bool(_STATUS.search(opening) or _REPLACED.search(opening))
