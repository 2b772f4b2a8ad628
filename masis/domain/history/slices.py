"""Slices: the span of time a page of insights is about, and the runs behind one point of a chart, as text."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from pydantic import ValidationError

from masis.domain.history.figures import AGENTS, CONFIDENCE_BINS, ENDINGS, Ending
from masis.domain.value import Value

Span = Literal[7, 30, 90, 0]
"""Days up to today; 0 is all of them."""
SPANS: tuple[Span, ...] = (7, 30, 90, 0)
Judgement = Literal["approved", "rejected", "contested"]
"""What people said of an answer."""

_PART = re.compile(r"([a-z]+)\.([a-z0-9_-]{1,40})")


class Over(Value):
    """Which runs are looked at: those of a span, in one workspace or in all of a person's."""

    span: Span = 30
    mine: bool = False
    """All workspaces of the person, not only the open one."""

    def first_day(self, today: date) -> date | None:
        """Return the first day of the span; ``None`` where it has no beginning."""
        return today - timedelta(days=self.span - 1) if self.span else None

    @property
    def code(self) -> str:
        """Return it as it stands in an address: ``30``, ``90-mine``, ``all``."""
        return f"{self.span or 'all'}{'-mine' if self.mine else ''}"

    @classmethod
    def read(cls, code: str) -> "Over":
        """Return what an address says; whatever it cannot mean is the usual."""
        words = code.split("-")
        spans = {str(span or "all"): span for span in SPANS}
        return cls(span=spans.get(words[0], 30), mine="mine" in words[1:])


class Slice(Value):
    """The runs behind a point: every part that is given narrows them."""

    over: Over = Over()
    day: date | None = None
    ending: Ending | None = None
    cause: str = ""
    reason: str = ""
    """What a retry was made for."""
    bin: int | None = None
    """Of the confidence."""
    agent: str = ""
    step: int = 0
    """The agent took this step of the durations or a longer one."""
    judged: Judgement | None = None
    struck: bool = False
    """Only runs with struck sentences."""

    @property
    def code(self) -> str:
        """Return it as it stands in an address, such as ``over.30~day.2026-11-03~ending.absent``."""
        parts = {
            "over": self.over.code,
            "day": self.day.isoformat() if self.day else "",
            "ending": self.ending or "",
            "cause": self.cause,
            "reason": self.reason,
            "bin": "" if self.bin is None else str(self.bin),
            "agent": self.agent,
            "step": str(self.step) if self.agent else "",
            "judged": self.judged or "",
            "struck": "yes" if self.struck else "",
        }
        return "~".join(f"{name}.{value}" for name, value in parts.items() if value)

    @classmethod
    def read(cls, code: str) -> "Slice | None":
        """Return what an address names; nothing for one that names nothing, or what there cannot be."""
        found = [_PART.fullmatch(part) for part in code.split("~")] if code else []
        named = {match[1]: match[2] for match in found if match}
        if not named or len(named) < len(found):
            return None
        over = Over.read(named.pop("over", ""))
        try:
            made = cls.model_validate({**named, "over": over})
        except ValidationError:
            return None
        return made if made.possible else None

    @property
    def possible(self) -> bool:
        """Whether there can be such runs."""
        bins = self.bin is None or 0 <= self.bin < CONFIDENCE_BINS
        return bins and self.agent in {"", *AGENTS} and self.ending in {None, *ENDINGS}


def today_utc(now: datetime) -> date:
    """Return the day in UTC, by which runs are counted."""
    return now.astimezone(UTC).date()
