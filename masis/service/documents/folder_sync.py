"""Folder sync: look at a folder, plan, carry the plan out; a sync that was killed is finished by the next."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from masis.domain.folder.lines import lines_of, skipped
from masis.domain.folder.plan import Plan, plan
from masis.domain.folder.source import Change, SyncLine, SyncReport
from masis.domain.person import Caller, Right
from masis.errors import DataFolderInUse, InvalidInput
from masis.service.access import own_workspace
from masis.service.container import Container
from masis.service.documents.folder_acts import Acts, Place
from masis.service.documents.folder_scan import Found, Scan, real_folder
from masis.service.documents.uploads import Uploads
from masis.store import folder_sources, jobs
from masis.store.lock import DataFolderLock

SETTLE_SECONDS = 2.0
"""A file that changes within this time is still being written (own choice)."""
_MOST_SKIPPED = 200
"""Skipped files whose reasons are kept with the report of a sync."""


class SyncOptions(NamedTuple):
    """How a folder is synced."""

    dry_run: bool = False
    delete_all: bool = False
    """Whether an empty folder means that every document that came from it is deleted."""
    settle_seconds: float = SETTLE_SECONDS


class FolderSync:
    """Folders that workspaces follow."""

    def __init__(
        self, container: Container, uploads: Uploads, delete: Callable[[Caller, str, str], None]
    ) -> None:
        """Take what uploads and what deletes a document."""
        self._container = container
        self._uploads = uploads
        self._delete = delete

    def reports(self, caller: Caller, workspace_id: str) -> tuple[SyncReport, ...]:
        """Return how the last sync of each of the workspace's folders ended, newest first."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            return folder_sources.reports(session, workspace_id)

    def check(self, folder: Path) -> Path:
        """Return where a folder lies, or raise what stands against following it."""
        return real_folder(folder, self._container.folder)

    def look(self, folder: Path) -> tuple[Path, Found]:
        """Return where a folder lies and what it holds, without following it.

        Raises:
            FolderUnreadable: the folder cannot be read.
            InvalidInput: it is one of MASIS's own.
        """
        real = real_folder(folder, self._container.folder)
        most = self._container.settings.max_file_mb * 1024 * 1024
        return real, Scan(real, self._container.folder, most, settle_seconds=0.0).found({})

    def foreseen(self, folder: Path, options: SyncOptions, say: Callable[[SyncLine], None]) -> SyncReport:
        """Return what a first sync into a workspace that is not made yet would do.

        Raises:
            FolderUnreadable: the folder cannot be read.
            InvalidInput: it is one of MASIS's own.
        """
        real = real_folder(folder, self._container.folder)
        most = self._container.settings.max_file_mb * 1024 * 1024
        found = Scan(real, self._container.folder, most, options.settle_seconds).found({})
        made = plan(found.files, (), {})
        return _reported(real, self._container.clock, found, made, lines_of(made), say=say)

    @contextmanager
    def claimed(self, caller: Caller, workspace_id: str, folder: Path) -> "Iterator[ClaimedFolder]":
        """Keep every other sync off a folder and its workspace while the block runs.

        Raises:
            InvalidInput: there is no such folder, or another sync is at work on it.
        """
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.UPLOAD)
        real = real_folder(folder, self._container.folder)
        key = folder_sources.folder_id(workspace_id, str(real))
        with self.alone(key, str(real)):
            place = Place(caller, workspace_id, real, key)
            yield ClaimedFolder(
                self._container, place, Acts(self._container, place, self._uploads, self._delete)
            )

    @contextmanager
    def alone(self, key: str, folder: str) -> Iterator[None]:
        """Keep every sync off a workspace's folder, known by its key, while the block runs.

        Raises:
            InvalidInput: a sync is at work on it.
        """
        try:
            lock = DataFolderLock(self._container.folder / "syncs" / key)
        except DataFolderInUse as error:
            message = f"Another sync of the folder {folder} is at work; nothing was changed. Stop it first."
            raise InvalidInput(message) from error
        try:
            yield
        finally:
            lock.release()


class ClaimedFolder:
    """A folder that this process alone syncs."""

    def __init__(self, container: Container, place: Place, acts: Acts) -> None:
        """Look at nothing yet."""
        self._container = container
        self._place = place
        self._acts = acts
        self.path = place.folder

    def sync(self, options: SyncOptions, say: Callable[[SyncLine], None]) -> SyncReport:
        """Make the workspace follow the folder once, and ``say`` each change as it is made.

        Raises:
            FolderUnreadable: the folder cannot be read now; nothing was changed.
            ServiceUnavailable: an outage; the next sync goes on from there.
        """
        if not options.dry_run:
            self._acts.end_earlier(self._earlier())
        found, made = self._planned(options)
        lines = lines_of(made) if options.dry_run else self._acts.carry_out(made)
        report = _reported(self._place.folder, self._container.clock, found, made, lines, say=say)
        if not options.dry_run:
            with self._container.database.write() as session:
                folder_sources.report(session, self._place.workspace_id, self._place.key, report)
        return report

    def _earlier(self) -> tuple[str, ...]:
        """Return the uploads that an earlier sync of the folder began and did not see to their end."""
        with self._container.database.read() as session:
            kept = folder_sources.rows(session, self._place.key)
            made = {row.document_id for row in kept if row.document_id}
            return jobs.into(session, self._place.workspace_id, made)

    def _planned(self, options: SyncOptions) -> tuple[Found, Plan]:
        place = self._place
        with self._container.database.read() as session:
            own_workspace(session, place.caller, place.workspace_id, Right.UPLOAD)
            rows = folder_sources.rows(session, place.key)
        most = self._container.settings.max_file_mb * 1024 * 1024
        scan = Scan(place.folder, self._container.folder, most, options.settle_seconds)
        found = scan.found({row.path: row for row in rows})
        with self._container.database.read() as session:  # after the look, which may have taken long
            held = folder_sources.held(session, place.workspace_id)
            elsewhere = folder_sources.elsewhere(session, place.workspace_id, place.key)
        made = plan(
            found.files,
            rows,
            held,
            unread=found.covers,
            elsewhere=elsewhere,
            delete_all=options.delete_all,
        )
        return found, made


def _reported(
    folder: Path,
    clock: Callable[[], datetime],
    found: Found,
    made: Plan,
    lines: Iterable[SyncLine],
    *,
    say: Callable[[SyncLine], None],
) -> SyncReport:
    """Say each line as it comes, those of skipped files first, and return them counted."""
    counts: dict[Change, int] = {}
    left: list[SyncLine] = []
    for line in chain((skipped(file) for file in found.skipped), lines):
        counts[line.change] = counts.get(line.change, 0) + 1
        say(line)
        left += [line] if line.change == "skipped" else []
    if made.kept:
        counts["unchanged"] = counts.get("unchanged", 0) + len(made.kept)
    return SyncReport(
        folder=str(folder),
        finished_at=clock(),
        counts=counts,
        skipped=tuple(line.as_skipped for line in left[:_MOST_SKIPPED]),
        warning=_withheld(made),
    )


def _withheld(made: Plan) -> str:
    if not made.withheld:
        return ""
    return (
        f"Nothing that can be read was found in the folder, which held {len(made.withheld):,} files before. "
        "Their documents were kept; if the folder is meant to be empty, sync it with --delete-all."
    )
