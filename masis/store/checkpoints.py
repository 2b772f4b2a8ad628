"""Checkpoints: where the graph keeps a run's state between nodes."""

import sqlite3
from pathlib import Path

from langgraph.checkpoint.sqlite import SqliteSaver

Checkpoints = SqliteSaver


def open_checkpoints(path: Path) -> Checkpoints:
    """Return a saver on its own SQLite file; the saver serialises its callers itself."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, check_same_thread=False, timeout=10.0)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    saver = SqliteSaver(connection)
    saver.setup()
    return saver
