"""Purge: carry out deletions for good - vectors, rows, and originals nobody else needs."""

import logging
from threading import Lock, Timer

from masis.errors import OriginalsUnavailable, ServiceUnavailable
from masis.service.container import Container
from masis.store import documents, provenance, workspaces

log = logging.getLogger(__name__)


def forget_originals(container: Container, contents: frozenset[str]) -> None:
    """Remove originals nobody needs; what cannot be removed now is swept away at the next start."""
    try:
        for sha256 in contents - {""}:
            container.originals.remove(sha256)
    except OriginalsUnavailable as outage:
        log.warning("originals nobody needs are removed at the next start: %s", outage)


class Purge:
    """Ends what was deleted, after the time to undo it or at the next start."""

    def __init__(self, container: Container) -> None:
        """Start nothing yet."""
        self._container = container
        self._timers: dict[str, Timer] = {}
        self._lock = Lock()

    def later(self, workspace_id: str, document_id: str) -> None:
        """Purge a document once its deletion can no longer be undone."""
        timer = Timer(self._container.undo_seconds, self._due, (workspace_id, document_id))
        timer.daemon = True
        self._timers[document_id] = timer
        timer.start()

    def keep(self, document_id: str) -> None:
        """Call off a purge."""
        timer = self._timers.pop(document_id, None)
        if timer is not None:
            timer.cancel()

    def _due(self, workspace_id: str, document_id: str) -> None:
        try:
            self.document(workspace_id, document_id)
        except ServiceUnavailable:
            log.warning("purge waits for the next start", extra={"document_id": document_id})

    def document(self, workspace_id: str, document_id: str) -> None:
        """Remove every trace of a deleted document; nothing happens to one that is not deleted."""
        self.keep(document_id)
        with self._lock:
            with self._container.database.read() as session:
                row = documents.find(session, workspace_id, document_id, deleted=True)
                versions = documents.version_ids(session, document_id)
                contents = documents.hashes(session, [document_id])
            if row is None:
                return
            for version_id in versions:
                self._container.vectors().delete_version(workspace_id, version_id)
            with self._container.database.write() as session:
                if documents.find(session, workspace_id, document_id, deleted=True) is not None:
                    provenance.note_gone(session, document_id, row.deleted_at)
                    documents.remove(session, document_id)
        self._container.forget_replies(workspace_id)
        self.content(contents)

    def content(self, contents: frozenset[str]) -> None:
        """Remove originals that no version and no unfinished job needs."""
        with self._container.content:
            with self._container.database.read() as session:
                needed = documents.referenced(session)
            forget_originals(self._container, contents - needed)

    def recover(self) -> None:
        """Carry out what waited when the program stopped, and remove what a crash left over."""
        with self._container.database.read() as session:
            waiting = documents.deleted(session)
            known = workspaces.workspace_ids(session)
        for row in waiting:
            self.document(row.workspace_id, row.document_id)
        for workspace_id in known:
            self._stray_vectors(workspace_id)

    def sweep(self) -> None:
        """Remove originals that a crash left over."""
        with self._container.content:
            with self._container.database.read() as session:
                keep = documents.referenced(session)
            self._container.originals.sweep(keep)

    def _stray_vectors(self, workspace_id: str) -> None:
        vectors = self._container.vectors()
        found = {chunk.version_id for chunk in vectors.scroll(workspace_id)}
        # Asked after the look: whatever is being stored beside it was planned in the database before.
        with self._container.database.read() as session:
            known = documents.known_version_ids(session, workspace_id)
        for version_id in found - known:
            log.warning("removing vectors of an unknown version", extra={"version_id": version_id})
            vectors.delete_version(workspace_id, version_id)

    def close(self) -> None:
        """Call off what waits; it is carried out at the next start."""
        for document_id in [*self._timers]:
            self.keep(document_id)
