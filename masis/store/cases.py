"""Cases: escalated runs that wait for a human, found by the page and changed one writer at a time."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, func, or_, select, update
from sqlalchemy.engine import CursorResult
from sqlalchemy.orm import Session

from masis.domain.history.past import Decided
from masis.domain.review.case import Case
from masis.domain.review.decisions import CaseFilter, CasePage, due_date
from masis.store.reviews import DecisionRow
from masis.store.tables import CaseRow, WorkspaceRow

_NAMES = tuple(name for name in Case.model_fields if name not in {"workspace_name", "due"})
_DECIDING = ("approve", "reject", "choose_source", "rephrase", "run_again", "edit_state")
_Cases = Select[CaseRow, str]


def _case(row: CaseRow, workspace_name: str = "") -> Case:
    plain = {name: getattr(row, name) for name in _NAMES}
    return Case.model_validate({**plain, "due": due_date(row.due), "workspace_name": workspace_name})


def of_run(session: Session, run_id: str) -> Case | None:
    """Return the case of a run, if it was escalated."""
    row = session.scalars(select(CaseRow).where(CaseRow.run_id == run_id)).first()
    return None if row is None else _case(row)


def listed(session: Session, workspace_id: str) -> tuple[Case, ...]:
    """Return the workspace's cases, open ones first, newest first."""
    query = select(CaseRow).where(CaseRow.workspace_id == workspace_id)
    query = query.order_by(CaseRow.state, CaseRow.created_at.desc())
    return tuple(_case(row) for row in session.scalars(query))


def add(session: Session, case: Case) -> None:
    """Open a case."""
    plain = case.model_dump(exclude={"workspace_name", "due"})
    session.add(CaseRow(**plain, due=case.due.isoformat() if case.due else ""))


def find(session: Session, case_id: str) -> Case | None:
    """Return a case; the caller has still to prove that its workspace is theirs."""
    found = session.execute(_named().where(CaseRow.case_id == case_id)).first()
    return None if found is None else _case(found[0], found[1])


def decided(session: Session, run_ids: Sequence[str]) -> dict[str, Decided]:
    """Return what people made of these runs, and who of them did so last."""
    query = (
        select(CaseRow.run_id, CaseRow.outcome, DecisionRow.person)
        .join(DecisionRow, DecisionRow.case_id == CaseRow.case_id)
        .where(CaseRow.run_id.in_(run_ids), CaseRow.outcome != "", DecisionRow.action.in_(_DECIDING))
        .order_by(DecisionRow.number)
    )
    found = session.execute(query)
    return {run_id: Decided(outcome=outcome, person=person) for run_id, outcome, person in found}


def taken_on_by(session: Session, run_id: str) -> Case | None:
    """Return the case that a run goes on after."""
    row = session.scalars(select(CaseRow).where(CaseRow.continued_by == run_id)).first()
    return None if row is None else _case(row)


def open_count(session: Session, places: Select[str]) -> int:
    """Return how many cases wait in these workspaces."""
    query = _of(places).where(CaseRow.state == "open").with_only_columns(func.count())
    return session.scalar(query) or 0


def queue(session: Session, places: Select[str], wanted: CaseFilter) -> CasePage:
    """Return a page of the queue of these workspaces; only its rows are read."""
    query = _filtered(_of(places), wanted)
    total = session.scalar(query.with_only_columns(func.count())) or 0
    offset = _offset(session, query, wanted)
    page = query.order_by(*_order(wanted)).limit(wanted.limit).offset(offset)
    people = _of(places).with_only_columns(CaseRow.assignee).where(CaseRow.assignee != "").distinct()
    return CasePage(
        cases=tuple(_case(row, name) for row, name in session.execute(page)),
        total=total,
        offset=offset,
        people=tuple(sorted(session.execute(people).scalars())),
    )


def change(session: Session, case_id: str, version: int, **values: Any) -> bool:  # noqa: ANN401 - columns
    """Change a case that still has the version its writer saw; False when somebody was quicker."""
    query = (
        update(CaseRow)
        .where(CaseRow.case_id == case_id, CaseRow.version == version)
        .values(**values, version=version + 1)
    )
    done = session.execute(query)
    assert isinstance(done, CursorResult)  # noqa: S101 - what an UPDATE returns
    return done.rowcount == 1


def _named() -> _Cases:
    return select(CaseRow, WorkspaceRow.name).join(
        WorkspaceRow, WorkspaceRow.workspace_id == CaseRow.workspace_id
    )


def _of(places: Select[str]) -> _Cases:
    return _named().where(CaseRow.workspace_id.in_(places))


def _filtered(query: _Cases, wanted: CaseFilter) -> _Cases:
    if wanted.workspace_id:
        query = query.where(CaseRow.workspace_id == wanted.workspace_id)
    if wanted.state != "all":
        query = query.where(CaseRow.state == wanted.state)
    if wanted.cause is not None:
        query = query.where(CaseRow.cause == wanted.cause)
    if wanted.assignee is not None:
        query = query.where(CaseRow.assignee == wanted.assignee)
    for word in wanted.search.split():
        query = query.where(
            or_(
                CaseRow.question.icontains(word, autoescape=True),
                CaseRow.assignee.icontains(word, autoescape=True),
            )
        )
    return query


def _offset(session: Session, query: _Cases, wanted: CaseFilter) -> int:
    """Return where the wanted page begins."""
    if not wanted.holding:
        return wanted.offset
    place = func.row_number().over(order_by=_order(wanted)).label("place")
    places = query.with_only_columns(CaseRow.case_id, place).subquery()
    found = session.scalar(select(places.c.place).where(places.c.case_id == wanted.holding))
    return wanted.offset if found is None else (found - 1) // wanted.limit * wanted.limit


def _order(wanted: CaseFilter) -> tuple[Any, ...]:
    first: dict[str, tuple[Any, ...]] = {
        "oldest": (),
        "newest": (CaseRow.created_at.desc(),),
        "due": (CaseRow.due == "", CaseRow.due),
        "cause": (CaseRow.cause,),
        "assignee": (CaseRow.assignee == "", func.lower(CaseRow.assignee)),
        "workspace": (func.lower(WorkspaceRow.name),),
    }
    return (*first[wanted.sort], CaseRow.created_at, CaseRow.case_id)
