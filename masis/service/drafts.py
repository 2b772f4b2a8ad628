"""Drafts: take memos in, audit them in the background, keep the results until somebody deletes them."""

import logging
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from threading import Event, Lock
from time import monotonic
from typing import cast

from masis.domain.document import MediaKind
from masis.domain.memo_audit.memo import clean_memo
from masis.domain.memo_audit.verdicts import AuditState, DraftAudit, DraftRow, DraftSummary, counted
from masis.domain.workspace import Caller
from masis.errors import Cancelled, InvalidInput, MasisError, ServiceUnavailable, StoreUnavailable
from masis.ingest.executor import KeyedExecutor
from masis.service import rulebook
from masis.service.access import own_draft, own_workspace
from masis.service.memo_audit import Library, audit_memo, memo_in
from masis.service.parts import Parts, new_id
from masis.service.profiles import searched_profiles
from masis.service.recovery import Later, Stranded
from masis.store import drafts
from masis.store.draft_tables import DraftAuditRow

log = logging.getLogger(__name__)

MOST_MB = 20
"""Size of a memo's file; a document of the workspace may be larger."""
OUTAGE = "{reason} The memo is kept; audit it again when the service is back."
FAULT = "A fault in MASIS stopped the audit. The memo is kept; the log has the details."
STOPPED = "Stopped. The memo is kept, nothing was decided."
_LISTED = 50


@dataclass
class _Live:
    """An audit that is queued or running in this process."""

    workspace_id: str
    done: int = 0
    total: int = 0
    cancelled: Event = field(default_factory=Event)
    ended: Event = field(default_factory=Event)


class Drafts:
    """The draft audits of all workspaces; each is seen by the person who asked for it."""

    def __init__(self, parts: Parts, later: Later, clock: Callable[[], float] = monotonic) -> None:
        """Start no thread yet; ``later`` carries out what has to wait for the database."""
        self._stranded = Stranded(later, self._queue_again)
        self._parts = parts
        self._clock = clock
        self._executor = KeyedExecutor(1, name="draft-audit")
        self._live: dict[str, _Live] = {}
        self._arrivals = Lock()
        self._closing = False

    def paste(self, caller: Caller, workspace_id: str, text: str, name: str = "Pasted memo") -> str:
        """Queue the audit of a text; it is safe on disk when this returns."""
        return self._take(caller, workspace_id, name, memo=clean_memo(text))

    def upload(self, caller: Caller, workspace_id: str, file_name: str, content: bytes) -> str:
        """Queue the audit of a file in any format a document may have; it becomes no document."""
        from masis.ingest.guard import check_upload

        if len(content) > MOST_MB * 1024 * 1024:
            message = f"A memo has at most {MOST_MB} MB. Split it, or save it with smaller pictures."
            raise InvalidInput(message)
        kind, name = check_upload(file_name, content, self._parts.settings)
        return self._take(caller, workspace_id, name, kind=kind, content=content)

    def _take(
        self,
        caller: Caller,
        workspace_id: str,
        name: str,
        *,
        memo: str = "",
        kind: str = "",
        content: bytes = b"",
    ) -> str:
        row = drafts.new_row(new_id("m"), workspace_id, caller.person, name, self._parts.clock())
        row.memo, row.kind, row.content = memo, kind, content
        with self._arrivals:
            with self._parts.database.write() as session:
                own_workspace(session, caller, workspace_id)
                session.add(row)
            self._enqueue(row.audit_id, workspace_id)
        return row.audit_id

    def listed(self, caller: Caller, workspace_id: str) -> tuple[DraftSummary, ...]:
        """Return the caller's audits in a workspace, newest first."""
        with self._parts.database.read() as session:
            own_workspace(session, caller, workspace_id)
            found = drafts.listed(session, workspace_id, caller.person, _LISTED)
        return tuple(self._as_it_stands(one) for one in found)

    def get(self, caller: Caller, workspace_id: str, audit_id: str) -> DraftAudit:
        """Return one audit as it stands now."""
        with self._parts.database.read() as session:
            audit = drafts.to_audit(own_draft(session, caller, workspace_id, audit_id))
        return audit.model_copy(update={"summary": self._as_it_stands(audit.summary)})

    def cancel(self, caller: Caller, workspace_id: str, audit_id: str) -> None:
        """Stop an audit at its next sentence; harmless when it has ended."""
        with self._parts.database.read() as session:
            own_draft(session, caller, workspace_id, audit_id)
        self._stop(audit_id)

    def delete(self, caller: Caller, workspace_id: str, audit_id: str) -> None:
        """Forget an audit and its memo."""
        self.cancel(caller, workspace_id, audit_id)
        with self._parts.database.write() as session:
            own_draft(session, caller, workspace_id, audit_id)
            drafts.remove(session, audit_id)

    def wait(self, audit_id: str, timeout_seconds: float | None = None) -> None:
        """Wait until an audit has ended or the time is up."""
        live = self._live.get(audit_id)
        if live is not None:
            live.ended.wait(timeout_seconds)

    def stop_workspace(self, workspace_id: str, timeout_seconds: float = 20.0) -> None:
        """Stop every audit of a workspace and wait until each has let go."""
        mine = [(one, live) for one, live in [*self._live.items()] if live.workspace_id == workspace_id]
        for audit_id, _ in mine:
            self._stop(audit_id)
        deadline = monotonic() + timeout_seconds
        for _, live in mine:
            live.ended.wait(max(0.0, deadline - monotonic()))

    def recover(self) -> None:
        """Queue again what a stop of the program interrupted, unless it was the memo that stopped it."""
        with self._arrivals, self._parts.database.write() as session:
            drafts.count_stops(session, self._live, self._parts.clock())
        self._queue_again(None)

    def close(self) -> None:
        """Stop working; unfinished audits go on at the next start."""
        self._closing = True
        for live in [*self._live.values()]:
            live.cancelled.set()
        self._executor.close()

    def _enqueue(self, audit_id: str, workspace_id: str) -> None:
        self._live[audit_id] = _Live(workspace_id)
        self._executor.submit(audit_id, frozenset({audit_id}), lambda: self._work(audit_id))

    def _stop(self, audit_id: str) -> None:
        live = self._live.get(audit_id)
        if live is None:
            return
        live.cancelled.set()
        if self._executor.withdraw(audit_id):
            self._end(audit_id, "cancelled", STOPPED)

    def _as_it_stands(self, summary: DraftSummary) -> DraftSummary:
        live = self._live.get(summary.audit_id)
        if live is None or summary.finished:
            return summary
        return summary.model_copy(update={"done": live.done, "total": live.total})

    def _queue_again(self, wanted: Set[str] | None) -> None:
        with self._arrivals:
            with self._parts.database.read() as session:
                waiting = drafts.unfinished(session)
            for audit_id, workspace_id in waiting:
                if audit_id not in self._live and (wanted is None or audit_id in wanted):
                    self._enqueue(audit_id, workspace_id)

    def _work(self, audit_id: str) -> None:
        try:
            self._carry_out(audit_id, self._live[audit_id])
        except StoreUnavailable as outage:
            if not self._closing:
                self._live.pop(audit_id).ended.set()
                self._stranded.add(audit_id, outage)

    def _carry_out(self, audit_id: str, live: _Live) -> None:
        began = self._clock()
        try:
            memo = self._memo_of(audit_id, live)
            rows = self._audited(memo, live)
            self._end(audit_id, "done", rows=rows, seconds=self._clock() - began)
        except Cancelled:
            self._end(audit_id, "cancelled", STOPPED)
        except StoreUnavailable:
            raise
        except ServiceUnavailable as error:
            self._end(audit_id, "failed", OUTAGE.format(reason=error))
        except MasisError as error:
            self._end(audit_id, "failed", str(error))
        except Exception:  # the worker goes on with the next memo; the log has the traceback
            log.exception("draft audit failed", extra={"audit_id": audit_id})
            self._end(audit_id, "failed", FAULT)

    def _memo_of(self, audit_id: str, live: _Live) -> str:
        """Return the memo's text; a file is read in a child process, once."""
        with self._parts.database.write() as session:
            row = session.get(DraftAuditRow, audit_id)
            if row is None:
                raise Cancelled
            row.state = "running"
        if row.memo:
            return row.memo
        file = (row.content, cast(MediaKind, row.kind), row.name)
        memo = memo_in(*file, self._parts.settings, live.cancelled.is_set)
        with self._parts.database.write() as session:
            if (row := session.get(DraftAuditRow, audit_id)) is not None:
                row.memo, row.content = memo, b""
        return memo

    def _audited(self, memo: str, live: _Live) -> tuple[DraftRow, ...]:
        def note(done: int, total: int) -> None:
            live.done, live.total = done, total

        return audit_memo(memo, self.library(live.workspace_id), note, live.cancelled.is_set)

    def library(self, workspace_id: str) -> Library:
        """Return what the sentences of a workspace's drafts are looked up in."""
        return Library(
            workspace_id,
            self._parts.vectors(),
            self._parts.embedder(),
            searched_profiles(self._parts.database, workspace_id),
            rulebook.lookup(self._parts.database, self._parts.clock)(workspace_id),
            self._parts.reader,
        )

    def _end(
        self,
        audit_id: str,
        state: AuditState,
        message: str = "",
        rows: tuple[DraftRow, ...] = (),
        seconds: float = 0.0,
    ) -> None:
        if self._closing and state != "done":
            # What stopped it was the end of the process: it goes on at the next start, and does not count.
            state, message = "queued", ""
        with self._parts.database.write() as session:
            row = session.get(DraftAuditRow, audit_id)
            if row is not None:
                row.state, row.message = state, message
                if state == "queued":
                    return
                row.content = b""
                row.rows = [one.model_dump(mode="json") for one in rows]
                row.counts = {str(verdict): number for verdict, number in counted(rows).items()}
                row.seconds, row.finished_at = round(seconds, 3), self._parts.clock()
        live = self._live.pop(audit_id, None)
        if live is not None:
            live.ended.set()
