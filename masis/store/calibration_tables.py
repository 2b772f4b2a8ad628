"""Calibration tables: settings in versions, batches of probes, and what became of each probe."""

from datetime import datetime
from typing import Any

from sqlalchemy import Float, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

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
