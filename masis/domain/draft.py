"""Draft and feedback: what a writer wrote, and what it is told before it writes again."""

from masis.domain.usage import Usage
from masis.domain.value import Value


class Feedback(Value):
    """The critic's findings about the previous draft."""

    previous_draft: str
    unsupported_claims: tuple[str, ...] = ()
    logical_gaps: tuple[str, ...] = ()
    conflicting_evidence: tuple[str, ...] = ()
    fabricated_citations: tuple[str, ...] = ()


class Draft(Value):
    """What a writer wrote; ``usage`` is what it cost."""

    text: str
    usage: Usage = Usage()
    truncated: bool = False
    """True when the writer did not stop by itself and was cut at its last whole sentence."""
