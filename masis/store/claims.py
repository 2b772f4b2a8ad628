"""Claims: which process works on which job, for how long at most, and who was asked to stop."""

from collections.abc import Iterable, Set
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import String, delete, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from masis.store.tables import Base

Taking = Literal["taken", "at_work", "keys_busy"]


class ClaimRow(Base):
    """A job that processes share; its row goes when the job has ended."""

    __tablename__ = "job_claims"

    job_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    kind: Mapped[str] = mapped_column(String(32))
    keys: Mapped[list[Any]] = mapped_column(default=list)
    """What no two jobs of a kind may work on at once."""
    worker: Mapped[str] = mapped_column(String(200), default="")
    """Empty: nobody yet, or no longer."""
    until: Mapped[datetime | None]
    """When the claim lapses unless it is renewed: its process was killed."""
    cancel: Mapped[bool] = mapped_column(default=False)
    sent_at: Mapped[datetime]


def announce(session: Session, job_id: str, kind: str, now: datetime) -> None:
    """Note that a job was handed to whoever is free."""
    row = session.get(ClaimRow, job_id)
    if row is None:
        session.add(ClaimRow(job_id=job_id, kind=kind, keys=[], sent_at=now, until=None))
    else:
        row.sent_at = now


def take(  # noqa: PLR0913, PLR0917 - a claim in full
    session: Session, job_id: str, kind: str, keys: Set[str], worker: str, now: datetime, lease: timedelta
) -> Taking:
    """Claim a job for a process, unless another one works on it or on what it needs."""
    row = session.get(ClaimRow, job_id)
    if row is not None and row.worker not in {"", worker} and _valid(row, now):
        return "at_work"
    if keys & _busy(session, kind, job_id, now):
        return "keys_busy"
    if row is None:
        row = ClaimRow(job_id=job_id, kind=kind, sent_at=now)
        session.add(row)
    row.keys, row.worker, row.until = sorted(keys), worker, now + lease
    return "taken"


def _valid(row: ClaimRow, now: datetime) -> bool:
    return bool(row.worker) and row.until is not None and row.until > now


def _busy(session: Session, kind: str, job_id: str, now: datetime) -> set[str]:
    others = select(ClaimRow).where(ClaimRow.kind == kind, ClaimRow.job_id != job_id, ClaimRow.until > now)
    return {key for row in session.scalars(others) if row.worker for key in row.keys}


def renew(session: Session, job_ids: Iterable[str], worker: str, until: datetime) -> dict[str, bool]:
    """Prolong a process's claims; return by job whether it was asked to stop. A lost claim is not in it."""
    wanted = [*job_ids]
    mine = (ClaimRow.job_id.in_(wanted), ClaimRow.worker == worker)
    session.execute(update(ClaimRow).where(*mine).values(until=until))
    return held(session, wanted, worker)


def held(session: Session, job_ids: Iterable[str], worker: str) -> dict[str, bool]:
    """Return by job whether it was asked to stop; one that another process took over is not in it."""
    mine = (ClaimRow.job_id.in_([*job_ids]), ClaimRow.worker == worker)
    found = session.execute(select(ClaimRow.job_id, ClaimRow.cancel).where(*mine))
    return {row.job_id: row.cancel for row in found}


def release(session: Session, job_id: str, worker: str, *, ended: bool) -> None:
    """Give up a claim; a job that has not ended waits to be taken up again."""
    mine = (ClaimRow.job_id == job_id, ClaimRow.worker == worker)
    if ended:
        session.execute(delete(ClaimRow).where(*mine))
    else:
        session.execute(update(ClaimRow).where(*mine).values(worker="", until=None))


def ask_to_stop(session: Session, job_id: str, now: datetime) -> bool:
    """Ask whoever works on a job to stop it; return whether anybody does."""
    row = session.get(ClaimRow, job_id)
    if row is None:
        return False
    row.cancel = True
    return _valid(row, now)


def at_work(session: Session, now: datetime) -> frozenset[str]:
    """Return the jobs that some process works on."""
    return frozenset(
        session.scalars(select(ClaimRow.job_id).where(ClaimRow.until > now, ClaimRow.worker != ""))
    )


def sent_since(session: Session, moment: datetime) -> frozenset[str]:
    """Return the jobs that were handed out after a moment."""
    return frozenset(session.scalars(select(ClaimRow.job_id).where(ClaimRow.sent_at > moment)))
