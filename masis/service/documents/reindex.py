"""Reindex: put passages back that the vector store lost, from the database that still has them."""

import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from threading import Event

from masis.domain.evidence import Chunk
from masis.embeddings.base import Vector
from masis.errors import Cancelled
from masis.service.container import Container
from masis.store import documents, passage_vectors, workspaces
from masis.store.tables import VersionRow

log = logging.getLogger(__name__)


class Reindex:
    """Looks at every start whether what can be searched is what was taken in."""

    def __init__(self, container: Container) -> None:
        """Look at nothing yet."""
        self._container = container
        self._closing = Event()

    def recover(self) -> None:
        """Store again what is missing: the store was emptied, lost or exchanged for a new one."""
        self.put_back(lambda _done, _total: None)

    def put_back(self, on_count: Callable[[int, int], None]) -> int:
        """Store again what is missing; what this model made before is not embedded again.

        ``on_count`` gets how many passages are back, and of how many. Returns how many are.
        """
        with self._container.database.read() as session:
            known = workspaces.workspace_ids(session)
        missing = [(place, version) for place in known for version in self._missing(place)]
        done, total = 0, sum(version.chunks for _, version in missing)
        for workspace_id, version in missing:
            self._put_back(workspace_id, version.version_id, partial(_added, on_count, done, total))
            done += version.chunks
        return done

    def _missing(self, workspace_id: str) -> list[VersionRow]:
        with self._container.database.read() as session:
            wanted = documents.searched_versions(session, workspace_id)
        if not wanted or self._container.vectors().count(workspace_id) >= sum(row.chunks for row in wanted):
            return []
        # Hidden passages count too: their job is about to show them.
        there = Counter(chunk.version_id for chunk in self._container.vectors().scroll(workspace_id))
        return [row for row in wanted if there[row.version_id] < row.chunks]

    def _put_back(self, workspace_id: str, version_id: str, on_count: Callable[[int], None]) -> None:
        from masis.ingest.indexing import Indexing
        from masis.service.documents.kept_vectors import packed

        log.warning("the vector store lacks a document; putting it back", extra={"version_id": version_id})
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
        made = indexing.run(chunks, self._known(version_id, chunks), on_count)
        kept = packed(container.embedder(), made)
        with container.database.write() as session:
            wanted = documents.searched_versions(session, workspace_id)
            current = any(row.version_id == version_id for row in wanted)
            if current:
                passage_vectors.keep(session, version_id, kept)
        if current:
            vectors.set_visible(workspace_id, version_id, visible=True)
        else:  # replaced or deleted meanwhile
            vectors.delete_version(workspace_id, version_id)

    def _known(self, version_id: str, chunks: Sequence[Chunk]) -> Mapping[str, Vector]:
        from masis.service.documents.kept_vectors import unpacked

        with self._container.database.read() as session:
            return unpacked(self._container.embedder(), passage_vectors.kept(session, version_id), chunks)

    def _stop_if_closing(self) -> None:
        if self._closing.is_set():
            message = "The rest is put back at the next start."
            raise Cancelled(message)

    def close(self) -> None:
        """Stop at the next batch; the next start goes on."""
        self._closing.set()


def _added(on_count: Callable[[int, int], None], before: int, total: int, count: int) -> None:
    on_count(before + count, total)
