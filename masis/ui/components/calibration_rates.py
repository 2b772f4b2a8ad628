"""Calibration rates: what a test found, as counts with their intervals."""

from typing import TYPE_CHECKING

from masis.domain.probes import findings
from masis.domain.rates import Rate
from masis.ui.components import table
from masis.ui.components.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service.calibration_view import Tried

KINDS = {"self_test": "Self-test", "known": "Known questions"}
_MEANT = {
    "caught": "Corrupted sentences caught",
    "false_alarms": "False alarms on true sentences",
    "admitted": "Absent answers admitted",
    "made_up": "Absent, yet finalized",
    "right": "Answerable: finalized and right",
    "wrong": "Answerable: finalized without the expected answer",
    "handed_over": "Answerable: handed to a person",
}
_COLUMNS = (
    Column("what", "What", "title"),
    Column("count", "Count", "number", "7rem"),
    Column("share", "Share", "number", "5.5rem"),
    Column("span", "95 % interval", "fixed", "8.5rem"),
)


def show(tried: "Tried") -> None:
    """Draw a row for everything that was tried at all."""
    counted = findings(tried.checked)
    rates = ((name, label, getattr(counted, name)) for name, label in _MEANT.items())
    rows = [_row(name, label, rate) for name, label, rate in rates if rate.total]
    kind = tried.batch.kind
    table.show(f"{KINDS[kind]}: what was found", _COLUMNS, rows, key=f"rates-{kind}")


def _row(name: str, label: str, rate: Rate) -> Row:
    low, high = rate.interval
    share = rate.share or 0.0
    cells = {
        "what": Cell(label),
        "count": Cell(f"{rate.hits:,} of {rate.total:,}", sort=rate.hits),
        "share": Cell(f"{share:.0%}", sort=share),
        "span": Cell(f"{low:.0%} to {high:.0%}", sort=low),
    }
    return Row(name, cells)
