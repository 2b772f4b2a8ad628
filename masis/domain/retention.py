"""Retention: how long a workspace keeps what is over, and what would go by that."""

from datetime import datetime, timedelta
from typing import Final

from pydantic import Field

from masis.domain.value import Value

LONGEST_DAYS: Final = 36_500
"""A hundred years; for ever is ``None``."""
EVERY: Final = timedelta(days=1)
"""Between two sweeps, and between setting it and the first: time to see a slip of the hand."""


class RetentionRule(Value):
    """Days that each kind of thing is kept after its end; ``None`` is for ever."""

    runs_days: int | None = Field(default=None, ge=1, le=LONGEST_DAYS)
    """Runs with their answers, the conversations they make up, and their closed cases."""
    drafts_days: int | None = Field(default=None, ge=1, le=LONGEST_DAYS)
    """Draft audits, of everybody."""
    originals_days: int | None = Field(default=None, ge=1, le=LONGEST_DAYS)
    """Files of versions that were replaced; their text stays, since answers cite it."""

    @property
    def anything(self) -> bool:
        """Whether anything is ever deleted by it."""
        return self != RetentionRule()

    @property
    def told(self) -> str:
        """What it says, in a few words for the log."""
        parts = (
            ("answers", self.runs_days),
            ("draft audits", self.drafts_days),
            ("replaced originals", self.originals_days),
        )
        return ", ".join(f"{name} {_days(days)}" for name, days in parts)


def _days(days: int | None) -> str:
    if days is None:
        return "for ever"
    return "1 day" if days == 1 else f"{days:,} days"


class Expired(Value):
    """How much is over, or was deleted."""

    runs: int = 0
    cases: int = 0
    """Closed cases that go with these runs."""
    conversations: int = 0
    """Those that go whole."""
    drafts: int = 0
    originals: int = 0
    original_bytes: int = 0

    @property
    def anything(self) -> bool:
        """Whether there is anything at all."""
        return bool(self.runs or self.drafts or self.originals)

    def __add__(self, other: "Expired") -> "Expired":
        """Return both together."""
        return Expired(**{name: getattr(self, name) + getattr(other, name) for name in Expired.model_fields})


class Retention(Value):
    """A workspace's rule, who set it, and when it was and will be carried out."""

    rule: RetentionRule = RetentionRule()
    changed_at: datetime | None = None
    changed_by: str = ""
    next_at: datetime | None = None
    """``None`` while nothing is ever deleted."""
    swept_at: datetime | None = None
    removed: Expired = Expired()
    """What the last sweep deleted."""
