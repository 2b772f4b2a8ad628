"""Memo audit handler: read one memo, decide on its sentences, and write the verdicts."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import cast

from masis.domain.document import MediaKind
from masis.domain.memo_audit.verdicts import AuditState, DraftRow, counted
from masis.errors import Cancelled
from masis.service.container import Container
from masis.service.documents import searched_profiles
from masis.service.handlers import Ending, Handler, LiveJob, Sentences
from masis.service.memo_audit.auditing import Library, audit_memo, memo_in
from masis.service.review import rules
from masis.store import memo_audits
from masis.store.memo_audits import MemoAuditRow


@dataclass(kw_only=True, eq=False)
class MemoJob(LiveJob):
    """A memo audit that is queued or running in this process."""

    done: int = 0
    total: int = 0


class MemoHandler(Handler[MemoJob]):
    """Audits memos, one after another."""

    name = "memo-audit"
    sentences = Sentences(
        stopped="Stopped. The memo is kept, nothing was decided.",
        outage="{reason} The memo is kept; audit it again when the service is back.",
        fault="A fault in MASIS stopped the audit. The memo is kept; the log has the details.",
    )

    def __init__(self, container: Container, clock: Callable[[], float]) -> None:
        """Take the time an audit needs from ``clock``."""
        self._container = container
        self._clock = clock

    def work(self, job: MemoJob) -> None:
        """Decide on every sentence of the memo."""
        began = self._clock()
        memo = self._memo_of(job)

        def note(done: int, total: int) -> None:
            job.done, job.total = done, total

        rows = audit_memo(memo, self.library(job.workspace_id), note, job.cancelled.is_set)
        self._end(job, "done", rows=rows, seconds=self._clock() - began)

    def ended(self, job: MemoJob, ending: Ending) -> None:
        """Write why nothing was decided; the memo is kept."""
        self._end(job, ending.state, ending.message)

    def unfinished(self, here: Set[str]) -> Sequence[MemoJob]:
        """Return the audits whose row says that they have not ended."""
        with self._container.database.read() as session:
            waiting = memo_audits.unfinished(session)
        return [
            MemoJob(job_id=audit_id, workspace_id=workspace_id)
            for audit_id, workspace_id in waiting
            if audit_id not in here
        ]

    def after_stop(self, here: Set[str]) -> None:
        """Count the stop against the memos under way: one of them may be what stopped the program."""
        with self._container.database.write() as session:
            memo_audits.count_stops(session, here, self._container.clock())

    def interrupted(self, job: MemoJob) -> None:
        """Put the audit back in the queue, so that this stop is not counted against its memo."""
        with self._container.database.write() as session:
            row = session.get(MemoAuditRow, job.job_id)
            if row is not None:
                row.state, row.message = "queued", ""

    def library(self, workspace_id: str) -> Library:
        """Return what the sentences of a workspace's memos are looked up in.

        Raises:
            RetrievalUnavailable: the store is away, or ``PassagesMissing``: it lost some of the passages.
        """
        self._container.completeness.check(workspace_id)
        return Library(
            workspace_id,
            self._container.vectors(),
            self._container.embedder(),
            searched_profiles(self._container.database, workspace_id),
            rules.lookup(self._container.database, self._container.clock)(workspace_id),
            self._container.reader,
        )

    def _memo_of(self, job: MemoJob) -> str:
        """Return the memo's text; a file is read in a child process, once."""
        with self._container.database.write() as session:
            row = session.get(MemoAuditRow, job.job_id)
            if row is None:
                raise Cancelled
            row.state = "running"
        if row.memo:
            return row.memo
        file = (row.content, cast(MediaKind, row.kind), row.name)
        memo = memo_in(*file, self._container.settings, job.cancelled.is_set)
        with self._container.database.write() as session:
            if (row := session.get(MemoAuditRow, job.job_id)) is not None:
                row.memo, row.content = memo, b""
        return memo

    def _end(
        self,
        job: MemoJob,
        state: AuditState,
        message: str = "",
        rows: tuple[DraftRow, ...] = (),
        seconds: float = 0.0,
    ) -> None:
        with self._container.database.write() as session:
            row = session.get(MemoAuditRow, job.job_id)
            if row is not None:
                row.state, row.message, row.content = state, message, b""
                row.rows = [verdict.model_dump(mode="json") for verdict in rows]
                row.counts = {str(verdict): number for verdict, number in counted(rows).items()}
                row.seconds, row.finished_at = round(seconds, 3), self._container.clock()
