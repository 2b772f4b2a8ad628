"""Archive: a backup as one zip file, written whole or not at all, and read without trusting it."""

import hashlib
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from pydantic import ValidationError

from masis.errors import InvalidInput, NotFound
from masis.service.backup import CHECKPOINTS, DATABASE, FORMAT, Manifest, Place, copied, moved
from masis.store import documents
from masis.store.copying import expect_empty, figures
from masis.store.database import Database
from masis.store.migrations import HEAD

_MANIFEST = "manifest.json"
_MOST_MANIFEST_BYTES = 64 * 1024 * 1024
_BLOBS = "blobs/"
_PIECE_BYTES = 1024 * 1024
_TRIES = 3
"""An original may be deleted while it is to be copied; then database and originals are read anew."""


def write_backup(place: Place, out: Path, made_at: datetime, version: str) -> Manifest:
    """Write everything a place remembers to ``out``, also while another process works on it.

    Raises:
        InvalidInput: ``out`` exists, its folder cannot be written, or there is nothing to back up.
        ServiceUnavailable: what is to be read cannot be read now.
    """
    if out.exists():
        message = f"{out} exists already. Give another name; nothing was written."
        raise InvalidInput(message)
    try:
        for last in (*[False] * (_TRIES - 1), True):
            with TemporaryDirectory(dir=out.parent, prefix=".backup-") as name:
                folder = Path(name)
                copied(place, folder)
                parts, missing = _parts(place, folder)
                if last or not missing:
                    return _written(folder, out, parts, missing, made_at, version)
    except OSError as error:
        message = f"{out} cannot be written: {error.strerror}."
        raise InvalidInput(message) from error
    raise AssertionError  # the last try returns


def _parts(place: Place, folder: Path) -> tuple[dict[str, Path], tuple[str, ...]]:
    """Return the files of a backup by their names in it, and the originals that are not there."""
    parts = {name: folder / name for name in (DATABASE, CHECKPOINTS) if (folder / name).exists()}
    with _opened(folder) as database, database.read() as session:
        wanted = sorted(documents.referenced(session))
    for name in wanted:
        with suppress(NotFound):
            parts[f"{_BLOBS}{name}"] = place.originals.held(name, folder)
    return parts, tuple(name for name in wanted if f"{_BLOBS}{name}" not in parts)


@contextmanager
def _opened(folder: Path) -> Iterator[Database]:
    database = Database(folder / DATABASE)
    try:
        yield database
    finally:
        database.close()


def _written(
    folder: Path, out: Path, parts: dict[str, Path], missing: tuple[str, ...], made_at: datetime, version: str
) -> Manifest:
    with _opened(folder) as database:
        held = figures(database)
    manifest = Manifest(
        format=FORMAT,
        version=version,
        revision=HEAD,
        made_at=made_at.isoformat(timespec="seconds"),
        files={name: _digest(path) for name, path in parts.items()},
        missing=missing,
        tables=held,
    )
    draft = folder / "backup.zip"
    draft.touch(mode=0o600)  # it holds the documents, which are their owner's alone
    with zipfile.ZipFile(draft, "w") as archive:
        archive.writestr(_MANIFEST, manifest.model_dump_json(indent=1), zipfile.ZIP_DEFLATED)
        for name, path in parts.items():
            packed = zipfile.ZIP_STORED if name.startswith(_BLOBS) else zipfile.ZIP_DEFLATED
            archive.write(path, name, packed, compresslevel=1)
    with draft.open("rb") as written:
        os.fsync(written.fileno())
    draft.replace(out)
    return manifest


def _digest(path: Path) -> str:
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def checked(path: Path) -> Manifest:
    """Read a whole backup and return what it holds.

    Raises:
        InvalidInput: it is none, is damaged, or was written by a newer MASIS.
    """
    with _archive(path) as (archive, manifest):
        for name, digest in manifest.files.items():
            with archive.open(name) as content:
                if _stream(content, None) != digest:
                    raise _refused(path, f"{name} is damaged")
        return manifest


def restore(path: Path, place: Place) -> Manifest:
    """Put a backup into an empty place, all of it or nothing.

    The caller owns the folder. A restore that was stopped half-way can be repeated.

    Raises:
        InvalidInput: the backup cannot be read, or the place is not empty; nothing was changed.
        ServiceUnavailable: the place cannot be written now; a database on a server is asked first.
    """
    if (place.folder / DATABASE).exists():
        message = f"{place.folder} is not empty. Set MASIS_DATA_DIR to a new folder; nothing was changed."
        raise InvalidInput(message)
    manifest = checked(path)
    place.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if place.server is not None:  # nothing is put beside a database that does not answer or holds rows
        server = place.open_database()
        try:
            expect_empty(server)
        finally:
            server.close()
    try:
        with _archive(path) as (archive, _), TemporaryDirectory(dir=place.folder, prefix=".restore-") as name:
            for file_name in manifest.files:
                if not file_name.startswith(_BLOBS):
                    with archive.open(file_name) as content, (Path(name) / file_name).open("wb") as out:
                        _stream(content, out)
            for file_name in manifest.files:
                if file_name.startswith(_BLOBS):
                    place.originals.put(archive.read(file_name))
            moved(Path(name), place, manifest)
    except OSError as error:
        message = f"{place.folder} cannot be written: {error.strerror}."
        raise InvalidInput(message) from error
    return manifest


@contextmanager
def _archive(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """Open a backup whose list of files is what it holds."""
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive, _manifest(path, archive)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, KeyError) as error:
        raise _refused(path, "it is damaged or no zip file") from error
    except FileNotFoundError as error:
        message = f"{error.filename or path} is not there."
        raise InvalidInput(message) from error


def _manifest(path: Path, archive: zipfile.ZipFile) -> Manifest:
    info = archive.getinfo(_MANIFEST)
    if info.file_size > _MOST_MANIFEST_BYTES:
        raise _refused(path, "its list of files is too long")
    try:
        manifest = Manifest.model_validate_json(archive.read(info))
    except ValidationError as error:
        raise _refused(path, "its list of files cannot be read") from error
    if manifest.format != FORMAT or manifest.revision > HEAD:
        raise _refused(path, f"it was written by MASIS {manifest.version}, which is newer than this one")
    allowed = {DATABASE, CHECKPOINTS}
    strange = [name for name in manifest.files if name not in allowed and not name.startswith(_BLOBS)]
    if strange or DATABASE not in manifest.files or {_MANIFEST, *manifest.files} != set(archive.namelist()):
        raise _refused(path, "its files are not those of its list")
    return manifest


def _stream(content: IO[bytes], out: IO[bytes] | None) -> str:
    """Read to the end, a piece at a time; return the SHA-256."""
    digest = hashlib.sha256()
    try:
        while piece := content.read(_PIECE_BYTES):
            digest.update(piece)
            if out is not None:
                out.write(piece)
    except Exception as error:
        if type(error).__module__ != "zlib":
            raise
        message = "its packing is damaged"
        raise zipfile.BadZipFile(message) from error
    return digest.hexdigest()


def _refused(path: Path, why: str) -> InvalidInput:
    return InvalidInput(f"{path} is not a backup that MASIS can read: {why}.")
