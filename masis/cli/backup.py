"""Backup commands: write everything to a file, put it back, move to Postgres or S3, embed anew."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from masis.errors import InvalidInput

if TYPE_CHECKING:
    from masis.config import Settings
    from masis.service.backup import Manifest

P = TypeVar("P", bound=argparse.ArgumentParser)
_EVERY = 500
"""Passages between two lines of progress."""


def add_backup(commands: "argparse._SubParsersAction[P]") -> None:
    """Add the subcommands."""
    backup = commands.add_parser("backup", help="write everything to one file, also while MASIS runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="must not exist yet")
    backup.set_defaults(command=_backup)

    restore = commands.add_parser("restore", help="put a backup into an empty place")
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("--check", action="store_true", help="only read it and say whether it is whole")
    restore.set_defaults(command=_restore)

    move = commands.add_parser(
        "move", help="copy what a SQLite file holds to an empty Postgres database, or original files to S3"
    )
    move.add_argument("url", metavar="URL", help="as for MASIS_DATABASE_URL, or for MASIS_ORIGINALS_URL")
    move.set_defaults(command=_move)

    reindex = commands.add_parser("reindex", help="put passages into the vector store, by the model in use")
    reindex.set_defaults(command=_reindex)


def _settings() -> "Settings":
    from masis.config import load_settings
    from masis.ops.logging import configure

    settings = load_settings()
    configure("ERROR" if settings.log_level == "INFO" else settings.log_level)
    return settings


def _backup(options: argparse.Namespace) -> int:
    from datetime import UTC, datetime

    from masis import __version__
    from masis.service.backup.archive import write_backup
    from masis.upkeep import remembered

    made = write_backup(remembered(_settings()), options.file, datetime.now(UTC), __version__)
    print(f"{options.file}: {_held(made)}, {options.file.stat().st_size:,} bytes")
    for name in made.missing:
        _say(f"The original {name} was not there; its text and passages are in the backup.")
    return 0


def _restore(options: argparse.Namespace) -> int:
    from masis.service.backup.archive import checked, restore
    from masis.upkeep import owned, remembered

    if options.check:
        print(f"{options.file} is whole: {_held(checked(options.file))}")
        return 0
    settings = _settings()
    place = remembered(settings)
    with owned(place.folder):
        made = restore(options.file, place)
    print(f"{place.folder}: {_held(made)}; every table is equal to the one that was backed up")
    return _put_back(settings)


def _move(options: argparse.Namespace) -> int:
    return _move_originals(options.url) if options.url.startswith("s3://") else _move_database(options.url)


def _move_originals(url: str) -> int:
    from masis.upkeep import move_originals

    moved, damaged = move_originals(_settings(), url)
    for path in damaged:
        _say(f"{path} is damaged and was not copied: its content is not what was uploaded.")
    print(
        f"{url}: {moved:,} originals, each read back. Set MASIS_ORIGINALS_URL to it and start MASIS on the "
        "same data folder. Its folder blobs is no longer used; keep it until you are content."
    )
    return 0


def _move_database(url: str) -> int:
    from masis.upkeep import move_database

    left = move_database(_settings(), url)
    print(
        "Every table is equal on the server. Set MASIS_DATABASE_URL to it and start MASIS on the same data "
        f"folder. {left} is no longer used; keep it until you are content."
    )
    return 0


def _reindex(_options: argparse.Namespace) -> int:
    from masis.upkeep import begin_vectors_anew

    settings = _settings()
    if not settings.qdrant_url and begin_vectors_anew(settings):
        _say("Another model made the vectors; they are made anew.")
    return _put_back(settings)


def _put_back(settings: "Settings") -> int:
    """Fill the vector store from the database; what is stopped half-way goes on at the next start."""
    from masis.service.documents.reindex import Reindex
    from masis.upkeep import check_stopped
    from masis.wiring import build_parts

    parts = build_parts(settings)
    try:
        check_stopped(parts)
        back = Reindex(parts).put_back(_progress())
        gap = parts.completeness.gap(None)
    finally:
        parts.close()
    if gap:
        message = f"{gap}. Run python -m masis reindex again."
        raise InvalidInput(message)
    print(f"{back:,} passages were put into the vector store; all can be found")
    return 0


def _progress() -> Callable[[int, int], None]:
    said = 0

    def say(done: int, total: int) -> None:
        nonlocal said
        if done > said and (done - said >= _EVERY or done == total):
            said = done
            _say(f"{done:,} of {total:,} passages")

    return say


def _held(made: "Manifest") -> str:
    from masis.domain.run.labels import counted

    return f"{counted(made.documents, 'document')} and {counted(made.runs, 'run')} of {made.made_at}"


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
