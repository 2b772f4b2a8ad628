"""Blobs: original files, stored once under the hash of their content: the port, and a folder."""

import hashlib
import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Protocol

from masis.errors import NotFound

GONE = "The original file is no longer stored."


def digest(content: bytes) -> str:
    """Return the name a content is stored under."""
    return hashlib.sha256(content).hexdigest()


class Originals(Protocol):
    """Files named by content, each there whole or not at all; ``OriginalsUnavailable`` on an outage."""

    def put(self, content: bytes) -> str:
        """Store a content durably and return its hash; the same one twice is stored once."""
        ...

    def get(self, sha256: str) -> bytes:
        """Return a stored content, or raise ``NotFound``."""
        ...

    def path(self, sha256: str) -> Path:
        """Return a file with a content, to be read at once."""
        ...

    def held(self, sha256: str, folder: Path) -> Path:
        """Return a file with a content that stays as long as ``folder`` does, or raise ``NotFound``."""
        ...

    def remove(self, sha256: str) -> None:
        """Forget a content; nothing happens when it is not there."""
        ...

    def sweep(self, keep: frozenset[str]) -> int:
        """Remove what a stopped upload left and nobody refers to; return how many."""
        ...

    def absent(self, wanted: frozenset[str]) -> frozenset[str]:
        """Return which of these contents are not there; they are listed, and none is read."""
        ...

    def check(self) -> str:
        """Look whether originals can be read and say where they are."""
        ...


class Blobs:
    """A folder of files named by content; a file is there whole or not at all."""

    def __init__(self, folder: Path) -> None:
        """Remember the folder; it is made when the first file comes."""
        self._folder = folder

    def path(self, sha256: str) -> Path:
        """Return where a content lies or would lie."""
        return self._folder / sha256[:2] / sha256

    def put(self, content: bytes) -> str:
        """Store a content durably and return its hash."""
        sha256 = digest(content)
        target = self.path(sha256)
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            write_whole(target, content)
            _sync_folder(target.parent)
        return sha256

    def get(self, sha256: str) -> bytes:
        """Return a stored content."""
        try:
            return self.path(sha256).read_bytes()
        except FileNotFoundError as error:
            raise NotFound(GONE) from error

    def held(self, sha256: str, folder: Path) -> Path:
        """Return a link to a content, which stays when the original is deleted meanwhile."""
        path, link = self.path(sha256), folder / sha256
        try:
            os.link(path, link)
        except FileNotFoundError as error:
            raise NotFound(GONE) from error
        except OSError:  # another disk
            return path
        return link

    def remove(self, sha256: str) -> None:
        """Forget a content; nothing happens when it is not there."""
        self.path(sha256).unlink(missing_ok=True)

    def sweep(self, keep: frozenset[str]) -> int:
        """Remove every file nobody refers to, half-written ones included; return how many."""
        strays = [path for path in self._folder.glob("??/*") if path.name not in keep]
        for path in strays:
            path.unlink(missing_ok=True)
        return len(strays)

    def names(self) -> tuple[str, ...]:
        """Return the hash of every content that is there whole."""
        return tuple(sorted(path.name for path in self._folder.glob("??/*") if len(path.name) == 64))

    def absent(self, wanted: frozenset[str]) -> frozenset[str]:
        """Return which of these contents are not there."""
        return wanted.difference(self.names())

    def check(self) -> str:
        """Say where they are."""
        return f"files in {self._folder}"


def write_whole(target: Path, content: bytes) -> None:
    """Write a file that is there whole or not at all, whoever else writes it too."""
    with NamedTemporaryFile(dir=target.parent, prefix=".new-", delete=False) as handle:
        temporary = Path(handle.name)
        try:
            handle.write(content)
            handle.flush()
            os.fsync(handle.fileno())
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
