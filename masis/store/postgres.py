"""Postgres: the store on a server, named by ``MASIS_DATABASE_URL``; never replaced by a file."""

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    DBAPIError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
)
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from masis.errors import ConfigurationError

_WRITERS = 0x4D415349
"""Name of our advisory lock among all that may be taken in the same database."""
_TURN = f"select pg_advisory_xact_lock({_WRITERS}, hashtext(coalesce(current_schema(), '')))"

_CALM: dict[str, object] = {
    "application_name": "masis",
    "connect_timeout": 3,
    # A server that vanished without a word is noticed in half a minute, not in two hours.
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
    # A pooler in between may hand the next transaction to another server process.
    "prepare_threshold": None,
}
DRIVERS = ("psycopg", "psycopg_pool", "langgraph.checkpoint.postgres")
"""What requirements-servers.txt brings and the plain install lacks."""
_BUSY = "55P03"
_FORBIDDEN = frozenset({"42501", "3F000"})
"""No permission, and no schema that could be used, which is what a missing one looks like."""


class Postgres:
    """Fills ``store.database.Backend`` with a server that may go away and come back."""

    eager = False

    def __init__(self, url: str, connections: int = 8, turn_seconds: float = 10.0) -> None:
        """Take the address as the operator wrote it.

        Args:
            url: where the server is and who we are.
            connections: kept open, and once more as many while they are needed.
            turn_seconds: how long a writer waits for its turn, as on a SQLite file.
        """
        self._url = make_url(url).set(drivername="postgresql+psycopg")
        self._connections = connections
        # A session that sleeps inside a transaction, longer than any request made there, has died.
        self._limits = (
            f"set lock_timeout = {turn_seconds * 1000:.0f}; set idle_in_transaction_session_timeout = '120s'"
        )
        self.reading: dict[str, object] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}

    @property
    def place(self) -> str:
        """Where the server is, without name and password."""
        given = self._url.host or self._url.query.get("host", "")
        host = given if isinstance(given, str) else ",".join(given)
        return f"{host}:{self._url.port or 5432}/{self._url.database}"

    def connect_arguments(self) -> dict[str, Any]:
        """Return what the driver connects with; the address itself may override our defaults."""
        dialect: Any = self._url.get_dialect()
        _, named = dialect().create_connect_args(self._url)
        return {**_CALM, **named}

    def engine(self) -> Engine:
        """Return an engine that looks at a connection before it is used again."""
        engine = create_engine(
            self._url,
            connect_args=self.connect_arguments(),
            isolation_level="READ COMMITTED",  # whatever the server's default; see ``begin``
            hide_parameters=True,  # what documents and people say does not belong in a log
            pool_pre_ping=True,
            pool_size=self._connections,
            max_overflow=self._connections,
            pool_timeout=10.0,
        )
        event.listen(engine, "connect", self._prepare, insert=True)  # before the dialect reads any text
        return engine

    def _prepare(self, connection: Any, _record: object) -> None:  # noqa: ANN401 - a raw driver connection
        encoding = connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            message = (
                f"The database {self.place} stores text as {encoding}; MASIS needs one made with "
                "the encoding UTF8 (createdb -E UTF8 -T template0)."
            )
            raise ConfigurationError(message)
        accept_any_text(connection)
        connection.execute(self._limits)
        connection.commit()

    def begin(self, connection: Connection, *, writes: bool) -> None:
        """Let writers of all processes take turns, as they do on a file.

        Every write of the service is a decision on what it has just read. One at a time and under READ
        COMMITTED, each statement sees all that earlier writers committed, so no decision is ever stale
        and nothing has to be tried again.
        """
        if writes:
            connection.exec_driver_sql(_TURN)

    def outage(self, error: Exception) -> str | None:
        """Return the sentence for a server that does not answer, is busy or turns us away."""
        if isinstance(error, NoConnectionFree):
            return f"All connections to the database {self.place} are in use. Please try again shortly."
        if not isinstance(error, DBAPIError):
            return None
        state = getattr(error.orig, "sqlstate", None)
        if isinstance(error, ProgrammingError) and state in _FORBIDDEN:
            message = (
                f"The user in MASIS_DATABASE_URL may not do this in {self.place}: {_reason(error.orig)}. "
                "Make it the owner of the database, or grant it CREATE on the schema."
            )
            raise ConfigurationError(message) from error
        if state == _BUSY:
            return f"The database {self.place} was busy for too long. Nothing was saved; please try again."
        if isinstance(error, OperationalError | InterfaceError) or error.connection_invalidated:
            return unavailable(self.place, error.orig)
        return None

    def described(self, connection: Connection) -> str:
        """Return the server's version and place."""
        version = str(connection.execute(text("show server_version")).scalar())
        return f"PostgreSQL {version.split(maxsplit=1)[0]} at {self.place}"


def unavailable(place: str, error: BaseException | None) -> str:
    """Return the sentence for a server that cannot be worked with now."""
    return f"The database {place} does not answer: {_reason(error)}."


def _reason(error: BaseException | None) -> str:
    """Return the driver's first line without its preamble; it never holds the password."""
    first = (str(error).strip().splitlines() or ["no reason given"])[0]
    return first.rpartition("failed: ")[2].rpartition("FATAL:")[2].strip().rstrip(".")


def accept_any_text(connection: Any) -> None:  # noqa: ANN401 - a raw driver connection
    """Store a NUL character as the replacement character: Postgres refuses the whole text otherwise."""
    from psycopg.types.string import StrDumperUnknown

    class _Text(StrDumperUnknown):
        def dump(self, obj: str) -> Any:  # noqa: ANN401 - the driver's buffer
            return super().dump(obj.replace("\0", "\ufffd"))

    connection.adapters.register_dumper(str, _Text)
