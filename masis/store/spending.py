"""Spending: every call of a language model with its tokens and money, summed by the database."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import BigInteger, ColumnElement, Select, String, func, insert, literal_column, select, update
from sqlalchemy.orm import InstrumentedAttribute, Mapped, Session, mapped_column

from masis.domain.conversation.threads import title_of
from masis.domain.usage import Usage
from masis.store import threads
from masis.store.tables import Base, unbounded


class ModelCallRow(Base):
    """One question to a model; it outlives its run, because money that was spent stays spent.

    While the call is under way it holds what it may take, until ``held_until`` at most: a process that was
    killed in the middle must not hold it for ever.
    """

    __tablename__ = "model_calls"

    call_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    run_id: Mapped[str] = mapped_column(String(64), index=True)
    """Empty for a call outside of any run."""
    workspace_id: Mapped[str] = mapped_column(String(64))
    thread_id: Mapped[str] = mapped_column(String(64))
    month: Mapped[str] = mapped_column(String(7), index=True)
    model: Mapped[str] = mapped_column(unbounded(200))
    calls: Mapped[int] = mapped_column(default=0)
    cached: Mapped[int] = mapped_column(default=0)
    input_tokens: Mapped[int] = mapped_column(default=0)
    output_tokens: Mapped[int] = mapped_column(default=0)
    held_tokens: Mapped[int] = mapped_column(default=0)
    money_nano: Mapped[int | None] = mapped_column(BigInteger)
    """Nothing where the price was unknown on that day."""
    currency: Mapped[str] = mapped_column(String(16))
    held_nano: Mapped[int] = mapped_column(BigInteger, default=0)
    held_until: Mapped[datetime | None]


_INSERT = insert(ModelCallRow)


def add(session: Session, values: Mapping[str, object]) -> None:
    """Write a call down; past the unit of work, for a run pays for this with every call of a model."""
    session.connection().execute(_INSERT, dict(values))


def change(session: Session, call_id: str, values: Mapping[str, object]) -> bool:
    """Change what is written of a call, and tell whether there was anything."""
    row = session.get(ModelCallRow, call_id)
    for name, value in values.items() if row is not None else ():
        setattr(row, name, value)
    return row is not None


def totals(
    session: Session, key: ColumnElement[str] | InstrumentedAttribute[str], *where: ColumnElement[bool]
) -> dict[str, Usage]:
    """Return what was spent by each value of a column."""
    row, unknown = ModelCallRow, ModelCallRow.money_nano.is_(None)
    query = select(
        key,
        row.model,
        row.currency,
        unknown,
        func.sum(row.calls),
        func.sum(row.cached),
        func.sum(row.input_tokens),
        func.sum(row.output_tokens),
        func.coalesce(func.sum(row.money_nano), 0),
    )
    query = query.where(*where).group_by(key, row.model, row.currency, unknown)
    query = query.order_by(key, row.model, row.currency)
    found: dict[str, Usage] = {}
    for name, model, currency, priceless, calls, cached, tokens_in, tokens_out, nano in session.execute(
        query
    ):
        usage = Usage(
            model=model,
            calls=calls,
            cached=cached,
            input_tokens=tokens_in,
            output_tokens=tokens_out,
            money_nano=nano,
            currency="" if priceless else currency,
            unpriced=(model,) if priceless and tokens_in + tokens_out else (),
        )
        found[name] = found[name] + usage if name in found else usage
    return found


def of_runs(session: Session, run_ids: Sequence[str]) -> dict[str, Usage]:
    """Return what each run spent; one that asked no model is missing."""
    return totals(session, ModelCallRow.run_id, ModelCallRow.run_id.in_(run_ids)) if run_ids else {}


def committed(session: Session, where: ColumnElement[bool], currency: str, now: datetime) -> Usage:
    """Return what was spent in a currency together with what calls under way may still take."""
    row = ModelCallRow
    held = session.execute(
        select(func.sum(row.held_tokens), func.sum(row.held_nano)).where(where, row.held_until > now)
    ).one()
    spent = session.execute(
        select(
            func.sum(row.input_tokens + row.output_tokens),
            func.sum(row.money_nano).filter(row.currency == currency),
        ).where(where)
    ).one()
    tokens, nano = (int(first or 0) + int(second or 0) for first, second in zip(held, spent, strict=True))
    return Usage(input_tokens=tokens, money_nano=nano, currency=currency)


def by_month(session: Session, limit: int, places: Select[str] | None = None) -> list[tuple[str, Usage]]:
    """Return the last months in which anything was spent, newest first, in these workspaces or by all."""
    held = literal_column("1") == 1 if places is None else ModelCallRow.workspace_id.in_(places)
    months = select(ModelCallRow.month).where(held).distinct().order_by(ModelCallRow.month.desc())
    last = ModelCallRow.month.in_([*session.scalars(months.limit(limit))])
    found = totals(session, ModelCallRow.month, last, held)
    return sorted(found.items(), reverse=True)


def by_workspace(session: Session, places: Select[str], month: str) -> dict[str, Usage]:
    """Return what each of these workspaces spent in a month."""
    return totals(session, ModelCallRow.workspace_id, *_in(places, month))


def by_thread(session: Session, places: Select[str], month: str, limit: int) -> list[tuple[str, Usage]]:
    """Return the conversations of these workspaces that spent most in a month, by title."""
    row = ModelCallRow
    # Thread ids are given by callers and may be equal in two workspaces. No bound parameter: Postgres would
    # not see that the expression it selects is the one it groups by.
    place = row.workspace_id + literal_column("'/'", String) + row.thread_id
    found = totals(session, place, *_in(places, month))
    most = sorted(found.items(), key=lambda item: (-item[1].money_nano, -item[1].tokens, item[0]))[:limit]
    return [(_title(session, *place.split("/")), usage) for place, usage in most]


def _title(session: Session, workspace_id: str, thread_id: str) -> str:
    """Return the name a conversation was given, else its first question, else nothing: it was deleted."""
    owner = threads.begun_by(session, workspace_id, thread_id)
    name = threads.name_of(session, workspace_id, owner, thread_id)
    rows = () if name else threads.runs_of(session, workspace_id, owner, thread_id)
    return name or (title_of(rows[0].question) if rows else "")


def _in(places: Select[str], month: str) -> tuple[ColumnElement[bool], ...]:
    return ModelCallRow.month == month, ModelCallRow.workspace_id.in_(places)


def leave_workspace(session: Session, workspace_id: str) -> None:
    """Keep what a deleted workspace spent, without its name: another may be made under it."""
    where = update(ModelCallRow).where(ModelCallRow.workspace_id == workspace_id)
    session.execute(where.values(workspace_id="", thread_id=""))
