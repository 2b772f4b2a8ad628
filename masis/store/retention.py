"""Retention: how long each workspace keeps what is over, who carries that out, and what is over now."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, ForeignKey, Select, String, and_, delete, func, or_, select, update
from sqlalchemy.orm import Mapped, Session, aliased, mapped_column

from masis.domain.retention import Expired, Retention, RetentionRule
from masis.store.memo_audits import MemoAuditRow
from masis.store.ratings import RatingRow
from masis.store.reviews import DecisionRow, RuleRow
from masis.store.tables import Base, CaseRow, DocumentRow, RunRow, ThreadNameRow, VersionRow, unbounded

_AT_WORK = ("queued", "running")
_NAMED = 500
"""Most ids in one query: databases bound how many values one takes."""


class RetentionRow(Base):
    """A workspace's rule; ``worker`` and ``until`` say which process carries it out just now."""

    __tablename__ = "workspace_retention"

    workspace_id: Mapped[str] = mapped_column(
        ForeignKey("workspaces.workspace_id", ondelete="CASCADE"), primary_key=True
    )
    runs_days: Mapped[int | None]
    drafts_days: Mapped[int | None]
    originals_days: Mapped[int | None]
    changed_at: Mapped[datetime]
    changed_by: Mapped[str] = mapped_column(unbounded(200))
    next_at: Mapped[datetime | None] = mapped_column(index=True)
    swept_at: Mapped[datetime | None]
    removed: Mapped[dict[str, Any]] = mapped_column(default=dict)
    worker: Mapped[str] = mapped_column(String(200), default="")
    until: Mapped[datetime | None]
    """When the claim lapses unless it is renewed: its process was killed."""


def of(session: Session, workspace_id: str) -> Retention:
    """Return a workspace's rule; for ever where nobody set one."""
    row = session.get(RetentionRow, workspace_id)
    if row is None:
        return Retention()
    plain = {name: getattr(row, name) for name in ("changed_at", "changed_by", "next_at", "swept_at")}
    return Retention.model_validate({**plain, "rule": _rule(row), "removed": row.removed})


def _rule(row: RetentionRow) -> RetentionRule:
    return RetentionRule(
        runs_days=row.runs_days, drafts_days=row.drafts_days, originals_days=row.originals_days
    )


def put(
    session: Session, workspace_id: str, rule: RetentionRule, now: datetime, by: str, next_at: datetime
) -> None:
    """Set a workspace's rule; it is first carried out at ``next_at``, also by a sweep under way."""
    row = session.get(RetentionRow, workspace_id)
    if row is None:
        row = RetentionRow(workspace_id=workspace_id, removed={}, worker="", until=None, swept_at=None)
        session.add(row)
    row.runs_days, row.drafts_days, row.originals_days = rule.runs_days, rule.drafts_days, rule.originals_days
    row.changed_at, row.changed_by = now, by
    row.next_at = next_at if rule.anything else None
    row.worker, row.until = "", None  # whoever carries out the rule before stops at its next step


def due(session: Session, now: datetime) -> Sequence[str]:
    """Return the workspaces whose turn it is and that no process works on, the longest waiting first."""
    free = or_(RetentionRow.until.is_(None), RetentionRow.until < now)
    query = select(RetentionRow.workspace_id).where(RetentionRow.next_at <= now, free)
    return session.scalars(query.order_by(RetentionRow.next_at, RetentionRow.workspace_id)).all()


def claim(session: Session, workspace_id: str, worker: str, now: datetime, lease: timedelta) -> bool:
    """Let a process carry out a workspace's rule; False when another one does or it is not due any more."""
    if workspace_id not in due(session, now):
        return False
    row = session.get_one(RetentionRow, workspace_id)
    if not row.worker:  # else a killed process deleted something, and this one goes on
        row.removed = {}
    row.worker, row.until = worker, now + lease
    return True


def held(
    session: Session, workspace_id: str, worker: str, now: datetime, lease: timedelta
) -> RetentionRule | None:
    """Prolong a claim and return the rule as it is now; ``None`` for a claim that was lost."""
    row = session.get(RetentionRow, workspace_id)
    if row is None or row.worker != worker:
        return None
    row.until = now + lease
    return _rule(row)


def hand_on(session: Session, workspace_id: str, worker: str) -> None:
    """Let another process go on at once with what this one leaves half-way."""
    mine = (RetentionRow.workspace_id == workspace_id, RetentionRow.worker == worker)
    session.execute(update(RetentionRow).where(*mine).values(until=None))


def count(session: Session, workspace_id: str, removed: Expired) -> None:
    """Add to what a sweep deleted so far."""
    row = session.get_one(RetentionRow, workspace_id)
    row.removed = (Expired.model_validate(row.removed) + removed).model_dump(mode="json")


def done(session: Session, workspace_id: str, worker: str, now: datetime, next_at: datetime) -> None:
    """End a sweep that nothing is left of."""
    row = session.get(RetentionRow, workspace_id)
    if row is not None and row.worker == worker:
        row.swept_at, row.next_at, row.worker, row.until = now, next_at, "", None


def expired(session: Session, workspace_id: str, rule: RetentionRule, now: datetime) -> Expired:
    """Return how much a rule would delete now."""
    run_ids = expired_runs(session, workspace_id, rule, now)
    versions = expired_originals(session, workspace_id, rule, now)
    drafts = _drafts(workspace_id, rule, now)
    return of_runs(session, workspace_id, run_ids) + Expired(
        drafts=session.scalar(drafts.with_only_columns(func.count())) or 0 if drafts is not None else 0,
        originals=len(versions),
        original_bytes=sum(version.size_bytes for version in versions),
    )


def of_runs(session: Session, workspace_id: str, run_ids: Sequence[str]) -> Expired:
    """Return how many runs these are, and how many cases and whole conversations go with them."""
    gone = frozenset(run_ids)
    if not gone:
        return Expired()
    runs = select(RunRow.run_id, RunRow.owner, RunRow.thread_id).where(RunRow.workspace_id == workspace_id)
    cases = select(CaseRow.run_id).where(CaseRow.workspace_id == workspace_id)
    if len(gone) <= _NAMED:  # a batch looks at its own conversations alone; a preview of many, at all
        threads = select(RunRow.thread_id).where(RunRow.run_id.in_(gone))
        runs, cases = runs.where(RunRow.thread_id.in_(threads)), cases.where(CaseRow.run_id.in_(gone))
    left: set[tuple[str, str]] = set()
    going: set[tuple[str, str]] = set()
    for run_id, owner, thread_id in session.execute(runs):
        (going if run_id in gone else left).add((owner, thread_id))
    closed = sum(run_id in gone for run_id in session.scalars(cases))
    return Expired(runs=len(gone), cases=closed, conversations=len(going - left))


def _before(days: int | None, now: datetime) -> datetime | None:
    return None if days is None else now - timedelta(days=days)


def expired_runs(
    session: Session,
    workspace_id: str,
    rule: RetentionRule,
    now: datetime,
    *,
    limit: int | None = None,
    among: Sequence[str] | None = None,
) -> list[str]:
    """Return the runs that ended and were last decided on or rated before their time, oldest first.

    Never one with an open case, one that a run under way goes on from, or one that a rule of precedence in
    force rests on.
    """
    before = _before(rule.runs_days, now)
    if before is None:
        return []
    ended = func.coalesce(RunRow.finished_at, RunRow.started_at)
    query = (
        select(RunRow.run_id)
        .where(RunRow.workspace_id == workspace_id, RunRow.state.not_in(_AT_WORK), ended < before)
        .where(~_touched_since(before))
        .order_by(ended, RunRow.run_id)
    )
    kept = _under_way(session, workspace_id) | _ruled(session, workspace_id)
    if limit is not None:
        query = query.limit(limit + len(kept))
    if among is not None:
        query = query.where(RunRow.run_id.in_(among))
    return [run_id for run_id in session.scalars(query) if run_id not in kept][:limit]


def _touched_since(before: datetime) -> ColumnElement[bool]:
    """Hold for a run with an open case, or on which somebody did something since."""
    open_case = select(CaseRow.case_id).where(CaseRow.run_id == RunRow.run_id, CaseRow.state == "open")
    decided = select(DecisionRow.number).where(DecisionRow.run_id == RunRow.run_id, DecisionRow.at >= before)
    rated = select(RatingRow.run_id).where(RatingRow.run_id == RunRow.run_id, RatingRow.at >= before)
    return or_(*(query.correlate(RunRow).exists() for query in (open_case, decided, rated)))


def _under_way(session: Session, workspace_id: str) -> frozenset[str]:
    """Return the runs that a run under way goes on from: its report takes over theirs, its end their case."""
    mine = (RunRow.workspace_id == workspace_id, RunRow.state.in_(_AT_WORK))
    before: set[str] = set()
    for origin, request in session.execute(select(RunRow.origin_run, RunRow.request).where(*mine)):
        before |= {origin, str((request.get("guidance") or {}).get("continues", ""))}
    at_work = select(RunRow.run_id).where(*mine)
    before |= {*session.scalars(select(CaseRow.run_id).where(CaseRow.continued_by.in_(at_work)))}
    return frozenset(before)


def _ruled(session: Session, workspace_id: str) -> frozenset[str]:
    """Return the runs whose case made a rule that is in force, also under another scope since."""
    made = select(RuleRow).where(RuleRow.workspace_id == workspace_id)
    rules = {rule.rule_id: rule for rule in session.scalars(made)}
    standing = {(rule.preferred_id, rule.over_id) for rule in rules.values() if rule.revoked_at is None}
    if not standing:
        return frozenset()
    chosen = select(DecisionRow.run_id, DecisionRow.after).where(
        DecisionRow.workspace_id == workspace_id, DecisionRow.action == "choose_source"
    )
    return frozenset(
        run_id
        for run_id, after in session.execute(chosen)
        for rule_id in after.get("rule_ids", ())
        if (rule := rules.get(rule_id)) and (rule.preferred_id, rule.over_id) in standing
    )


def remove_runs(session: Session, workspace_id: str, run_ids: Sequence[str]) -> None:
    """Remove runs with all that hangs on them, and the names of conversations that have none left."""
    session.execute(delete(RunRow).where(RunRow.workspace_id == workspace_id, RunRow.run_id.in_(run_ids)))
    left = select(RunRow.run_id).where(
        RunRow.workspace_id == ThreadNameRow.workspace_id,
        RunRow.owner == ThreadNameRow.owner,
        RunRow.thread_id == ThreadNameRow.thread_id,
    )
    unused = and_(ThreadNameRow.workspace_id == workspace_id, ~left.exists())
    session.execute(delete(ThreadNameRow).where(unused))


def _drafts(workspace_id: str, rule: RetentionRule, now: datetime) -> Select[str] | None:
    before = _before(rule.drafts_days, now)
    if before is None:
        return None
    ended = func.coalesce(MemoAuditRow.finished_at, MemoAuditRow.created_at)
    return select(MemoAuditRow.audit_id).where(
        MemoAuditRow.workspace_id == workspace_id, MemoAuditRow.state.not_in(_AT_WORK), ended < before
    )


def remove_drafts(session: Session, workspace_id: str, rule: RetentionRule, now: datetime, most: int) -> int:
    """Remove draft audits that are over, some at a time; return how many."""
    query = _drafts(workspace_id, rule, now)
    found = [] if query is None else session.scalars(query.order_by(MemoAuditRow.audit_id).limit(most)).all()
    if found:
        session.execute(delete(MemoAuditRow).where(MemoAuditRow.audit_id.in_(found)))
    return len(found)


def expired_originals(
    session: Session, workspace_id: str, rule: RetentionRule, now: datetime, limit: int | None = None
) -> Sequence[VersionRow]:
    """Return the versions that were replaced before their time and whose file is still kept."""
    before = _before(rule.originals_days, now)
    if before is None:
        return []
    newer = aliased(VersionRow)
    replaced_at = (
        select(func.min(newer.added_at))
        .where(newer.document_id == VersionRow.document_id, newer.number > VersionRow.number)
        .correlate(VersionRow)
        .scalar_subquery()
    )
    query = (
        select(VersionRow)
        .join(DocumentRow, DocumentRow.document_id == VersionRow.document_id)
        .where(DocumentRow.workspace_id == workspace_id, DocumentRow.deleted_at.is_(None))
        .where(VersionRow.version_id != DocumentRow.current_version_id)
        .where(VersionRow.original_removed_at.is_(None), replaced_at < before)
        .order_by(VersionRow.version_id)
    )
    return session.scalars(query if limit is None else query.limit(limit)).all()


def mark_removed(session: Session, version_ids: Sequence[str], now: datetime) -> None:
    """Note that the files of these versions are not kept any more; their text stays."""
    held = update(VersionRow).where(VersionRow.version_id.in_(version_ids))
    session.execute(held.values(original_removed_at=now))
