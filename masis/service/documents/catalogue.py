"""Catalogue: the pipeline's view of the database; a version appears in one transaction or not at all."""

from collections.abc import Sequence

from masis.domain.document import ReadDocument
from masis.domain.evidence import Chunk
from masis.embeddings.base import Vectors
from masis.ingest.pipeline import StoredUpload
from masis.service.container import Container
from masis.service.documents.kept_vectors import packed
from masis.service.notifications.telling import telling
from masis.store import documents, notifications, passage_vectors, profiles
from masis.store.database import Session
from masis.store.tables import DocumentRow, VersionRow


class DatabaseCatalogue:
    """Fills ``ingest.pipeline.Catalogue``."""

    def __init__(self, container: Container) -> None:
        """Work on the database."""
        self._container = container

    def identical(self, upload: StoredUpload) -> str | None:
        """Return the document whose current content this already is."""
        wanted = upload.document_id if upload.chosen_document else None
        with self._container.database.read() as session:
            row = documents.by_content(session, upload.workspace_id, upload.sha256, wanted)
            return None if row is None or row.deleted_at is not None else row.document_id

    def publish(
        self, upload: StoredUpload, document: ReadDocument, chunks: Sequence[Chunk], vectors: Vectors
    ) -> str | None:
        """Write the version with its pages, passages and their vectors, and make it the current one."""
        with self._container.database.write() as session:
            row = documents.find(session, upload.workspace_id, upload.document_id)
            replaced = None if row is None else row.current_version_id
            if row is None:
                row = self._new_document(upload, document)
                session.add(row)
            row.kind, row.date = document.kind, document.date
            row.title = profiles.title_of(row, document.title)
            row.file_name, row.current_version_id = upload.file_name, upload.version_id
            session.flush()
            session.add(self._new_version(session, upload, document, row.title, len(chunks)))
            session.flush()
            documents.add_content(session, upload.version_id, document, chunks)
            passage_vectors.keep(session, upload.version_id, packed(self._container.embedder(), vectors))
            if replaced is not None:
                telling(self._container).stale(session, row, replaced)
        return replaced

    def withdraw(self, upload: StoredUpload, replaced: str | None) -> None:
        """Take the version back; the replaced one is current again."""
        with self._container.database.write() as session:
            made = session.get(VersionRow, upload.version_id)
            if made is not None:  # the whole workspace may be gone meanwhile
                notifications.withdraw_stale(session, upload.document_id, made.added_at)
            documents.remove_version(session, upload.version_id)
            if replaced is None:
                documents.remove(session, upload.document_id)
                return
            row = session.get_one(DocumentRow, upload.document_id)
            row.current_version_id = replaced
            row.title = session.get_one(VersionRow, replaced).title

    def _new_document(self, upload: StoredUpload, document: ReadDocument) -> DocumentRow:
        return DocumentRow(
            document_id=upload.document_id,
            workspace_id=upload.workspace_id,
            file_name=upload.file_name,
            name_key=documents.name_key(upload.file_name),
            kind=document.kind,
            title=document.title,
            date=document.date,
            current_version_id=upload.version_id,
            created_at=self._container.clock(),
        )

    def _new_version(
        self, session: Session, upload: StoredUpload, document: ReadDocument, title: str, chunks: int
    ) -> VersionRow:
        return VersionRow(
            version_id=upload.version_id,
            document_id=upload.document_id,
            number=documents.next_number(session, upload.document_id),
            sha256=upload.sha256,
            size_bytes=upload.size_bytes,
            pages=len(document.pages),
            chunks=chunks,
            title=title,
            profile=profiles.as_read(document),
            notices=[notice.model_dump(mode="json") for notice in document.notices],
            added_at=self._container.clock(),
        )
