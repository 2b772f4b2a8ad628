"""SQLite: the store in one file beside the documents; the default."""

from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError


class SqliteFile:
    """Fills ``store.backend.Backend`` with a file that one process owns."""

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
