"""Archive: zips written the same way every time, and zips of strangers read without trusting them."""

import io
import stat
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import PurePosixPath

from masis.errors import InvalidInput

MOST_PACKED = 200 * 1024 * 1024
MOST_UNPACKED = 300 * 1024 * 1024
MOST_FILES = 2000
MOST_IN_ONE = 50 * 1024 * 1024
_PIECE = 1024 * 1024
_REFUSED = "This file cannot be verified: {}."
_STORED_KINDS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})


def write(files: Mapping[str, bytes], moment: datetime) -> bytes:
    """Return a zip whose bytes depend on names, contents and ``moment`` alone."""
    utc = moment.astimezone(UTC)
    stamp = (min(max(utc.year, 1980), 2107), utc.month, utc.day, utc.hour, utc.minute, utc.second)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, stamp)
            info.create_system = 3
            info.external_attr = (stat.S_IFREG | 0o644) << 16
            pressed = name.endswith((".png", ".pdf", ".docx"))
            info.compress_type = zipfile.ZIP_STORED if pressed else zipfile.ZIP_DEFLATED
            archive.writestr(info, content, compresslevel=6)
    return out.getvalue()


def repacked(content: bytes, moment: datetime) -> bytes:
    """Return a zip of our own making with its order kept and its clock fixed."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return write({name: archive.read(name) for name in archive.namelist()}, moment)


def read(content: bytes) -> dict[str, bytes]:
    """Return the files of a zip from anywhere, in memory and within bounds.

    Raises:
        InvalidInput: it is no zip, or not one to be opened: too large, too many files, names that
            leave the folder, links, encryption, or a size that is not what it claims.
    """
    if len(content) > MOST_PACKED:
        raise InvalidInput(_REFUSED.format(f"it is larger than {MOST_PACKED // 1024**2} MB"))
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            _check(entries)
            return dict(_contents(archive, entries))
    except InvalidInput:
        raise
    except (zipfile.BadZipFile, EOFError, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        raise InvalidInput(_REFUSED.format("it is not a readable zip file")) from error
    except Exception as error:  # zlib raises a class of its own, and struct another
        if type(error).__module__ in {"zlib", "struct"}:
            raise InvalidInput(_REFUSED.format("it is damaged")) from error
        raise


def _check(entries: list[zipfile.ZipInfo]) -> None:
    if len(entries) > MOST_FILES:
        raise InvalidInput(_REFUSED.format(f"it holds more than {MOST_FILES:,} files"))
    if sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        raise InvalidInput(_REFUSED.format(f"it unpacks to more than {MOST_UNPACKED // 1024**2} MB"))
    seen: set[str] = set()
    for entry in entries:
        problem = _problem(entry)
        if problem or entry.filename in seen:
            raise InvalidInput(_REFUSED.format(problem or "two of its files have one name"))
        seen.add(entry.filename)


def _problem(entry: zipfile.ZipInfo) -> str:
    """Return why an entry is not to be opened; empty when it may."""
    name = entry.filename
    path = PurePosixPath(name)
    if (
        path.is_absolute()
        or ".." in path.parts
        or "\\" in name
        or ":" in name
        or not name.isprintable()
        or not name
    ):
        return "one of its names leaves the folder"
    mode = entry.external_attr >> 16
    if stat.S_ISLNK(mode) or entry.is_dir() or (mode and stat.S_IFMT(mode) not in {0, stat.S_IFREG}):
        return "it holds something that is not a plain file"
    if entry.flag_bits & 0x1:
        return "it is encrypted"
    if entry.compress_type not in _STORED_KINDS:
        return "it is packed in an unusual way"
    return "one of its files is too large" if entry.file_size > MOST_IN_ONE else ""


def _contents(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> Iterator[tuple[str, bytes]]:
    """Yield each file, read no further than it claims to reach."""
    left = MOST_UNPACKED
    for entry in entries:
        pieces: list[bytes] = []
        size = 0
        with archive.open(entry) as stream:
            while piece := stream.read(_PIECE):
                size += len(piece)
                if size > min(entry.file_size, MOST_IN_ONE, left):
                    raise InvalidInput(_REFUSED.format("one of its files is larger than it claims"))
                pieces.append(piece)
        left -= size
        yield entry.filename, b"".join(pieces)
