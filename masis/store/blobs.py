"""Blobs: original files, stored once under the hash of their content."""

import hashlib
import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from masis.errors import NotFound


def digest(content: bytes) -> str:
    """Return the name a content is stored under."""
    return hashlib.sha256(content).hexdigest()


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
        if target.exists():
            return sha256
        target.parent.mkdir(parents=True, exist_ok=True)
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
        _sync_folder(target.parent)
        return sha256

    def get(self, sha256: str) -> bytes:
        """Return a stored content."""
        try:
            return self.path(sha256).read_bytes()
        except FileNotFoundError as error:
            message = "The original file is no longer stored."
            raise NotFound(message) from error

    def remove(self, sha256: str) -> None:
        """Forget a content; nothing happens when it is not there."""
        self.path(sha256).unlink(missing_ok=True)

    def sweep(self, keep: frozenset[str]) -> int:
        """Remove every file nobody refers to, half-written ones included; return how many."""
        strays = [path for path in self._folder.glob("??/*") if path.name not in keep]
        for path in strays:
            path.unlink(missing_ok=True)
        return len(strays)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
