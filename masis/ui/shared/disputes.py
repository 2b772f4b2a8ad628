"""Disputes: the competing values of a run with the page behind each, open ones and settled ones."""

from masis.domain.run.report import RunReport
from masis.domain.value import Value
from masis.domain.verification.conflicts import Conflict, ConflictSide, side_quote
from masis.ui.shared.reading import Source


class Side(Source):
    """What stands behind one of the competing values."""

    value: str

    @property
    def note(self) -> str:
        """What the quote is to the conflict."""
        return f"One of the competing values: {self.value}"


class Dispute(Value):
    """A conflict, the source of each side where the run kept it, and the rule that settled it, if any."""

    conflict: Conflict
    sources: tuple[Side | None, ...]
    settled_by: str = ""


def disputes(report: RunReport) -> tuple[Dispute, ...]:
    """Return the conflicts of a run: first those that wait for a person, then those a rule settles."""
    if report.critique is None:
        return ()
    found = [(conflict, "") for conflict in report.critique.conflicts]
    found += [(settlement.conflict, settlement.source) for settlement in report.critique.settled]
    return tuple(
        Dispute(
            conflict=conflict,
            sources=tuple(_source(report, side) for side in conflict.sides),
            settled_by=rule,
        )
        for conflict, rule in found
    )


def _source(report: RunReport, side: ConflictSide) -> Side | None:
    chunk = next((found for found in report.evidence if found.chunk_id == side.chunk_id), None)
    if chunk is None:
        return None
    return Side(value=side.value, chunk=chunk, quote=side_quote(chunk, side))
