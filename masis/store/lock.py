"""Data folder lock: one MASIS process owns an embedded data folder at a time."""

import os
from pathlib import Path
from threading import Lock
from typing import IO

from masis.errors import ConfigurationError, DataFolderInUse

_held: set[Path] = set()
_guard = Lock()


class DataFolderLock:
    """An exclusive claim on a folder that the operating system ends with the process.

    A record lock is used because it belongs to the process alone: a child that outlives a killed
    parent does not keep it.
    """

    def __init__(self, folder: Path) -> None:
        """Claim the folder, which is made when missing.

        Raises:
            DataFolderInUse: another MASIS holds it; the sentence says who.
            ConfigurationError: it cannot be made or written.
        """
        self._folder = folder.resolve()
        with _guard:
            if self._folder in _held:
                raise DataFolderInUse(_sentence(self._folder, os.getpid()))
            self._file = _claim(_opened(self._folder), self._folder)
            _held.add(self._folder)

    def release(self) -> None:
        """Give the folder free; harmless when called twice."""
        with _guard:
            if self._folder in _held:
                _held.discard(self._folder)
                self._file.close()


def _opened(folder: Path) -> IO[str]:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # documents are its owner's alone
        return (folder / "lock").open("a+", encoding="ascii")
    except OSError as error:
        reason = error.strerror or "unknown reason"
        message = (
            f"The data folder {folder} cannot be written ({reason}); "
            "make it writable, or set MASIS_DATA_DIR to another folder."
        )
        raise ConfigurationError(message) from error


def _claim(handle: IO[str], folder: Path) -> IO[str]:
    import fcntl

    try:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        handle.seek(0)
        holder = handle.read().strip()
        handle.close()
        raise DataFolderInUse(_sentence(folder, int(holder) if holder.isdigit() else None)) from error
    handle.seek(0)
    handle.truncate()
    handle.write(str(os.getpid()))
    handle.flush()
    return handle


def _sentence(folder: Path, process: int | None) -> str:
    who = f"process {process}" if process else "another process"
    return (
        f"The data folder {folder} is in use by MASIS in {who}; stop that one first, "
        "or set MASIS_DATA_DIR to another folder."
    )
