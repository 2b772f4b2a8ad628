"""Upkeep: what an operator does to a place: hold it, back it up, embed it anew, work on its jobs."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from masis.wiring import build_embedder, build_originals, build_parts, database_of, database_server

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from masis.config import Settings
    from masis.service.backup import Place
    from masis.service.container import Container


def remembered(settings: "Settings") -> "Place":
    """Return where the settings keep everything; nothing is opened yet.

    Raises:
        ConfigurationError: they name no server or bucket, but the folder's database or originals are on one.
    """
    from masis.service.backup import Place
    from masis.store.folder_notes import check_left

    folder = settings.data_dir.expanduser().resolve()
    server = database_server(settings)
    check_left(folder, sqlite=server is None, files=settings.originals_url is None)
    originals = build_originals(settings, folder)
    return Place(folder, lambda: database_of(folder, server), originals, server)


@contextmanager
def owned(folder: Path) -> "Iterator[None]":
    """Hold the data folder, so that no MASIS works on it meanwhile.

    Raises:
        DataFolderInUse: one does.
    """
    from masis.store.lock import DataFolderLock

    lock = DataFolderLock(folder)
    try:
        yield
    finally:
        lock.release()


def check_stopped(parts: "Container") -> None:
    """Refuse to go on while other processes work on the same documents, as far as they are known.

    Known are the one that holds the data folder, workers that are alive, and jobs under way: not a further
    web process beside a Qdrant server, which holds nothing.

    Raises:
        DataFolderInUse: the sentence names what runs.
        StoreUnavailable: the database does not answer.
    """
    from masis.domain.run.labels import counted
    from masis.errors import DataFolderInUse, QueueUnavailable

    if parts.lock is None:
        with owned(parts.folder):  # which says who holds it
            pass
    if parts.team is None:
        return
    try:
        workers = parts.team.queue.workers()
    except QueueUnavailable:  # a worker that works has claims in the database
        workers = ()
    running = [f"{counted(len(workers), 'worker')} ({', '.join(workers)})"] if workers else []
    if jobs := parts.team.elsewhere():
        running.append(f"{counted(len(jobs), 'job')} under way")
    if running:
        message = (
            f"MASIS is running: {' and '.join(running)}. Stop web processes and workers first; what was "
            "killed counts for up to half a minute."
        )
        raise DataFolderInUse(message)


def move_database(settings: "Settings", url: str) -> Path:
    """Copy what the SQLite file of the data folder holds to an empty server; return the file, which stays.

    Raises:
        InvalidInput: there is nothing to move, or the server is not empty.
        ConfigurationError: the settings or the server do not allow it.
        StoreUnavailable: the file cannot be read now, or the server does not answer.
        DataFolderInUse: MASIS works on the folder.
    """
    from tempfile import TemporaryDirectory

    from pydantic import SecretStr

    from masis.errors import InvalidInput
    from masis.service.backup import DATABASE, Place, copied, moved
    from masis.store.database import Database
    from masis.store.folder_notes import note_server
    from masis.store.installation import tie

    if settings.database_url is not None:
        message = "MASIS_DATABASE_URL is set: it is a server already. Unset it to move what the file holds."
        raise InvalidInput(message)
    folder = settings.data_dir.expanduser().resolve()
    originals = build_originals(settings, folder)
    server = database_server(settings.model_copy(update={"database_url": SecretStr(url)}))
    if server is None:
        raise AssertionError
    here = Place(folder, lambda: database_of(folder, None), originals)
    there = Place(folder, lambda: Database(server, lambda made, at: tie(made, folder, at)), originals, server)
    with owned(folder), TemporaryDirectory(dir=folder, prefix=".move-") as name:
        copied(here, Path(name))
        moved(Path(name), there)
        note_server(folder, server.place)
    return folder / DATABASE


def move_originals(settings: "Settings", url: str) -> "tuple[int, Sequence[Path]]":
    """Copy the original files of the data folder to a bucket; again is harmless, and goes on.

    Returns how many are there now, and those that are damaged, which stay in the folder alone.

    Raises:
        ConfigurationError: ``url`` is none, or the place belongs to another data folder.
        OriginalsUnavailable: the server does not answer.
        DataFolderInUse: MASIS works on the folder.
    """
    from masis.config import check_bucket
    from masis.store.blobs import Blobs
    from masis.store.s3 import S3Originals

    check_bucket(url)
    folder = settings.data_dir.expanduser().resolve()
    there = S3Originals(url, settings.s3_endpoint, folder, settings.s3_timeout_seconds)
    here = Blobs(folder / "blobs")
    with owned(folder):
        moved, damaged = there.take_over(here)
    return moved, [here.path(sha256) for sha256 in damaged]


def begin_vectors_anew(settings: "Settings") -> bool:
    """Give up embedded vectors that another embedder made; return whether there were any.

    The passages stay in the database, from which they are embedded again.

    Raises:
        ConfigurationError: a Qdrant server holds them, whose collections are its operator's.
    """
    from masis.errors import ConfigurationError
    from masis.retrieval.folder import begin_anew

    if settings.qdrant_url:
        message = (
            "A Qdrant server holds the vectors. Set MASIS_QDRANT_COLLECTION to a name not in use and "
            "start MASIS: it puts the passages of all documents there, embedded by the model in use."
        )
        raise ConfigurationError(message)
    folder = settings.data_dir.expanduser().resolve()
    with owned(folder):
        return begin_anew(folder / "vectors", build_embedder(settings).profile)


def run_worker(settings: "Settings", kinds: "Sequence[str]", parallel: int) -> int:
    """Work on the shared jobs of the web processes until the process is told to end; return its status.

    Raises:
        ConfigurationError: the settings name no workers.
    """
    from masis.errors import ConfigurationError
    from masis.service import Masis

    if settings.executor != "celery":
        message = "There is nothing to work on: set MASIS_EXECUTOR=celery for the web processes and here."
        raise ConfigurationError(message)
    masis = Masis(build_parts(settings, worker=True))
    try:
        from masis.service.workers import CeleryQueue, work

        team, take_up = masis.parts.team, masis.take_up
        if team is None or not isinstance(team.queue, CeleryQueue):
            raise AssertionError
        masis.parts.warm()
        taken = {kind: take_up[kind] for kind in kinds}
        return work(team.queue, team, taken, parallel, masis.hand_on)
    finally:
        masis.close()
