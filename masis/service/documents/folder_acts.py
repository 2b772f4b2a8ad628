"""Folder acts: carry out the plan of a sync, each step whole: a killed sync leaves nothing half done."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from masis.domain.document import IngestJob
from masis.domain.folder.lines import forgotten, moved, removed, shared, skipped, taken
from masis.domain.folder.plan import Forget, Move, Plan, Share, Take
from masis.domain.folder.source import FileSeen, SkippedFile, SourceRow, SyncLine
from masis.domain.person import Caller
from masis.errors import NotFound, ServiceUnavailable
from masis.service.container import Container, new_id
from masis.service.documents.folder_scan import BEING_WRITTEN, content_of
from masis.service.documents.uploads import Uploads
from masis.store import documents, folder_sources, jobs
from masis.store.database import Session

_AT_ONCE = 8
"""Uploads that are handed over before the first of them has ended."""
_LOOK_SECONDS = 0.5
_CANCELLED = "Its upload was cancelled; it is taken in when the file changes."


class Place(NamedTuple):
    """A folder and the workspace that follows it."""

    caller: Caller
    workspace_id: str
    folder: Path
    key: str


class Acts:
    """What a sync does to a workspace."""

    def __init__(
        self,
        container: Container,
        place: Place,
        uploads: Uploads,
        delete: Callable[[Caller, str, str], None],
    ) -> None:
        """Do nothing yet."""
        self._container = container
        self._place = place
        self._uploads = uploads
        self._delete = delete

    def end_earlier(self, job_ids: Sequence[str]) -> None:
        """Wait for uploads that an earlier sync began, where somebody goes on with them.

        Beside a Qdrant server without workers that is whoever owns the data folder, at its next start: the
        files are then handed over again, and the older upload will find its content there.
        """
        if self._container.lock is None and self._container.team is None:
            return
        for job_id in job_ids:
            self._ended(job_id)
            self._forget(job_id)

    def carry_out(self, made: Plan) -> Iterator[SyncLine]:
        """Carry a plan out and yield the line of each change once it is made."""
        self._keep_books(made)
        for move in made.moves:
            yield from moved(move)
        yield from (shared(share) for share in made.shares if share.document_id)
        yield from map(forgotten, made.forgotten)
        for row in made.removals:
            self._remove(row)
            yield removed(row)
        yield from self._take_all(made.takes)
        yield from (self._shared_with_new(share) for share in made.shares if share.like)
        yield from map(skipped, made.left)

    def _keep_books(self, made: Plan) -> None:
        """Write down, all of it or nothing, what needs no work on any file."""
        with self._container.database.write() as session:
            folder_sources.forget(session, self._place.key, (move.row.path for move in made.moves))
            folder_sources.forget(session, self._place.key, (gone.row.path for gone in made.forgotten))
            for move in made.moves:
                self._move(session, move)
            for share in (share for share in made.shares if share.document_id):
                self._put(session, _row(share.file, share.document_id))
            for forget in made.forgotten:
                self._hand_over(session, forget)
            known = {row.path: row for row in folder_sources.rows(session, self._place.key)}
            for file in made.kept:
                if file.path in known and not known[file.path].stands_for(file):
                    self._put(session, known[file.path].at(file))

    def _move(self, session: Session, move: Move) -> None:
        self._put(session, move.kept)
        row = documents.find(session, self._place.workspace_id, move.row.document_id) if move.live else None
        if row is not None and row.file_name != move.file.name:
            documents.rename_file(session, row, move.file.name)

    def _hand_over(self, session: Session, forget: Forget) -> None:
        if forget.hand_over:
            folder_sources.hand_over(session, self._place.workspace_id, forget.row.document_id)

    def _put(self, session: Session, row: SourceRow) -> None:
        folder_sources.put(session, self._place.workspace_id, self._place.key, row)

    def _write(self, row: SourceRow) -> None:
        with self._container.database.write() as session:
            self._put(session, row)

    def _remove(self, row: SourceRow) -> None:
        """Delete the document before its row: a sync that is killed between finds it deleted."""
        with suppress(NotFound):  # somebody was quicker
            self._delete(self._place.caller, self._place.workspace_id, row.document_id)
        with self._container.database.write() as session:
            folder_sources.forget(session, self._place.key, [row.path])

    def _take_all(self, takes: Sequence[Take]) -> Iterator[SyncLine]:
        under_way: list[tuple[str, Take]] = []
        for take in takes:
            if len(under_way) >= _AT_ONCE:
                yield self._taken(*under_way.pop(0))
            job_and_take = self._begun(take)
            if job_and_take is None:
                yield skipped(SkippedFile(path=take.file.path, reason=BEING_WRITTEN))
            else:
                under_way.append(job_and_take)
        for job_id, take in under_way:
            yield self._taken(job_id, take)

    def _begun(self, take: Take) -> tuple[str, Take] | None:
        """Hand a file over; a new document's id is written down first, so that it is made only once."""
        content = content_of(self._place.folder, take.file)
        if content is None:
            return None
        if not take.document_id:
            take = take._replace(document_id=new_id("d"))
            self._write(SourceRow(path=take.file.path, document_id=take.document_id, made=True))
        place = (self._place.caller, self._place.workspace_id, take.document_id)
        return self._uploads.upload_into(*place, take.file.name, content).job_id, take

    def _taken(self, job_id: str, take: Take) -> SyncLine:
        """Write down what became of a file."""
        job = self._ended(job_id)
        if self._is_held(take) if job is None else job.state in {"done", "unchanged"}:
            self._write(_row(take.file, take.document_id, made=take.made))
            line = taken(take)
        elif job is None or job.state == "failed":
            said = "Its upload did not end." if job is None else job.message
            line = SyncLine(change="failed", path=take.file.path, detail=said)
        else:
            line = skipped(SkippedFile(path=take.file.path, reason=self._refused(take, job)))
        self._forget(job_id)
        return line

    def _forget(self, job_id: str) -> None:
        """Take an upload that has ended off the list: what became of it is in the report of the sync."""
        with self._container.database.write() as session:
            jobs.forget(session, job_id)

    def _refused(self, take: Take, job: IngestJob) -> str:
        """Keep a content that is not to be tried again; an earlier version of the document stays."""
        reason = _CANCELLED if job.state == "cancelled" else job.message
        document_id, made = ("", False) if take.new else (take.document_id, take.made)
        refused = _row(take.file, document_id, made=made)
        self._write(refused.model_copy(update={"reason": reason}))
        return reason

    def _ended(self, job_id: str) -> IngestJob | None:
        """Wait until an upload has ended; nothing when somebody dismissed it.

        Raises:
            ServiceUnavailable: it is not worked on now.
        """
        while True:
            job = self._uploads.find(job_id)
            if job is None or job.finished:
                return job
            if job.message:
                raise ServiceUnavailable(job.message)
            self._uploads.wait(job_id, _LOOK_SECONDS)

    def _is_held(self, take: Take) -> bool:
        with self._container.database.read() as session:
            return folder_sources.holds(session, take.document_id, take.file.sha256)

    def _shared_with_new(self, share: Share) -> SyncLine:
        """Note the document that was just made of the same content."""
        with self._container.database.write() as session:
            like = folder_sources.find(session, self._place.key, share.like)
            if like is not None and folder_sources.holds(session, like.document_id, share.file.sha256):
                self._put(session, _row(share.file, like.document_id))
                return shared(share)
        reason = f"It has the content of {share.like}, which was not taken in."
        return skipped(SkippedFile(path=share.file.path, reason=reason))


def _row(file: FileSeen, document_id: str, *, made: bool = False) -> SourceRow:
    return SourceRow(document_id=document_id, made=made, **file.model_dump())
