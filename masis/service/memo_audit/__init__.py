"""Memo audit: take memos in, audit them in the background, keep the results until somebody deletes them."""

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from masis.domain.memo_audit.memo import clean_memo
from masis.domain.memo_audit.verdicts import DraftAudit, DraftSummary
from masis.domain.person import Caller, Right
from masis.errors import InvalidInput
from masis.service.access import own_draft, own_workspace
from masis.service.audit_log import note
from masis.service.container import Container, new_id
from masis.service.jobs import Jobs
from masis.service.memo_audit.auditing import Library
from masis.service.memo_audit.handler import MemoHandler, MemoJob
from masis.service.recovery import Later
from masis.store import memo_audits

if TYPE_CHECKING:
    from masis.export import ExportedFile
    from masis.export.memos import MemoFormat

MOST_MB = 20
"""Size of a memo's file; a document of the workspace may be larger."""
_LISTED = 50


class MemoAudits:
    """The memo audits of all workspaces; each is seen by the person who asked for it."""

    def __init__(self, container: Container, later: Later, clock: Callable[[], float] = monotonic) -> None:
        """Start no thread yet; ``later`` carries out what has to wait for the database."""
        self._container = container
        self._handler = MemoHandler(container, clock)
        self.jobs = Jobs(self._handler, later, container.team)

    def paste(self, caller: Caller, workspace_id: str, text: str, name: str = "Pasted memo") -> str:
        """Queue the audit of a text; it is safe on disk when this returns."""
        return self._take(caller, workspace_id, name, memo=clean_memo(text))

    def upload(self, caller: Caller, workspace_id: str, file_name: str, content: bytes) -> str:
        """Queue the audit of a file in any format a document may have; it becomes no document."""
        from masis.ingest.guard import check_upload

        if len(content) > MOST_MB * 1024 * 1024:
            message = f"A memo has at most {MOST_MB} MB. Split it, or save it with smaller pictures."
            raise InvalidInput(message)
        kind, name = check_upload(file_name, content, self._container.settings)
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
        row = memo_audits.new_row(new_id("m"), workspace_id, caller.person, name, self._container.clock())
        row.memo, row.kind, row.content = memo, kind, content
        with self.jobs.arrivals:
            with self._container.database.write() as session:
                own_workspace(session, caller, workspace_id, Right.ASK)
                session.add(row)
                note(self._container, session, caller, "audited_draft", workspace_id, row.audit_id, row.name)
            self.jobs.add(MemoJob(job_id=row.audit_id, workspace_id=workspace_id))
        return row.audit_id

    def listed(self, caller: Caller, workspace_id: str) -> tuple[DraftSummary, ...]:
        """Return the caller's audits in a workspace, newest first."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            found = memo_audits.listed(session, workspace_id, caller.person, _LISTED)
        return tuple(self._as_it_stands(summary) for summary in found)

    def get(self, caller: Caller, workspace_id: str, audit_id: str) -> DraftAudit:
        """Return one audit as it stands now."""
        with self._container.database.read() as session:
            audit = memo_audits.to_audit(own_draft(session, caller, workspace_id, audit_id, Right.READ))
        return audit.model_copy(update={"summary": self._as_it_stands(audit.summary)})

    def cancel(self, caller: Caller, workspace_id: str, audit_id: str) -> None:
        """Stop an audit at its next sentence; harmless when it has ended."""
        with self._container.database.read() as session:
            own_draft(session, caller, workspace_id, audit_id, Right.ASK)
        self.jobs.stop(audit_id)

    def delete(self, caller: Caller, workspace_id: str, audit_id: str) -> None:
        """Forget an audit and its memo."""
        self.cancel(caller, workspace_id, audit_id)
        with self._container.database.write() as session:
            row = own_draft(session, caller, workspace_id, audit_id, Right.ASK)
            note(self._container, session, caller, "deleted_draft", workspace_id, audit_id, row.name)
            memo_audits.remove(session, audit_id)

    def exported(self, caller: Caller, workspace_id: str, audit_id: str, name: str) -> None:
        """Write down that an audit was taken out as a file."""
        with self._container.database.write() as session:
            own_draft(session, caller, workspace_id, audit_id, Right.READ)
            note(self._container, session, caller, "exported", workspace_id, audit_id, name)

    def wait(self, audit_id: str, timeout_seconds: float | None = None) -> None:
        """Wait until an audit has ended or the time is up."""
        self.jobs.wait(audit_id, timeout_seconds)

    def _as_it_stands(self, summary: DraftSummary) -> DraftSummary:
        live = self.jobs.live(summary.audit_id)
        if summary.finished:
            return summary
        if live is None:
            return summary.model_copy(update={"message": self.jobs.lost(summary.audit_id)})
        return summary.model_copy(update={"done": live.done, "total": live.total})

    def library(self, workspace_id: str) -> Library:
        """Return what the sentences of a workspace's memos are looked up in."""
        return self._handler.library(workspace_id)


def export_draft(
    drafts: MemoAudits, caller: Caller, workspace_id: str, audit_id: str, kind: "MemoFormat"
) -> "ExportedFile":
    """Return a finished draft audit as a file; ``InvalidInput`` while there is nothing to export."""
    from masis.export import ExportedFile
    from masis.export.memos import FORMATS, MEDIA, render

    if kind not in FORMATS:
        message = f"“{kind}” is not a format. Choose one of {', '.join(FORMATS)}."
        raise InvalidInput(message)
    audit = drafts.get(caller, workspace_id, audit_id)
    if audit.summary.state != "done":
        message = "This audit has no result yet, so there is nothing to export."
        raise InvalidInput(message)
    name = f"masis-draft-{audit_id[:9]}.{kind}"
    drafts.exported(caller, workspace_id, audit_id, name)
    return ExportedFile(name=name, media_type=MEDIA[kind], content=render(audit, kind))
