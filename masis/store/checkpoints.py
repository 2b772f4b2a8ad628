"""Checkpoints: where the graph keeps a run's state between nodes, in a file or on the Postgres server."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from langgraph.checkpoint.sqlite import SqliteSaver

from masis.errors import StoreUnavailable
from masis.store.database import BEGIN_ANEW, TURN_SECONDS, file_trouble
from masis.store.postgres import Postgres, accept_any_text, unavailable

if TYPE_CHECKING:
    from langgraph.checkpoint.postgres import PostgresSaver

_WAIT_SECONDS = 5.0
_ESCAPED_NUL = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")


class WholeSteps:
    """Keeps states and not what a single node wrote: one node is a step here, and its state follows at once.

    A step that was cut off begins anew either way; the writes cost a transaction and their coding each.
    """

    def put_writes(self, *_: object, **__: object) -> None:
        """Keep nothing."""


class FileSaver(WholeSteps, SqliteSaver):
    """The library's saver on a file, whose outages are ours."""

    def __init__(self, path: Path, turn_seconds: float) -> None:
        """Open the file; what stands against it is said when it is first used."""
        self._path = path
        connection = sqlite3.connect(path, check_same_thread=False, timeout=turn_seconds)
        super().__init__(connection)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Turn SQLite's words for an outage into ``StoreUnavailable``.

        Raises:
            ConfigurationError: the file is damaged; the sentence says what to do.
        """
        try:
            yield
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self.conn.rollback()  # what could not be committed must not hold the file
            said = file_trouble(self._path, error, BEGIN_ANEW)
            if said is None:
                raise
            raise StoreUnavailable(said) from error

    @contextmanager
    def cursor(self, transaction: bool = True) -> Iterator[sqlite3.Cursor]:
        """Lend a cursor."""
        with self.answering(), super().cursor(transaction) as cursor:
            yield cursor


Checkpoints: TypeAlias = "FileSaver | PostgresSaver"


def open_checkpoints(path: Path, turn_seconds: float = TURN_SECONDS) -> "Checkpoints":
    """Return a saver on its own SQLite file; the saver serialises its callers itself.

    Raises:
        StoreUnavailable: the file cannot be used now; a later call may succeed.
        ConfigurationError: it is damaged.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        saver = FileSaver(path, turn_seconds)
    except sqlite3.Error as error:
        raise StoreUnavailable(file_trouble(path, error, BEGIN_ANEW) or str(error)) from error
    try:
        with saver.answering():
            saver.conn.execute("PRAGMA journal_mode = WAL")
            saver.conn.execute("PRAGMA synchronous = NORMAL")
            saver.setup()
    except BaseException:
        saver.conn.close()
        raise
    return saver


def open_postgres_checkpoints(server: Postgres, connections: int = 4) -> "Checkpoints":
    """Return a saver on the server, its tables made or brought up to date.

    Raises:
        StoreUnavailable: the server does not answer; a later call may succeed.
    """
    import psycopg
    from psycopg.rows import dict_row
    from psycopg_pool import ConnectionPool

    pool: Any = ConnectionPool(
        kwargs={**server.connect_arguments(), "autocommit": True, "row_factory": dict_row},
        min_size=1,
        max_size=connections,
        timeout=_WAIT_SECONDS,
        check=ConnectionPool.check_connection,  # one that a restarted server forgot is replaced
        configure=_prepare,
        name="checkpoints",
        open=False,
    )
    saver = _saver(pool, server.place)
    try:
        with saver.answering():
            # A pool tries for its whole timeout and does not say why; one plain connection does, at once.
            psycopg.connect(**server.connect_arguments()).close()
            pool.open(wait=True, timeout=_WAIT_SECONDS)
        _set_up(saver)
    except BaseException:
        pool.close()
        raise
    return saver  # type: ignore[no-any-return]


def checkpoints_answer(saver: "Checkpoints") -> None:
    """Raise ``StoreUnavailable`` when checkpoints cannot be read now."""
    saver.get_tuple({"configurable": {"thread_id": "health", "checkpoint_ns": ""}})


def _saver(pool: Any, place: str) -> Any:  # noqa: ANN401 - its class needs the optional driver
    import psycopg
    from langgraph.checkpoint.postgres import PostgresSaver
    from psycopg_pool import PoolTimeout

    class Saver(WholeSteps, PostgresSaver):
        """The library's saver, whose outages are ours."""

        @contextmanager
        def answering(self) -> Iterator[None]:
            """Turn the driver's words for an outage into ``StoreUnavailable``."""
            try:
                yield
            except (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout) as error:
                raise StoreUnavailable(unavailable(place, error)) from error

        @contextmanager
        def _cursor(self, *, pipeline: bool = False) -> Iterator[Any]:
            with self.answering(), super()._cursor(pipeline=pipeline) as cursor:
                yield cursor

    return Saver(pool)


def _set_up(saver: "PostgresSaver") -> None:
    """Make the tables; two processes that start together may stand in each other's way once."""
    from psycopg.errors import DuplicateColumn, DuplicateTable, UniqueViolation

    try:
        saver.setup()
    except (DuplicateColumn, DuplicateTable, UniqueViolation):
        saver.setup()


def _prepare(connection: Any) -> None:  # noqa: ANN401 - a raw driver connection
    from psycopg.types.json import set_json_dumps

    accept_any_text(connection)
    set_json_dumps(_without_nul, connection)


def _without_nul(value: Any) -> str:  # noqa: ANN401 - whatever the saver stores
    return _ESCAPED_NUL.sub(r"\1\\ufffd", json.dumps(value))
