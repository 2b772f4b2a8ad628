"""Past: earlier runs as the history lists them, and two of them beside each other."""

from masis.domain.compare import Comparison
from masis.domain.lineage import StaleSource
from masis.domain.report import RunReport, RunSummary
from masis.domain.value import Value


class PastRun(Value):
    """A run as listed, with those of its sources that have changed since."""

    summary: RunSummary
    stale: tuple[StaleSource, ...] = ()


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
