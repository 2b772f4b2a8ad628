"""Snapshots: SQLite files copied while they are written to, and checkpoints from one saver to another."""

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from masis.errors import StoreUnavailable
from masis.store.database import TURN_SECONDS, file_trouble

if TYPE_CHECKING:
    from masis.store.checkpoints import Checkpoints

_WITHOUT = "Run it again when the file can be read."


def snapshot(files: Mapping[Path, Path]) -> None:
    """Copy SQLite files, source to target, as they stand at one moment; one that is not there is left out.

    All are held open for reading before the first is copied, so that they fit together as after a kill.

    Raises:
        StoreUnavailable: a file cannot be read, or a copy not written.
        ConfigurationError: a file is damaged.
    """
    there = {source: target for source, target in files.items() if source.exists()}
    with ExitStack() as opened:
        sources = [(source, opened.enter_context(_reading(source))) for source in there]
        for source, connection in sources:
            try:
                with closing(sqlite3.connect(there[source])) as copy:
                    connection.backup(copy)
            except sqlite3.Error as error:
                raise StoreUnavailable(file_trouble(source, error, _WITHOUT) or str(error)) from error


def _reading(source: Path) -> "closing[sqlite3.Connection]":
    """Return a connection whose view of the file no longer changes."""
    try:
        connection = sqlite3.connect(source, timeout=TURN_SECONDS, isolation_level=None)
        connection.execute("BEGIN")
        connection.execute("select count(*) from sqlite_master").fetchone()
    except sqlite3.Error as error:
        raise StoreUnavailable(file_trouble(source, error, _WITHOUT) or str(error)) from error
    return closing(connection)


def copy_checkpoints(source: "Checkpoints", target: "Checkpoints") -> int:
    """Copy the state of every run between two savers of any kind; return how many states there were."""
    copied = 0
    for found in source.list(None):
        place: Any = found.config
        parent: Any = found.parent_config or {
            "configurable": {**place["configurable"], "checkpoint_id": None}
        }
        target.put(parent, found.checkpoint, found.metadata, found.checkpoint["channel_versions"])
        writes: dict[str, list[tuple[str, Any]]] = defaultdict(list)
        for task_id, channel, value in found.pending_writes or ():
            writes[task_id].append((channel, value))
        for task_id, written in writes.items():
            target.put_writes(place, written, task_id)
        copied += 1
    return copied
