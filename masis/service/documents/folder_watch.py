"""Folder watch: sync a folder whenever something in it changes, through outages, until it is stopped."""

from collections.abc import Callable, Generator
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

from masis.domain.folder.source import SyncLine, SyncReport
from masis.errors import ConfigurationError, FolderUnreadable, ServiceUnavailable
from masis.service.documents.folder_scan import BEING_WRITTEN
from masis.service.documents.folder_sync import ClaimedFolder, SyncOptions

LOOK_SECONDS = 60.0
"""Longest time between two looks: folders on other machines do not tell what changes in them."""
SOON_SECONDS = 5.0
"""While a file was still being written."""
RETRY_SECONDS = 15.0
_POLL_SECONDS = 0.5


def check_installed() -> None:
    """Raise what stands against watching."""
    if find_spec("watchfiles") is None:
        message = (
            "Watching a folder needs pip install -r requirements-sync.txt. Without --watch it is synced once."
        )
        raise ConfigurationError(message)


class FolderWatch:
    """Keeps a workspace equal to a folder."""

    def __init__(
        self,
        folder: ClaimedFolder,
        options: SyncOptions,
        say: Callable[[SyncLine], None],
        tell: Callable[[str], None],
        retry_seconds: float = RETRY_SECONDS,
    ) -> None:
        """Begin nothing yet; ``say`` gets each change, ``tell`` each count and each outage."""
        self._folder = folder
        self._options = options
        self._say = say
        self._tell = tell
        self._retry_seconds = retry_seconds
        self._stopped = Event()
        self._said: frozenset[SyncLine] = frozenset()
        self._trouble = ""
        self._warning = ""

    def stop(self) -> None:
        """End after the sync that is under way."""
        self._stopped.set()

    def run(self) -> None:
        """Sync, wait for a change, and again, until stopped or interrupted."""
        while not self._stopped.is_set():
            changes = _Changes(self._folder.path, self._stopped)  # begun first: nothing falls between
            changes.wait(self._synced())
            changes.close()

    def _synced(self) -> float:
        """Sync once; return how long to wait for a change at most."""
        lines: list[SyncLine] = []
        try:
            report = self._folder.sync(self._options, lambda line: self._line(lines, line))
        except (ServiceUnavailable, FolderUnreadable) as outage:
            self._told_once(f"{outage} It is tried again every {self._retry_seconds:.0f} s.")
            return self._retry_seconds
        self._trouble = ""
        self._said = frozenset(lines)
        self._summed_up(report, lines)
        if report.counts.get("failed"):
            return self._retry_seconds
        return SOON_SECONDS if any(line.detail == BEING_WRITTEN for line in lines) else LOOK_SECONDS

    def _line(self, lines: list[SyncLine], line: SyncLine) -> None:
        """Say a line, but not again that a file is left alone."""
        lines.append(line)
        if line not in self._said or line.change not in {"skipped", "failed"}:
            self._say(line)

    def _summed_up(self, report: SyncReport, lines: list[SyncLine]) -> None:
        if report.warning and report.warning != self._warning:
            self._tell(report.warning)
        self._warning = report.warning
        if any(line.change not in {"skipped", "failed"} for line in lines):
            self._tell(report.sentence)

    def _told_once(self, trouble: str) -> None:
        if trouble != self._trouble:
            self._tell(trouble)
        self._trouble = trouble


class _Changes:
    """What changes in a folder from now on; where the system cannot tell, only time passes."""

    def __init__(self, folder: Path, stopped: Event) -> None:
        from watchfiles import watch

        self._stopped = stopped
        self._watch: Generator[set[Any], None, None] | None = watch(
            folder,
            watch_filter=None,
            stop_event=stopped,
            rust_timeout=round(_POLL_SECONDS * 1000),
            yield_on_timeout=True,
        )
        self._any = False
        self._look()

    def _look(self) -> None:
        if self._watch is None:
            self._stopped.wait(_POLL_SECONDS)
            return
        try:
            self._any = bool(next(self._watch, set())) or self._any
        except (OSError, RuntimeError):  # the folder is away, or the system watches no more files
            self._watch = None

    def wait(self, seconds: float) -> None:
        """Return when something changed, at the latest after ``seconds``."""
        deadline = monotonic() + seconds
        while not self._any and not self._stopped.is_set() and monotonic() < deadline:
            self._look()

    def close(self) -> None:
        """Watch nothing any more."""
        if self._watch is not None:
            self._watch.close()
