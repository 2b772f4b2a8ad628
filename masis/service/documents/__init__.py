"""Documents: list, show, correct, delete and take a deletion back, always inside the caller's workspace."""

import logging
from collections.abc import Mapping
from datetime import timedelta
from functools import lru_cache

from masis.domain.audit_log import ActName
from masis.domain.document import DocumentSummary, PageImage, PageView
from masis.domain.evidence import Chunk
from masis.domain.person import Caller, Right
from masis.domain.profile import DocumentProfile, ProfileCorrection
from masis.errors import MasisError, NotFound
from masis.export.rows import FlatRow, flat_rows
from masis.service.access import own_document, own_version, own_workspace
from masis.service.audit_log import note
from masis.service.container import Container
from masis.service.documents.purge import Purge
from masis.service.documents.suggestions import Candidates, Told, questions, told_by
from masis.service.notifications.telling import telling
from masis.store import documents, notifications, profiles
from masis.store.database import Database, Session
from masis.store.tables import DocumentRow, VersionRow

log = logging.getLogger(__name__)

_MOST_READ = 6
RETENTION_OVER = (
    "The original file of this version is not kept any more: the workspace keeps files of replaced versions "
    "for a time only. Its text is still there."
)
_DRAWN = frozenset({"pdf", "image"})
"""Kinds whose pages have a look of their own."""
"""Documents whose tables are looked through for questions to suggest."""


class Documents:
    """What people see of the documents of a workspace."""

    def __init__(self, container: Container, purge: Purge) -> None:
        """Take ``purge``, which ends a deletion once it cannot be undone."""
        self._container = container
        self._purge = purge
        self._passwords: dict[str, str] = {}
        self._told = lru_cache(maxsize=64)(self._read_told)

    def listed(self, caller: Caller, workspace_id: str) -> tuple[DocumentSummary, ...]:
        """Return the workspace's documents by name."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            return documents.summaries(session, workspace_id)

    def delete(self, caller: Caller, workspace_id: str, document_id: str) -> None:
        """Hide a document at once and remove it for good after the time to undo."""
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.UPLOAD)
            row = own_document(session, workspace_id, document_id)
            documents.mark_deleted(row, self._container.clock())
            self._note(session, caller, "deleted_document", row)
            undone_within = timedelta(seconds=self._container.undo_seconds)
            telling(self._container).stale(session, row, row.current_version_id, undone_within)
            # Inside the transaction: if the store does not answer, the document stays listed too.
            self._container.vectors().set_visible(workspace_id, row.current_version_id, visible=False)
        self._purge.later(workspace_id, document_id)

    def undo_delete(self, caller: Caller, workspace_id: str, document_id: str) -> None:
        """Bring a document back while that is still possible."""
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.UPLOAD)
            row = documents.find(session, workspace_id, document_id, deleted=True)
            limit = self._container.clock() - timedelta(seconds=self._container.undo_seconds)
            if row is None or row.deleted_at is None or row.deleted_at < limit:
                message = "This deletion can no longer be undone. Upload the file again."
                raise NotFound(message)
            notifications.withdraw_stale(session, document_id, row.deleted_at)
            documents.mark_deleted(row, None)
            self._note(session, caller, "brought_back_document", row)
            self._container.vectors().set_visible(workspace_id, row.current_version_id, visible=True)
        self._purge.keep(document_id)

    def chunks(
        self, caller: Caller, workspace_id: str, document_id: str, version_id: str
    ) -> tuple[Chunk, ...]:
        """Return a version's passages in reading order."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            own_version(session, workspace_id, document_id, version_id)
            return documents.chunks(session, version_id)

    def original(self, caller: Caller, workspace_id: str, document_id: str, version_id: str) -> bytes:
        """Return the file as it was uploaded."""
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            row, version = own_version(session, workspace_id, document_id, version_id)
            if version.original_removed_at is not None:
                raise NotFound(RETENTION_OVER)
            self._note(session, caller, "took_out_original", row)
        return self._container.originals.get(version.sha256)

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
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            row, version = own_version(session, workspace_id, document_id, version_id)
            page = documents.page(session, version_id, page_number)
        if page is None:
            message = f"Page {page_number} does not exist; the document has {version.pages}."
            raise NotFound(message)
        drawn = row.kind in _DRAWN and version.original_removed_at is None
        image = self._image(version, page_number, page.text, highlight) if drawn else None
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

    def _note(self, session: Session, caller: Caller, act: ActName, row: DocumentRow) -> None:
        note(self._container, session, caller, act, row.workspace_id, row.document_id, row.file_name)

    def remember_password(self, sha256: str, password: str) -> None:
        """Keep a password for showing pages, in memory only: it is never written to disk."""
        self._passwords[sha256] = password

    def _image(
        self, version: VersionRow, page_number: int, text: str, highlight: tuple[int, int] | None
    ) -> PageImage | None:
        from masis.ingest.rendering import render_page

        try:
            path = self._container.originals.path(version.sha256)
            return render_page(path, page_number, self._passwords.get(version.sha256), text, highlight)
        except MasisError as error:  # the text of the page is there all the same
            log.info("page shown as text", extra={"version_id": version.version_id, "reason": str(error)})
            return None

    def suggestions(self, caller: Caller, workspace_id: str) -> Candidates:
        """Return questions that statements in the workspace's documents seem to answer."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            held = profiles.profiles_by_version(session, workspace_id)
        telling = [(version_id, profile) for version_id, profile in held.items() if profile.organisation]
        told = [self._told(version_id, profile) for version_id, profile in telling[:_MOST_READ]]
        return Candidates(questions(told), tuple(sorted(held)))

    def _read_told(self, version_id: str, profile: DocumentProfile) -> tuple[Told, ...]:
        with self._container.database.read() as session:
            return told_by(profile, documents.tables(session, version_id))


class Profiles:
    """What is known of each document as a whole."""

    def __init__(self, container: Container) -> None:
        """Work on the database."""
        self._container = container

    def listed(self, caller: Caller, workspace_id: str) -> Mapping[str, DocumentProfile]:
        """Return the profile of every document of a workspace, by document id."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            return profiles.profiles(session, workspace_id)

    def correct(
        self, caller: Caller, workspace_id: str, document_id: str, correction: ProfileCorrection
    ) -> None:
        """Say what a document is, instead of its reader; whatever is ``None`` is again as it was read."""
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.UPLOAD)
            row = own_document(session, workspace_id, document_id)
            profiles.correct(session, row, correction)
            told = (workspace_id, document_id, row.file_name)
            note(self._container, session, caller, "corrected_document", *told)

    def rows(
        self, caller: Caller, workspace_id: str, document_id: str, version_id: str
    ) -> tuple[FlatRow, ...]:
        """Return every value of a version's tables, in reading order."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            own_version(session, workspace_id, document_id, version_id)
            return flat_rows(documents.pages_with_tables(session, version_id))


def profiles_of(database: Database, workspace_id: str) -> Mapping[str, DocumentProfile]:
    """Return the profile of every document of a workspace, for work that was let in already."""
    with database.read() as session:
        return profiles.profiles(session, workspace_id)


def searched_profiles(database: Database, workspace_id: str) -> Mapping[str, DocumentProfile]:
    """Return the same by document version, as a search needs them."""
    with database.read() as session:
        return profiles.profiles_by_version(session, workspace_id)
