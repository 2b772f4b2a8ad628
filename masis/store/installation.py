"""Installation: a database on a server and a data folder that know each other, so none is used alone."""

import socket
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Text, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from masis.errors import ConfigurationError
from masis.store.folder_notes import FILE, SERVER_FILE, id_of, note_server
from masis.store.tables import Base, WorkspaceRow

SQLITE_FILE = "masis.db"


class InstallationRow(Base):
    """The one data folder a database belongs to."""

    __tablename__ = "installation"

    only: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Always 1."""
    installation_id: Mapped[str] = mapped_column(Text)
    folder: Mapped[str] = mapped_column(Text)
    """Where it lay when it was first used, for people."""


def claim(connection: Connection, folder: Path, place: str) -> None:
    """Tie a database to the data folder, or refuse the two; the folder notes that a server has its database.

    Raises:
        ConfigurationError: the database belongs to another folder, or is empty while a SQLite file of this
            folder is not: what the database does not know would be deleted from the folder.
    """
    left = folder / SQLITE_FILE
    if not (folder / SERVER_FILE).exists() and _holds_workspaces(left):
        _check_not_empty(connection, left, place)
    tie(connection, folder, place)
    note_server(folder, place)


def _check_not_empty(connection: Connection, left: Path, place: str) -> None:
    if connection.execute(select(WorkspaceRow.workspace_id).limit(1)).first() is None:
        message = (
            f"The database {place} is empty, but {left} holds workspaces. Nothing was changed. To take them "
            "along, stop MASIS, unset MASIS_DATABASE_URL and run python -m masis move with that address. To "
            "begin without them, set MASIS_DATA_DIR to a new folder."
        )
        raise ConfigurationError(message)


def tie(connection: Connection, folder: Path, place: str) -> None:
    """Let a database belong to the data folder, or refuse one that belongs to another folder.

    Originals and vectors lie in the folder: with another one, documents would seem damaged, and what the
    other folder holds would be swept away as nobody's.

    Raises:
        ConfigurationError: the database belongs to another folder; ``place`` names the database.
    """
    own = id_of(folder)
    values = {"only": 1, "installation_id": own, "folder": f"{folder} on {socket.gethostname()}"}
    connection.execute(insert(InstallationRow).values(values).on_conflict_do_nothing())
    found = connection.execute(select(InstallationRow.installation_id, InstallationRow.folder)).one()
    if found.installation_id != own:
        message = (
            f"The database {place} belongs to another data folder ({found.folder}), not to {folder}. Nothing "
            "was changed. Set MASIS_DATA_DIR to that folder, or MASIS_DATABASE_URL to another database. "
            f"Where that folder was moved or restored without its file {FILE}, put into that file: "
            f"{found.installation_id}"
        )
        raise ConfigurationError(message)


def _holds_workspaces(path: Path) -> bool:
    """Return whether a SQLite file holds any; one that cannot be read may."""
    if not path.exists():
        return False
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as file:
            return file.execute("select 1 from workspaces limit 1").fetchone() is not None
    except sqlite3.Error:
        return True
