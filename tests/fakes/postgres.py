"""A real Postgres for tests: a cluster of our own from the system's binaries, or a server that was given."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

GIVEN = os.environ.pop("MASIS_TEST_DATABASE_URL", None)  # MASIS itself refuses settings it does not know
"""A server on which databases may be made and dropped; without it the tests start one."""
WHY_NOT = "no Postgres: install it (Debian: postgresql) or set MASIS_TEST_DATABASE_URL"

_FAST = "-c fsync=off -c full_page_writes=off -c listen_addresses=127.0.0.1"


def program(name: str) -> str | None:
    """Return where one of Postgres's programs is: Debian keeps them off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    return str(found[-1]) if found else shutil.which(name)


def available() -> bool:
    """Return whether tests can have a Postgres here."""
    return GIVEN is not None or program("initdb") is not None


class Postgres:
    """A server with fresh databases; one that we started can also be taken down and brought back."""

    def __init__(self, given: str | None = None) -> None:
        """Use the given server, or make a cluster and start it."""
        self._given = given
        self._made: list[str] = []
        self._template = ""
        self._password: str | None = None
        if given is None:
            self._folder = Path(tempfile.mkdtemp(prefix="masis-pg-"))
            self._user = "postgres" if os.geteuid() == 0 else None  # Postgres refuses to run as root
            if self._user:
                shutil.chown(self._folder, self._user)
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                self._port = probe.getsockname()[1]
            self._run("initdb", "-A", "trust", "-U", "masis", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
            self.start()

    @property
    def ours(self) -> bool:
        """Whether it may be stopped."""
        return self._given is None

    def _run(self, name: str, *arguments: str) -> None:
        subprocess.run(  # noqa: S603 - the system's own Postgres
            [program(name) or name, "-D", str(self._folder / "data"), *arguments],
            user=self._user,
            cwd=self._folder,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def start(self) -> None:
        """Start, and return once it answers."""
        options = f"-p {self._port} -k {self._folder} {_FAST}"
        self._run("pg_ctl", "-w", "-l", str(self._folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        """Stop as a killed server does: clients are cut off in the middle."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    @contextmanager
    def down(self) -> Iterator[None]:
        """Keep it away for a while."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def ask_for(self, password: str) -> None:
        """Let nobody in without this password from here on, as the image of compose does."""
        quoted = password.replace("'", "''")
        self._admin(f"ALTER USER masis PASSWORD '{quoted}'")
        rules = self._folder / "data" / "pg_hba.conf"
        rules.write_text("host all all 127.0.0.1/32 scram-sha-256\n", encoding="utf-8")
        with self.down():
            self._password = password

    def url(self, database: str) -> str:
        """Return the address of a database."""
        if self._given is not None:
            return self._given.rpartition("/")[0] + f"/{database}"
        return f"postgresql://masis@127.0.0.1:{self._port}/{database}"

    def empty(self, encoding: str = "UTF8") -> str:
        """Return the address of a new database without tables."""
        return self._created("template0", f"ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C'")

    def fresh(self) -> str:
        """Return the address of a new database that holds nothing; its tables are copied, which is quick."""
        if not self._template:
            url = self.empty()
            _with_tables(url)
            self._template = url.rpartition("/")[2]
        return self._created(self._template)

    def copy(self, url: str) -> str:
        """Return the address of a copy of a database that nobody is connected to."""
        return self._created(url.rpartition("/")[2])

    def forget_user(self, name: str) -> None:
        """Remove a user a test made."""
        self._admin(f"DROP USER {name}")

    def _created(self, template: str, how: str = "") -> str:
        name = f"masis_{uuid4().hex[:12]}"
        self._admin(f"CREATE DATABASE {name} TEMPLATE {template} {how}")
        self._made.append(name)
        return self.url(name)

    def drop(self, url: str) -> None:
        """Remove a database, whoever is still connected."""
        name = url.rpartition("/")[2]
        self._admin(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        self._made.remove(name)

    def _admin(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(
            self._given or self.url("postgres"), password=self._password, autocommit=True
        ) as connection:
            connection.execute(statement.encode())

    def close(self) -> None:
        """Remove what was made."""
        for name in [*self._made]:
            self.drop(self.url(name))
        if self._given is None:
            self.stop()
            shutil.rmtree(self._folder, ignore_errors=True)


def _with_tables(url: str) -> None:
    from masis.store import postgres
    from masis.store.checkpoints import open_postgres_checkpoints
    from masis.store.database import Database

    server = postgres.Postgres(url)
    database = Database(server)
    database.check()
    database.close()
    open_postgres_checkpoints(server).conn.close()
