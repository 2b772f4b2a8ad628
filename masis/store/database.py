"""Database: a SQLite file or a Postgres server, brought up to date, with short read and write sessions."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from masis.errors import StoreUnavailable
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

    def outage(self, error: SQLAlchemyError) -> str | None:
        """Return what to tell people when the error is an outage; nothing when it is a fault of ours."""
        ...

    def described(self, connection: Connection) -> str:
        """Return the engine with its version and place, without secrets."""
        ...


class SqliteFile:
    """Fills ``Backend`` with a file beside the documents, which one process owns; the default."""

    eager = True

    def __init__(self, path: Path) -> None:
        """Remember where the file lies or will lie."""
        self._path = path
        self.reading: dict[str, object] = {}

    def engine(self) -> Engine:
        """Return an engine on the file, whose folder is made when missing."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(URL.create("sqlite", database=str(self._path)))
        event.listen(engine, "connect", _prepare)
        return engine

    def begin(self, connection: Connection, *, writes: bool) -> None:
        """Start a transaction; one that will write takes the write lock first.

        Upgrading a read later fails at once when another writer was quicker, whatever the busy timeout.
        """
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    def outage(self, error: SQLAlchemyError) -> str | None:  # noqa: ARG002 - the port's shape
        """Return nothing: a file that cannot be read is no outage that passes."""
        return None

    def described(self, connection: Connection) -> str:
        """Return the version and the folder."""
        version = connection.execute(text("select sqlite_version()")).scalar()
        return f"SQLite {version} in {self._path.parent}"


def _prepare(connection: Any, _record: object) -> None:  # noqa: ANN401 - a raw driver connection
    connection.isolation_level = None  # the database's begin event decides how a transaction starts
    for pragma in (
        "journal_mode = WAL",
        "synchronous = NORMAL",  # survives a killed process; only a power cut may cost the last commits
        "busy_timeout = 10000",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


class Database:
    """Sessions on one backend; writers queue instead of failing, and an outage is ``StoreUnavailable``."""

    def __init__(self, place: Path | Backend) -> None:
        """Open a file at once; a server is first asked when it is first needed."""
        self._backend = SqliteFile(place) if isinstance(place, Path) else place
        self._engine = self._backend.engine()
        self._reading = self._engine.execution_options(**self._backend.reading)
        self._writing = self._engine.execution_options(masis_writes=True)
        event.listen(self._engine, "begin", self._begin)
        self._current = False
        self._migrating = Lock()
        if self._backend.eager:
            self._migrate()

    def _begin(self, connection: Connection) -> None:
        writes = bool(connection.get_execution_options().get("masis_writes", False))
        self._backend.begin(connection, writes=writes)

    def _migrate(self) -> None:
        with self._migrating:
            if not self._current and not self._at_head():
                with self._writing.begin() as connection:
                    migrate(connection, self._backend.described(connection))
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
        except SQLAlchemyError as error:
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
