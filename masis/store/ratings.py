"""Ratings: what people say of final answers, one word of each person for each run."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Boolean, ForeignKey, Index, Select, String, Text, bindparam, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from masis.domain.review.rating import Rating
from masis.store.tables import Base, unbounded


class RatingRow(Base):
    """One person's word on one run."""

    __tablename__ = "ratings"
    __table_args__ = (Index("ratings_by_workspace", "workspace_id", "at"),)

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True)
    person: Mapped[str] = mapped_column(unbounded(200), primary_key=True)
    workspace_id: Mapped[str] = mapped_column(String(64))
    name: Mapped[str] = mapped_column(unbounded(200))
    right: Mapped[bool] = mapped_column("is_right", Boolean)
    why: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]


_NAMES = tuple(Rating.model_fields)
_OF_WORKSPACE = (  # every question asks it, and to build it takes longer than to run it
    select(RatingRow)
    .where(RatingRow.workspace_id == bindparam("workspace_id"))
    .order_by(RatingRow.at, RatingRow.person)
)


def _rating(row: RatingRow) -> Rating:
    return Rating.model_validate({name: getattr(row, name) for name in _NAMES})


def find(session: Session, run_id: str, person: str) -> Rating | None:
    """Return what a person said of a run."""
    row = session.get(RatingRow, (run_id, person))
    return None if row is None else _rating(row)


def put(session: Session, rating: Rating) -> None:
    """Keep a rating in place of an earlier one of the same person."""
    session.merge(RatingRow(**rating.model_dump()))


def remove(session: Session, run_id: str, person: str) -> bool:
    """Take a rating back; False when there is none."""
    row = session.get(RatingRow, (run_id, person))
    if row is None:
        return False
    session.delete(row)
    return True


def of_run(session: Session, run_id: str) -> tuple[Rating, ...]:
    """Return what people said of a run, oldest first."""
    query = select(RatingRow).where(RatingRow.run_id == run_id).order_by(RatingRow.at, RatingRow.person)
    return tuple(_rating(row) for row in session.scalars(query))


def of_workspace(session: Session, workspace_id: str) -> Sequence[Rating]:
    """Return all ratings of a workspace, oldest first."""
    return [_rating(row) for row in session.scalars(_OF_WORKSPACE, {"workspace_id": workspace_id})]


def rated(workspace_id: str) -> Select[str]:
    """Return the query for the runs of a workspace that somebody rated."""
    return select(RatingRow.run_id).where(RatingRow.workspace_id == workspace_id)


def contested(session: Session, run_ids: Sequence[str]) -> frozenset[str]:
    """Return which of these runs somebody says are wrong."""
    query = select(RatingRow.run_id).where(RatingRow.run_id.in_(run_ids), ~RatingRow.right)
    return frozenset(session.scalars(query))
