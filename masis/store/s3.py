"""S3Originals: uploaded files in a bucket of Amazon S3 or of a server that speaks its protocol."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from socket import gethostname
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from masis.errors import ConfigurationError, NotFound, OriginalsUnavailable
from masis.ops.breaker import CircuitBreaker
from masis.store.blobs import GONE, Blobs, digest, write_whole
from masis.store.folder_notes import FILE, id_of, note_bucket
from masis.store.s3_faults import Bucket, is_missing, sentence

if TYPE_CHECKING:
    from obstore.store import S3Config, S3Store

_PIECE_BYTES: Final = 8 * 1024 * 1024
"""Read with one request, so that the time for one holds for files of any size."""
_FETCHED_BYTES: Final = 500 * 1024 * 1024
_CHECK_SECONDS: Final = 5
_YOUNG: Final = timedelta(hours=1)
"""How long a sweep spares what another thread or process may just have stored and not yet written down."""
_KEY = re.compile(r"[0-9a-f]{2}/([0-9a-f]{64})")
"""Nothing else under the prefix is ever removed: it is not ours."""


class S3Originals:
    """Uploaded files under a prefix that belongs to one data folder; shared by threads and processes."""

    def __init__(
        self,
        url: str,
        endpoint: str | None,
        folder: Path,
        timeout_seconds: int = 30,
    ) -> None:
        """Send nothing yet.

        Args:
            url: ``s3://bucket/prefix``.
            endpoint: address of the server; ``None``: what the library's environment names, else Amazon.
            folder: the data folder, which keeps what was fetched for showing pages.
            timeout_seconds: for one request.
        """
        if not find_spec("obstore"):
            message = (
                "MASIS_ORIGINALS_URL is set, but what speaks to S3 is not installed. "
                "Run pip install -r requirements-s3.txt, or unset it to keep originals in the data folder."
            )
            raise ConfigurationError(message)
        self.place = url.rstrip("/")
        self._endpoint = endpoint
        self._folder = folder
        self._fetched = folder / "fetched"
        self._timeout = timeout_seconds
        self._breaker = CircuitBreaker(refusal=OriginalsUnavailable, name="originals")
        self._store: S3Store | None = None
        self._server = endpoint or "S3"
        self._ours = False

    def put(self, content: bytes) -> str:
        """Store a content and return its hash; the same one again is young again, which a sweep spares."""
        sha256 = digest(content)
        self._breaker.call(lambda: self._put(_key(sha256), content))
        return sha256

    def get(self, sha256: str) -> bytes:
        """Return a stored content, which is what it was when it came."""
        return self._breaker.call(lambda: self._get(sha256))

    def path(self, sha256: str) -> Path:
        """Return a copy in the data folder, made where there is none; the oldest copies make room."""
        copy = self._fetched / sha256
        try:
            os.utime(copy)
        except FileNotFoundError:
            self.held(sha256, self._fetched)
            _make_room(self._fetched, copy)
        return copy

    def held(self, sha256: str, folder: Path) -> Path:
        """Fetch a content into ``folder``."""
        content = self.get(sha256)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(folder / sha256, content)
        return folder / sha256

    def remove(self, sha256: str) -> None:
        """Forget a content and its copy."""
        (self._fetched / sha256).unlink(missing_ok=True)
        self._breaker.call(lambda: self._remove(_key(sha256)))

    def sweep(self, keep: frozenset[str]) -> int:
        """Remove old contents nobody refers to, and copies of them; return how many contents."""
        if self._fetched.exists():
            for copy in self._fetched.iterdir():
                if copy.name not in keep and not _is_young(copy):
                    copy.unlink(missing_ok=True)
        return self._breaker.call(lambda: self._sweep(keep))

    def absent(self, wanted: frozenset[str]) -> frozenset[str]:
        """Return which of these contents are not there: a request for each thousand that are."""
        return self._breaker.call(lambda: wanted.difference(name for _, name, _ in self._listed()))

    def check(self) -> str:
        """Ask the server, however often it failed a moment ago, and say where originals are."""
        seconds = min(_CHECK_SECONDS, self._timeout)
        store = self._client(seconds, tries=1)
        with self._told(seconds):
            self._claim(store)
        return f"{self.place} at {self._server}"

    def take_over(self, blobs: Blobs) -> tuple[int, tuple[str, ...]]:
        """Copy every original of a folder and read each back; what is there already is only read.

        Returns how many are there now, and which were damaged in the folder and stay there alone.

        Raises:
            OriginalsUnavailable: the server stopped answering; the same call again goes on.
            ConfigurationError: the prefix belongs to another data folder.
        """
        store = self._client(self._timeout)
        with self._told(self._timeout):
            self._refuse_foreign(store)
        self._ours = True
        moved, damaged = 0, []
        for sha256 in blobs.names():
            content = blobs.get(sha256)
            if digest(content) != sha256:
                damaged.append(sha256)
                continue
            if not self._holds(sha256):
                self._put(_key(sha256), content)
                self._get(sha256)
            moved += 1
        with self._told(self._timeout):
            self._mark(store)
        note_bucket(self._folder, self.place)
        return moved, tuple(damaged)

    def _holds(self, sha256: str) -> bool:
        try:
            return bool(self._get(sha256))
        except NotFound:
            return False

    def _put(self, key: str, content: bytes) -> None:
        with self._open() as store:
            store.put(key, content)

    def _get(self, sha256: str) -> bytes:
        key = _key(sha256)
        with self._open() as store:
            first = store.get(key, options={"range": (0, _PIECE_BYTES)})
            size, content = first.meta["size"], bytearray(first.bytes())
            while len(content) < size:
                length = min(_PIECE_BYTES, size - len(content))
                content += store.get_range(key, start=len(content), length=length)
        if digest(whole := bytes(content)) != sha256:
            message = f"The original file is damaged in {self.place}: its content is not what was uploaded."
            raise NotFound(message)
        return whole

    def _remove(self, key: str) -> None:
        with suppress(NotFound), self._open() as store:
            store.delete(key)

    def _sweep(self, keep: frozenset[str]) -> int:
        young = datetime.now(UTC) - _YOUNG
        strays = [key for key, name, at in self._listed() if name not in keep and at < young]
        for key in strays:
            self._remove(key)
        return len(strays)

    def _listed(self) -> list[tuple[str, str, datetime]]:
        """Return key, hash and time of every content that is there."""
        with self._open() as store:
            found = [(meta["path"], meta["last_modified"]) for batch in store.list() for meta in batch]
        return [(key, match[1], at) for key, at in found if (match := _KEY.fullmatch(key))]

    @contextmanager
    def _open(self) -> "Iterator[S3Store]":
        """Lend the client of a prefix that is ours; what the wire does wrong becomes one kind of outage."""
        if self._store is None:
            self._store = self._client(self._timeout)
        with self._told(self._timeout):
            if not self._ours:
                self._claim(self._store)
                note_bucket(self._folder, self.place)
                self._ours = True
            yield self._store

    def _claim(self, store: "S3Store") -> None:
        """Tie the prefix to this data folder: whoever shared it would sweep the other's originals away."""
        if self._refuse_foreign(store):
            return
        if here := Blobs(self._folder / "blobs").names():
            message = (
                f"{len(here):,} originals lie in {self._folder / 'blobs'} and none in {self.place} yet. "
                f"Stop MASIS and run python -m masis move {self.place}; nothing was changed."
            )
            raise ConfigurationError(message)
        self._mark(store)

    def _refuse_foreign(self, store: "S3Store") -> bool:
        """Tell whether the prefix is ours; False when it is nobody's."""
        try:
            found = bytes(store.get(FILE).bytes()).decode("utf-8", "replace")
        except FileNotFoundError as error:
            if not is_missing(error):
                raise
            return False
        owner, _, whose = found.partition("\n")
        if owner != id_of(self._folder):
            message = (
                f"{self.place} holds the originals of another data folder ({whose[:200]}), not of "
                f"{self._folder}. Nothing was changed. Set MASIS_ORIGINALS_URL to a prefix of its own. Where "
                f"that folder is lost or another machine's, put into the file {FILE} here: {owner[:64]}"
            )
            raise ConfigurationError(message)
        return True

    def _mark(self, store: "S3Store") -> None:
        from obstore.exceptions import AlreadyExistsError

        try:
            line = f"{id_of(self._folder)}\n{self._folder} on {gethostname()}"
            store.put(FILE, line.encode(), mode="create")
        except AlreadyExistsError:  # another process was faster
            self._refuse_foreign(store)

    def _client(self, seconds: int, tries: int = 3) -> "S3Store":
        from obstore.exceptions import BaseError
        from obstore.store import S3Store

        parts = urlsplit(self.place)
        named: S3Config = {"endpoint": self._endpoint} if self._endpoint else {}
        try:
            return S3Store(
                parts.netloc,
                prefix=parts.path.strip("/") or None,
                # One request an object: not every server knows how to delete several with one.
                config={"disable_bulk_delete": True, **named},
                client_options={
                    "allow_http": True,
                    "connect_timeout": timedelta(seconds=min(_CHECK_SECONDS, seconds)),
                    "timeout": timedelta(seconds=seconds),
                },
                retry_config={"max_retries": tries - 1, "retry_timeout": timedelta(seconds=seconds / 2)},
            )
        except (BaseError, ValueError) as error:
            message = f"The settings of S3 do not fit together: {str(error).splitlines()[0]}"
            raise ConfigurationError(message) from error

    @contextmanager
    def _told(self, seconds: int) -> Iterator[None]:
        from obstore.exceptions import BaseError

        try:
            yield
        except (BaseError, FileNotFoundError) as error:
            if is_missing(error):
                raise NotFound(GONE) from error
            bucket = Bucket(self.place, self._server, seconds)
            raise OriginalsUnavailable(sentence(error, bucket)) from error


def _key(sha256: str) -> str:
    return f"{sha256[:2]}/{sha256}"


def _is_young(copy: Path) -> bool:
    """Whether a copy may still be on its way, or be shown this moment."""
    try:
        return datetime.fromtimestamp(copy.stat().st_mtime, UTC) >= datetime.now(UTC) - _YOUNG
    except FileNotFoundError:  # another thread makes room
        return True


def _make_room(folder: Path, newest: Path) -> None:
    """Remove the copies that were not used for longest, beyond what may be kept."""
    used = []
    for path in folder.glob("[!.]*"):
        with suppress(FileNotFoundError):  # another thread makes room too
            used.append((path.stat().st_mtime, path.stat().st_size, path))
    total = 0
    for _, size, path in sorted(used, reverse=True):
        total += size
        if total > _FETCHED_BYTES and path != newest:
            path.unlink(missing_ok=True)
