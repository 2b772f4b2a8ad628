"""Folder notes: what a data folder says of itself in files: its id, and what servers have of it.

Read before the app opens its port, so nothing of the database is loaded here.
"""

import os
from pathlib import Path
from uuid import uuid4

from masis.errors import ConfigurationError

FILE = "installation.id"
SERVER_FILE = "database.server"
"""In a data folder: the server that holds its database, for people."""
BUCKET_FILE = "originals.server"
"""In a data folder: the bucket that holds its originals, for people."""


def check_left(folder: Path, *, sqlite: bool, files: bool) -> None:
    """Refuse to use a data folder by itself whose database or originals are elsewhere.

    What lies in the folder was left behind: a backup of it would be old, what the old database does not know
    would be deleted, and files uploaded now would be missing once the bucket is set again.
    ``sqlite`` and ``files``: the settings name no database server, and no bucket.

    Raises:
        ConfigurationError: the folder notes a server or a bucket; the sentence says what to do.
    """
    server, bucket = folder / SERVER_FILE, folder / BUCKET_FILE
    if sqlite and (place := _noted(server)):
        message = (
            f"The data folder {folder} belongs to the database {place}, but MASIS_DATABASE_URL is not set. "
            "Nothing was changed. Set it for every command, as in .env, or set MASIS_DATA_DIR to another "
            f"folder. To give that database up, remove the file {server}: MASIS then goes on from the "
            "folder's own masis.db, and deletes originals that it does not know."
        )
        raise ConfigurationError(message)
    if files and (place := _noted(bucket)):
        message = (
            f"The originals of {folder} are in {place}, but MASIS_ORIGINALS_URL is not set. Nothing was "
            "changed. Set it for every command, as in .env. To give that place up, restore a backup into a "
            f"new folder, or remove the file {bucket}: MASIS then knows only the originals that lie in the "
            "folder."
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


def _noted(path: Path) -> str:
    """Return the place that a note names; nothing where there is no note."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except (FileNotFoundError, NotADirectoryError):  # a folder that cannot be used is refused elsewhere
        return ""
    except OSError as error:
        message = f"The file {path} cannot be read: {error}."
        raise ConfigurationError(message) from error
