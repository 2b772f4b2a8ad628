"""Folders that somebody alone with MASIS follows on the page: synced, told, refused, followed no more."""

from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import HttpUrl

from masis.errors import FolderUnreadable, InvalidInput, NotAllowed
from masis.service import Masis
from masis.service.documents.folder_runs import FolderRuns
from tests.fakes.services import ME, eventually


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "files"
    made.mkdir()
    (made / "a.txt").write_text("Revenue was 12 million euros.")
    return made


def ended(masis: Masis) -> bool:
    return all(run.finished for run in masis.folder_runs.progress(ME, "acme"))


def test_a_folder_is_synced_and_then_followed_no_more(masis: Masis, folder: Path) -> None:
    masis.folder_runs.begin(ME, "acme", f" {folder} ")
    assert eventually(lambda: ended(masis), 20)
    (run,) = masis.folder_runs.progress(ME, "acme")
    assert (run.folder, run.changed, run.last, run.error) == (str(folder.resolve()), 1, "new: a.txt", "")
    assert [report.sentence for report in masis.folders.reports(ME, "acme")] == ["1 new"]

    masis.folder_runs.remove(ME, "acme", run.folder)
    assert masis.folders.reports(ME, "acme") == ()
    assert masis.folder_runs.progress(ME, "acme") == ()
    assert [one.file_name for one in masis.documents(ME, "acme")] == ["a.txt"], "documents stay"
    (folder / "a.txt").unlink()
    masis.folder_runs.begin(ME, "acme", str(folder))
    assert eventually(lambda: ended(masis), 20)
    assert [one.file_name for one in masis.documents(ME, "acme")] == ["a.txt"], "and are nobody's to delete"


@pytest.mark.parametrize("typed", ["", "  ", "files", "./files", "/a\0b"])
def test_what_is_no_whole_path_is_refused(masis: Masis, typed: str) -> None:
    with pytest.raises(InvalidInput, match="Write the whole path"):
        masis.folder_runs.begin(ME, "acme", typed)


def test_a_folder_that_is_not_there_is_refused_in_one_sentence(masis: Masis, tmp_path: Path) -> None:
    with pytest.raises(FolderUnreadable):
        masis.folder_runs.begin(ME, "acme", str(tmp_path / "gone"))
    assert masis.folder_runs.progress(ME, "acme") == ()


def test_a_folder_that_is_being_synced_is_not_removed(masis: Masis, folder: Path) -> None:
    with masis.folders.claimed(ME, "acme", folder):
        with pytest.raises(InvalidInput, match="Another sync of the folder"):
            masis.folder_runs.remove(ME, "acme", str(folder.resolve()))
        masis.folder_runs.begin(ME, "acme", str(folder))
        assert eventually(lambda: ended(masis), 20)
    assert "Another sync of the folder" in masis.folder_runs.progress(ME, "acme")[0].error


@pytest.mark.parametrize(
    "setting",
    [
        {"oidc_metadata_url": HttpUrl("https://id.example/.well-known/openid-configuration")},
        {"host": "0.0.0.0"},
    ],
    ids=["sign-in", "reached from elsewhere"],
)
def test_paths_of_a_server_are_not_typed(masis: Masis, folder: Path, setting: dict[str, object]) -> None:
    settings = masis.parts.settings.model_copy(update=setting)
    runs = FolderRuns(replace(masis.parts, settings=settings), masis.folders)
    assert masis.folder_runs.allowed
    assert not runs.allowed
    with pytest.raises(NotAllowed):
        runs.begin(ME, "acme", str(folder))
    with pytest.raises(NotAllowed):
        runs.remove(ME, "acme", str(folder))
