"""Verdicts: what became of each sentence of somebody's memo, and the counts over all of them."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from pydantic import Field

from masis.domain.value import Value
from masis.domain.verification.claims import Quote

DraftVerdict = Literal[
    "supported",
    "not_verified",
    "disputed",
    "figure_mismatch",
    "contradicted",
    "outdated",
    "not_found",
    "opinion",
    "heading",
]
AuditState = Literal["queued", "running", "done", "failed", "cancelled"]

OPPOSED: frozenset[DraftVerdict] = frozenset(
    {"disputed", "figure_mismatch", "contradicted", "outdated", "not_found"}
)
"""What the documents speak against, or do not know."""
PROBLEMS: frozenset[DraftVerdict] = OPPOSED | {"not_verified"}
"""What somebody has to look at before the memo goes out."""
UNCHECKED: frozenset[DraftVerdict] = frozenset({"opinion", "heading"})
WORDS: dict[DraftVerdict, str] = {
    "supported": "Supported",
    "not_verified": "Not verified",
    "disputed": "Sources disagree",
    "figure_mismatch": "Figure differs",
    "contradicted": "Contradicted",
    "outdated": "Only in a replaced document",
    "not_found": "Not found",
    "opinion": "Opinion",
    "heading": "Heading",
}


class Correction(Value):
    """A value of the memo and the one the documents give."""

    said: str
    right: str


class DraftRow(Value):
    """One sentence of a memo: ``memo[start:end]``."""

    position: int = Field(ge=0)
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    text: str
    verdict: DraftVerdict
    reason: str = ""
    quotes: tuple[Quote, ...] = ()
    """What supports it."""
    against: tuple[Quote, ...] = ()
    """What stands against it."""
    nearest: tuple[Quote, ...] = ()
    """The nearest passage where nothing was found."""
    corrections: tuple[Correction, ...] = ()
    support: float = Field(default=0.0, ge=0.0, le=1.0)

    @property
    def sources(self) -> tuple[Quote, ...]:
        """Every passage that is shown for the sentence, the weightiest first."""
        speaking = {"supported", "not_verified", "disputed", "outdated"}
        first = self.quotes if self.verdict in speaking else self.against
        rest = self.against if first is self.quotes else self.quotes
        return (*first, *rest, *self.nearest)


class DraftSummary(Value):
    """One audit as listed."""

    audit_id: str
    workspace_id: str
    name: str
    state: AuditState
    message: str = ""
    created_at: datetime
    finished_at: datetime | None = None
    done: int = 0
    total: int = 0
    """Sentences checked so far, of all that are checked."""
    counts: dict[DraftVerdict, int] = Field(default_factory=dict)
    seconds: float = 0.0

    @property
    def finished(self) -> bool:
        """True when nothing more will happen by itself."""
        return self.state in {"done", "failed", "cancelled"}

    @property
    def problems(self) -> int:
        """Sentences somebody has to look at."""
        return sum(number for verdict, number in self.counts.items() if verdict in PROBLEMS)


class DraftAudit(Value):
    """One audit with its memo and every sentence's verdict."""

    summary: DraftSummary
    memo: str
    rows: tuple[DraftRow, ...] = ()


def counted(rows: Sequence[DraftRow]) -> dict[DraftVerdict, int]:
    """Return how many sentences got each verdict."""
    return dict(Counter(row.verdict for row in rows))
