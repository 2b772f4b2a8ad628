"""Calibrations: what a workspace decided for one embedder and engine, version by version."""

from datetime import datetime
from typing import NamedTuple

from masis.domain.calibration.thresholds import ThresholdPair
from masis.domain.value import Value


class Place(NamedTuple):
    """What a calibration holds for: outcomes of another embedder or engine say nothing about it."""

    workspace_id: str
    embedder: str
    engine: str


class Chosen(Value):
    """One version; the newest counts, the earlier ones stay to be read."""

    number: int = 0
    at: datetime | None = None
    person: str = ""
    change: str = ""
    """What was changed, as a sentence."""
    most_wrong: float | None = None
    """The risk setting: the largest share of wrong answers among the finalized."""
    thresholds: ThresholdPair | None = None
    """The pair that stands in for the embedder's profile."""
    counts_from: datetime | None = None
    """Outcomes from before do not count any more."""
