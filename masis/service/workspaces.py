"""Workspaces: make, list and remove them, completely."""

import logging
import re
import unicodedata
from collections.abc import Callable, Sequence
from threading import Lock

from masis.domain.person import Caller, Right
from masis.domain.printable import single_line
from masis.domain.workspace import WorkspaceSummary
from masis.errors import InvalidInput, ServiceUnavailable
from masis.service.access import own_workspace, own_workspaces
from masis.service.audit_log import note
from masis.service.container import Container
from masis.service.documents.purge import forget_originals
from masis.store import audit_log, documents, runs, spending, workspaces
from masis.store.database import Session

log = logging.getLogger(__name__)

LONGEST_NAME = 80


def slug(name: str) -> str:
    """Return the id a workspace name would have: small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:48].strip("-") or "workspace"


class Workspaces:
    """The workspaces of every person, each seen by its members alone."""

    def __init__(self, container: Container, stop_work: Callable[[str], None]) -> None:
        """Remember how to stop what runs in a workspace before it goes."""
        self._container = container
        self._stop_work = stop_work
        self._removing = Lock()

    def listed(self, caller: Caller) -> tuple[WorkspaceSummary, ...]:
        """Return the caller's workspaces by name."""
        with self._container.database.read() as session:
            return workspaces.summaries(session, caller.person, own_workspaces(caller))

    def get(self, caller: Caller, workspace_id: str) -> WorkspaceSummary:
        """Return one of the caller's workspaces."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            return self._summary(session, caller, workspace_id)

    @staticmethod
    def _summary(session: Session, caller: Caller, workspace_id: str) -> WorkspaceSummary:
        held = workspaces.summaries(session, caller.person)
        return next(item for item in held if item.workspace_id == workspace_id)

    def create(self, caller: Caller, name: str) -> WorkspaceSummary:
        """Make a workspace under a name that the caller does not use yet."""
        name = single_line(name)
        if not name or len(name) > LONGEST_NAME:
            message = f"A workspace name has 1 to {LONGEST_NAME} characters."
            raise InvalidInput(message)
        with self._container.database.write() as session:
            mine = workspaces.summaries(session, caller.person)
            if any(item.name.casefold() == name.casefold() for item in mine):
                message = f"You already have a workspace called “{name}”."
                raise InvalidInput(message)
            return self._summary(session, caller, self._add(session, caller, slug(name), name, sample=False))

    def sample(self, caller: Caller) -> WorkspaceSummary:
        """Return the caller's sample workspace, made if missing."""
        from masis.sample import WORKSPACE_ID as SAMPLE_ID
        from masis.sample import WORKSPACE_NAME

        with self._container.database.write() as session:
            row = workspaces.sample_of(session, caller.person)
            existing = None if row is None else row.workspace_id
            made = existing or self._add(session, caller, SAMPLE_ID, WORKSPACE_NAME, sample=True)
            return self._summary(session, caller, made)

    def _add(self, session: Session, caller: Caller, stem: str, name: str, *, sample: bool) -> str:
        workspace_id = _free_id(stem, workspaces.taken_ids(session, stem))
        row = workspaces.new_row(workspace_id, name, caller.person, self._container.clock(), sample=sample)
        workspaces.add_workspace(session, row)
        note(self._container, session, caller, "made_workspace", workspace_id, detail=name)
        return workspace_id

    def allow_web(self, caller: Caller, workspace_id: str, *, allowed: bool) -> None:
        """Set what holds for questions whose asker does not say."""
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.MANAGE).allow_web = allowed
            told = "on" if allowed else "off"
            note(self._container, session, caller, "changed_web", workspace_id, detail=told)

    def delete(self, caller: Caller, workspace_id: str) -> None:
        """Remove a workspace with everything in it; a crash half-way is finished at the next start."""
        with self._container.database.write() as session:
            row = own_workspace(session, caller, workspace_id, Right.MANAGE)
            row.deleting = True
            note(self._container, session, caller, "deleted_workspace", workspace_id, detail=row.name)
        self._stop_work(workspace_id)
        try:
            self._remove(workspace_id)
        except ServiceUnavailable:
            log.warning("deletion goes on at the next start", extra={"workspace_id": workspace_id})

    def recover(self) -> None:
        """Finish deletions that were interrupted."""
        with self._container.database.read() as session:
            waiting = workspaces.unfinished_deletions(session)
        for workspace_id in waiting:
            self._remove(workspace_id)

    def _remove(self, workspace_id: str) -> None:
        """Remove what is half deleted; whoever comes second finds it gone, or the id another workspace's."""
        with self._removing:
            with self._container.database.read() as session:
                half_deleted = workspaces.is_half_deleted(session, workspace_id)
                run_ids = runs.run_ids(session, workspace_id)
            if half_deleted:
                self._remove_all(workspace_id, run_ids)

    def _remove_all(self, workspace_id: str, run_ids: Sequence[str]) -> None:
        self._container.vectors().delete_workspace(workspace_id)
        for run_id in run_ids:
            self._container.checkpoints().delete_thread(run_id)
        with self._container.content:
            with self._container.database.write() as session:
                if not workspaces.is_half_deleted(session, workspace_id):
                    return  # another process was faster
                contents = documents.contents(session, workspace_id)
                workspaces.remove_workspace(session, workspace_id)
                spending.leave_workspace(session, workspace_id)
                audit_log.leave_workspace(session, workspace_id)
                contents -= documents.referenced(session)
            forget_originals(self._container, contents)
        self._container.forget_replies(workspace_id)


def _free_id(stem: str, taken: frozenset[str]) -> str:
    candidates = (stem if number == 1 else f"{stem}-{number}" for number in range(1, len(taken) + 2))
    return next(candidate for candidate in candidates if candidate not in taken)
