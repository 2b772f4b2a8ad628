"""Retention: an owner sets how long a workspace keeps what is over; a daily sweep deletes what is older."""

import logging
import os
import socket
from collections.abc import Callable
from datetime import timedelta
from threading import Event

from masis.domain.person import Caller, Right
from masis.domain.retention import EVERY, Expired, Retention, RetentionRule
from masis.service.access import own_workspace
from masis.service.audit_log import note
from masis.service.container import Container, new_id
from masis.service.documents.purge import Purge
from masis.store import retention
from masis.store.database import Session

log = logging.getLogger(__name__)

LOOK_SECONDS = 600.0
"""Between two looks at which workspace is due (own choice)."""
LEASE = timedelta(minutes=10)
"""How long a killed process's sweep waits before another one takes it up; each batch renews it."""
BATCH = 50
SWEEPER = Caller(person="masis", name="MASIS")
"""Who signs what is deleted by a rule."""

Step = Callable[[Session, RetentionRule], Expired]


class Retentions:
    """The rules of all workspaces, and the sweep that carries them out: in one process at a time each."""

    def __init__(self, container: Container, purge: Purge) -> None:
        """Take ``purge``, which removes files that nobody needs any more."""
        self._container = container
        self._purge = purge
        self._name = f"{socket.gethostname()}-{os.getpid()}-{new_id('')[:6]}"
        self._closing = Event()

    def of(self, caller: Caller, workspace_id: str) -> Retention:
        """Return how long a workspace keeps what is over, and what the last sweep deleted."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            return retention.of(session, workspace_id)

    def preview(self, caller: Caller, workspace_id: str, rule: RetentionRule) -> Expired:
        """Return how much a rule would delete if it were carried out now; nothing is changed."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.MANAGE)
            return retention.expired(session, workspace_id, rule, self._container.clock())

    def set(self, caller: Caller, workspace_id: str, rule: RetentionRule) -> Retention:
        """Set a workspace's rule; the first sweep by it comes a day later, so that a slip can be mended."""
        now = self._container.clock()
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.MANAGE)
            before = retention.of(session, workspace_id)
            if before.rule == rule:
                return before
            retention.put(session, workspace_id, rule, now, caller.signature, now + EVERY)
            note(self._container, session, caller, "changed_retention", workspace_id, detail=rule.told)
            return retention.of(session, workspace_id)

    def sweep(self) -> None:
        """Carry out every rule that is due and that no other process works on."""
        with self._container.database.read() as session:
            waiting = retention.due(session, self._container.clock())
        for workspace_id in waiting:
            with self._container.database.write() as session:
                now = self._container.clock()
                mine = retention.claim(session, workspace_id, self._name, now, LEASE)
            if mine:
                self._carry_out(workspace_id)

    def close(self) -> None:
        """Stop after the batch under way; what is left is deleted at the next start."""
        self._closing.set()

    def _carry_out(self, workspace_id: str) -> None:
        """Delete batch by batch, each with its line in the log; a killed process is followed by another."""
        removed = Expired()
        for step in (self._runs, self._drafts, self._originals):
            while True:
                if self._closing.is_set():
                    with self._container.database.write() as session:
                        retention.hand_on(session, workspace_id, self._name)
                    return
                batch = step(workspace_id)
                if batch is None:
                    return  # somebody changed the rule, or another process took over
                if not batch.anything:
                    break
                removed += batch
        with self._container.database.write() as session:
            now = self._container.clock()
            retention.done(session, workspace_id, self._name, now, now + EVERY)
        if removed.anything:
            self._container.forget_replies(workspace_id)
            log.info("retention swept", extra={"workspace_id": workspace_id, **removed.model_dump()})

    def _batch(self, workspace_id: str, step: Step) -> Expired | None:
        """Delete one batch by the rule as it is now, in the transaction that logs it; ``None``: not ours."""
        with self._container.database.write() as session:
            now = self._container.clock()
            rule = retention.held(session, workspace_id, self._name, now, LEASE)
            if rule is None:
                return None
            removed = step(session, rule)
            if removed.anything:
                retention.count(session, workspace_id, removed)
                told = _told(removed)
                note(self._container, session, SWEEPER, "deleted_by_retention", workspace_id, detail=told)
            return removed

    def _runs(self, workspace_id: str) -> Expired | None:
        with self._container.database.read() as session:
            rule, now = retention.of(session, workspace_id).rule, self._container.clock()
            wanted = retention.expired_runs(session, workspace_id, rule, now, limit=BATCH)
        for run_id in wanted:  # first: a process killed here leaves runs that are found again, not states
            self._container.checkpoints().delete_thread(run_id)

        def remove(session: Session, rule: RetentionRule) -> Expired:
            now = self._container.clock()
            gone = retention.expired_runs(session, workspace_id, rule, now, among=wanted)
            counted = retention.of_runs(session, workspace_id, gone)
            retention.remove_runs(session, workspace_id, gone)
            return counted

        return self._batch(workspace_id, remove)

    def _drafts(self, workspace_id: str) -> Expired | None:
        def remove(session: Session, rule: RetentionRule) -> Expired:
            now = self._container.clock()
            return Expired(drafts=retention.remove_drafts(session, workspace_id, rule, now, BATCH))

        return self._batch(workspace_id, remove)

    def _originals(self, workspace_id: str) -> Expired | None:
        contents: list[str] = []

        def remove(session: Session, rule: RetentionRule) -> Expired:
            now = self._container.clock()
            gone = retention.expired_originals(session, workspace_id, rule, now, BATCH)
            retention.mark_removed(session, [version.version_id for version in gone], now)
            contents.extend(version.sha256 for version in gone)
            size = sum(version.size_bytes for version in gone)
            return Expired(originals=len(gone), original_bytes=size)

        removed = self._batch(workspace_id, remove)
        # After the mark: what a process killed here leaves is nobody's, and swept away at the next start.
        self._purge.content(frozenset(contents))
        return removed


def _told(removed: Expired) -> str:
    parts = (
        (removed.runs, "answers"),
        (removed.cases, "closed cases"),
        (removed.drafts, "draft audits"),
        (removed.originals, "replaced originals"),
    )
    return ", ".join(f"{count:,} {name}" for count, name in parts if count)
