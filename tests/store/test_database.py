"""The database: up to date at once, aware times, whole transactions, many threads."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest
from sqlalchemy import inspect
from sqlalchemy.exc import StatementError

from masis import store
from masis.store import workspaces
from masis.store.database import Database
from masis.store.migrations import FOLDER, HEAD
from masis.store.postgres import Postgres
from masis.store.tables import Base, WorkspaceRow

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture
def place(tmp_path: Path, database_url: str | None) -> Path | Postgres:
    """Return where the database is: a file, then a server."""
    return Postgres(database_url) if database_url else tmp_path / "masis.db"


@pytest.fixture
def database(place: Path | Postgres) -> Iterator[Database]:
    database = Database(place)
    yield database
    database.close()


def add(database: Database, workspace_id: str, at: datetime = NOW) -> None:
    """Add a workspace."""
    with database.write() as session:
        row = workspaces.new_row(workspace_id, workspace_id, "local", at, sample=False)
        workspaces.add_workspace(session, row)


def of_the_store(_object: Any, name: str | None, kind: str, *_: Any) -> bool:
    """Leave out the tables that langgraph keeps beside ours on a server."""
    return not (kind == "table" and (name or "").startswith("checkpoint"))


def test_migrations_make_exactly_the_tables_of_the_code(database: Database) -> None:
    """A table changed without a migration is caught here."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    for module in iter_modules(store.__path__, "masis.store."):
        import_module(module.name)  # each registers the tables that stand in it
    with database.read() as session:
        connection = session.connection()
        also = {"compare_type": True, "include_object": of_the_store}
        assert compare_metadata(MigrationContext.configure(connection, opts=also), Base.metadata) == []
        assert {"workspaces", "runs", "run_events"} <= set(inspect(connection).get_table_names())


def test_head_is_the_newest_migration() -> None:
    """The constant that spares the import of Alembic tells the truth."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_opening_again_keeps_what_is_there(database: Database, place: Path | Postgres) -> None:
    add(database, "acme")
    again = Database(place)
    with again.read() as session:
        assert session.get_one(WorkspaceRow, "acme").name == "acme"
    again.close()


def test_times_come_back_aware_and_in_utc(database: Database) -> None:
    add(database, "acme", NOW.astimezone(timezone(timedelta(hours=5))))
    with database.read() as session:
        assert session.get_one(WorkspaceRow, "acme").created_at == NOW
        assert session.get_one(WorkspaceRow, "acme").created_at.tzinfo is UTC


def test_a_time_without_zone_is_refused(database: Database) -> None:
    with pytest.raises(StatementError, match="time zone"):
        add(database, "acme", datetime(2026, 1, 1))


def test_a_transaction_is_whole_or_nothing(database: Database) -> None:
    def fail_half_way() -> None:
        with database.write() as session:
            workspaces.add_workspace(session, workspaces.new_row("acme", "Acme", "local", NOW, sample=False))
            session.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_half_way()
    with database.read() as session:
        assert workspaces.workspace_ids(session) == ()


def test_writers_queue_instead_of_failing(database: Database) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: add(database, f"w{number}"), range(40)))
    with database.read() as session:
        assert len(workspaces.workspace_ids(session)) == 40


def test_no_decision_rests_on_what_another_writer_has_changed(
    database: Database, place: Path | Postgres
) -> None:
    """Read, decide, write: two processes at once lose nothing."""
    add(database, "acme")
    other = Database(place)

    def count_up(where: Database) -> None:
        with where.write() as session:
            row = session.get_one(WorkspaceRow, "acme")
            row.name = str(int(row.name) + 1) if row.name.isdigit() else "1"

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(count_up, [database, other] * 20))
    with database.read() as session:
        assert session.get_one(WorkspaceRow, "acme").name == "40"
    other.close()


def test_a_reader_sees_one_state_whatever_is_written_beside_it(database: Database) -> None:
    add(database, "before")
    with database.read() as session:
        assert workspaces.workspace_ids(session) == ("before",)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(add, database, "beside").result()
        assert workspaces.workspace_ids(session) == ("before",)
    with database.read() as session:
        assert set(workspaces.workspace_ids(session)) == {"before", "beside"}


def test_foreign_keys_and_the_write_ahead_log_are_on(tmp_path: Path) -> None:
    database = Database(tmp_path / "masis.db")
    with database.read() as session:
        assert session.connection().exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    connection = sqlite3.connect(tmp_path / "masis.db")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    database.close()
