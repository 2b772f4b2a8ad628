"""Insights: a narrow row for each ended run and agent, and the sums over them, made by the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    ForeignKey,
    Index,
    Select,
    String,
    Subquery,
    delete,
    func,
    literal,
    select,
)
from sqlalchemy.orm import Mapped, Session, mapped_column

from masis.domain.history.figures import RunFigures, confidence_bin, duration_step
from masis.domain.history.overview import DaySums
from masis.domain.history.slices import Slice
from masis.store.ratings import RatingRow
from masis.store.tables import Base, CaseRow, RunRow, unbounded

_COUNTED = ("ending", "cause", "confidence_bin")
_ENDED = ("finished", "failed", "cancelled")


class RunFiguresRow(Base):
    """An ended run in numbers; the day is text, so that both engines group by it alike."""

    __tablename__ = "run_figures"
    # Whole for the counts by cause and by confidence: they need not look into the table.
    __table_args__ = (Index("run_figures_by_day", "workspace_id", "owner", "day", *_COUNTED),)

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True)
    workspace_id: Mapped[str] = mapped_column(String(64))
    owner: Mapped[str] = mapped_column(unbounded(200))
    day: Mapped[str] = mapped_column(String(10))
    ending: Mapped[str] = mapped_column(String(24))
    cause: Mapped[str] = mapped_column(String(32))
    confidence: Mapped[float | None]
    confidence_bin: Mapped[int | None]
    retries: Mapped[int]
    kept: Mapped[int]
    dropped: Mapped[int]
    best_score: Mapped[float | None]
    sentences: Mapped[int]
    struck: Mapped[int]
    seconds: Mapped[float]
    calls: Mapped[int]
    input_tokens: Mapped[int] = mapped_column(BigInteger)
    output_tokens: Mapped[int] = mapped_column(BigInteger)
    money_nano: Mapped[int] = mapped_column(BigInteger)
    currency: Mapped[str] = mapped_column(unbounded(16))


class StepFiguresRow(Base):
    """The time an agent took in a run; ``step`` is its place on the scale of durations."""

    __tablename__ = "step_figures"
    __table_args__ = (Index("step_figures_by_day", "workspace_id", "owner", "day", "agent", "step"),)

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True)
    agent: Mapped[str] = mapped_column(String(32), primary_key=True)
    workspace_id: Mapped[str] = mapped_column(String(64))
    owner: Mapped[str] = mapped_column(unbounded(200))
    day: Mapped[str] = mapped_column(String(10))
    step: Mapped[int]


class RetryFiguresRow(Base):
    """A reason for which a run was retried; a retry may have several."""

    __tablename__ = "retry_figures"
    __table_args__ = (Index("retry_figures_by_day", "workspace_id", "owner", "day", "reason"),)

    run_id: Mapped[str] = mapped_column(ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    reason: Mapped[str] = mapped_column(String(32), primary_key=True)
    workspace_id: Mapped[str] = mapped_column(String(64))
    owner: Mapped[str] = mapped_column(unbounded(200))
    day: Mapped[str] = mapped_column(String(10))


_Figures = type[RunFiguresRow] | type[StepFiguresRow] | type[RetryFiguresRow]


@dataclass(frozen=True)
class Looked:
    """Which runs are summed: those of these workspaces, from a day on, by everybody or one person."""

    workspace_ids: tuple[str, ...]
    first_day: date | None = None
    owner: str | None = None

    def of(self, row: _Figures) -> ColumnElement[bool]:
        """Return the condition on a table of figures."""
        held: ColumnElement[bool] = row.workspace_id.in_(self.workspace_ids)
        if self.owner is not None:
            held &= row.owner == self.owner
        return held if self.first_day is None else held & (row.day >= self.first_day.isoformat())


def write(session: Session, run: RunRow, figures: RunFigures) -> None:
    """Write the figures of an ended run in place of any it had."""
    forget(session, [run.run_id])
    usage, sure = figures.usage, figures.confidence
    common = {"run_id": run.run_id, "workspace_id": run.workspace_id, "owner": run.owner}
    common["day"] = figures.day.isoformat()
    session.add(
        RunFiguresRow(
            **common,
            ending=figures.ending,
            cause=figures.cause,
            confidence=sure,
            confidence_bin=None if sure is None else confidence_bin(sure),
            retries=len(figures.retries),
            kept=figures.kept,
            dropped=figures.dropped,
            best_score=figures.best_score,
            sentences=figures.sentences,
            struck=figures.struck,
            seconds=figures.seconds,
            calls=usage.calls,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            money_nano=usage.money_nano,
            currency=usage.currency,
        )
    )
    for taken in figures.steps:
        session.add(StepFiguresRow(**common, agent=taken.agent, step=duration_step(taken.milliseconds)))
    for number, reasons in enumerate(figures.retries, 1):
        for reason in dict.fromkeys(reasons):
            session.add(RetryFiguresRow(**common, number=number, reason=reason))


def forget(session: Session, run_ids: Sequence[str]) -> None:
    """Drop the figures of runs."""
    for row in (RunFiguresRow, StepFiguresRow, RetryFiguresRow):
        session.execute(delete(row).where(row.run_id.in_(run_ids)))


def uncounted(session: Session, limit: int) -> Sequence[RunRow]:
    """Return ended runs that have no figures yet, newest first: those people look at are there soonest."""
    if not any_uncounted(session):
        return ()
    counted = select(RunFiguresRow.run_id).where(RunFiguresRow.run_id == RunRow.run_id).exists()
    query = select(RunRow).where(RunRow.state.in_(_ENDED), ~counted)
    return session.scalars(query.order_by(RunRow.started_at.desc(), RunRow.run_id).limit(limit)).all()


def any_uncounted(session: Session) -> bool:
    """Tell whether an ended run has no figures yet; two counts over indexes, no look into the runs."""
    ended = session.scalar(select(func.count()).where(RunRow.state.in_(_ENDED))) or 0
    counted = session.scalar(select(func.count()).select_from(RunFiguresRow)) or 0
    return ended > counted


def by_day(session: Session, looked: Looked) -> tuple[DaySums, ...]:
    """Return the sums of each day, ending and currency, in the order of days."""
    row = RunFiguresRow
    query = (
        select(
            row.day,
            row.ending,
            row.currency,
            func.count(),
            func.count(row.confidence),
            func.coalesce(func.sum(row.confidence), 0.0),
            func.sum(row.retries),
            func.sum(row.kept),
            func.sum(row.dropped),
            func.count(row.best_score),
            func.coalesce(func.sum(row.best_score), 0.0),
            func.sum(row.sentences),
            func.sum(row.struck),
            func.sum(row.seconds),
            func.sum(row.calls),
            func.sum(row.input_tokens),
            func.sum(row.output_tokens),
            func.sum(row.money_nano),
        )
        .where(looked.of(row))
        .group_by(row.day, row.ending, row.currency)
        .order_by(row.day, row.ending, row.currency)
    )
    # Postgres sums whole numbers to decimals.
    return tuple(
        DaySums(
            *found[:3],
            *(value if isinstance(value, float) else int(value) for value in found[3:]),  # type: ignore[arg-type]
        )
        for found in session.execute(query)
    )


def by_confidence(session: Session, looked: Looked) -> tuple[tuple[int, str, int], ...]:
    """Return bin, ending and number of runs."""
    row = RunFiguresRow
    query = select(row.confidence_bin, row.ending, func.count()).where(
        looked.of(row), row.confidence_bin.is_not(None)
    )
    query = query.group_by(row.confidence_bin, row.ending).order_by(row.confidence_bin, row.ending)
    return tuple((int(place or 0), ending, count) for place, ending, count in session.execute(query))


def by_cause(session: Session, looked: Looked) -> tuple[tuple[str, int], ...]:
    """Return why people were asked, the most frequent first."""
    row, number = RunFiguresRow, func.count()
    query = select(row.cause, number).where(looked.of(row), row.cause != "").group_by(row.cause)
    return tuple((name, count) for name, count in session.execute(query.order_by(number.desc(), row.cause)))


def by_reason(session: Session, looked: Looked) -> tuple[tuple[str, int], ...]:
    """Return what retries were made for, the most frequent first."""
    row, number = RetryFiguresRow, func.count()
    query = select(row.reason, number).where(looked.of(row)).group_by(row.reason)
    return tuple((name, count) for name, count in session.execute(query.order_by(number.desc(), row.reason)))


def durations(session: Session, looked: Looked) -> dict[str, list[tuple[int, int]]]:
    """Return for each agent the steps of its durations, ascending, with how many runs each holds."""
    row = StepFiguresRow
    query = select(row.agent, row.step, func.count()).where(looked.of(row))
    found: dict[str, list[tuple[int, int]]] = {}
    for agent, step, count in session.execute(query.group_by(row.agent, row.step)):
        found.setdefault(agent, []).append((step, count))
    return {agent: sorted(steps) for agent, steps in found.items()}


def judgements(session: Session, looked: Looked) -> tuple[tuple[str, str, int], ...]:
    """Return day, judgement and number of the runs that people judged, in the order of days."""
    judged = _judged()
    row, number = RunFiguresRow, func.count()
    query = (
        select(row.day, judged.c.judgement, number)
        .join(judged, judged.c.run_id == row.run_id)
        .where(looked.of(row))
        .group_by(row.day, judged.c.judgement)
        .order_by(row.day, judged.c.judgement)
    )
    return tuple((day, judgement, count) for day, judgement, count in session.execute(query))


def _judged() -> Subquery:
    """Return run and judgement of every judged run: a reviewer's decision, else that somebody contests it."""
    decided = CaseRow.outcome.in_(("approved", "rejected"))
    reviewed = select(CaseRow.run_id.label("run_id"), CaseRow.outcome.label("judgement")).where(decided)
    final = select(CaseRow.run_id).where(decided)
    contested = select(RatingRow.run_id, literal("contested")).where(
        ~RatingRow.right, RatingRow.run_id.not_in(final)
    )
    return reviewed.union(contested.distinct()).subquery("judged")


def behind(looked: Looked, wanted: Slice) -> Select[str]:
    """Return the query for the runs behind a point."""
    row = RunFiguresRow
    query = select(row.run_id).where(looked.of(row))
    for column, value in (
        (row.day, wanted.day.isoformat() if wanted.day else None),
        (row.ending, wanted.ending),
        (row.cause, wanted.cause or None),
        (row.confidence_bin, wanted.bin),
    ):
        if value is not None:
            query = query.where(column == value)
    if wanted.struck:
        query = query.where(row.struck > 0)
    if wanted.reason:
        retried = select(RetryFiguresRow.run_id).where(RetryFiguresRow.reason == wanted.reason)
        query = query.where(row.run_id.in_(retried))
    if wanted.agent:
        slow = select(StepFiguresRow.run_id).where(
            StepFiguresRow.agent == wanted.agent, StepFiguresRow.step >= wanted.step
        )
        query = query.where(row.run_id.in_(slow))
    if wanted.judged:
        judged = _judged()
        query = query.where(
            row.run_id.in_(select(judged.c.run_id).where(judged.c.judgement == wanted.judged))
        )
    return query
