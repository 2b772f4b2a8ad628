"""Threads: the conversations of a workspace, read from their runs; only a given name is stored."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Row, delete, func, select
from sqlalchemy.orm import Session

from masis.domain.conversation.threads import ThreadSummary, title_of
from masis.store.tables import RunRow, ThreadNameRow


def listed(session: Session, workspace_id: str, owner: str, limit: int) -> tuple[ThreadSummary, ...]:
    """Return a person's threads in a workspace, the one used last first."""
    mine = (RunRow.workspace_id == workspace_id, RunRow.owner == owner)
    begun = func.max(RunRow.started_at)
    # Counted over an index alone; the runs themselves are read for the threads that are listed.
    found = (
        select(RunRow.thread_id, func.count().label("runs"))
        .where(*mine)
        .group_by(RunRow.thread_id)
        .order_by(begun.desc(), RunRow.thread_id)
        .limit(limit)
        .subquery()
    )
    within = (*mine, RunRow.thread_id == found.c.thread_id)
    ended = func.coalesce(RunRow.finished_at, RunRow.started_at)
    used = select(func.max(ended)).where(*within).scalar_subquery().label("used")
    first = select(RunRow.question).where(*within).order_by(RunRow.started_at, RunRow.run_id).limit(1)
    query = (
        select(
            found.c.thread_id,
            found.c.runs,
            used,
            first.scalar_subquery().label("question"),
            ThreadNameRow.name,
        )
        .outerjoin(
            ThreadNameRow,
            (ThreadNameRow.thread_id == found.c.thread_id)
            & (ThreadNameRow.workspace_id == workspace_id)
            & (ThreadNameRow.owner == owner),
        )
        .order_by(used.desc(), found.c.thread_id)
    )
    return tuple(
        ThreadSummary(
            thread_id=row.thread_id,
            title=row.name or title_of(row.question),
            runs=row.runs,
            last_activity=row.used,
        )
        for row in session.execute(query)
    )


def begun_by(session: Session, workspace_id: str, thread_id: str) -> str:
    """Return who asked first under a thread's id, or nothing."""
    query = select(RunRow.owner).where(RunRow.workspace_id == workspace_id, RunRow.thread_id == thread_id)
    return session.scalars(query.order_by(RunRow.started_at, RunRow.run_id).limit(1)).first() or ""


def runs_of(session: Session, workspace_id: str, owner: str, thread_id: str) -> Sequence[RunRow]:
    """Return a thread's runs in whatever state, oldest first."""
    query = select(RunRow).where(
        RunRow.workspace_id == workspace_id, RunRow.owner == owner, RunRow.thread_id == thread_id
    )
    return session.scalars(query.order_by(RunRow.started_at, RunRow.run_id)).all()


def turns_of(
    session: Session, workspace_id: str, owner: str, thread_id: str, limit: int
) -> Sequence[Row[str, str, str, str, datetime]]:
    """Return what the rows above a run show of a thread's last runs, oldest first; reports stay unread."""
    query = select(RunRow.run_id, RunRow.question, RunRow.verdict, RunRow.answer, RunRow.started_at).where(
        RunRow.workspace_id == workspace_id, RunRow.owner == owner, RunRow.thread_id == thread_id
    )
    query = query.order_by(RunRow.started_at.desc(), RunRow.run_id.desc()).limit(limit)
    return session.execute(query).all()[::-1]


def name_of(session: Session, workspace_id: str, owner: str, thread_id: str) -> str:
    """Return the name a thread was given, or nothing."""
    row = session.get(ThreadNameRow, (workspace_id, owner, thread_id))
    return "" if row is None else row.name


def rename(session: Session, workspace_id: str, owner: str, thread_id: str, name: str) -> None:
    """Give a thread a name."""
    session.merge(ThreadNameRow(workspace_id=workspace_id, owner=owner, thread_id=thread_id, name=name))


def remove(session: Session, workspace_id: str, owner: str, thread_id: str) -> None:
    """Remove a thread's runs with all that hangs on them, and its name."""
    for table in (RunRow, ThreadNameRow):
        session.execute(
            delete(table).where(
                table.workspace_id == workspace_id, table.owner == owner, table.thread_id == thread_id
            )
        )


def asked_back(session: Session, workspace_id: str, owner: str, thread_id: str) -> int:
    """Return how often the whole conversation was asked back, however long it is."""
    query = select(func.count()).where(
        RunRow.workspace_id == workspace_id,
        RunRow.owner == owner,
        RunRow.thread_id == thread_id,
        RunRow.verdict == "needs_clarification",
    )
    return session.scalar(query) or 0
