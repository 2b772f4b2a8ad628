"""Database: a SQLite file or a Postgres server, brought up to date, with short read and write sessions."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from masis.errors import StoreUnavailable
from masis.store import calibration_tables as _calibration_tables  # noqa: F401 - registers its tables
from masis.store import draft_tables as _draft_tables  # noqa: F401 - registers its table
from masis.store import lineage_tables as _lineage_tables  # noqa: F401 - registers its table
from masis.store import review_tables as _review_tables  # noqa: F401 - registers its tables
from masis.store.backend import Backend
from masis.store.sqlite import SqliteFile

__all__ = ["Database", "Session"]

HEAD = "0014"
"""Newest migration; when the database has it, Alembic is not even imported."""

MIGRATIONS = Path(__file__).parent / "migrations"


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
                from alembic import command
                from alembic.config import Config

                config = Config()
                config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
                with self._writing.begin() as connection:  # another process may have been quicker: it looks
                    config.attributes["connection"] = connection
                    command.upgrade(config, "head")
            self._current = True

    def _at_head(self) -> bool:
        with self._engine.connect() as connection:
            return _revision(connection) == HEAD

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


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("select version_num from alembic_version")).scalar()
