"""Calibration: settings that only grow, batches of probes, and the outcomes that count."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Float,
    ForeignKey,
    Index,
    String,
    Text,
    bindparam,
    delete,
    select,
    update,
)
from sqlalchemy.orm import Mapped, Session, mapped_column

from masis.domain.calibration.confidence import Outcome
from masis.domain.calibration.probes import Batch, Checked, outcome_of
from masis.domain.calibration.thresholds import ThresholdPair
from masis.domain.calibration.versions import Chosen, Place
from masis.store.tables import Base


class CalibrationRow(Base):
    """One version of what a workspace decided for an embedder and an engine; the newest counts."""

    __tablename__ = "calibrations"
    __table_args__ = (Index("calibrations_by_place", "workspace_id", "embedder", "engine", "number"),)

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    workspace_id: Mapped[str] = mapped_column(ForeignKey("workspaces.workspace_id", ondelete="CASCADE"))
    embedder: Mapped[str] = mapped_column(String(200))
    engine: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime]
    person: Mapped[str] = mapped_column(String(200))
    change: Mapped[str] = mapped_column(Text)
    most_wrong: Mapped[float | None] = mapped_column(Float)
    threshold: Mapped[float | None] = mapped_column(Float)
    retry_threshold: Mapped[float | None] = mapped_column(Float)
    counts_from: Mapped[datetime | None]


class BatchRow(Base):
    """A self-test or an upload of known questions."""

    __tablename__ = "probe_batches"
    __table_args__ = (Index("probe_batches_by_place", "workspace_id", "embedder", "engine"),)

    batch_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    workspace_id: Mapped[str] = mapped_column(ForeignKey("workspaces.workspace_id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(16))
    state: Mapped[str] = mapped_column(String(16))
    engine: Mapped[str] = mapped_column(String(64))
    embedder: Mapped[str] = mapped_column(String(200))
    version: Mapped[str] = mapped_column(String(64))
    seed: Mapped[int]
    done: Mapped[int]
    total: Mapped[int]
    message: Mapped[str] = mapped_column(Text)
    person: Mapped[str] = mapped_column(String(200))
    started_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]


class ProbeRow(Base):
    """What became of one probe."""

    __tablename__ = "probes"

    batch_id: Mapped[str] = mapped_column(
        ForeignKey("probe_batches.batch_id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    checked: Mapped[dict[str, Any]]


_BATCH = tuple(Batch.model_fields)
_COUNTED = ("finished", "cancelled", "interrupted")
"""A batch that was stopped half-way still says something; one under way does not yet."""


def _at(row: type[CalibrationRow] | type[BatchRow]) -> tuple[ColumnElement[bool], ...]:
    return (
        row.workspace_id == bindparam("workspace_id"),
        row.embedder == bindparam("embedder"),
        row.engine == bindparam("engine"),
    )


# Every question asks both, and to build a statement takes longer than to run it.
_VERSIONS = select(CalibrationRow).where(*_at(CalibrationRow)).order_by(CalibrationRow.number.desc())
_BATCHES = select(BatchRow).where(*_at(BatchRow)).order_by(BatchRow.started_at.desc(), BatchRow.batch_id)


def versions(session: Session, place: Place) -> tuple[Chosen, ...]:
    """Return every version, newest first."""
    return tuple(_chosen(row) for row in session.scalars(_VERSIONS, place._asdict()))


def current(session: Session, place: Place) -> Chosen:
    """Return what counts now; the plain default when nothing was ever chosen."""
    row = session.scalars(_VERSIONS, place._asdict()).first()
    return Chosen() if row is None else _chosen(row)


def add_version(session: Session, place: Place, chosen: Chosen, at: datetime) -> None:
    """Append a version."""
    pair = chosen.thresholds
    session.add(
        CalibrationRow(
            workspace_id=place.workspace_id,
            embedder=place.embedder,
            engine=place.engine,
            at=at,
            person=chosen.person,
            change=chosen.change,
            most_wrong=chosen.most_wrong,
            threshold=pair.threshold if pair else None,
            retry_threshold=pair.retry_threshold if pair else None,
            counts_from=chosen.counts_from,
        )
    )


def _chosen(row: CalibrationRow) -> Chosen:
    pair = None
    if row.threshold is not None and row.retry_threshold is not None:
        pair = ThresholdPair(threshold=row.threshold, retry_threshold=row.retry_threshold)
    names = ("number", "at", "person", "change", "most_wrong", "counts_from")
    return Chosen.model_validate({**{name: getattr(row, name) for name in names}, "thresholds": pair})


def add_batch(session: Session, batch: Batch) -> None:
    """Write a batch down before its first probe."""
    session.add(BatchRow(**batch.model_dump()))


def change_batch(session: Session, batch_id: str, **values: Any) -> None:  # noqa: ANN401 - columns
    """Change a batch; nothing happens to one that went with its workspace."""
    session.execute(update(BatchRow).where(BatchRow.batch_id == batch_id).values(**values))


def running(session: Session) -> Sequence[str]:
    """Return the batches that are marked as under way."""
    return session.scalars(select(BatchRow.batch_id).where(BatchRow.state == "running")).all()


def batches(session: Session, place: Place) -> tuple[Batch, ...]:
    """Return the batches of a place, newest first."""
    return tuple(_batch(row) for row in session.scalars(_BATCHES, place._asdict()))


def _batch(row: BatchRow) -> Batch:
    return Batch.model_validate({name: getattr(row, name) for name in _BATCH})


def add_checked(session: Session, batch_id: str, checked: Checked, done: int) -> bool:
    """Keep what became of a probe; False when its batch is gone."""
    if session.get(BatchRow, batch_id) is None:
        return False
    row = ProbeRow(batch_id=batch_id, number=checked.probe.number, checked=checked.model_dump(mode="json"))
    session.add(row)
    change_batch(session, batch_id, done=done)
    return True


def checked_of(session: Session, batch_id: str) -> tuple[Checked, ...]:
    """Return what became of a batch's probes, in order."""
    query = select(ProbeRow.checked).where(ProbeRow.batch_id == batch_id).order_by(ProbeRow.number)
    return tuple(Checked.model_validate(kept) for kept in session.scalars(query))


def remove_batch(session: Session, place: Place, batch_id: str) -> bool:
    """Take a batch back; False when there is none."""
    row = session.get(BatchRow, batch_id)
    if row is None or row.workspace_id != place.workspace_id:
        return False
    session.execute(delete(ProbeRow).where(ProbeRow.batch_id == batch_id))
    session.delete(row)
    return True


def counted(session: Session, place: Place, since: datetime | None) -> tuple[Batch, ...]:
    """Return the batches that count: the newest of each kind that ended, unless a reset came after it."""
    found: dict[str, Batch] = {}
    for batch in batches(session, place):
        if batch.state in _COUNTED and batch.done and (since is None or batch.started_at >= since):
            found.setdefault(batch.kind, batch)
    return tuple(found.values())


def probe_outcomes(session: Session, counting: Sequence[Batch]) -> tuple[Outcome, ...]:
    """Return what batches say about confidence."""
    found = (
        outcome_of(checked, batch.kind, batch.started_at)
        for batch in counting
        for checked in checked_of(session, batch.batch_id)
    )
    return tuple(outcome for outcome in found if outcome is not None)
