"""Copying: all rows of a database into another of either kind, and figures to tell whether both are equal."""

import hashlib
import importlib
import json
import pkgutil
from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Table, func, select
from sqlalchemy.orm import Session

import masis.store
from masis.errors import InvalidInput
from masis.store.database import Database
from masis.store.tables import Base, WorkspaceRow

_BATCH = 500
_OWN = frozenset({"installation"})
"""Says which data folder a database belongs to, so it is never another database's."""


class TableFigures(NamedTuple):
    """What one table holds."""

    rows: int
    digest: str
    """SHA-256 over its rows in the order of their keys."""


def tables() -> tuple[Table, ...]:
    """Return the tables whose rows are moved, each after those that it refers to."""
    for module in pkgutil.iter_modules(masis.store.__path__):  # a table stands in the file of its repository
        importlib.import_module(f"masis.store.{module.name}")
    return tuple(table for table in Base.metadata.sorted_tables if table.name not in _OWN)


def figures(database: Database) -> dict[str, TableFigures]:
    """Return by table how many rows it has, and a digest that is the same on every engine."""
    with database.read() as session:
        return {table.name: _figures(session, table) for table in tables()}


def _figures(session: Session, table: Table) -> TableFigures:
    digest, rows = hashlib.sha256(), 0
    for row in _rows(session, table):
        line = json.dumps(list(row.values()), sort_keys=True, default=_plain)
        digest.update(line.replace("\\u0000", "\\ufffd").encode())  # as Postgres stores it
        rows += 1
    return TableFigures(rows, digest.hexdigest())


def _plain(value: object) -> str:
    """Return what JSON has no word for; raise for what no table holds."""
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    if isinstance(value, datetime):
        return value.isoformat()
    message = f"No table holds a {type(value).__name__}."
    raise TypeError(message)


def expect_empty(target: Database) -> None:
    """Raise ``InvalidInput`` where a database holds workspaces already."""
    with target.read() as session:
        _expect_none(session)


def _expect_none(session: Session) -> None:
    if session.scalar(select(func.count()).select_from(WorkspaceRow)):
        message = "The database to copy to is not empty. Nothing was changed."
        raise InvalidInput(message)


def copy_rows(source: Database, target: Database) -> int:
    """Copy every row in one transaction, so that a crash leaves the target empty; return how many.

    Raises:
        InvalidInput: the target is not empty.
    """
    copied = 0
    with source.read() as reading, target.write() as writing:
        _expect_none(writing)
        for table in tables():
            for batch in _batches(reading, table):
                writing.execute(table.insert(), batch)
                copied += len(batch)
            _count_on(writing, table)
    return copied


def _count_on(session: Session, table: Table) -> None:
    """Make a server number new rows after those that came with their numbers; a file does so by itself."""
    counted = table.autoincrement_column
    if counted is None or session.get_bind().dialect.name != "postgresql":
        return
    sequence = session.scalar(select(func.pg_get_serial_sequence(table.name, counted.name)))
    highest = session.scalar(select(func.max(counted)))
    if sequence is not None and highest is not None:
        session.execute(select(func.setval(sequence, highest)))


def _batches(session: Session, table: Table) -> Iterator[list[dict[str, Any]]]:
    batch: list[dict[str, Any]] = []
    for row in _rows(session, table):
        batch.append(row)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _rows(session: Session, table: Table) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table by key, a batch of them in memory at a time."""
    found = session.execute(
        select(table).order_by(*table.primary_key.columns), execution_options={"yield_per": _BATCH}
    )
    return (dict(row) for row in found.mappings())
