"""Database: a SQLite file or a Postgres server, brought up to date, with short read and write sessions."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.orm import Session

from masis.errors import ConfigurationError, StoreUnavailable
from masis.store.migrations import HEAD, migrate, revision_of

__all__ = ["Backend", "Database", "Session", "SqliteFile"]


class Backend(Protocol):
    """One engine with its own way to start a transaction and its own kind of outage."""

    @property
    def eager(self) -> bool:
        """True is opened and migrated at once; False when it is first used, as a server may be down."""
        ...

    @property
    def reading(self) -> dict[str, object]:
        """Execution options under which a reader sees one consistent state."""
        ...

    def engine(self) -> Engine:
        """Return a new engine; nothing is connected yet."""
        ...

    def begin(self, connection: Connection, *, writes: bool) -> None:
        """Start a transaction; one that writes waits until no other does."""
        ...

    def outage(self, error: Exception) -> str | None:
        """Return what to tell people when the error is an outage; nothing when it is a fault of ours.

        Raises:
            ConfigurationError: it does not pass by itself; the sentence says how to mend it.
        """
        ...

    def described(self, connection: Connection) -> str:
        """Return the engine with its version and place, without secrets."""
        ...


TURN_SECONDS = 10.0
"""How long a writer waits while another one holds the file."""
_READ_WHOLE_BYTES = 32 * 1024 * 1024
"""Up to here every page of a file is looked at; a larger one would hold up the start (own choice)."""
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_OUT_OF_REACH = frozenset(
    {
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_NOLFS,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    }
)
BEGIN_ANEW = (
    "Stop MASIS, move the file away, with those of the same name that end in -wal and -shm, and start again: "
    "documents, answers and reviews are kept, unfinished runs begin anew, older runs can no longer be forked."
)
"""What to do about damaged checkpoints."""
_RESTORE = (
    "Stop MASIS, put the file back from a backup or move it away, with those of the same name that end in "
    "-wal and -shm, and start again: without it MASIS begins empty, and the documents have to be added again."
)


def file_trouble(path: Path, error: sqlite3.Error, if_damaged: str) -> str | None:
    """Return the sentence for a SQLite file that is full, locked or out of reach; none for a fault of ours.

    Raises:
        ConfigurationError: the file is damaged; ``if_damaged`` says what to do about it.
    """
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest tells kinds of the same error apart
    if code in _DAMAGED:
        message = f"The file {path} is damaged ({error}). {if_damaged}"
        raise ConfigurationError(message) from error
    if code == sqlite3.SQLITE_FULL:
        return (
            f"The disk is full: {path} cannot grow. Free some space; unfinished work then goes on by itself."
        )
    if code in _BUSY:
        return f"The file {path} was held by somebody else for too long. Nothing was saved; please try again."
    if code in _OUT_OF_REACH:
        return (
            f"The file {path} cannot be used now: {error}. Unfinished work goes on when it can be used again."
        )
    return None


def look_into(path: Path, if_damaged: str) -> None:
    """Read a SQLite file's tables, and all of it unless it is large; one that is not there yet is well.

    Raises:
        StoreUnavailable: it cannot be read now.
        ConfigurationError: it is damaged; ``if_damaged`` says what to do about it.
    """
    if not path.exists():
        return
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute("select count(*) from sqlite_master").fetchone()
            if path.stat().st_size <= _READ_WHOLE_BYTES:
                (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
                if found != "ok":
                    message = f"The file {path} is damaged ({' '.join(found.split())}). {if_damaged}"
                    raise ConfigurationError(message)
    except sqlite3.Error as error:
        raise StoreUnavailable(file_trouble(path, error, if_damaged) or str(error)) from error


class SqliteFile:
    """Fills ``Backend`` with a file beside the documents, which one process owns; the default."""

    eager = True

    def __init__(self, path: Path, turn_seconds: float = TURN_SECONDS) -> None:
        """Remember where the file lies or will lie, and how long a writer waits for its turn."""
        self._path = path
        self._turn_seconds = turn_seconds
        self.reading: dict[str, object] = {}

    def engine(self) -> Engine:
        """Return an engine on the file, whose folder is made when missing."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(URL.create("sqlite", database=str(self._path)))
        event.listen(engine, "connect", self._prepare)
        return engine

    def _prepare(self, connection: Any, _record: object) -> None:  # noqa: ANN401 - a raw driver connection
        connection.isolation_level = None  # the database's begin event decides how a transaction starts
        for pragma in (
            f"busy_timeout = {self._turn_seconds * 1000:.0f}",
            "journal_mode = WAL",
            "synchronous = NORMAL",  # survives a killed process; only a power cut may cost the last commits
            "foreign_keys = ON",
        ):
            connection.execute(f"PRAGMA {pragma}")

    def begin(self, connection: Connection, *, writes: bool) -> None:
        """Start a transaction; one that will write takes the write lock first.

        Upgrading a read later fails at once when another writer was quicker, whatever the busy timeout.
        """
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    def outage(self, error: Exception) -> str | None:
        """Return the sentence for a file that cannot be written, read or had in time."""
        if isinstance(error, NoConnectionFree):
            return f"All connections to {self._path} are in use. Please try again shortly."
        cause = error.orig if isinstance(error, DBAPIError) else error
        return file_trouble(self._path, cause, _RESTORE) if isinstance(cause, sqlite3.Error) else None

    def described(self, connection: Connection) -> str:
        """Return the version and the folder."""
        version = connection.execute(text("select sqlite_version()")).scalar()
        return f"SQLite {version} in {self._path.parent}"


class Database:
    """Sessions on one backend; writers queue instead of failing, and an outage is ``StoreUnavailable``."""

    def __init__(
        self,
        place: Path | Backend,
        on_open: Callable[[Connection, str], None] = lambda _connection, _place: None,
    ) -> None:
        """Open a file at once; a server is first asked when it is first needed.

        ``on_open`` is called once the tables are there, with a description of the place, and may refuse it.
        """
        self._on_open = on_open
        self._backend = SqliteFile(place) if isinstance(place, Path) else place
        self._engine = self._backend.engine()
        self._reading = self._engine.execution_options(**self._backend.reading)
        self._writing = self._engine.execution_options(masis_writes=True)
        event.listen(self._engine, "begin", self._begin)
        self._current = False
        self._migrating = Lock()
        if self._backend.eager:
            with self._answering():
                pass

    def _begin(self, connection: Connection) -> None:
        writes = bool(connection.get_execution_options().get("masis_writes", False))
        self._backend.begin(connection, writes=writes)

    def _migrate(self) -> None:
        with self._migrating:
            if self._current:
                return
            if not self._at_head():
                with self._writing.begin() as connection:
                    migrate(connection, self._backend.described(connection))
            with self._writing.begin() as connection:
                self._on_open(connection, self._backend.described(connection))
            self._current = True

    def _at_head(self) -> bool:
        with self._engine.connect() as connection:
            return revision_of(connection) == HEAD

    @contextmanager
    def _answering(self) -> Iterator[None]:
        try:
            if not self._current:
                self._migrate()
            yield
        except (SQLAlchemyError, sqlite3.Error) as error:  # the latter while a connection is prepared
            said = self._backend.outage(error)
            if said is None:
                raise
            raise StoreUnavailable(said) from error

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Yield a session that sees one consistent state."""
        with self._answering(), Session(self._reading, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Yield a session whose work is committed at the end, all of it or nothing."""
        with (
            self._answering(),
            Session(self._writing, expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session

    def check(self) -> str:
        """Return what answers, with its version and place; raise when nothing does."""
        with self._answering(), self._engine.connect() as connection:
            connection.execute(text("select count(*) from workspaces"))
            return self._backend.described(connection)

    def close(self) -> None:
        """Let go of the file or the server."""
        self._engine.dispose()
