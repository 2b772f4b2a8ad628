"""Folder scan: what lies in a folder now, which files are left alone and why; it changes nothing."""

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from time import sleep
from typing import NamedTuple

from masis.domain.folder.source import FileSeen, SkippedFile, SourceRow
from masis.errors import DocumentRejected, FolderUnreadable, InvalidInput

HIDDEN = "Hidden files and folders are left alone."
BEING_WRITTEN = "It is still being written; it is taken in by the next sync."
_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK  # never through a link that came meanwhile, never waiting


class Found(NamedTuple):
    """What a folder holds."""

    files: tuple[FileSeen, ...]
    skipped: tuple[SkippedFile, ...]
    unread: frozenset[str]
    """Paths that are there, or may be, with everything below them, though they are not among the files."""

    def covers(self, path: str) -> bool:
        """Whether a path that is not among the files may be there all the same."""
        parts = path.split("/")
        return any("/".join(parts[:length]) in self.unread for length in range(1, len(parts) + 1))


class _Entry(NamedTuple):
    path: str
    real: Path
    size_bytes: int
    modified_ns: int

    @classmethod
    def of(cls, path: str, real: Path, state: os.stat_result) -> "_Entry":
        return cls(path, real, state.st_size, state.st_mtime_ns)


class Scan:
    """One look at a folder."""

    def __init__(self, folder: Path, off_limits: Path, most_bytes: int, settle_seconds: float) -> None:
        """Look at nothing yet; ``off_limits`` is a folder of MASIS's own."""
        self._folder = folder
        self._off_limits = off_limits
        self._most_bytes = most_bytes
        self._settle_seconds = settle_seconds
        self._skipped: list[SkippedFile] = []
        self._unread: set[str] = set()

    def found(self, known: Mapping[str, SourceRow]) -> Found:
        """Return what lies there; files that look as they are known are not read again.

        Raises:
            FolderUnreadable: the folder itself cannot be read, or was replaced meanwhile.
        """
        before = _identity(self._folder)
        entries = [*self._walk()]
        files = [*self._files(entries, known)]
        if _identity(self._folder) != before:
            message = f"The folder {self._folder} was replaced while it was read. Nothing was changed."
            raise FolderUnreadable(message)
        return Found(tuple(files), tuple(self._skipped), frozenset(self._unread))

    def _skip(self, path: str, reason: str) -> None:
        self._unread.add(path)
        shown = path.encode("utf-8", "backslashreplace").decode()  # a name that is no text has to be told
        self._skipped.append(SkippedFile(path=shown, reason=reason))

    def _walk(self) -> Iterator[_Entry]:
        waiting = [""]
        while waiting:
            inside = waiting.pop()
            try:
                with os.scandir(self._folder / inside) as listing:
                    entries = sorted(listing, key=lambda entry: entry.name)
            except OSError as error:
                if not inside:
                    raise _unreadable(self._folder, error) from error
                self._skip(inside, f"It cannot be read: {error.strerror}.")
                continue
            for entry in entries:
                path = f"{inside}/{entry.name}" if inside else entry.name
                try:
                    if reason := self._against(entry):
                        self._skip(path, reason)
                    elif entry.is_dir():
                        waiting.append(path)
                    else:
                        yield _Entry.of(path, Path(entry.path).resolve(strict=True), entry.stat())
                except OSError as error:
                    self._skip(path, f"It cannot be read: {error.strerror}.")

    def _against(self, entry: "os.DirEntry[str]") -> str:
        """Return why an entry is left alone; empty when nothing stands against it."""
        if not _is_text(entry.name):
            return "Its name is not valid text."
        if entry.name.startswith((".", "~$")):
            return HIDDEN
        if entry.is_symlink() and (reason := self._against_link(entry)):
            return reason
        if entry.is_dir():
            own = Path(entry.path).resolve() == self._off_limits
            return "It is the data folder of MASIS." if own else ""
        return self._against_file(entry)

    def _against_link(self, entry: "os.DirEntry[str]") -> str:
        try:
            target = Path(entry.path).resolve()
        except RuntimeError:  # as Python 3.11 says it
            return "It is a link that leads in a circle."
        if not target.is_relative_to(self._folder):
            return "It is a link that leads out of the folder."
        inside = target.relative_to(self._folder).parts
        if target.is_relative_to(self._off_limits) or any(part.startswith(".") for part in inside):
            return "It is a link to what is left alone."
        if not target.exists():
            return "It is a link that leads nowhere."
        return "It is a link to a folder, whose files are found where they lie." if target.is_dir() else ""

    def _against_file(self, entry: "os.DirEntry[str]") -> str:
        from masis.ingest.guard import check_name

        state = entry.stat()
        if not stat.S_ISREG(state.st_mode):
            return "It is not a file that can be read."
        try:
            check_name(entry.name)
        except DocumentRejected as error:
            return str(error)
        if state.st_size > self._most_bytes:
            size, most = state.st_size / 1024 / 1024, self._most_bytes / 1024 / 1024
            return f"It is {size:,.1f} MB; the limit is {most:,.0f} MB."
        return ""

    def _files(self, entries: list[_Entry], known: Mapping[str, SourceRow]) -> Iterator[FileSeen]:
        to_read: list[_Entry] = []
        for entry in entries:
            row = known.get(entry.path)
            seen = (entry.size_bytes, entry.modified_ns)
            if row is not None and row.sha256 and (row.size_bytes, row.modified_ns) == seen:
                yield _seen(entry, row.sha256)
            else:
                to_read.append(entry)
        if to_read:
            sleep(self._settle_seconds)
        for entry in to_read:
            try:
                with _opened(entry) as handle:
                    sha256 = hashlib.file_digest(handle, "sha256").hexdigest()
            except OSError as error:
                self._skip(entry.path, f"It cannot be read: {error.strerror}.")
            except _Changing:
                self._skip(entry.path, BEING_WRITTEN)
            else:
                yield _seen(entry, sha256)


def content_of(folder: Path, file: FileSeen) -> bytes | None:
    """Return the content of a file that was seen; nothing when it is another one by now."""
    entry = _Entry(file.path, folder / file.path, file.size_bytes, file.modified_ns)
    try:
        real = entry.real.resolve(strict=True)
        if not real.is_relative_to(folder):
            return None
        with _opened(entry._replace(real=real)) as handle:
            content = handle.read(file.size_bytes + 1)
    except (OSError, _Changing):
        return None
    return content if hashlib.sha256(content).hexdigest() == file.sha256 else None


class _Changing(Exception):
    """The file is not as it was a moment ago."""


@contextmanager
def _opened(entry: _Entry) -> Iterator[BufferedReader]:
    """Open a file that has to be, before and after, what it was when it was listed."""
    with os.fdopen(os.open(entry.real, _OPEN), "rb") as handle:
        _check(handle, entry)
        yield handle
        _check(handle, entry)


def _check(handle: BufferedReader, entry: _Entry) -> None:
    state = os.fstat(handle.fileno())
    if not stat.S_ISREG(state.st_mode) or _Entry.of(entry.path, entry.real, state) != entry:
        raise _Changing


def _seen(entry: _Entry, sha256: str) -> FileSeen:
    return FileSeen(
        path=entry.path, sha256=sha256, size_bytes=entry.size_bytes, modified_ns=entry.modified_ns
    )


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def real_folder(folder: Path, off_limits: Path) -> Path:
    """Return where a folder lies.

    Raises:
        FolderUnreadable: there is no such folder.
        InvalidInput: it is one of MASIS's own, or no folder at all.
    """
    try:
        real = folder.expanduser().resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise _unreadable(folder, error) from error
    if real.is_relative_to(off_limits):
        message = f"The folder {real} belongs to the data folder of MASIS; choose the one your files lie in."
        raise InvalidInput(message)
    if not real.is_dir():
        message = f"{real} is not a folder. Nothing was changed."
        raise InvalidInput(message)
    if not _is_text(str(real)):
        message = "The name of the folder is not valid text; rename it first."
        raise InvalidInput(message)
    return real


def _identity(folder: Path) -> tuple[int, int]:
    try:
        state = folder.stat()
    except OSError as error:
        raise _unreadable(folder, error) from error
    return state.st_dev, state.st_ino


def _unreadable(folder: Path, error: Exception) -> FolderUnreadable:
    reason = getattr(error, "strerror", None) or "it leads in a circle"
    return FolderUnreadable(f"The folder {folder} cannot be read: {reason}. Nothing was changed.")
