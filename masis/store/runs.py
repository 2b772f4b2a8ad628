"""Runs: what was asked, what happened, the report as it was, and what models said while one is under way."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from masis.domain.run.report import RunEvent, RunReport, RunState, RunSummary, RunVerdict
from masis.store import members, spending
from masis.store.database import Database
from masis.store.tables import ModelReplyRow, RunEventRow, RunRow

_STATE = select(RunRow.state).where(RunRow.run_id == bindparam("run_id"))
_INSERT_EVENT = insert(RunEventRow)
_INSERT_REPLY = insert(ModelReplyRow)
_NAMES = tuple(name for name in RunSummary.model_fields if name not in {"spending", "asked_by"})
_SNIPPET = 600
"""Characters; citations are taken out of them before they are shown."""


def to_summary(row: RunRow, asked_by: str = "") -> RunSummary:
    """Return the run as listed; ``asked_by`` is the name of who asked."""
    plain = {name: getattr(row, name) for name in _NAMES}
    return RunSummary.model_validate({**plain, "asked_by": asked_by})


def to_summaries(session: Session, rows: Sequence[RunRow]) -> tuple[RunSummary, ...]:
    """Return the runs as listed, with the names of those who asked."""
    named = members.names(session, {row.owner for row in rows})
    return tuple(to_summary(row, named.get(row.owner, "")) for row in rows)


def listed(  # noqa: PLR0913 - the filters of the history
    session: Session,
    workspace_id: str,
    owner: str | None = None,
    *,
    search: str = "",
    verdict: RunVerdict | None = None,
    among: Select[str] | None = None,
    limit: int = 50,
    offset: int = 0,
) -> tuple[RunSummary, ...]:
    """Return the newest runs first; ``search`` looks into questions and answers, ``among`` names runs."""
    query = select(RunRow).where(RunRow.workspace_id == workspace_id)
    if owner is not None:
        query = query.where(RunRow.owner == owner)
    for word in search.split():
        query = query.where(
            or_(
                RunRow.question.icontains(word, autoescape=True),
                RunRow.answer.icontains(word, autoescape=True),
            )
        )
    if verdict is not None:
        query = query.where(RunRow.verdict == verdict)
    if among is not None:
        query = query.where(RunRow.run_id.in_(among))
    return _page(session, query, limit, offset)


def among(session: Session, run_ids: Select[str], limit: int, offset: int) -> tuple[RunSummary, ...]:
    """Return the newest of the runs a query names first; the caller has proved that they may be seen."""
    return _page(session, select(RunRow).where(RunRow.run_id.in_(run_ids)), limit, offset)


def _page(session: Session, query: Select[RunRow], limit: int, offset: int) -> tuple[RunSummary, ...]:
    query = query.order_by(RunRow.started_at.desc(), RunRow.run_id).limit(limit).offset(offset)
    rows = session.scalars(query).all()
    spent = spending.of_runs(session, [row.run_id for row in rows])
    return tuple(
        summary.model_copy(update={"spending": spent.get(summary.run_id)})
        for summary in to_summaries(session, rows)
    )


def snippets(session: Session, run_ids: Sequence[str]) -> dict[str, str]:
    """Return how the answer of each run begins; the whole of it is not read."""
    query = select(RunRow.run_id, func.substr(RunRow.answer, 1, _SNIPPET)).where(RunRow.run_id.in_(run_ids))
    return {run_id: start or "" for run_id, start in session.execute(query)}


def find(session: Session, workspace_id: str, run_id: str) -> RunRow | None:
    """Return a run of this workspace."""
    row = session.get(RunRow, run_id)
    return row if row is not None and row.workspace_id == workspace_id else None


def unfinished(session: Session, workspace_id: str | None = None) -> Sequence[RunRow]:
    """Return the runs a stop of the program interrupted, oldest first."""
    query = select(RunRow).where(RunRow.state.in_(("queued", "running"))).order_by(RunRow.started_at)
    if workspace_id is not None:
        query = query.where(RunRow.workspace_id == workspace_id)
    return session.scalars(query).all()


def run_ids(session: Session, workspace_id: str) -> Sequence[str]:
    """Return every run of a workspace."""
    return session.scalars(select(RunRow.run_id).where(RunRow.workspace_id == workspace_id)).all()


def finish(session: Session, row: RunRow, report: RunReport, verdict: RunVerdict) -> None:
    """Write the report and what the history shows of it."""
    history = report.metrics.get("confidence_history", [])
    close(row, "finished", verdict, report.finished_at)
    row.report = report.model_dump_json()
    row.answer = report.answer or ""
    row.confidence = report.confidence
    row.confidence_history = list(history)
    row.iterations = max(len(history), 1)
    row.engine = report.engine
    session.add(row)


def close(row: RunRow, state: RunState, verdict: RunVerdict, at: datetime, message: str = "") -> None:
    """Note that nothing more will happen in the run."""
    row.state, row.verdict, row.finished_at, row.message = state, verdict, at, message


def events(session: Session, run_id: str) -> tuple[RunEvent, ...]:
    """Return what happened in the run, in order."""
    query = select(RunEventRow).where(RunEventRow.run_id == run_id).order_by(RunEventRow.number)
    return tuple(_event(row) for row in session.scalars(query))


def _event(row: RunEventRow) -> RunEvent:
    names = tuple(RunEvent.model_fields)
    return RunEvent.model_validate({name: getattr(row, name) for name in names})


def place_of(session: Session, run_id: str) -> tuple[str, str]:
    """Return a run's workspace and conversation, without the rest of it; empty for a run that is gone."""
    row = session.execute(
        select(RunRow.workspace_id, RunRow.thread_id).where(RunRow.run_id == run_id)
    ).one_or_none()
    return ("", "") if row is None else (row.workspace_id, row.thread_id)


def state_of(session: Session, run_id: str) -> str | None:
    """Return a run's state and nothing else of it, for whoever waits; none for one that is gone."""
    return session.scalar(_STATE, {"run_id": run_id})


def append_events(session: Session, run_id: str, new: Sequence[RunEvent]) -> None:
    """Add events; numbers are never used twice."""
    if new:
        rows: list[dict[str, Any]] = [{"run_id": run_id, **event.model_dump()} for event in new]
        # Past the unit of work: this is written after every step of every run.
        session.connection().execute(_INSERT_EVENT, rows)


def drop_events_from(session: Session, run_id: str, number: int) -> None:
    """Forget events of work that a killed process did but did not keep."""
    session.execute(delete(RunEventRow).where(RunEventRow.run_id == run_id, RunEventRow.number >= number))


def earlier(session: Session, workspace_id: str, owner: str, thread_id: str, limit: int) -> Sequence[RunRow]:
    """Return the last finished runs of a conversation, oldest first."""
    query = (
        select(RunRow)
        .where(
            RunRow.workspace_id == workspace_id,
            RunRow.owner == owner,
            RunRow.thread_id == thread_id,
            RunRow.state == "finished",
        )
        .order_by(RunRow.started_at.desc())
        .limit(limit)
    )
    return session.scalars(query).all()[::-1]


def total(session: Session, workspace_id: str) -> int:
    """Return how many runs the workspace has."""
    return session.scalar(select(func.count()).where(RunRow.workspace_id == workspace_id)) or 0


def confidences(session: Session, among: Select[str]) -> dict[str, float]:
    """Return the stated confidence of the runs that ``among`` names, without their reports."""
    query = select(RunRow.run_id, RunRow.confidence).where(RunRow.run_id.in_(among))
    return {run_id: value or 0.0 for run_id, value in session.execute(query)}


class StoredReplies:
    """Replies of models by run and key, each written at once in a transaction of its own."""

    def __init__(self, database: Database) -> None:
        """Keep replies in this database."""
        self._database = database

    def get(self, run_id: str, key: str) -> str | None:
        """Return a reply that was received before."""
        with self._database.read() as session:
            row = session.get(ModelReplyRow, (run_id, key))
            return None if row is None else row.reply

    def put(self, run_id: str, key: str, reply: str) -> None:
        """Keep a reply in place of an older one; for a run that was deleted meanwhile it is of no use."""
        try:
            with self._database.write() as session:
                # Past the unit of work: a run pays for this with every call of a model.
                session.connection().execute(_INSERT_REPLY, {"run_id": run_id, "key": key, "reply": reply})
        except IntegrityError:
            same = (ModelReplyRow.run_id == run_id, ModelReplyRow.key == key)
            with self._database.write() as session:
                session.execute(update(ModelReplyRow).where(*same).values(reply=reply))


def forget_replies(session: Session, run_id: str) -> None:
    """Drop the replies of a run that has ended."""
    session.execute(delete(ModelReplyRow).where(ModelReplyRow.run_id == run_id))
