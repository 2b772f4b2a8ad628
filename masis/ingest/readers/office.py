"""Office: what DOCX, PPTX and XLSX files say about themselves."""

import re
from typing import Any

from masis.ingest.readers.building import one_line

_POOR_TITLE = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel)\b.*|(?:powerpoint[- ])?presentation|untitled.*|word document"
    r"|(?:document|book|workbook|mappe)\s?\d*|.*\.\w{2,5}|[\W\d]*)$",
    re.IGNORECASE,
)
_TEMPLATE_YEAR = 2013
"""The writing libraries' own templates carry a date of that year, which is not the document's."""


def sensible_title(title: str) -> str:
    """Return a title worth showing, else empty."""
    plain = one_line(title)
    return "" if len(plain) > 200 or _POOR_TITLE.match(plain) else plain


def core_title(properties: Any) -> str:
    """Return the title of the core properties when it is a sensible one."""
    return sensible_title(str(getattr(properties, "title", "") or ""))


def core_date(properties: Any) -> str:
    """Return the last modification (or creation) day as ISO date, else empty."""
    for name in ("modified", "created"):
        moment = getattr(properties, name, None)
        if moment is not None and moment.year > _TEMPLATE_YEAR:
            return str(moment.date().isoformat())
    return ""
