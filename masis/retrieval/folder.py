"""Store folder: one owner at a time, and a note of what its vectors were made with."""

import json
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from masis.domain.embedding import EmbeddingProfile
from masis.errors import ConfigurationError, DataFolderInUse
from masis.retrieval.points import check_fingerprint, fingerprint

log = logging.getLogger(__name__)

_LOCK: Final = "owner.lock"
_NOTE: Final = "store.json"


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
    """Refuse a folder filled with another embedder; a folder without a note gets one.

    Raises:
        ConfigurationError: the note names something else, or cannot be read.
    """
    note = folder / _NOTE
    if not note.exists():
        _write(note, fingerprint(profile))
        return
    try:
        stored = json.loads(note.read_text(encoding="utf-8"))
    except ValueError as error:
        message = f"{note} is damaged. Please restore it from a backup, or use another MASIS_DATA_DIR."
        raise ConfigurationError(message) from error
    check_fingerprint(stored, profile, f"The vector store {folder}")


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
