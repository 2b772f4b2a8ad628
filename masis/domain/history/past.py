"""Past: earlier runs as the history lists them, and two of them beside each other."""

from typing import Literal

from masis.domain.history.compare import Comparison
from masis.domain.run.provenance import StaleSource
from masis.domain.run.report import RunReport, RunSummary
from masis.domain.value import Value


class Decided(Value):
    """What a person made of a run that waited for one."""

    outcome: Literal["approved", "rejected", "continued"]
    person: str


class PastRun(Value):
    """A run as listed, with how its answer begins, who decided on it, and which sources changed since."""

    summary: RunSummary
    stale: tuple[StaleSource, ...] = ()
    snippet: str = ""
    decided: Decided | None = None
    contested: bool = False
    """Somebody says that its final answer is wrong, and nobody has decided about that yet."""


class Side(Value):
    """One of two runs that are compared."""

    summary: RunSummary
    report: RunReport
    stale: tuple[StaleSource, ...] = ()


class Compared(Value):
    """Two finished runs and what differs between them."""

    before: Side
    after: Side
    comparison: Comparison
    added: tuple[tuple[str, int], ...] = ()
    """Title and number of the document versions taken in between the two."""
