"""Carrying: what a later part of a question takes over from an earlier one: ``who owns it?``."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from masis.domain.splitting import points_back

if TYPE_CHECKING:
    from masis.analysts.extract.question import Part

_CLASS = re.compile(
    r"\b(?:the|that|this)\s+(?:same\s+)?(?:region|segment|division|business|unit|company|group|plant|site|factory|product|"
    r"market|country|team|department|project|programme|program|deal|acquisition|supplier|customer|competitor|"
    r"risk|plan|hub|office|contract|measure|item)\b(?!\s+(?:of|in|for|from|at)\b)",
    re.IGNORECASE,
)


def carried(part: "Part", earlier: "Part") -> "Part":
    """Return the part with the topic, the last named entity and the period of the earlier one.

    Only a part that points back, by a pronoun or by ``the region``, takes anything over.
    """
    by_class = bool(_CLASS.search(part.text)) and not part.names
    if not (points_back(part.text) or by_class):
        return part
    topic = tuple(term for term in (*earlier.terms, *earlier.context) if term not in part.terms)
    return replace(
        part,
        names=part.names or earlier.names[-1:],
        context=tuple(dict.fromkeys(topic)),
        periods=part.periods or (earlier.periods if part.expects != "date" else frozenset()),
    )
