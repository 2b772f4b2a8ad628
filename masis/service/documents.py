"""Documents: list, show, delete and take a deletion back, always inside the caller's workspace."""

import logging
from datetime import timedelta
from functools import lru_cache

from masis.domain.document import DocumentSummary, PageImage, PageView
from masis.domain.evidence import Chunk
from masis.domain.profile import DocumentProfile
from masis.domain.workspace import Caller
from masis.errors import MasisError, NotFound
from masis.service.access import own_document, own_version, own_workspace
from masis.service.parts import Parts
from masis.service.purge import Purge
from masis.service.suggestions import Told, questions, told_by
from masis.store import documents, profiles
from masis.store.tables import VersionRow

log = logging.getLogger(__name__)

_MOST_READ = 6
"""Documents whose tables are looked through for questions to suggest."""


class Documents:
    """What people see of the documents of a workspace."""

    def __init__(self, parts: Parts, purge: Purge) -> None:
        """Take ``purge``, which ends a deletion once it cannot be undone."""
        self._parts = parts
        self._purge = purge
        self._passwords: dict[str, str] = {}
        self._told = lru_cache(maxsize=64)(self._read_told)

    def listed(self, caller: Caller, workspace_id: str) -> tuple[DocumentSummary, ...]:
        """Return the workspace's documents by name."""
        with self._parts.database.read() as session:
            own_workspace(session, caller, workspace_id)
            return documents.summaries(session, workspace_id)

    def delete(self, caller: Caller, workspace_id: str, document_id: str) -> None:
        """Hide a document at once and remove it for good after the time to undo."""
        with self._parts.database.write() as session:
            own_workspace(session, caller, workspace_id)
            row = own_document(session, workspace_id, document_id)
            documents.mark_deleted(row, self._parts.clock())
            # Inside the transaction: if the store does not answer, the document stays listed too.
            self._parts.vectors().set_visible(workspace_id, row.current_version_id, visible=False)
        self._purge.later(workspace_id, document_id)

    def undo_delete(self, caller: Caller, workspace_id: str, document_id: str) -> None:
        """Bring a document back while that is still possible."""
        with self._parts.database.write() as session:
            own_workspace(session, caller, workspace_id)
            row = documents.find(session, workspace_id, document_id, deleted=True)
            limit = self._parts.clock() - timedelta(seconds=self._parts.undo_seconds)
            if row is None or row.deleted_at is None or row.deleted_at < limit:
                message = "This deletion can no longer be undone. Upload the file again."
                raise NotFound(message)
            documents.mark_deleted(row, None)
            self._parts.vectors().set_visible(workspace_id, row.current_version_id, visible=True)
        self._purge.keep(document_id)

    def chunks(
        self, caller: Caller, workspace_id: str, document_id: str, version_id: str
    ) -> tuple[Chunk, ...]:
        """Return a version's passages in reading order."""
        with self._parts.database.read() as session:
            own_workspace(session, caller, workspace_id)
            own_version(session, workspace_id, document_id, version_id)
            return documents.chunks(session, version_id)

    def original(self, caller: Caller, workspace_id: str, document_id: str, version_id: str) -> bytes:
        """Return the file as it was uploaded."""
        with self._parts.database.read() as session:
            own_workspace(session, caller, workspace_id)
            _, version = own_version(session, workspace_id, document_id, version_id)
        return self._parts.blobs.get(version.sha256)

    def page_view(
        self,
        caller: Caller,
        workspace_id: str,
        document_id: str,
        version_id: str,
        page_number: int,
        highlight: tuple[int, int] | None,
    ) -> PageView:
        """Return one page with its text, and as an image where it has one."""
        with self._parts.database.read() as session:
            own_workspace(session, caller, workspace_id)
            row, version = own_version(session, workspace_id, document_id, version_id)
            page = documents.page(session, version_id, page_number)
        if page is None:
            message = f"Page {page_number} does not exist; the document has {version.pages}."
            raise NotFound(message)
        image = self._image(version, page_number, page.text, highlight) if row.kind == "pdf" else None
        return PageView.model_validate(
            {
                "document_id": document_id,
                "version_id": version_id,
                "document_title": version.title,
                "file_name": row.file_name,
                "kind": row.kind,
                "page": page,
                "page_count": version.pages,
                "image": image,
                "highlight": highlight,
            }
        )

    def remember_password(self, sha256: str, password: str) -> None:
        """Keep a password for showing pages, in memory only: it is never written to disk."""
        self._passwords[sha256] = password

    def _image(
        self, version: VersionRow, page_number: int, text: str, highlight: tuple[int, int] | None
    ) -> PageImage | None:
        from masis.ingest.rendering import render_page

        path = self._parts.blobs.path(version.sha256)
        try:
            return render_page(path, page_number, self._passwords.get(version.sha256), text, highlight)
        except MasisError as error:  # the text of the page is there all the same
            log.info("page shown as text", extra={"version_id": version.version_id, "reason": str(error)})
            return None

    def suggestions(self, caller: Caller, workspace_id: str) -> tuple[str, ...]:
        """Return up to three questions that the statements in the workspace's documents answer."""
        with self._parts.database.read() as session:
            own_workspace(session, caller, workspace_id)
            held = profiles.profiles_by_version(session, workspace_id)
        telling = [(version_id, profile) for version_id, profile in held.items() if profile.organisation]
        return questions([self._told(version_id, profile) for version_id, profile in telling[:_MOST_READ]])

    def _read_told(self, version_id: str, profile: DocumentProfile) -> tuple[Told, ...]:
        with self._parts.database.read() as session:
            return told_by(profile, documents.tables(session, version_id))
