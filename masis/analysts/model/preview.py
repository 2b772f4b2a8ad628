"""Preview: what may be shown of a draft that a model is still writing, and nobody has audited."""

import re

from masis.analysts.model.labels import Labels
from masis.llm.structured import clean_text

MOST_CHARS = 6000
"""The newest words shown; what came before them is on its way to the audit all the same."""
_FENCE = re.compile(r"^[ \t]*```[A-Za-z]*[ \t]*(?:\n|\Z)", re.MULTILINE)
_OPEN_CITATION = re.compile(r"[ \t]*[\[【][^\[\]【】\n]{0,60}\Z")
_OPEN_MARK = re.compile(r"(?:<<<(?:(?!>>>)[^\n]){0,400}|<{1,3}[/A-Za-z0-9]{0,24}|`{1,3}[A-Za-z]{0,12})\Z")
_EMPHASIS = re.compile(r"\*\*|__|^#{1,6}[ \t]+", re.MULTILINE)


def words_so_far(raw: str, labels: Labels) -> str:
    """Return the words of an unfinished reply, without what only an audited answer may have.

    Citations are left out: a number behind a sentence says that somebody looked it up. So are hidden
    thinking, fences and marks, also those of which only the beginning has come. A reply that starts as JSON
    is no prose yet, and shows nothing.
    """
    text = clean_text(_OPEN_MARK.sub("", raw))
    text = _FENCE.sub("", text).strip()
    if text.startswith(("{", "[{")):
        return ""
    text = _EMPHASIS.sub("", labels.bare(_OPEN_CITATION.sub("", text))).strip()
    if len(text) <= MOST_CHARS:
        return text
    return f"… {text[-MOST_CHARS:].partition(' ')[2]}"
