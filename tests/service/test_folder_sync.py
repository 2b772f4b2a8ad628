"""Folder sync on both databases: what follows, what stays, what is said; twice, at once, killed, cut off."""

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

from masis.domain.folder.source import SourceRow, SyncLine, SyncReport
from masis.errors import FolderUnreadable, InvalidInput, NotFound, RetrievalUnavailable, ServiceUnavailable
from masis.service import Masis
from masis.service.documents.folder_acts import Acts
from masis.service.documents.folder_sync import SyncOptions
from masis.store import folder_sources, jobs
from tests.fakes.services import ME, OTHER, World

NOW = SyncOptions(settle_seconds=0)


class Synced:
    """One sync: its report and its lines, and the documents that there are after it."""

    def __init__(self, masis: Masis, folder: Path, options: SyncOptions = NOW) -> None:
        lines: list[SyncLine] = []
        with masis.folders.claimed(ME, "acme", folder) as claimed:
            self.report: SyncReport = claimed.sync(options, lines.append)
        self.lines = [line.sentence for line in lines]
        self.documents = {one.file_name: one for one in masis.documents(ME, "acme")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with two files, one of them deeper."""
    made = tmp_path / "files"
    (made / "2024").mkdir(parents=True)
    (made / "a.txt").write_text("Revenue was 12 million euros.")
    (made / "2024" / "b.txt").write_text("Costs were 7 million euros.")
    return made


def test_new_changed_and_removed_files_follow(masis: Masis, folder: Path) -> None:
    first = Synced(masis, folder)
    assert first.lines == ["new: 2024/b.txt", "new: a.txt"]
    assert first.report.sentence == "2 new"
    (folder / "a.txt").write_text("Revenue was 13 million euros.")
    (folder / "2024" / "b.txt").unlink()
    second = Synced(masis, folder)
    assert second.lines == ["removed: 2024/b.txt", "changed: a.txt"]
    assert second.documents.keys() == {"a.txt"}
    changed = second.documents["a.txt"]
    assert changed.document_id == first.documents["a.txt"].document_id
    assert [version.number for version in changed.versions] == [2, 1]
    third = Synced(masis, folder)
    assert (third.lines, third.report.sentence) == ([], "1 unchanged")
    assert masis.jobs(ME, "acme") == (), "what became of the files is in the report"


def test_files_of_one_name_in_two_folders_are_two_documents(masis: Masis, folder: Path) -> None:
    (folder / "2024" / "a.txt").write_text("Revenue was 10 million euros.")
    Synced(masis, folder)
    documents = masis.documents(ME, "acme")
    assert [one.file_name for one in documents] == ["a.txt", "a.txt", "b.txt"]
    (folder / "2024" / "a.txt").write_text("Revenue was 11 million euros.")
    Synced(masis, folder)
    assert sorted(len(one.versions) for one in masis.documents(ME, "acme")) == [1, 1, 2]
    (folder / "2024" / "a.txt").unlink()
    assert len(Synced(masis, folder).documents) == 2


def test_a_rename_keeps_the_document_and_its_next_version_too(masis: Masis, folder: Path) -> None:
    before = Synced(masis, folder).documents["a.txt"]
    (folder / "a.txt").rename(folder / "2024" / "revenue.txt")
    renamed = Synced(masis, folder)
    assert renamed.lines == ["renamed: 2024/revenue.txt. It was a.txt."]
    after = renamed.documents["revenue.txt"]
    assert (after.document_id, after.title, len(after.versions)) == (before.document_id, "revenue", 1)
    (folder / "2024" / "revenue.txt").write_text("Revenue was 14 million euros.")
    assert len(Synced(masis, folder).documents["revenue.txt"].versions) == 2


def test_what_a_person_uploaded_is_never_deleted(masis: Masis, folder: Path) -> None:
    job = masis.upload(ME, "acme", "a.txt", (folder / "a.txt").read_bytes())
    masis.uploads.wait(job.job_id, 20)
    assert "unchanged: a.txt. The workspace holds its content already." in Synced(masis, folder).lines
    (folder / "a.txt").write_text("Revenue was 13 million euros.")
    assert len(Synced(masis, folder).documents["a.txt"].versions) == 2
    (folder / "a.txt").unlink()
    gone = Synced(masis, folder)
    assert gone.lines == ["removed: a.txt. Its document stays: it was not made by a sync."]
    assert "a.txt" in gone.documents


def test_a_document_deleted_in_the_app_stays_away_until_its_file_changes(masis: Masis, folder: Path) -> None:
    masis.delete_document(ME, "acme", Synced(masis, folder).documents["a.txt"].document_id)
    again = Synced(masis, folder)
    assert again.lines == [
        "skipped: a.txt. Its document was deleted in MASIS; it comes back when the file changes."
    ]
    (folder / "a.txt").rename(folder / "c.txt")
    assert "c.txt" not in Synced(masis, folder).documents
    (folder / "c.txt").write_text("Revenue was 15 million euros.")
    back = Synced(masis, folder)
    assert (back.lines, set(back.documents)) == (["new: c.txt"], {"c.txt", "b.txt"})


def test_two_copies_are_one_document_that_outlives_the_first(masis: Masis, folder: Path) -> None:
    shutil.copy(folder / "a.txt", folder / "z.txt")
    first = Synced(masis, folder)
    assert "unchanged: z.txt. It has the content of a.txt." in first.lines
    (folder / "a.txt").unlink()
    second = Synced(masis, folder)
    assert second.lines == ["removed: a.txt. z.txt has the same content."]
    assert second.documents["z.txt"].document_id == first.documents["a.txt"].document_id


def test_a_document_that_another_folder_has_too_goes_with_the_last_of_them(
    masis: Masis, folder: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    Synced(masis, folder)
    Synced(masis, other)
    (folder / "a.txt").unlink()
    kept = Synced(masis, folder)
    assert kept.lines == ["removed: a.txt. Its document stays: another file has the same content."]
    (other / "a.txt").unlink()
    assert Synced(masis, other).documents.keys() == {"b.txt"}


def test_an_empty_folder_deletes_nothing_unless_it_is_meant(masis: Masis, folder: Path) -> None:
    Synced(masis, folder)
    (folder / "a.txt").unlink()
    shutil.rmtree(folder / "2024")
    (folder / ".DS_Store").touch()
    empty = Synced(masis, folder)
    assert len(empty.documents) == 2
    assert "held 2 files before" in empty.report.warning
    assert Synced(masis, folder, NOW._replace(delete_all=True)).documents == {}


def test_a_folder_that_is_away_deletes_nothing(masis: Masis, folder: Path) -> None:
    Synced(masis, folder)
    with masis.folders.claimed(ME, "acme", folder) as claimed:
        folder.rename(folder.with_name("unmounted"))
        with pytest.raises(FolderUnreadable, match=r"No such file or directory. Nothing was changed."):
            claimed.sync(NOW, print)
    with pytest.raises(FolderUnreadable):
        Synced(masis, folder)
    assert len(masis.documents(ME, "acme")) == 2


def test_what_cannot_be_read_is_not_taken_for_gone(
    masis: Masis, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Synced(masis, folder)
    listed = os.scandir

    def closed_to_me(path: Path) -> object:
        if path == folder / "2024":  # a test that runs as root can be shut out of nothing
            raise PermissionError(13, "Permission denied")
        return listed(path)

    monkeypatch.setattr("masis.service.documents.folder_scan.os.scandir", closed_to_me)
    closed = Synced(masis, folder)
    assert closed.lines == ["skipped: 2024. It cannot be read: Permission denied."]
    assert len(closed.documents) == 2


def test_a_dry_run_says_everything_and_does_nothing(masis: Masis, folder: Path) -> None:
    dry = Synced(masis, folder, NOW._replace(dry_run=True))
    assert dry.lines == ["new: 2024/b.txt", "new: a.txt"]
    assert (dry.documents, masis.jobs(ME, "acme"), masis.folders.reports(ME, "acme")) == ({}, (), ())
    assert Synced(masis, folder).lines == dry.lines


def test_a_refused_file_is_not_tried_again_until_it_is_touched(masis: Masis, folder: Path) -> None:
    (folder / "a.txt").write_bytes(b"MZ\x90\x00\x03\x00\x00\x00")
    first, second = Synced(masis, folder), Synced(masis, folder)
    assert first.lines[-1] == second.lines[-1]
    assert first.lines[-1].startswith("skipped: a.txt. “a.txt” is named like a text file but is")
    assert second.report.skipped[0].path == "a.txt"
    (folder / "a.txt").write_text("Revenue was 12 million euros.")
    assert Synced(masis, folder).lines == ["new: a.txt"]


def test_a_refused_new_content_leaves_the_version_before(masis: Masis, folder: Path) -> None:
    Synced(masis, folder)
    (folder / "a.txt").write_bytes(b"MZ\x90\x00\x03\x00\x00\x00")
    Synced(masis, folder)
    assert len(Synced(masis, folder).documents["a.txt"].versions) == 1
    (folder / "a.txt").unlink()
    assert Synced(masis, folder).documents.keys() == {"b.txt"}


def test_two_syncs_of_one_folder_at_once_one_is_refused(masis: Masis, folder: Path) -> None:
    with (
        masis.folders.claimed(ME, "acme", folder),
        pytest.raises(InvalidInput, match=r"Another sync of the folder .* is at work; nothing was changed"),
    ):
        Synced(masis, folder)
    assert Synced(masis, folder).report.counts == {"new": 2}


def test_nobody_syncs_into_another_persons_workspace(masis: Masis, folder: Path) -> None:
    with pytest.raises(NotFound), masis.folders.claimed(OTHER, "acme", folder):
        pass
    with pytest.raises(NotFound):
        masis.folders.reports(OTHER, "acme")


def test_masis_does_not_take_its_own_files_in(masis: Masis, world: World) -> None:
    with pytest.raises(InvalidInput, match="belongs to the data folder"):
        Synced(masis, world.folder)


class Killed(BaseException):
    """Stands for the end of the process."""


@pytest.mark.parametrize("at", range(8))
def test_a_sync_that_was_killed_is_finished_by_the_next(
    world: World, folder: Path, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before each of its writes in turn: the same documents come out, each of them once."""
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    Synced(masis, folder)
    (folder / "a.txt").write_text("Revenue was 13 million euros.")
    (folder / "2024" / "b.txt").unlink()
    (folder / "c.txt").write_text("Debt was 3 million euros.")
    left = [at]

    def until_killed(act: Callable[..., object]) -> Callable[..., object]:
        def acting(*arguments: object) -> object:
            if left[0] == 0:
                raise Killed
            left[0] -= 1
            return act(*arguments)

        return acting

    with monkeypatch.context() as patch:
        for name in ("_keep_books", "_remove", "_begun", "_write", "_taken"):
            patch.setattr(Acts, name, until_killed(getattr(Acts, name)))
        try:
            Synced(masis, folder)
        except Killed:
            masis.close()
            masis = world.open()
    again = Synced(masis, folder)
    assert {name: len(one.versions) for name, one in again.documents.items()} == {"a.txt": 2, "c.txt": 1}
    assert Synced(masis, folder).report.counts == {"unchanged": 2}
    assert masis.jobs(ME, "acme") == ()
    assert world.store.visible("acme") == {"Revenue was 13 million euros.", "Debt was 3 million euros."}


def test_an_upload_that_nobody_goes_on_with_is_not_waited_for(world: World, folder: Path) -> None:
    """As beside a Qdrant server, when a sync was killed that did not own the data folder."""
    masis = Masis(replace(world.open(start=False).parts, lock=None))
    masis.create_workspace(ME, "Acme")
    key = folder_sources.folder_id("acme", str(folder))
    with masis.parts.database.write() as session:
        begun = SourceRow(path="a.txt", document_id="d1", made=True)
        folder_sources.put(session, "acme", key, begun)
        session.add(jobs.new_row("j1", "acme", "a.txt", 1, world.now(), into_document="d1"))
    assert Synced(masis, folder).documents["a.txt"].document_id == "d1"
    masis.close()


def test_an_outage_is_said_and_the_next_sync_goes_on(masis: Masis, folder: Path, world: World) -> None:
    world.embedder.failure = RetrievalUnavailable("The store is away.")
    down = Synced(masis, folder)
    assert down.report.counts == {"failed": 2}
    assert "The store is away." in down.lines[0]
    world.embedder.failure = None
    assert Synced(masis, folder).report.counts == {"new": 2}
    (folder / "a.txt").unlink()
    world.store.down = True
    with pytest.raises(ServiceUnavailable):
        Synced(masis, folder)
    world.store.down = False
    assert Synced(masis, folder).documents.keys() == {"b.txt"}


def test_a_cancelled_file_waits_for_a_change(masis: Masis, folder: Path, world: World) -> None:
    (folder / "2024" / "b.txt").unlink()
    world.embedder.gate.clear()

    def act() -> None:
        assert world.embedder.reached.wait(10)
        (job,) = masis.jobs(ME, "acme")
        masis.cancel_job(ME, "acme", job.job_id)
        world.embedder.gate.set()

    thread = Thread(target=act)
    thread.start()
    cancelled = Synced(masis, folder)
    thread.join()
    assert cancelled.lines == [
        "skipped: a.txt. Its upload was cancelled; it is taken in when the file changes."
    ]
    assert Synced(masis, folder).lines == cancelled.lines


def test_the_report_of_the_last_sync_is_kept_by_folder(masis: Masis, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    Synced(masis, folder)
    Synced(masis, tmp_path / "other")
    (folder / "program.exe").touch()
    Synced(masis, folder)
    newest, oldest = masis.folders.reports(ME, "acme")
    assert (newest.folder, oldest.folder) == (str(folder), str(tmp_path / "other"))
    assert newest.sentence == "2 unchanged, 1 skipped"
    assert "does not read .exe files" in newest.skipped[0].reason
    masis.delete_workspace(ME, "acme")
    masis.create_workspace(ME, "Acme")
    assert masis.folders.reports(ME, "acme") == ()
