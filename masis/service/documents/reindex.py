"""Reindex: put passages back that the vector store lost, from the database that still has them."""

import logging
from collections import Counter
from threading import Event

from masis.errors import Cancelled
from masis.service.container import Container
from masis.store import documents, workspaces
from masis.store.tables import VersionRow

log = logging.getLogger(__name__)


class Reindex:
    """Looks at every start whether what can be searched is what was taken in."""

    def __init__(self, container: Container) -> None:
        """Look at nothing yet."""
        self._container = container
        self._closing = Event()

    def recover(self) -> None:
        """Embed and store again what is missing: the store was emptied, lost or exchanged for a new one."""
        with self._container.database.read() as session:
            known = workspaces.workspace_ids(session)
        for workspace_id in known:
            for version in self._missing(workspace_id):
                self._put_back(workspace_id, version.version_id)

    def _missing(self, workspace_id: str) -> list[VersionRow]:
        with self._container.database.read() as session:
            wanted = documents.searched_versions(session, workspace_id)
        if not wanted or self._container.vectors().count(workspace_id) >= sum(row.chunks for row in wanted):
            return []
        # Hidden passages count too: their job is about to show them.
        there = Counter(chunk.version_id for chunk in self._container.vectors().scroll(workspace_id))
        return [row for row in wanted if there[row.version_id] < row.chunks]

    def _put_back(self, workspace_id: str, version_id: str) -> None:
        from masis.ingest.indexing import Indexing

        log.warning("the vector store lost a document; putting it back", extra={"version_id": version_id})
        with self._container.database.read() as session:
            chunks = documents.chunks(session, version_id)
        container, vectors = self._container, self._container.vectors()
        indexing = Indexing(
            container.embedder(),
            vectors,
            container.embedding_turn,
            container.settings.embedding_batch,
            self._stop_if_closing,
        )
        indexing.run(chunks, {}, lambda _done: None)
        with container.database.read() as session:
            current = {row.version_id for row in documents.searched_versions(session, workspace_id)}
        if version_id in current:
            vectors.set_visible(workspace_id, version_id, visible=True)
        else:  # replaced or deleted meanwhile
            vectors.delete_version(workspace_id, version_id)

    def _stop_if_closing(self) -> None:
        if self._closing.is_set():
            message = "The rest is put back at the next start."
            raise Cancelled(message)

    def close(self) -> None:
        """Stop at the next batch; the next start goes on."""
        self._closing.set()
