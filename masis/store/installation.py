"""Installation: a database on a server and a data folder that know each other by a stored id."""

import os
import socket
from pathlib import Path
from uuid import uuid4

from sqlalchemy import Connection, Text, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from masis.errors import ConfigurationError
from masis.store.tables import Base

FILE = "installation.id"


class InstallationRow(Base):
    """The one data folder a database belongs to."""

    __tablename__ = "installation"

    only: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Always 1."""
    installation_id: Mapped[str] = mapped_column(Text)
    folder: Mapped[str] = mapped_column(Text)
    """Where it lay when it was first used, for people."""


def claim(connection: Connection, folder: Path, place: str) -> None:
    """Tie a database to the data folder, or refuse one that belongs to another folder.

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
