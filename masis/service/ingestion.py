"""Ingestion: carry out one upload's job, whatever state an earlier process left it in."""

from collections.abc import Callable
from functools import partial
from typing import cast

from masis.domain.document import MediaKind
from masis.errors import Cancelled
from masis.ingest.pipeline import IngestDeps, Outcome, Progress, StoredUpload, ingest
from masis.ingest.spare import SpareReader
from masis.service.catalogue import DatabaseCatalogue
from masis.service.parts import Parts, new_id
from masis.service.purge import Purge
from masis.store import documents
from masis.store.database import Session
from masis.store.tables import JobRow, VersionRow


class Ingestion:
    """The way of one upload from its stored content to a searchable document."""

    def __init__(self, parts: Parts, purge: Purge) -> None:
        """Take ``purge`` for deleted documents that stand in an upload's way."""
        self._parts = parts
        self._purge = purge
        self._catalogue = DatabaseCatalogue(parts)
        self.reader = SpareReader()
        """Started when the app is served, so that the first upload does not wait for its reading process."""

    def run(
        self,
        job_id: str,
        password: str | None,
        on_progress: Callable[[Progress], None],
        cancelled: Callable[[], bool],
    ) -> Outcome:
        """Ingest the upload of a job; the ids it works under are in the job's row before it starts."""
        with self._parts.database.read() as session:
            row = session.get(JobRow, job_id)
            if row is None:  # its workspace was deleted while it was queued
                message = "The workspace was deleted."
                raise Cancelled(message)
            published = session.get(VersionRow, row.version_id) if row.version_id else None
        if published is not None:
            return self._finish(row)
        self._clear_way(row)
        upload = self._planned(job_id, password)
        self._parts.vectors().delete_version(upload.workspace_id, upload.version_id)
        return ingest(upload, self._deps(), on_progress, cancelled)

    def _finish(self, row: JobRow) -> Outcome:
        """Show a version that was written but perhaps not yet shown when the process died."""
        vectors = self._parts.vectors()
        vectors.set_visible(row.workspace_id, row.version_id, visible=True)
        with self._parts.database.read() as session:
            versions = documents.version_ids(session, row.document_id)
        for version_id in versions:
            if version_id != row.version_id:
                vectors.delete_version(row.workspace_id, version_id)
        return Outcome(state="done", document_id=row.document_id)

    def _clear_way(self, row: JobRow) -> None:
        """Carry out a deletion that still could be undone: the new upload takes its place."""
        with self._parts.database.read() as session:
            rivals = (
                documents.by_name(session, row.workspace_id, row.file_name),
                documents.by_content(session, row.workspace_id, row.sha256),
            )
        for rival in rivals:
            if rival is not None and rival.deleted_at is not None:
                self._purge.document(rival.workspace_id, rival.document_id)

    def _planned(self, job_id: str, password: str | None) -> StoredUpload:
        with self._parts.database.write() as session:
            row = session.get_one(JobRow, job_id)
            row.version_id = row.version_id or new_id("v")
            row.document_id = _document_id(session, row)
        return StoredUpload(
            job_id=job_id,
            workspace_id=row.workspace_id,
            document_id=row.document_id,
            version_id=row.version_id,
            file_name=row.file_name,
            kind=cast(MediaKind, row.kind),
            sha256=row.sha256,
            path=self._parts.blobs.path(row.sha256),
            password=password,
        )

    def _deps(self) -> IngestDeps:
        from masis.ingest.chunking import Chunking
        from masis.ingest.readers import read

        return IngestDeps(
            settings=self._parts.settings,
            catalogue=self._catalogue,
            vectors=self._parts.vectors(),
            embedder=self._parts.embedder(),
            read=partial(read, start=self.reader.take),
            chunk=Chunking(),
            embedding_turn=self._parts.embedding_turn,
        )

    def forget_unused_content(self, sha256: str) -> None:
        """Remove an original that no version and no unfinished job needs."""
        self._purge.content(frozenset({sha256}))


def _document_id(session: Session, row: JobRow) -> str:
    existing = documents.by_name(session, row.workspace_id, row.file_name)
    return existing.document_id if existing is not None else new_id("d")
