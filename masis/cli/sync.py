"""Sync command: make a workspace follow a folder, once or as long as the command runs."""

import argparse
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from masis.errors import NotFound

if TYPE_CHECKING:
    from masis.domain.folder.source import SyncLine, SyncReport
    from masis.service import Masis
    from masis.service.documents.folder_sync import ClaimedFolder, SyncOptions

P = TypeVar("P", bound=argparse.ArgumentParser)


def add_sync(
    commands: "argparse._SubParsersAction[P]",
    opened: "Callable[[], Masis]",
    workspace: "Callable[..., str]",
) -> None:
    """Add the subcommand; ``opened`` opens MASIS, ``workspace`` finds or makes one by its name."""
    parser = commands.add_parser("sync", help="let a workspace follow a folder of files")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--workspace", required=True, help="made when missing")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--watch", action="store_true", help="go on, whenever something changes, until Ctrl-C")
    how.add_argument("--dry-run", action="store_true", help="only print what would happen")
    parser.add_argument("--delete-all", action="store_true", help="an empty folder empties the workspace too")
    parser.add_argument(
        "--settle",
        type=_seconds,
        default=2.0,
        metavar="SECONDS",
        help="a file that changes within them is still being written (default 2)",
    )
    parser.set_defaults(command=lambda options: _sync(options, opened, workspace))


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds <= 600:
        message = "not between 0 and 600"
        raise argparse.ArgumentTypeError(message)
    return seconds


def _sync(options: argparse.Namespace, opened: "Callable[[], Masis]", workspace: "Callable[..., str]") -> int:
    from masis.domain.person import Caller
    from masis.service.documents.folder_sync import SyncOptions
    from masis.service.documents.folder_watch import check_installed

    if options.watch:
        check_installed()
    how = SyncOptions(options.dry_run, options.delete_all, options.settle)
    masis = opened()
    try:
        masis.folders.check(options.folder)  # no workspace is made for a folder that is not there
        try:
            workspace_id = workspace(masis, options.workspace, create=not options.dry_run)
        except NotFound:  # only of a dry run, which makes none
            _tell(f"The workspace “{options.workspace}” would be made.")
            return _ended(masis.folders.foreseen(options.folder, how, _say), how)
        with masis.folders.claimed(Caller(), workspace_id, options.folder) as folder:
            return _watched(folder, how) if options.watch else _once(folder, how)
    finally:
        masis.close()


def _once(folder: "ClaimedFolder", how: "SyncOptions") -> int:
    return _ended(folder.sync(how, _say), how)


def _ended(report: "SyncReport", how: "SyncOptions") -> int:
    print(f"{'Would be: ' if how.dry_run else ''}{report.sentence}.")
    if report.warning:
        _tell(report.warning)
    return 1 if report.warning or report.counts.get("failed") else 0


def _watched(folder: "ClaimedFolder", how: "SyncOptions") -> int:
    from masis.service.documents.folder_watch import FolderWatch

    watch = FolderWatch(folder, how, _say, _tell)

    def interrupted(_number: int, _frame: object) -> None:
        watch.stop()  # where the interrupt meets code that swallows it, the next look ends
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupted)
    _tell(f"Watching {folder.path}. Ctrl-C ends it.")
    try:
        watch.run()
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGINT, before)
    _tell("Stopped watching. Unfinished work goes on at the next start.")
    return 0


def _say(line: "SyncLine") -> None:
    print(line.sentence, flush=True)


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
