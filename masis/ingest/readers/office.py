"""Office: titles and dates that files state of themselves."""

import re
import zipfile
from datetime import datetime
from io import BytesIO
from typing import Protocol

from masis.ingest.readers.building import one_line

_POOR_TITLE = re.compile(
    r"^(?:\(?anonymous\)?|microsoft (?:word|powerpoint|excel)\b.*|(?:powerpoint[- ])?presentation"
    r"|untitled.*|word document|(?:document|book|workbook|mappe)\s?\d*|.*\.\w{2,5}|[\W\d]*)$",
    re.IGNORECASE,
)
_TEMPLATE_YEAR = 2013
"""The writing libraries' own templates carry a date of that year, which is not the document's."""


class CoreProperties(Protocol):
    """The properties that every Office format shares."""

    title: str | None
    created: datetime | None
    modified: datetime | None


def sensible_title(title: str) -> str:
    """Return a title worth showing, else empty."""
    plain = one_line(title)
    return "" if len(plain) > 200 or _POOR_TITLE.match(plain) else plain


def core_title(properties: CoreProperties) -> str:
    """Return the title of the core properties when it is a sensible one."""
    return sensible_title(str(properties.title or ""))


def core_date(properties: CoreProperties, content: bytes) -> str:
    """Return the last modification (or creation) day as ISO date, else empty."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        if "docProps/core.xml" not in archive.namelist():
            return ""  # the libraries would make up today
    for moment in (properties.modified, properties.created):
        if moment is not None and moment.year > _TEMPLATE_YEAR:
            return moment.date().isoformat()
    return ""
