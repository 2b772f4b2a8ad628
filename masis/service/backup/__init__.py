"""Backup: everything that is remembered in one file, written while MASIS runs, checked and restored."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from masis.domain.value import Value
from masis.errors import InvalidInput
from masis.store.blobs import Originals
from masis.store.copying import TableFigures, copy_rows, figures
from masis.store.database import Database
from masis.store.migrations import HEAD
from masis.store.postgres import Postgres
from masis.store.snapshots import copy_checkpoints, snapshot

__all__ = ["CHECKPOINTS", "DATABASE", "FORMAT", "Manifest", "Place", "copied", "moved"]

log = logging.getLogger(__name__)

FORMAT = 1
DATABASE = "masis.db"
CHECKPOINTS = "checkpoints.db"


class Manifest(Value):
    """What a backup holds; its first file."""

    format: int
    version: str
    """Of the MASIS that wrote it."""
    revision: str
    """Newest migration of its database."""
    made_at: str
    files: dict[str, str]
    """SHA-256 of each file by its name in the backup."""
    missing: tuple[str, ...] = ()
    """Originals that were not there to be copied."""
    tables: dict[str, TableFigures]

    @property
    def documents(self) -> int:
        """How many documents it holds."""
        return self._rows("documents")

    @property
    def runs(self) -> int:
        """How many runs it holds."""
        return self._rows("runs")

    def _rows(self, table: str) -> int:
        found = self.tables.get(table)
        return found.rows if found else 0


@dataclass(frozen=True)
class Place:
    """Where MASIS keeps what it remembers."""

    folder: Path
    open_database: Callable[[], Database]
    originals: Originals
    server: Postgres | None = None
    """``None``: files in the folder."""


def copied(place: Place, folder: Path) -> None:
    """Copy database and checkpoints of a place into SQLite files of ``folder``, as they stand at one moment.

    Raises:
        StoreUnavailable: the file or the server cannot be read now.
        InvalidInput: nothing is remembered there.
    """
    if place.server is None:
        if not (place.folder / DATABASE).exists():
            message = f"There is nothing to back up: {place.folder} holds no {DATABASE}."
            raise InvalidInput(message)
        snapshot({place.folder / name: folder / name for name in (CHECKPOINTS, DATABASE)})
        return
    from masis.store.checkpoints import open_checkpoints, open_postgres_checkpoints

    source, target = place.open_database(), Database(folder / DATABASE)
    try:
        states, kept = open_postgres_checkpoints(place.server, 1), open_checkpoints(folder / CHECKPOINTS)
        try:
            copy_checkpoints(states, kept)  # before the rows: a run's state may lag behind, as after a kill
        finally:
            states.conn.close()
            kept.conn.close()
        copy_rows(source, target)
    finally:
        source.close()
        target.close()


def moved(folder: Path, place: Place, manifest: "Manifest | None" = None) -> None:
    """Put database and checkpoints that lie as SQLite files in ``folder`` into an empty place.

    ``manifest`` says what they held when they were written.

    Raises:
        InvalidInput: the place is not empty, or is not equal to the files afterwards.
        ConfigurationError: the files are of a newer MASIS, or damaged.
    """
    source = Database(folder / DATABASE)  # brings an older backup up to date
    try:
        wanted = figures(source)
        if manifest is not None and manifest.revision == HEAD:
            wanted |= manifest.tables
        if place.server is not None:
            _into_server(source, folder, place)
    finally:
        source.close()
    if place.server is None:
        for name in (CHECKPOINTS, DATABASE):  # the database last: without it a restore can be repeated
            if (folder / name).exists():
                (folder / name).replace(place.folder / name)
    _check_equal(wanted, place)


def _into_server(source: Database, folder: Path, place: Place) -> None:
    from masis.store.checkpoints import open_checkpoints, open_postgres_checkpoints

    target = place.open_database()
    try:
        copy_rows(source, target)
    finally:
        target.close()
    if place.server is None or not (folder / CHECKPOINTS).exists():
        return
    states, kept = open_checkpoints(folder / CHECKPOINTS), open_postgres_checkpoints(place.server, 1)
    try:
        copy_checkpoints(states, kept)
    finally:
        states.conn.close()
        kept.conn.close()


def _check_equal(wanted: dict[str, TableFigures], place: Place) -> None:
    database = place.open_database()
    try:
        found = figures(database)
    finally:
        database.close()
    if differing := sorted(name for name in wanted if wanted[name] != found.get(name)):
        message = f"What was written is not equal to what was read, in: {', '.join(differing)}."
        raise InvalidInput(message)
    log.info("every table is equal", extra={"revision": HEAD, "tables": len(found)})
