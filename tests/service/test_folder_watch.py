"""Folder watch: a change is followed at once, an outage is said once and retried, a stop ends it."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from masis.domain.folder.source import SyncLine
from masis.errors import ConfigurationError
from masis.service import Masis
from masis.service.documents import folder_watch
from masis.service.documents.folder_sync import SyncOptions
from masis.service.documents.folder_watch import FolderWatch, check_installed
from tests.fakes.services import ME, World, eventually


class Watching:
    """A watch in a thread, and what it said."""

    def __init__(self, masis: Masis, folder: Path) -> None:
        self.lines: list[str] = []
        self.told: list[str] = []
        self._masis = masis
        self._folder = folder
        self._watch: FolderWatch | None = None
        self._thread = Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        with self._masis.folders.claimed(ME, "acme", self._folder) as claimed:
            options = SyncOptions(settle_seconds=0)
            self._watch = FolderWatch(claimed, options, self._said, self.told.append, retry_seconds=0.2)
            self._watch.run()

    def _said(self, line: SyncLine) -> None:
        self.lines.append(line.sentence)

    def saw(self, line: str) -> bool:
        return eventually(lambda: line in self.lines, 20)

    def heard(self, part: str) -> bool:
        return eventually(lambda: any(part in told for told in self.told), 20)

    def end(self) -> None:
        assert eventually(lambda: self._watch is not None)
        assert self._watch is not None
        self._watch.stop()
        self._thread.join(20)
        assert not self._thread.is_alive()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "files"
    made.mkdir()
    (made / "a.txt").write_text("Revenue was 12 million euros.")
    return made


@pytest.fixture
def watching(masis: Masis, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watching]:
    watching = Watching(masis, folder)
    yield watching
    watching.end()


def test_changes_are_followed_as_they_come(watching: Watching, masis: Masis, folder: Path) -> None:
    assert watching.saw("new: a.txt")
    (folder / "b.txt").write_text("Costs were 7 million euros.")
    assert watching.saw("new: b.txt")
    (folder / "a.txt").write_text("Revenue was 13 million euros.")
    assert watching.saw("changed: a.txt")
    (folder / "a.txt").rename(folder / "c.txt")
    assert watching.saw("renamed: c.txt. It was a.txt.")
    (folder / "b.txt").unlink()
    assert watching.saw("removed: b.txt")
    assert [one.file_name for one in masis.documents(ME, "acme")] == ["c.txt"]


def test_an_outage_is_said_once_and_what_waited_goes_on(
    watching: Watching, masis: Masis, folder: Path, world: World
) -> None:
    assert watching.saw("new: a.txt")
    world.store.down = True
    (folder / "b.txt").write_text("Costs were 7 million euros.")
    (folder / "a.txt").unlink()
    assert watching.heard("The vector store does not answer. It is tried again every 0 s.")
    world.store.down = False
    assert watching.saw("removed: a.txt")
    assert watching.saw("new: b.txt")
    assert len([told for told in watching.told if "does not answer" in told]) == 1


def test_a_folder_that_comes_back_is_followed_again(
    watching: Watching, masis: Masis, folder: Path, tmp_path: Path
) -> None:
    assert watching.saw("new: a.txt")
    folder.rename(tmp_path / "unmounted")
    assert eventually(lambda: bool(watching.told))
    (tmp_path / "unmounted" / "b.txt").write_text("Costs were 7 million euros.")
    assert len(masis.documents(ME, "acme")) == 1
    (tmp_path / "unmounted").rename(folder)
    assert watching.saw("new: b.txt")
    assert len(masis.documents(ME, "acme")) == 2


def test_an_emptied_folder_is_said_once(
    watching: Watching, masis: Masis, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert watching.saw("new: a.txt")
    monkeypatch.setattr(folder_watch, "LOOK_SECONDS", 0.1)
    shutil.move(folder / "a.txt", folder.parent / "a.txt")
    assert watching.heard("held 1 files before")
    (folder / "notes.exe").touch()
    assert watching.saw(next((line for line in watching.lines if "notes" in line), "new: a.txt"))
    assert len([told for told in watching.told if "before" in told]) == 1
    assert len(masis.documents(ME, "acme")) == 1


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    check_installed()
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    monkeypatch.setattr(folder_watch, "find_spec", lambda _name: None)
    with pytest.raises(ConfigurationError, match=r"pip install -r requirements-sync\.txt"):
        check_installed()
