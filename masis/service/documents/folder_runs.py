"""Folder runs: what somebody alone with MASIS does on the page with folders: sync now, follow no more."""

from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Thread

from masis.domain.folder.source import SyncLine, SyncRun
from masis.domain.person import Caller, Right
from masis.errors import InvalidInput, MasisError, NotAllowed
from masis.service.access import own_workspace
from masis.service.container import Container
from masis.service.documents.folder_sync import FolderSync, SyncOptions
from masis.store import folder_sources

_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_NOT_HERE = "Folders of this computer are followed only where one person works on it alone; see docs/sync.md."


@dataclass
class _Run:
    """A sync that this process works on, or the last one it worked on."""

    now: SyncRun

    def say(self, line: SyncLine) -> None:
        changed = self.now.changed + (line.change not in {"skipped", "unchanged"})
        self.now = self.now.model_copy(update={"changed": changed, "last": line.sentence})

    def end(self, error: str = "") -> None:
        self.now = self.now.model_copy(update={"finished": True, "error": error})


class FolderRuns:
    """Syncs that the page begins, each in a thread of its own; a stopped process leaves them to the next."""

    def __init__(self, container: Container, sync: FolderSync) -> None:
        """Begin nothing yet."""
        self._container = container
        self._sync = sync
        self._runs: dict[str, dict[str, _Run]] = {}
        self._lock = Lock()

    @property
    def allowed(self) -> bool:
        """Whether paths may be typed: nobody signs in, and nobody else reaches the pages."""
        settings = self._container.settings
        return settings.oidc_metadata_url is None and settings.host in _LOOPBACK

    def progress(self, caller: Caller, workspace_id: str) -> tuple[SyncRun, ...]:
        """Return the syncs at work and how the last ones of this process ended, by folder."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
        with self._lock:
            return tuple(run.now for _, run in sorted(self._runs.get(workspace_id, {}).items()))

    def begin(self, caller: Caller, workspace_id: str, typed: str) -> None:
        """Sync a folder now, and follow it from then on.

        Raises:
            InvalidInput: there is no such folder, or it is being synced.
            NotAllowed: paths of this computer may not be typed here.
        """
        self._check(caller, workspace_id)
        folder = typed.strip()
        if "\0" in folder or not (folder.startswith("~") or Path(folder).is_absolute()):
            message = "Write the whole path of the folder, for example /home/ann/reports."
            raise InvalidInput(message)
        path = self._sync.check(Path(folder))
        with self._lock:
            own = self._runs.setdefault(workspace_id, {})
            before = own.get(str(path))
            if before is not None and not before.now.finished:
                message = f"The folder {path} is being synced already."
                raise InvalidInput(message)
            run = own[str(path)] = _Run(SyncRun(folder=str(path)))
        Thread(
            target=self._work, args=(run, caller, workspace_id, path), name="folder-sync", daemon=True
        ).start()

    def remove(self, caller: Caller, workspace_id: str, folder: str) -> None:
        """Follow a folder no more; its documents stay, as if somebody had uploaded them.

        Raises:
            InvalidInput: it is being synced.
            NotAllowed: folders are not looked after here.
        """
        self._check(caller, workspace_id)
        key = folder_sources.folder_id(workspace_id, folder)
        with self._sync.alone(key, folder), self._container.database.write() as session:
            folder_sources.remove(session, key)
        with self._lock:
            self._runs.get(workspace_id, {}).pop(folder, None)

    def _check(self, caller: Caller, workspace_id: str) -> None:
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.MANAGE)
        if not self.allowed:
            raise NotAllowed(_NOT_HERE)

    def _work(self, run: _Run, caller: Caller, workspace_id: str, path: Path) -> None:
        error = "The sync ended early. What was taken in stays; sync again to go on."
        try:
            with self._sync.claimed(caller, workspace_id, path) as claimed:
                claimed.sync(SyncOptions(), run.say)
            error = ""
        except MasisError as why:
            error = str(why)
        finally:  # whatever else went wrong is in the log of the thread
            run.end(error)
