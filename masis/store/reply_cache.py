"""Reply cache: replies of models under a hash of what was asked, in a bounded file that may be lost."""

import hashlib
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from time import time
from typing import TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from masis.store.database import SqliteFile

log = logging.getLogger(__name__)
T = TypeVar("T")

_MAKE = """
CREATE TABLE IF NOT EXISTS replies (
    key TEXT PRIMARY KEY, workspace_id TEXT NOT NULL, reply TEXT NOT NULL, digest TEXT NOT NULL,
    bytes INTEGER NOT NULL, made_at REAL NOT NULL)
"""
_GET = "SELECT reply, digest FROM replies WHERE key = :key AND made_at > :oldest"
_PUT = "INSERT OR REPLACE INTO replies VALUES (:key, :workspace_id, :reply, :digest, :bytes, :made_at)"
_SIZE = "SELECT count(*), coalesce(sum(bytes), 0) FROM replies"
_SHRINK = """
DELETE FROM replies WHERE key IN (SELECT key FROM (
    SELECT key, sum(bytes) OVER (ORDER BY made_at DESC, key) AS so_far FROM replies) WHERE so_far > :most)
"""
_EMPTY = ("DELETE FROM replies", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)")
_SHARE = 10
"""One reply may take a tenth of the room at most."""


class ReplyCache:
    """A file beside the documents; whatever is wrong with it costs a model call and never an answer.

    The text of a prompt is not kept, only its hash. The replies may quote documents, so those of a workspace
    are dropped when something of it is deleted.
    """

    def __init__(self, path: Path, *, days: int, megabytes: int, clock: Callable[[], float] = time) -> None:
        """Open nothing yet."""
        self._path = path
        self._most_bytes = megabytes * 1_000_000
        self._seconds = days * 86_400
        self._clock = clock
        self._lock = threading.Lock()
        self._engine: Engine | None = None

    def get(self, key: str) -> str | None:
        """Return a reply that is whole and not too old."""
        oldest = self._clock() - self._seconds
        found = self._use(lambda on: on.execute(text(_GET), {"key": key, "oldest": oldest}).one_or_none())
        if found is None or _digest(key, str(found.reply)) != found.digest:
            return None
        return str(found.reply)

    def put(self, key: str, workspace_id: str, reply: str) -> None:
        """Keep a reply, and drop the oldest when there are too many."""
        size, now = len(reply.encode("utf-8", "replace")), self._clock()
        if size * _SHARE > self._most_bytes:
            return
        row = {"key": key, "workspace_id": workspace_id, "reply": reply, "digest": _digest(key, reply)}

        def keep(on: Connection) -> None:
            on.execute(text(_PUT), {**row, "bytes": size, "made_at": now})
            on.execute(text("DELETE FROM replies WHERE made_at <= :at"), {"at": now - self._seconds})
            if on.execute(text(_SIZE)).one()[1] > self._most_bytes:
                on.execute(text(_SHRINK), {"most": self._most_bytes})

        self._use(keep)

    def forget(self, workspace_id: str) -> None:
        """Drop the replies of a workspace."""
        statement = text("DELETE FROM replies WHERE workspace_id = :workspace_id")
        if self._path.exists():
            self._use(lambda on: on.execute(statement, {"workspace_id": workspace_id}))

    def empty(self) -> None:
        """Drop every reply, also from the free pages of the file."""
        if self._path.exists():
            self._use(lambda on: [on.execute(text(statement)) for statement in _EMPTY])

    def size(self) -> tuple[int, int]:
        """Return how many replies there are and how many bytes they have."""
        found = self._use(lambda on: on.execute(text(_SIZE)).one()) if self._path.exists() else None
        return (0, 0) if found is None else (int(found[0]), int(found[1]))

    def _drop(self) -> None:
        """Begin anew without the file."""
        self.close()
        for ending in ("", "-wal", "-shm"):
            self._path.with_name(self._path.name + ending).unlink(missing_ok=True)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._engine is not None:
                self._engine.dispose()
            self._engine = None

    def _use(self, work: Callable[[Connection], T]) -> T | None:
        """Do some work in which every statement counts at once; a broken file is dropped."""
        try:
            with self._open().connect() as connection:
                return work(connection)
        except (SQLAlchemyError, OSError, ValueError) as error:
            reason = getattr(error, "orig", None) or error
            log.warning("the cache of model replies cannot be used: %s", reason)
            if (
                type(error) is DatabaseError
            ):  # no database, or a torn one; a locked file is an OperationalError
                self._drop()
        return None

    def _open(self) -> Engine:
        with self._lock:
            if self._engine is None:
                engine = SqliteFile(self._path).engine()
                with engine.connect() as connection:
                    connection.execute(text(_MAKE))
                self._engine = engine
            return self._engine


def _digest(key: str, reply: str) -> str:
    """Return what shows that a reply is the one kept under its key."""
    return hashlib.sha256(f"{key} {reply}".encode("utf-8", "replace")).hexdigest()
