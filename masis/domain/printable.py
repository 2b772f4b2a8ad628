"""Printable: text without the characters that no reader sees and no document, table or page may hold."""

import re

# Controls but tab and line ends, halves of a pair, noncharacters, marks that turn the reading direction.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u202a-\u202e\u2066-\u2069]"
)


def printable(text: str) -> str:
    """Return text without the characters that nobody sees."""
    return _UNSEEN.sub("", text)


def single_line(text: str) -> str:
    """Return text on one line, each run of white space one blank: a name, as it is kept."""
    return " ".join(printable(text).split())
