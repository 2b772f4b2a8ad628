"""Database: one SQLite file, brought up to date, with short read and write sessions."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event, inspect, text
from sqlalchemy.orm import Session

from masis.store import review_tables as _review_tables  # noqa: F401 - registers its tables

__all__ = ["Database", "Session"]

HEAD = "0005"
"""Newest migration; when the file has it, Alembic is not even imported."""

MIGRATIONS = Path(__file__).parent / "migrations"


class Database:
    """Sessions on ``masis.db``; writers queue instead of failing."""

    def __init__(self, path: Path) -> None:
        """Open the file, create it when missing, and migrate it when it is behind."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._engine = create_engine(URL.create("sqlite", database=str(path)))
        event.listen(self._engine, "connect", _prepare)
        # A transaction that will write takes the write lock first: upgrading a read later
        # fails at once when another writer was quicker, whatever the busy timeout.
        self._writing = self._engine.execution_options(masis_writes=True)
        event.listen(self._engine, "begin", _begin)
        self._migrate()

    def _migrate(self) -> None:
        with self._engine.connect() as connection:
            if _revision(connection) == HEAD:
                return
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        with self._writing.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Yield a session that sees one consistent state."""
        with Session(self._engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Yield a session whose work is committed at the end, all of it or nothing."""
        with Session(self._writing, expire_on_commit=False) as session, session.begin():
            yield session

    def check(self) -> None:
        """Raise when the file cannot be read."""
        with self._engine.connect() as connection:
            connection.execute(text("select count(*) from workspaces"))

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("select version_num from alembic_version")).scalar()


def _prepare(connection: Any, _record: object) -> None:  # noqa: ANN401 - a raw driver connection
    connection.isolation_level = None  # the begin event below decides how a transaction starts
    for pragma in (
        "journal_mode = WAL",
        "synchronous = NORMAL",  # survives a killed process; only a power cut may cost the last commits
        "busy_timeout = 10000",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("masis_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
