"""Audit log: each act is written in the transaction that does it; owners read their workspace's."""

import csv
import io
from dataclasses import dataclass
from datetime import timedelta

from masis.domain.audit_log import ACT_NAMES, ActFilter, ActName, LoggedAct
from masis.domain.person import Caller, Right
from masis.domain.printable import single_line
from masis.export.ledger_csv import spreadsheet_safe
from masis.service.access import operating, own_workspace
from masis.service.container import Container
from masis.store import audit_log
from masis.store.database import Session

_LONGEST_DETAIL = 300
MOST_EXPORTED = 100_000


@dataclass(frozen=True)
class LogPage:
    """A page of the log."""

    acts: tuple[LoggedAct, ...]
    total: int


def note(  # noqa: PLR0913, PLR0917 - what an act is
    container: Container,
    session: Session,
    caller: Caller,
    act: ActName,
    workspace_id: str = "",
    subject: str = "",
    detail: str = "",
) -> None:
    """Write an act down in the caller's transaction: it stands when what was done stands."""
    made = LoggedAct(
        at=container.clock(),
        person=caller.person,
        name=caller.signature,
        workspace_id=workspace_id,
        act=act,
        subject=subject,
        detail=single_line(detail)[:_LONGEST_DETAIL],
    )
    audit_log.add(session, made)


class AuditLog:
    """The log for those who may read it."""

    def __init__(self, container: Container) -> None:
        """Read nothing yet."""
        self._container = container

    def of_workspace(self, caller: Caller, workspace_id: str, wanted: ActFilter) -> LogPage:
        """Return what people did in a workspace, newest first."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.MANAGE)
            return _page(session, (workspace_id,), wanted)

    def of_everything(self, caller: Caller, wanted: ActFilter) -> LogPage:
        """Return what people did anywhere, for an administrator: acts and names, no contents."""
        operating(caller)
        with self._container.database.read() as session:
            found = _page(session, None, wanted)
        bare = tuple(
            act if act.act in _ABOUT_PEOPLE else act.model_copy(update={"detail": ""}) for act in found.acts
        )
        return LogPage(bare, found.total)

    def exported(self, caller: Caller, workspace_id: str, subject: str, detail: str) -> None:
        """Write down that somebody took something out as a file."""
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            note(self._container, session, caller, "exported", workspace_id, subject, detail)

    def export(self, caller: Caller, workspace_id: str, wanted: ActFilter) -> bytes:
        """Return what a filter leaves as CSV, at most 100,000 acts; that it was taken out is an act too."""
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.MANAGE)
            whole = wanted.model_copy(update={"limit": MOST_EXPORTED, "offset": 0})
            acts = audit_log.listed(session, (workspace_id,), whole)
            note(self._container, session, caller, "exported_log", workspace_id, detail=f"{len(acts)} acts")
        lines = io.StringIO()
        writer = csv.writer(lines)
        writer.writerow(["number", "time (UTC)", "person", "name", "act", "subject", "detail"])
        for act in acts:
            told = (act.person, act.name, ACT_NAMES[act.act], act.subject, act.detail)
            writer.writerow([act.number, f"{act.at:%Y-%m-%d %H:%M:%S}", *map(spreadsheet_safe, told)])
        return lines.getvalue().encode("utf-8-sig")

    def forget_old(self) -> None:
        """Drop acts that are older than the log is kept: a step of the recovery."""
        days = self._container.settings.audit_log_days
        with self._container.database.write() as session:
            audit_log.forget_before(session, self._container.clock() - timedelta(days=days))


_ABOUT_PEOPLE = frozenset(
    {"signed_in", "invited", "took_back_invitation", "came_in", "changed_role", "removed_person"}
    | {"handed_over", "gave_owner", "shut_out", "let_in_again"}
)


def _page(session: Session, places: tuple[str, ...] | None, wanted: ActFilter) -> LogPage:
    return LogPage(audit_log.listed(session, places, wanted), audit_log.total(session, places, wanted))
