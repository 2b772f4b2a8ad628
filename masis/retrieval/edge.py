"""EdgeStore: the vector store inside this process, on the embedded Qdrant engine.

Searches are exact scans: up to about a hundred thousand passages they take milliseconds, give the
same evidence every time, and cost neither the memory nor the minutes of building a graph.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from masis.domain.embedding import EmbeddingProfile
from masis.domain.evidence import Chunk
from masis.errors import ConfigurationError, RetrievalUnavailable
from masis.retrieval import points as stored
from masis.retrieval.assembling import run_searches
from masis.retrieval.base import Hit, Lookup, SparseVector, StoreHealth
from masis.retrieval.folder import (
    CHANGE_BYTES,
    GROWTH_BYTES,
    SHARD,
    FolderLock,
    check_note,
    check_space,
    finish_quietly,
    free_bytes,
    is_damage,
    is_engine_fault,
    is_passing,
    set_aside,
)
from masis.retrieval.plan import Found, Wanted

if TYPE_CHECKING:
    import qdrant_edge

T = TypeVar("T")
_NEVER_KB: Final = 1_000_000_000
"""Segment size from which a graph would be built: none reaches it."""


class EdgeStore:
    """Chunks in one folder, owned by one process; may be shared by threads."""

    def __init__(
        self, folder: Path, profile: EmbeddingProfile, free: Callable[[Path], int] = free_bytes
    ) -> None:
        self._folder = folder
        self._free = free
        self._profile = profile
        self._state = RLock()
        self._writing = RLock()
        self._lock: FolderLock | None = None
        self._opened: qdrant_edge.EdgeShard | None = None
        self._closed = False
        self._counts: dict[str | None, int] = {}
        """By workspace, until something is written: every search asks whether all its passages are there."""
        self._changes = 0

    def ensure(self) -> None:
        """Open the folder, or make it; damaged vectors are set aside and an empty store is made.

        Raises:
            RetrievalUnavailable: the disk is almost full.
            DataFolderInUse: another process owns it.
            ConfigurationError: it was filled with another embedder.
        """
        self._shard()

    def upsert(self, chunks: Sequence[Chunk], vectors: NDArray[np.float32]) -> None:
        """Store chunks, hidden; on disk when this returns."""
        for batch in stored.batches(chunks, vectors, self._profile):
            points = [_point(new) for new in batch]
            self._update(
                lambda engine: engine.UpdateOperation.upsert_points(points),  # noqa: B023 - run at once
                GROWTH_BYTES,
            )

    def set_visible(self, workspace_id: str, version_id: str, visible: bool) -> None:
        """Show or hide a version's chunks in one operation."""
        status = stored.status(visible=visible)
        where = _filter({stored.WORKSPACE: workspace_id, stored.VERSION: version_id})
        self._update(lambda engine: engine.UpdateOperation.set_payload_by_filter(where, status))

    def search(self, workspace_id: str, lookups: Sequence[Lookup]) -> tuple[tuple[Hit, ...], ...]:
        """Return the best hits of each lookup; see the port."""
        return run_searches(workspace_id, lookups, self._profile, self._ask)

    def delete_version(self, workspace_id: str, version_id: str) -> None:
        """Remove a version's chunks."""
        where = _filter({stored.WORKSPACE: workspace_id, stored.VERSION: version_id})
        self._update(lambda engine: engine.UpdateOperation.delete_points_by_filter(where))

    def delete_workspace(self, workspace_id: str) -> None:
        """Remove everything of a workspace."""
        where = _filter({stored.WORKSPACE: workspace_id})
        self._update(lambda engine: engine.UpdateOperation.delete_points_by_filter(where))

    def scroll(self, workspace_id: str) -> Iterator[Chunk]:
        """Yield every chunk of the workspace, a page of them at a time."""
        import qdrant_edge

        passages = {stored.WORKSPACE: workspace_id, stored.UNIT: stored.PASSAGE}
        where, offset = _filter(passages), None
        while True:
            page = qdrant_edge.ScrollRequest(offset, stored.BATCH, where, with_payload=True)
            records, offset = self._guarded(lambda shard: shard.scroll(page))  # noqa: B023 - run at once
            yield from (stored.from_payload(record.payload or {}) for record in records)
            if offset is None:
                return

    def count(self, workspace_id: str | None) -> int:
        """Return the number of shown chunks; see the port."""
        import qdrant_edge

        with self._state:
            known, before = self._counts.get(workspace_id), self._changes
        if known is not None:
            self._shard()  # a closed store does not answer, whatever is known
            return known
        request = qdrant_edge.CountRequest(True, _filter(stored.shown(workspace_id)))
        found = self._guarded(lambda shard: shard.count(request))
        with self._state:
            if self._changes == before:
                self._counts[workspace_id] = found
        return found

    def _changed(self) -> None:
        """Forget the counts; one that is under way is not kept either."""
        with self._state:
            self._counts.clear()
            self._changes += 1

    def optimize(self) -> None:
        """Merge segments and reclaim deleted space; blocks, so only a background worker calls it."""
        with self._writing:
            self._guarded(lambda shard: shard.optimize())

    def health(self) -> StoreHealth:
        """Tell whether the folder can be used."""
        name = "qdrant-edge (embedded)"
        try:
            points = self._guarded(lambda shard: shard.info().points_count)
        except Exception as error:  # noqa: BLE001 - a health check reports, it never raises
            return StoreHealth(healthy=False, engine=name, detail=str(error))
        return StoreHealth(
            healthy=True, engine=name, detail=f"{points:,} passages and table rows in {self._folder}"
        )

    def close(self) -> None:
        """Flush and give the folder free; harmless when done twice."""
        with self._writing, self._state:
            self._closed = True
            if self._opened is not None:
                finish_quietly(self._opened.flush, self._opened.close)
            if self._lock is not None:
                self._lock.release()
            self._opened = self._lock = None

    def _ask(self, wanted: Sequence[Wanted]) -> list[list[Found]]:
        batch = _batch(wanted)
        replies = self._guarded(lambda shard: shard.query_batch(batch))
        return [[_found(point) for point in reply] for reply in replies]

    def _update(
        self, operation: "Callable[[Any], qdrant_edge.UpdateOperation]", needed_bytes: int = CHANGE_BYTES
    ) -> None:
        import qdrant_edge

        check_space(self._folder, needed_bytes, self._free)
        with self._writing:  # the engine allows it; one writer keeps a version's steps in order
            self._changed()
            try:
                self._guarded(lambda shard: shard.update(operation(qdrant_edge)))
            finally:
                self._changed()  # whoever counted in between may have seen half of it

    def _guarded(self, work: "Callable[[qdrant_edge.EdgeShard], T]") -> T:
        """Run ``work`` on the shard; the engine's faults become outages, and damage makes it begin anew."""
        shard = self._shard()
        try:
            return work(shard)
        except BaseException as error:
            if not is_engine_fault(error):  # a TypeError and its kind are ours
                raise
            message = f"The embedded vector store failed: {error}."
            if is_damage(error):
                self._begin_anew(shard, str(error))
                message = f"{message} Its files are damaged; MASIS puts the passages back from its database."
            raise RetrievalUnavailable(message) from error

    def _begin_anew(self, damaged: "qdrant_edge.EdgeShard", why: str) -> None:
        """Let go of a shard whose files are damaged; the next call opens an empty one."""
        with self._writing, self._state:
            if self._opened is not damaged:  # somebody else was faster
                return
            finish_quietly(damaged.close)
            self._changed()
            set_aside(self._folder, why)
            if self._lock is not None:
                self._lock.release()
            self._opened = self._lock = None

    def _shard(self) -> "qdrant_edge.EdgeShard":
        with self._state:
            if self._closed:
                message = "The vector store is closed."
                raise RetrievalUnavailable(message)
            if self._opened is None:
                self._opened = self._open()
            return self._opened

    def _open(self) -> "qdrant_edge.EdgeShard":
        lock = FolderLock(self._folder)
        try:
            check_space(self._folder, CHANGE_BYTES, self._free)
            check_note(self._folder, self._profile)
            shard = self._loaded()
        except BaseException:
            lock.release()
            raise
        self._lock = lock
        return shard

    def _loaded(self) -> "qdrant_edge.EdgeShard":
        path, dimension = self._folder / SHARD, self._profile.dimension
        if any(path.glob("*")):
            try:
                return _load(path, dimension)
            except BaseException as error:
                if not is_engine_fault(error):
                    raise
                if is_passing(error):
                    message = f"The vector store in {path} cannot be opened: {error}"
                    raise RetrievalUnavailable(message) from error
                set_aside(self._folder, str(error))
        check_space(self._folder, GROWTH_BYTES, self._free)
        return _made(path, dimension)


def _engine() -> Any:  # noqa: ANN401 - a module
    try:
        import qdrant_edge
    except ImportError as error:
        message = "The embedded vector engine does not run here. Please set QDRANT_URL to a Qdrant server."
        raise ConfigurationError(message) from error
    return qdrant_edge


def _load(path: Path, dimension: int) -> "qdrant_edge.EdgeShard":
    """Open a shard and search it once: one that was cut off may open and find nothing."""
    engine = _engine()
    shard: qdrant_edge.EdgeShard = engine.EdgeShard.load(str(path))
    query = engine.Query.Nearest([1.0] * dimension, stored.DENSE)
    nearest = engine.QueryRequest(1, query=query, params=engine.SearchParams(exact=True), with_payload=True)
    if shard.info().points_count and not shard.query_batch(engine.QueryBatchRequest([nearest]))[0]:
        shard.close()
        message = "the vectors of its passages are gone"
        raise Exception(message)  # noqa: TRY002 - as the engine says it
    return shard


def _made(path: Path, dimension: int) -> "qdrant_edge.EdgeShard":
    """Return a new, empty shard."""
    engine = _engine()
    path.mkdir(parents=True, exist_ok=True)
    config = engine.EdgeConfig(
        vectors={
            # Mapped, not read in full when it is opened: a store of few passages takes 42 MB less, and one
            # of 12,000 finds the same in the same time.
            stored.DENSE: engine.EdgeVectorParams(
                size=dimension, distance=engine.Distance.Cosine, on_disk=True
            )
        },
        sparse_vectors={
            name: engine.EdgeSparseVectorParams(modifier=engine.Modifier.Idf)
            for name in (stored.SPARSE, stored.ROWS)
        },
        optimizers=engine.EdgeOptimizersConfig(indexing_threshold=_NEVER_KB),
    )
    try:
        shard: qdrant_edge.EdgeShard = engine.EdgeShard.create(str(path), config)
        for name in stored.INDEXED:
            tenant = engine.KeywordIndexParams(is_tenant=name == stored.WORKSPACE)
            shard.update(engine.UpdateOperation.create_field_index(name, tenant))
    except Exception as error:
        message = f"The vector store in {path} cannot be made: {error}"
        raise RetrievalUnavailable(message) from error
    return shard


def _filter(values: stored.Conditions, ids: tuple[str, ...] = ()) -> "qdrant_edge.Filter":
    import qdrant_edge as engine

    def match(value: str | tuple[str, ...]) -> "qdrant_edge.MatchValue | qdrant_edge.MatchAny":
        return engine.MatchValue(value) if isinstance(value, str) else engine.MatchAny([*value])

    must: list[Any] = [engine.FieldCondition(key, match=match(v)) for key, v in values.items()]
    return engine.Filter(must=[*must, engine.HasIdCondition(set(ids))] if ids else must)


def _sparse(vector: SparseVector) -> "qdrant_edge.SparseVector":
    import qdrant_edge

    return qdrant_edge.SparseVector(list(vector.indices), list(vector.values))


def _point(new: stored.NewPoint) -> "qdrant_edge.Point":
    import qdrant_edge

    words = _sparse(new.sparse)
    vectors: Any = {stored.ROWS: words}
    if new.dense is not None:
        vectors = {stored.DENSE: new.dense, stored.SPARSE: words}
    return qdrant_edge.Point(new.point_id, vectors, new.payload)


def _batch(wanted: Sequence[Wanted]) -> "qdrant_edge.QueryBatchRequest":
    """Write queries in the engine's words; the filter is in every leg and around it."""
    import qdrant_edge as engine

    return engine.QueryBatchRequest(
        [
            engine.QueryRequest(
                search.limit,
                query=_query(search),
                prefetches=[
                    engine.Prefetch(leg.limit, _query(leg), filter=_filter(leg.where), params=_params(leg))
                    for leg in search.legs
                ],
                filter=_filter(search.where, search.ids),
                params=_params(search),
                with_payload=search.payload,
                with_vector=[search.using] if search.weights else False,
            )
            for search in wanted
        ]
    )


def _query(wanted: Wanted) -> "qdrant_edge.Query":
    import qdrant_edge

    vector = wanted.vector
    return qdrant_edge.Query.Nearest(
        _sparse(vector) if isinstance(vector, SparseVector) else list(vector), wanted.using
    )


def _params(wanted: Wanted) -> "qdrant_edge.SearchParams":
    import qdrant_edge as engine

    if wanted.using == stored.DENSE:
        return engine.SearchParams(exact=True)
    return engine.SearchParams(idf=engine.IdfParams(_filter(wanted.where)))  # others' words must not count


def _found(point: "qdrant_edge.ScoredPoint") -> Found:
    sparse: Any = point.vector and point.vector[stored.SPARSE]  # type: ignore[call-overload]
    weights = dict(zip(sparse.indices, sparse.values, strict=True)) if sparse else None
    return Found(str(point.id), point.score, point.payload, weights)
