"""Installation: a database on a server and a data folder that know each other, so none is used alone."""

import os
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import uuid4

from sqlalchemy import Connection, Text, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from masis.errors import ConfigurationError
from masis.store.tables import Base, WorkspaceRow

FILE = "installation.id"
SERVER_FILE = "database.server"
"""In a data folder: the server that holds its database, for people."""
BUCKET_FILE = "originals.server"
"""In a data folder: the bucket that holds its originals, for people."""
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


def note_server(folder: Path, place: str) -> None:
    """Write into the data folder that its database is on a server.

    Raises:
        ConfigurationError: the folder cannot be written.
    """
    _note(folder / SERVER_FILE, place)


def note_bucket(folder: Path, place: str) -> None:
    """Write into the data folder that its originals are in a bucket.

    Raises:
        ConfigurationError: the folder cannot be written.
    """
    _note(folder / BUCKET_FILE, place)


def _note(path: Path, place: str) -> None:
    try:
        if path.exists() and path.read_text(encoding="utf-8").strip() == place:
            return
        draft = path.with_name(f"{path.name}.{uuid4().hex}")  # several processes may come here at once
        draft.write_text(f"{place}\n", encoding="utf-8")
        draft.replace(path)
    except (OSError, UnicodeError) as error:
        message = f"The file {path} cannot be read or written: {error}."
        raise ConfigurationError(message) from error


def check_left(folder: Path, *, sqlite: bool, files: bool) -> None:
    """Refuse to use a data folder by itself whose database or originals are elsewhere.

    ``sqlite`` and ``files``: the settings name no database server, and no bucket.

    Raises:
        ConfigurationError: the folder notes a server or a bucket; the sentence says what to do.
    """
    if sqlite:
        _check_no_server(folder)
    if files:
        _check_no_bucket(folder)


def _check_no_server(folder: Path) -> None:
    """Refuse to use SQLite in a data folder whose database is on a server.

    The file is what was left behind: a backup of it would be old, and originals and vectors that it does
    not know would be deleted.

    Raises:
        ConfigurationError: the folder notes a server.
    """
    path = folder / SERVER_FILE
    place = _noted(path)
    if not place:
        return
    message = (
        f"The data folder {folder} belongs to the database {place}, but MASIS_DATABASE_URL is not set. "
        "Nothing was changed. Set it for every command, as in .env, or set MASIS_DATA_DIR to another folder. "
        f"To give that database up, remove the file {path}: MASIS then goes on from the folder's own "
        "masis.db, and deletes originals that it does not know."
    )
    raise ConfigurationError(message)


def _check_no_bucket(folder: Path) -> None:
    """Refuse to keep originals in a data folder whose others are in a bucket.

    What is uploaded now would be missing once the bucket is set again, and earlier files are missing now.

    Raises:
        ConfigurationError: the folder notes a bucket.
    """
    path = folder / BUCKET_FILE
    place = _noted(path)
    if not place:
        return
    message = (
        f"The originals of {folder} are in {place}, but MASIS_ORIGINALS_URL is not set. Nothing was changed. "
        "Set it for every command, as in .env. To give that place up, restore a backup into a new folder, or "
        f"remove the file {path}: MASIS then knows only the originals that lie in the folder."
    )
    raise ConfigurationError(message)


def _noted(path: Path) -> str:
    """Return the place that a note names; nothing where there is no note."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except (FileNotFoundError, NotADirectoryError):  # a folder that cannot be used is refused elsewhere
        return ""
    except OSError as error:
        message = f"The file {path} cannot be read: {error}."
        raise ConfigurationError(message) from error


def _holds_workspaces(path: Path) -> bool:
    """Return whether a SQLite file holds any; one that cannot be read may."""
    if not path.exists():
        return False
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as file:
            return file.execute("select 1 from workspaces limit 1").fetchone() is not None
    except sqlite3.Error:
        return True


def id_of(folder: Path) -> str:
    """Return the id of a data folder, which gets one when it has none."""
    path = folder / FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            fresh = uuid4().hex
            draft = folder / f"{FILE}.{fresh}"  # threads of one process come here at once too
            draft.write_text(fresh, encoding="ascii")
            try:
                os.link(draft, path)  # whole or not at all, and the first of two wins
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as error:
        message = f"The file {path} cannot be read or written: {error}."
        raise ConfigurationError(message) from error
