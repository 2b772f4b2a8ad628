"""Store folder: one owner at a time, a note of what its vectors were made with, and its copy."""

import errno
import json
import logging
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from shutil import copy2, copystat, copytree, disk_usage, rmtree
from typing import Any, Final

from masis.domain.embedding import EmbeddingProfile
from masis.errors import ConfigurationError, DataFolderInUse, RetrievalUnavailable
from masis.retrieval.points import check_fingerprint, fingerprint

log = logging.getLogger(__name__)

_LOCK: Final = "owner.lock"
_NOTE: Final = "store.json"
SHARD: Final = "shard"
_DAMAGED: Final = "damaged"
_PANIC: Final = "PanicException"
_MB: Final = 1024 * 1024
GROWTH_BYTES: Final = 256 * _MB
"""Free space below which nothing is added: an empty shard reserves 194 MB without taking them (measured)."""
CHANGE_BYTES: Final = 64 * _MB
"""Free space below which nothing is opened or changed: the engine's log grows by 32 MB at a time."""
_LACKS: Final = re.compile(r"\(os error (?:4|5|11|12|13|23|24|28|30)\)")
"""Interrupted, no input or output, no memory, no permission, no more files, no space, read-only."""
_BROKEN: Final = re.compile(
    r"not readable|out of bounds|corrupt|decode|deserialize|decompress", re.IGNORECASE
)
"""What the engine says when it reads a file that was cut off or overwritten (each was tried)."""


class FolderLock:
    """An exclusive lock on a folder; the system frees it when the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        """Take the lock.

        Raises:
            DataFolderInUse: somebody else holds it.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._file = (folder / _LOCK).open("a")
        try:
            _lock(self._file.fileno())
        except OSError as error:
            self._file.close()
            message = (
                f"The data folder {folder} is in use by another MASIS process. "
                "Please stop that one first, or set MASIS_DATA_DIR to another folder."
            )
            raise DataFolderInUse(message) from error

    def release(self) -> None:
        """Give the folder free; harmless when done twice."""
        self._file.close()


def check_note(folder: Path, profile: EmbeddingProfile) -> None:
    """Refuse a folder filled with another embedder; a folder without a readable note begins anew.

    Raises:
        ConfigurationError: the note names something else.
    """
    note = folder / _NOTE
    try:
        stored = json.loads(note.read_text(encoding="utf-8")) if note.exists() else None
    except ValueError:
        stored = None
        set_aside(folder, f"{note} cannot be read")
    if isinstance(stored, dict):
        check_fingerprint(stored, profile, f"The vector store {folder}", "run python -m masis reindex")
    else:
        _write(note, fingerprint(profile))


def begin_anew(folder: Path, profile: EmbeddingProfile) -> bool:
    """Remove vectors that were made with anything else than this embedder; return whether there were any."""
    note = folder / _NOTE
    try:
        check_note(folder, profile)
    except ConfigurationError:
        rmtree(folder / SHARD, ignore_errors=True)  # first: a note without vectors is no lie
        note.unlink()
        return True
    except FileNotFoundError:
        pass
    return False


def set_aside(folder: Path, why: str) -> None:
    """Move damaged vectors out of the way: they are made again from the passages in the database."""
    shard, damaged = folder / SHARD, folder / _DAMAGED
    log.warning("the vectors in %s are set aside as %s and made again: %s", shard, damaged.name, why)
    if shard.exists():
        rmtree(damaged, ignore_errors=True)
        shard.replace(damaged)


def copy_folder(source: Path, target: Path) -> Path:
    """Copy a folder, into one that may be there, and return that; what a file reserves stays a hole.

    A small store takes 2 MB of the 228 that the engine reserves, all of which a plain copy would write.
    """
    copy = _copy if hasattr(os, "SEEK_DATA") else copy2
    return Path(copytree(source, target, dirs_exist_ok=True, copy_function=copy))


def _copy(source: str, target: str) -> None:
    with Path(source).open("rb") as read, Path(target).open("wb") as written:
        size = os.fstat(read.fileno()).st_size
        written.truncate(size)
        for start, end in _taken(read.fileno(), size):
            read.seek(start)
            written.seek(start)
            for left in range(end - start, 0, -_MB):
                written.write(read.read(min(left, _MB)))
    copystat(source, target)


def _taken(descriptor: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield where the parts of a file that take room begin and end."""
    end = 0
    while end < size:
        try:
            start = os.lseek(descriptor, end, os.SEEK_DATA)
        except OSError as error:
            if error.errno == errno.ENXIO:  # a hole up to its end
                return
            raise
        end = os.lseek(descriptor, start, os.SEEK_HOLE)
        yield start, end


def is_engine_fault(error: BaseException) -> bool:
    """Tell whether the engine raised this: a plain exception, or a panic, which would end a thread."""
    return type(error) is Exception or type(error).__name__ == _PANIC


def is_damage(error: BaseException) -> bool:
    """Tell whether a fault of the engine means that what it reads was broken."""
    said = str(error)
    return not _LACKS.search(said) and (type(error).__name__ == _PANIC or bool(_BROKEN.search(said)))


def is_passing(error: BaseException) -> bool:
    """Tell whether the system refused something that the next try may get."""
    return bool(_LACKS.search(str(error)))


def check_space(folder: Path, needed_bytes: int, free_bytes: Callable[[Path], int]) -> None:
    """Refuse to write where the disk may fill up: the engine writes to mapped files, and would be killed.

    Raises:
        RetrievalUnavailable: less is free; the sentence says how much is needed.
    """
    free = free_bytes(folder)
    if free < needed_bytes:
        message = (
            f"The disk is almost full: {free // _MB:,} MB are free in {folder}, and the vector store needs "
            f"{needed_bytes // _MB:,} MB. Free some space; it goes on as soon as there is enough."
        )
        raise RetrievalUnavailable(message)


def free_bytes(folder: Path) -> int:
    """Return the free space of the disk that a folder lies on."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    return disk_usage(there).free


def finish_quietly(*steps: Callable[[], object]) -> None:
    """Carry out the last steps on a store; what fails, as when its folder is gone, is only logged."""
    for step in steps:
        try:
            step()
        except Exception as error:  # noqa: BLE001 - the engine raises plain exceptions, and nobody is left to tell
            log.warning("the vector store was closed without its last step: %s", error)


def _write(path: Path, value: dict[str, Any]) -> None:
    """Write whole or not at all: a crash must not leave half a note."""
    draft = path.with_suffix(".new")
    with draft.open("w", encoding="utf-8") as file:
        json.dump(value, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _lock(descriptor: int) -> None:
    with suppress(ImportError):  # elsewhere the engine's own lock has to do
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
