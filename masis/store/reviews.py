"""Reviews: human decisions, which only grow, and the rules of precedence."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, Select, String, Text, bindparam, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from masis.domain.review.precedence import PrecedenceRule
from masis.domain.run.human import HumanDecision
from masis.store.tables import Base, unbounded


class DecisionRow(Base):
    """One human act on a case; the database refuses to change a row."""

    __tablename__ = "review_decisions"
    __table_args__ = (Index("decisions_by_run", "run_id", "number"),)

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    case_id: Mapped[str] = mapped_column(ForeignKey("cases.case_id", ondelete="CASCADE"), index=True)
    run_id: Mapped[str] = mapped_column(ForeignKey("runs.run_id", ondelete="CASCADE"))
    workspace_id: Mapped[str] = mapped_column(
        ForeignKey("workspaces.workspace_id", ondelete="CASCADE"), index=True
    )
    at: Mapped[datetime]
    person: Mapped[str] = mapped_column(String(200))
    action: Mapped[str] = mapped_column(String(24))
    code: Mapped[str] = mapped_column(String(32), default="")
    reason: Mapped[str] = mapped_column(Text, default="")
    before: Mapped[dict[str, Any]]
    after: Mapped[dict[str, Any]]


class RuleRow(Base):
    """A rule of precedence of a workspace; a change revokes it and makes another."""

    __tablename__ = "precedence_rules"

    rule_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    workspace_id: Mapped[str] = mapped_column(
        ForeignKey("workspaces.workspace_id", ondelete="CASCADE"), index=True
    )
    preferred_id: Mapped[str] = mapped_column(String(64))
    preferred_title: Mapped[str] = mapped_column(Text)
    over_id: Mapped[str] = mapped_column(String(64), default="")
    over_title: Mapped[str] = mapped_column(Text, default="")
    subject: Mapped[str] = mapped_column(Text, default="")
    period: Mapped[str] = mapped_column(unbounded(64), default="")
    effective_from: Mapped[str] = mapped_column(String(10))
    reason: Mapped[str] = mapped_column(Text, default="")
    created_at: Mapped[datetime]
    created_by: Mapped[str] = mapped_column(String(200))
    revoked_at: Mapped[datetime | None]
    revoked_by: Mapped[str] = mapped_column(String(200), default="")


_DECISION = tuple(HumanDecision.model_fields)
_RULE = tuple(
    name for name in PrecedenceRule.model_fields if name not in {"effective_from", "once"}
)  # a choice for one run is kept with its run
_JUDGED = ("approve", "reject", "mark_claim", "edit", "undo")

# Every question asks both, and to build a statement takes longer than to run it.
_JUDGEMENTS = (
    select(DecisionRow)
    .where(DecisionRow.workspace_id == bindparam("workspace_id"), DecisionRow.action.in_(_JUDGED))
    .order_by(DecisionRow.number)
)
_IN_FORCE = (
    select(RuleRow)
    .where(
        RuleRow.workspace_id == bindparam("workspace_id"),
        RuleRow.revoked_at.is_(None),
        RuleRow.effective_from <= bindparam("today"),
    )
    .order_by(RuleRow.created_at, RuleRow.rule_id)
)


def _decision(row: DecisionRow) -> HumanDecision:
    return HumanDecision.model_validate({name: getattr(row, name) for name in _DECISION})


def _rule(row: RuleRow) -> PrecedenceRule:
    plain = {name: getattr(row, name) for name in _RULE}
    return PrecedenceRule.model_validate({**plain, "effective_from": date.fromisoformat(row.effective_from)})


def add_decision(session: Session, workspace_id: str, **values: Any) -> HumanDecision:  # noqa: ANN401 - columns
    """Append what a person did."""
    row = DecisionRow(workspace_id=workspace_id, **values)
    session.add(row)
    session.flush()
    return _decision(row)


def of_case(session: Session, case_id: str) -> tuple[HumanDecision, ...]:
    """Return everything done with a case, oldest first."""
    query = select(DecisionRow).where(DecisionRow.case_id == case_id).order_by(DecisionRow.number)
    return tuple(_decision(row) for row in session.scalars(query))


def of_run(session: Session, run_id: str) -> tuple[HumanDecision, ...]:
    """Return everything people decided about a run, oldest first."""
    query = select(DecisionRow).where(DecisionRow.run_id == run_id).order_by(DecisionRow.number)
    return tuple(_decision(row) for row in session.scalars(query))


def judgements(session: Session, workspace_id: str) -> Sequence[HumanDecision]:
    """Return every decision that says whether MASIS was right, and what took one back."""
    return [_decision(row) for row in session.scalars(_JUDGEMENTS, {"workspace_id": workspace_id})]


def judged(workspace_id: str) -> Select[str]:
    """Return the query for the runs that such decisions are about."""
    return select(DecisionRow.run_id).where(
        DecisionRow.workspace_id == workspace_id, DecisionRow.action.in_(_JUDGED)
    )


def add_rule(session: Session, rule: PrecedenceRule) -> None:
    """Add a rule of precedence."""
    plain = rule.model_dump(exclude={"effective_from", "once"})
    session.add(RuleRow(**plain, effective_from=rule.effective_from.isoformat()))


def rules(session: Session, workspace_id: str) -> tuple[PrecedenceRule, ...]:
    """Return a workspace's rules, revoked ones too, newest first."""
    query = select(RuleRow).where(RuleRow.workspace_id == workspace_id)
    return tuple(_rule(row) for row in session.scalars(query.order_by(RuleRow.created_at.desc())))


def rules_in_force(session: Session, workspace_id: str, today: date) -> tuple[PrecedenceRule, ...]:
    """Return the rules that count on a day."""
    asked = {"workspace_id": workspace_id, "today": today.isoformat()}
    return tuple(_rule(row) for row in session.scalars(_IN_FORCE, asked))


def revoke_rule(session: Session, workspace_id: str, rule_id: str, person: str, at: datetime) -> bool:
    """End a rule; False when there is none in force under this id."""
    row = session.get(RuleRow, rule_id)
    if row is None or row.workspace_id != workspace_id or row.revoked_at is not None:
        return False
    row.revoked_at, row.revoked_by = at, person
    return True
