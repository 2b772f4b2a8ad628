"""Difference: what changed from one draft to the next, word by word, as escaped HTML."""

import re
from difflib import SequenceMatcher

from masis.ui.safe_text import safe_html

_WORDS = re.compile(r"\s+|\[[^\[\]]*\]|[\w.,]*\w|[^\w\s]")


def marked_difference(before: str, after: str) -> str:
    """Return the later draft with added words in ``ins`` and removed ones in ``del``."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    pieces: list[str] = []
    for kind, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        removed, added = "".join(old[start:end]), "".join(new[first:last])
        if kind == "equal":
            pieces.append(safe_html(added))
            continue
        if removed:
            pieces.append(f"<del>{safe_html(removed)}</del>")
        if added:
            pieces.append(f"<ins>{safe_html(added)}</ins>")
    return "".join(pieces)
