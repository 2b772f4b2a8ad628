"""Sentence kinds: which sentences state something that needs a source, and which do not."""

import re
from typing import Literal

SentenceKind = Literal["claim", "heading", "lead_in", "hedge"]

# The first five are the contract's; the others are the ways writers word the same admission.
HEDGE_PHRASES = (
    "insufficient evidence",
    "lack sufficient evidence",
    "partially cover",
    "not provided",
    "cannot provide",
    "lacks sufficient evidence",
    "does not provide enough",
    "do not provide enough",
    "not enough evidence",
    "no evidence was found",
    "no information on",
    "no information about",
    "not covered by the",
    "not stated in the",
    "not mentioned in the",
    "cannot be determined from",
    "could not be found in the",
    "cannot answer",
    "unable to answer",
    "unable to determine",
    "not directly mentioned",
)

# "The passages do not say how long it takes": an admission in any of its wordings.
_ADMISSION = re.compile(
    r"\b(?:passages?|texts?|documents?|sources?|context|evidence|reports?|information given)\b[^.;:]{0,60}?"
    r"\b(?:do(?:es)?|did|has|have)(?: not|n[’']t)\b(?: \w+ly)? "
    r"(?:provide|mention|contain|specify|state|include|give|say|explain|list|discuss|address|indicate|cover"
    r"|describe|offer|disclose|tell|name)\b"
    r"|\bno (?:mention|information|details?|indication)\b[^.;:]{0,40}"
    r"\b(?:passages?|texts?|documents?|sources?)\b",
    re.IGNORECASE,
)
# "..., so you need a thermometer": more than an admission.
_GOES_ON = re.compile(r"[,;] (?:so|but|and they|although|though|which)\b", re.IGNORECASE)
# What an assistant says to the reader about itself: it states nothing about the subject.
_CHATTER = re.compile(
    r"(?:sure|certainly|of course|absolutely|thank you|thanks|hello|hi|great question|that['’]s it"
    r"|good luck)\b"
    r"[^.!?]{0,40}[.!]|sure[,!]? (?:i|here)\b.*|i hope (?:this|that|it|you)\b.*"
    r"|i['’]d be happy to\b.*|i can help\b.*"
    r"|(?:please )?(?:let me know|feel free to)\b.*"
    r"|(?:based on|according to) (?:the )?(?:given |provided )?(?:passages?|context|text|information)[.!]?",
    re.IGNORECASE,
)
_POINTER = re.compile(
    r"\(?(?:see )?(?:passages?|sources?|documents?) (?:\d{1,2}|[,;&and ]|\s)+\)?\.?", re.IGNORECASE
)

_CITED = re.compile(r"[ \t]{0,3}[\[【][\w.:#/^,; -]{1,300}[\]】]")
_MARKED_HEADING = re.compile(r"\s*#{1,6}\s")
_BOLD_LINE = re.compile(r"\s*(?:\*\*|__)([^*_\n]+)(?:\*\*|__)(:?)\s*\Z")
ITEM_MARKER = re.compile(r"\A\s*(?:[-*+•‣▪–—·]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+")
_ROW = re.compile(r"\s*\|")
_LABEL_CELL = re.compile(r"\s*(?:(?:FY|Q[1-4]|H[12])?\s?'?(?:(?:19|20)\d\d)?(?:/\d\d)?|[^\d]*)\s*\Z")
_TITLE_WORDS = 7
_ENDINGS = (".", "!", "?", "…", ".”", '."', ".)")


def classify(sentence: str) -> SentenceKind:
    """Return the kind of one unit of an answer; citations inside it are looked past."""
    bare = _CITED.sub("", sentence).strip()
    if _ROW.match(bare):
        return "heading" if _is_label_row(bare) else "claim"
    body = ITEM_MARKER.sub("", bare, count=1).strip(" *_")
    if _is_marked_heading(bare) or not any(char.isalnum() for char in body):
        return "heading"
    if is_hedge(body):
        return "hedge"
    if _CHATTER.fullmatch(body) or _POINTER.fullmatch(body):
        return "lead_in"
    if body.endswith(":"):
        return "heading" if len(body.split()) <= _TITLE_WORDS else "lead_in"
    return "lead_in" if body.endswith("?") else "claim"


def _is_marked_heading(bare: str) -> bool:
    """Tell a line that is set as a heading; a bold sentence with its full stop is none."""
    bold = _BOLD_LINE.match(bare)
    if bold:
        return bool(bold.group(2)) or not bold.group(1).strip().endswith(_ENDINGS)
    return bool(_MARKED_HEADING.match(bare))


def is_hedge(sentence: str) -> bool:
    """Tell whether the sentence admits that the documents do not hold something."""
    folded = " ".join(sentence.casefold().split())
    admitted = _ADMISSION.search(folded)
    return any(phrase in folded for phrase in HEDGE_PHRASES) or (
        admitted is not None and not _GOES_ON.search(folded, admitted.end())
    )


def _is_label_row(row: str) -> bool:
    """Tell a header row (words and years) from a row that states values."""
    return all(_LABEL_CELL.match(cell) for cell in row.strip().strip("|").split("|"))
