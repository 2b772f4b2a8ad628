"""ServerStore: the vector store on a Qdrant server or cluster, over HTTP."""

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from json import JSONDecodeError
from threading import Lock
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from masis.domain.embedding import EmbeddingProfile
from masis.domain.evidence import Chunk
from masis.errors import ConfigurationError, RetrievalUnavailable
from masis.retrieval import points as stored
from masis.retrieval import qdrant_requests as requests
from masis.retrieval.assembling import run_searches
from masis.retrieval.base import Hit, Lookup, StoreHealth
from masis.retrieval.plan import Found, Wanted
from masis.retrieval.qdrant_layout import (
    AS_THE_SERVER_LIKES,
    Layout,
    differences,
    index,
    lacks_idf,
    quantization,
    with_idf,
)

if TYPE_CHECKING:
    from qdrant_client import QdrantClient
    from qdrant_client.http import models as rest

    from masis.config import Settings

log = logging.getLogger(__name__)

_LARGEST_QUERY: Final = 1000
_REFUSALS: Final = frozenset({400, 401, 403, 404, 405, 422})
_ANEW: Final = "set MASIS_QDRANT_COLLECTION to a name not in use and run python -m masis reindex"


class ServerStore:
    """Chunks in one collection, told apart by workspace; may be shared by threads and processes."""

    def __init__(
        self,
        url: str,
        api_key: str | None,
        collection: str,
        profile: EmbeddingProfile,
        timeout_seconds: int,
        layout: Layout = AS_THE_SERVER_LIKES,
    ) -> None:
        self._url = url
        self._shown_url = _without_user(url)
        self._api_key = api_key
        self._collection = collection
        self._profile = profile
        self._layout = layout
        self._timeout = timeout_seconds
        self._state = Lock()
        self._client: QdrantClient | None = None
        self._closed = False

    def ensure(self) -> None:
        """Create the collection if missing; one made otherwise is used as it is, but scores words by rarity.

        Raises:
            ConfigurationError: it was filled with another embedder, belongs to another installation, or
                cannot score words by rarity.
            RetrievalUnavailable: the server does not answer.
        """
        with self._connected() as client:
            if not client.collection_exists(self._collection):
                self._create(client)
            info = client.get_collection(self._collection)
            place = f"The Qdrant collection {self._collection!r}"
            metadata = dict(info.config.metadata or {})
            owner = stored.owner_of(metadata)
            stored.check_fingerprint(metadata, self._profile, place, _ANEW)
            if owner is None and self._layout.owner:
                owner = self._claimed(client)
            stored.check_owner(owner, self._layout.owner, place)
            self._correct(client, info)
            self._index(client, have=info.payload_schema)

    def upsert(self, chunks: Sequence[Chunk], vectors: NDArray[np.float32]) -> None:
        """Store chunks, hidden; the server has them when this returns."""
        for batch in stored.batches(chunks, vectors, self._profile):
            with self._connected() as client:
                client.upsert(self._collection, [requests.point(new) for new in batch], wait=True)

    def set_visible(self, workspace_id: str, version_id: str, visible: bool) -> None:
        """Show or hide a version's chunks in one operation."""
        where = requests.same({stored.WORKSPACE: workspace_id, stored.VERSION: version_id})
        with self._connected() as client:
            client.set_payload(self._collection, stored.status(visible=visible), where, wait=True)

    def search(self, workspace_id: str, lookups: Sequence[Lookup]) -> tuple[tuple[Hit, ...], ...]:
        """Return the best hits of each lookup; see the port."""
        return run_searches(workspace_id, lookups, self._profile, self._ask)

    def delete_version(self, workspace_id: str, version_id: str) -> None:
        """Remove a version's chunks."""
        self._delete(requests.same({stored.WORKSPACE: workspace_id, stored.VERSION: version_id}))

    def delete_workspace(self, workspace_id: str) -> None:
        """Remove everything of a workspace."""
        self._delete(requests.same({stored.WORKSPACE: workspace_id}))

    def scroll(self, workspace_id: str) -> Iterator[Chunk]:
        """Yield every chunk of the workspace, a page of them at a time."""
        passages = {stored.WORKSPACE: workspace_id, stored.UNIT: stored.PASSAGE}
        where, offset = requests.same(passages), None
        while True:
            with self._connected() as client:
                records, offset = client.scroll(self._collection, where, limit=stored.BATCH, offset=offset)
            yield from (stored.from_payload(record.payload or {}) for record in records)
            if offset is None:
                return

    def count(self, workspace_id: str | None) -> int:
        """Return the number of shown chunks; see the port."""
        where = requests.same(stored.shown(workspace_id))
        with self._connected() as client:
            return client.count(self._collection, where, exact=True).count

    def health(self) -> StoreHealth:
        """Tell whether the server answers for the collection."""
        name = f"qdrant server at {self._shown_url}"
        try:
            with self._connected() as client:
                info = client.get_collection(self._collection)
        except RetrievalUnavailable as error:
            return StoreHealth(healthy=False, engine=name, detail=str(error))
        other = differences(self._layout, info)
        detail = "; ".join((f"{info.points_count or 0:,} passages and table rows", *other))
        return StoreHealth(healthy=True, engine=name, detail=detail)

    def close(self) -> None:
        """Close the connections; harmless when done twice."""
        with self._state:
            self._closed = True
            if self._client is not None:
                self._client.close()
                self._client = None

    def _ask(self, wanted: Sequence[Wanted]) -> list[list[Found]]:
        with self._connected() as client:
            replies = client.query_batch_points(self._collection, requests.batch(wanted))
        return [[requests.found(point) for point in reply.points] for reply in replies]

    def _delete(self, where: "rest.Filter") -> None:
        with self._connected() as client:
            client.delete(self._collection, where, wait=True)

    def _create(self, client: "QdrantClient") -> None:
        from qdrant_client.http import models as rest
        from qdrant_client.http.exceptions import UnexpectedResponse

        size = self._profile.dimension
        try:
            client.create_collection(
                self._collection,
                vectors_config={stored.DENSE: rest.VectorParams(size=size, distance=rest.Distance.COSINE)},
                sparse_vectors_config=with_idf(),
                shard_number=self._layout.shards,
                replication_factor=self._layout.replicas,
                quantization_config=quantization(self._layout),
                # Every search names its workspace: a graph per tenant serves, one over all would not.
                hnsw_config=rest.HnswConfigDiff(m=0, payload_m=16),
                strict_mode_config=rest.StrictModeConfig(
                    enabled=True,
                    unindexed_filtering_retrieve=False,
                    unindexed_filtering_update=False,
                    max_query_limit=_LARGEST_QUERY,
                ),
                metadata=stored.fingerprint(self._profile),
            )
        except UnexpectedResponse as error:
            if error.status_code != 409:  # another process was faster; its metadata is checked next
                raise

    def _index(self, client: "QdrantClient", have: Collection[str]) -> None:
        """Index what filters name; strict mode refuses a filter on anything else."""
        for name in stored.INDEXED:
            if name not in have:
                client.create_payload_index(self._collection, name, index(name), wait=True)

    def _claimed(self, client: "QdrantClient") -> str | None:
        """Write into a collection without an owner whose it is; return the owner it has now."""
        from qdrant_client.http.exceptions import UnexpectedResponse

        try:
            client.update_collection(self._collection, metadata={stored.OWNER: self._layout.owner})
        except UnexpectedResponse as error:  # a key without that right: it stays nobody's, as before
            if error.status_code not in _REFUSALS:
                raise
        return stored.owner_of(dict(client.get_collection(self._collection).config.metadata or {}))

    def _correct(self, client: "QdrantClient", info: "rest.CollectionInfo") -> None:
        """Make the server weigh words by rarity, as the scores of every search assume."""
        from qdrant_client.http.exceptions import UnexpectedResponse

        if not lacks_idf(info):
            return
        try:
            client.update_collection(self._collection, sparse_vectors_config=with_idf())
        except UnexpectedResponse as error:  # a refusal: what it holds now counts
            if error.status_code not in _REFUSALS:
                raise
        if lacks_idf(client.get_collection(self._collection)):
            message = (
                f"The Qdrant collection {self._collection!r} does not weigh words by their rarity (its "
                "sparse vectors lack the modifier idf), and the server did not correct it. Please set "
                "MASIS_QDRANT_COLLECTION to a name not in use: MASIS puts all passages there."
            )
            raise ConfigurationError(message)
        log.warning("the collection %s now weighs words by their rarity; it did not", self._collection)

    @contextmanager
    def _connected(self) -> "Iterator[QdrantClient]":
        """Lend the client; whatever the wire does wrong becomes one kind of outage."""
        from qdrant_client.common.client_exceptions import QdrantException
        from qdrant_client.http.exceptions import ApiException, UnexpectedResponse

        try:
            yield self._open()
        except UnexpectedResponse as error:
            message = requests.trouble(
                error.status_code, error.reason_phrase, error.content, self._collection
            )
            raise RetrievalUnavailable(message) from error
        except (ApiException, QdrantException, JSONDecodeError) as error:
            message = f"The Qdrant server at {self._shown_url} does not answer."
            raise RetrievalUnavailable(message) from error

    def _open(self) -> "QdrantClient":
        from qdrant_client import QdrantClient

        from masis.retrieval.deadline import DeadlineTransport

        with self._state:
            if self._closed:
                message = "The vector store is closed."
                raise RetrievalUnavailable(message)
            if self._client is None:
                options: Any = {"transport": DeadlineTransport(self._timeout)}
                self._client = QdrantClient(
                    url=self._url,
                    api_key=self._api_key,
                    timeout=self._timeout,
                    check_compatibility=False,
                    **options,
                )
            return self._client


def server_store(
    url: str, settings: "Settings", profile: EmbeddingProfile, installation_id: str
) -> ServerStore:
    """Return the store that the settings describe; it belongs to one data folder alone."""
    key = settings.qdrant_api_key
    return ServerStore(
        url,
        key.get_secret_value() if key else None,
        settings.qdrant_collection,
        profile,
        settings.qdrant_timeout_seconds,
        Layout(
            shards=settings.qdrant_shards,
            replicas=settings.qdrant_replicas,
            quantization=settings.qdrant_quantization,
            owner=installation_id,
        ),
    )


def _without_user(url: str) -> str:
    """Return an address as people may see it: without a name or a password in it."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
