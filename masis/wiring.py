"""Wiring: the composition root; settings alone choose each part, and nothing replaces another silently."""

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from masis.store.folder_notes import check_left, id_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from masis.analysts.base import Analysts
    from masis.analysts.extractive.rank import Ranker
    from masis.config import Settings
    from masis.domain.run.provenance import EngineName
    from masis.embeddings.base import Embedder
    from masis.embeddings.reader import LocalReader
    from masis.graph.deps import Deps, EvidenceSource
    from masis.ops.signals import Signals
    from masis.retrieval.base import VectorStore
    from masis.retrieval.retriever import Narrowing
    from masis.retrieval.toolbox import Toolbox
    from masis.service import Masis
    from masis.service.container import Container, Lazy
    from masis.service.table_sources import TableSources
    from masis.service.team import Team
    from masis.store.blobs import Originals
    from masis.store.checkpoints import Checkpoints
    from masis.store.database import Database
    from masis.store.lock import DataFolderLock
    from masis.store.postgres import Postgres
    from masis.store.reply_cache import ReplyCache

_shared: list["Masis"] = []
_guard = RLock()


def build_masis(settings: "Settings | None" = None) -> "Masis":
    """Build MASIS and pick up what an earlier process left unfinished; the caller closes it."""
    masis = _opened(settings)
    masis.start()
    return masis


def shared_masis() -> "Masis":
    """Return the one MASIS of this process: pages, HTTP routes and bare graph runs share it."""
    masis = _shared_unstarted()
    masis.start()
    return masis


def close_shared() -> None:
    """Close the shared MASIS, if there is one."""
    with _guard:
        while _shared:
            _shared.pop().close()


def embedded_deps() -> "Deps":
    """Return what a bare ``graph.invoke`` runs on: the settings' data folder, shared in this process."""
    return _shared_unstarted().parts.deps()


def _shared_unstarted() -> "Masis":
    with _guard:
        if not _shared:
            _shared.append(_opened(None))
        return _shared[0]


def _opened(settings: "Settings | None") -> "Masis":
    from masis.config import load_settings
    from masis.service import Masis

    return Masis(build_parts(settings or load_settings()))


def check_folder(settings: "Settings") -> None:
    """Raise what stands against using the data folder, before anything is started on it."""
    database_server(settings)
    lock = _claimed(settings.data_dir.expanduser().resolve(), settings)
    if lock is not None:
        lock.release()


def _team(settings: "Settings", folder: Path, database: "Database", *, worker: bool) -> "Team | None":
    if settings.executor != "celery" or settings.redis_url is None:
        return None
    from datetime import UTC, datetime

    from masis.errors import ConfigurationError
    from masis.service.team import Team

    if not all(find_spec(name) for name in ("celery", "redis")):
        message = "MASIS_EXECUTOR=celery needs pip install -r requirements-servers.txt."
        raise ConfigurationError(message)
    from masis.service.workers import CeleryQueue

    queue = CeleryQueue(settings.redis_url.get_secret_value(), id_of(folder))
    return Team(queue, database, lambda: datetime.now(UTC), worker=worker)


def build_parts(settings: "Settings", *, worker: bool = False) -> "Container":
    """Choose every part; the database is opened now, the heavy ones when they are needed.

    A ``worker`` leaves the data folder to a web process, which looks after it.
    """
    from masis.ops import breaker, counting

    folder = settings.data_dir.expanduser().resolve()
    shared = (settings.redis_url.get_secret_value(), id_of(folder)) if settings.redis_url else (None, "")
    breaker.share_outages(*shared)
    callers = counting.counts_of(*shared)
    server = database_server(settings)
    lock = None if worker else _claimed(folder, settings)
    try:
        parts = _parts_in(folder, settings, server, lock)
        return replace(parts, team=_team(settings, folder, parts.database, worker=worker), callers=callers)
    except BaseException:
        if lock is not None:  # whoever tries again when the database can be opened must find the folder free
            lock.release()
        raise


def _parts_in(
    folder: Path, settings: "Settings", server: "Postgres | None", lock: "DataFolderLock | None"
) -> "Container":
    from masis import __version__
    from masis.embeddings import resident
    from masis.embeddings.reader import LocalReader
    from masis.ops.watching import watch_for
    from masis.service.container import Completeness, Container, Lazy
    from masis.service.runs.overrides import Overrides
    from masis.service.search import Searching
    from masis.service.table_sources import TableSources

    embedder = Lazy(lambda: build_embedder(settings))
    # Two steps, so that a server that was down keeps its adapter, and the breaker in it, between tries.
    store = Lazy(lambda: build_vectors(settings, folder, embedder()))
    vectors = Lazy(lambda: _made_ready(store()))
    database = database_of(folder, server)
    completeness = Completeness(database, vectors)
    reader = LocalReader(settings.cores)  # loads its model on first use

    def searching(narrowing: "Narrowing | None" = None) -> Searching:
        return Searching(settings, vectors, embedder(), database, completeness, *filter(None, [narrowing]))

    tools, replies = build_toolbox(settings, embedder), build_cache(settings, folder)
    tables, watch = TableSources(database), watch_for(settings, __version__)
    made = (database, tools, reader, replies, tables, watch.signals)
    deps = Lazy(lambda: _deps(settings, searching(), embedder(), *made))
    ranker = Lazy(lambda: _ranker(embedder(), reader, settings.cores))
    analysts = _by_engine(settings, ranker, database, replies, watch.signals)
    return Container(
        settings=settings,
        folder=folder,
        lock=lock,
        database=database,
        originals=build_originals(settings, folder),
        vectors=vectors,
        completeness=completeness,
        embedder=embedder,
        deps=deps,
        overrides=Overrides(deps, database, analysts, searching),
        checkpoints=Lazy(lambda: build_checkpoints(folder, server)),
        reader=reader,
        tools=tools,
        tables=tables,
        replies=replies,
        warm=lambda: resident.load(embedder(), reader),
        forget=lambda: resident.forget(embedder.built, reader),
        version=__version__,
        watch=watch,
    )


def database_of(folder: Path, server: "Postgres | None") -> "Database":
    """Open the database of a data folder, or the server's; each belongs to the other alone."""
    from masis.store.database import Database

    if server is None:
        return Database(folder / "masis.db")
    from masis.store.installation import claim

    return Database(server, lambda connection, place: claim(connection, folder, place))


def _claimed(folder: Path, settings: "Settings") -> "DataFolderLock | None":
    from masis.errors import DataFolderInUse
    from masis.store.lock import DataFolderLock

    check_left(folder, sqlite=settings.database_url is None, files=settings.originals_url is None)
    try:
        return DataFolderLock(folder)
    except DataFolderInUse:
        # With a Qdrant server the rest of the folder can be shared; its owner does the recovery.
        if settings.qdrant_url:
            return None
        raise


def build_embedder(settings: "Settings") -> "Embedder":
    """Return the embedder the settings name; ``auto`` follows the analysts."""
    chosen = settings.embedder
    if chosen == "auto":
        chosen = "openai" if settings.openai_api_key or settings.embedding_base_url else "local"
    if chosen == "openai":
        from masis.embeddings.openai import OpenAIEmbedder

        return OpenAIEmbedder(settings)
    from masis.embeddings.local import LocalEmbedder

    return LocalEmbedder(settings.cores)


def build_vectors(settings: "Settings", folder: Path, embedder: "Embedder") -> "VectorStore":
    """Return the store the settings name; a server that is down is never replaced by the embedded engine."""
    if settings.qdrant_url:
        from masis.retrieval.server import server_store

        return server_store(settings.qdrant_url, settings, embedder.profile, id_of(folder))
    from masis.retrieval.edge import EdgeStore

    return EdgeStore(folder / "vectors", embedder.profile)


def build_toolbox(settings: "Settings", embedder: "Lazy[Embedder]") -> "Toolbox":
    """Return the search tools beside the documents; nothing is loaded before one is asked for."""
    from masis.ingest.injection import is_instruction_like
    from masis.retrieval.toolbox import Toolbox

    return Toolbox(
        settings,
        lambda texts: embedder().embed(texts),
        lambda text: embedder().embed_query(text),
        is_instruction_like,
    )


def _made_ready(store: "VectorStore") -> "VectorStore":
    store.ensure()
    return store


def database_server(settings: "Settings") -> "Postgres | None":
    """Return the Postgres server the settings name; its driver is an extra that may be missing."""
    if settings.database_url is None:
        return None
    from masis.errors import ConfigurationError
    from masis.store.postgres import DRIVERS, Postgres

    if not all(find_spec(name) for name in DRIVERS):
        message = (
            "MASIS_DATABASE_URL is set, but the Postgres driver is not installed. "
            "Run pip install -r requirements-servers.txt, or unset it to keep everything in SQLite."
        )
        raise ConfigurationError(message)
    return Postgres(settings.database_url.get_secret_value(), (settings.parallel_runs or 4) + 4)


def build_originals(settings: "Settings", folder: Path) -> "Originals":
    """Return where the settings keep uploaded files; a bucket is never replaced by the folder."""
    from masis.store.blobs import Blobs
    from masis.store.s3 import S3Originals

    if settings.originals_url is None:
        return Blobs(folder / "blobs")
    return S3Originals(settings.originals_url, settings.s3_endpoint, folder, settings.s3_timeout_seconds)


def build_checkpoints(folder: Path, server: "Postgres | None") -> "Checkpoints":
    """Return the place of checkpoints: beside the runs, on the server or in a file."""
    from masis.store.checkpoints import open_checkpoints, open_postgres_checkpoints

    if server is not None:
        return open_postgres_checkpoints(server)
    return open_checkpoints(folder / "checkpoints.db")


def build_cache(settings: "Settings", folder: Path) -> "ReplyCache | None":
    """Return where replies of models are kept for equal calls, or nothing when that is switched off."""
    from masis.store.reply_cache import ReplyCache

    days, megabytes = settings.model_cache_days, settings.model_cache_mb
    return ReplyCache(folder / "model_cache.db", days=days, megabytes=megabytes) if days else None


def _deps(  # noqa: PLR0913, PLR0917 - everything a run works with
    settings: "Settings",
    retriever: "EvidenceSource",
    embedder: "Embedder",
    database: "Database",
    tools: "Toolbox",
    reader: "LocalReader",
    replies: "ReplyCache | None",
    tables: "TableSources",
    signals: "Signals",
) -> "Deps":
    from datetime import UTC, datetime

    from masis.analysts.extractive.gate import FittedGate
    from masis.analysts.verifying import load_verifier
    from masis.graph.deps import Deps
    from masis.service.calibration import standards
    from masis.service.contents import StoredContents
    from masis.service.conversation import StoredTopics
    from masis.service.documents import profiles_of
    from masis.service.review import rules

    ranker = _ranker(embedder, reader, settings.cores)
    analysts = _analysts(settings, ranker, database, replies, signals)
    return Deps(
        orchestrator=analysts.orchestrator,
        synthesizer=analysts.synthesizer,
        critic=analysts.critic,
        evaluator=analysts.evaluator,
        retriever=retriever,
        gate=FittedGate(ranker),
        reader=reader,
        context_chars=settings.context_chars,
        low_confidence_threshold=settings.low_confidence_threshold,
        engine=settings.thinking,
        embedder=embedder.profile.name,
        standard=standards.standards_of(settings, lambda: embedder, database),
        precedence=rules.lookup(database, lambda: datetime.now(UTC)),
        profiles=lambda workspace_id: [*profiles_of(database, workspace_id).values()],
        topics=StoredTopics(database),
        planner=analysts.planner,
        outline_planner=analysts.outline_planner,
        contents=StoredContents(database, tables, lambda: embedder),
        outside=tools,
        verifier=load_verifier(settings.verifier),
        outside_seconds=settings.web_timeout_seconds,
    )


def _ranker(embedder: "Embedder", reader: "LocalReader", cores: int | None) -> "Ranker":
    """Return the ranker of statements; its weights belong to the models that ship."""
    from masis.analysts.extractive.rank import Ranker, VectorCache
    from masis.embeddings.local import LocalEmbedder

    local = embedder if isinstance(embedder, LocalEmbedder) else LocalEmbedder(cores)
    return Ranker(VectorCache(local.embed), reader)


def _by_engine(
    settings: "Settings",
    ranker: "Callable[[], Ranker]",
    database: "Database",
    replies: "ReplyCache | None",
    signals: "Signals",
) -> "Callable[[EngineName], Analysts]":
    def chosen(engine: "EngineName") -> "Analysts":
        named = settings.model_copy(update={"engine": engine})
        return _analysts(named, ranker(), database, replies, signals)

    return chosen


def _analysts(
    settings: "Settings",
    ranker: "Ranker",
    database: "Database",
    replies: "ReplyCache | None",
    signals: "Signals",
) -> "Analysts":
    if settings.thinking == "openai":
        from datetime import UTC, datetime

        from masis.analysts.model import model_analysts
        from masis.llm.memory import shared_memory
        from masis.llm.metered import watched
        from masis.llm.openai import openai_chats
        from masis.llm.replies import remembering
        from masis.llm.told import told
        from masis.service.spending import Budget
        from masis.store.runs import StoredReplies

        budget = Budget(settings, database, lambda: datetime.now(UTC))
        chats = watched(
            told(openai_chats(settings, memory=shared_memory()), signals),
            budget.purse_for,
            settings.model_max_output_tokens,
            replies,
            lambda place: "temperature" not in shared_memory().of(place.key).refused,
        )
        return model_analysts(settings, remembering(chats, StoredReplies(database)))
    from masis.analysts.extractive import extractive_analysts

    return extractive_analysts(ranker)
