"""Folder scan: what is left alone and why; what changes under its hands; what a hostile folder holds."""

import os
import re
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from masis.domain.folder.source import SourceRow
from masis.errors import FolderUnreadable, InvalidInput
from masis.service.documents import folder_scan
from masis.service.documents.folder_scan import BEING_WRITTEN, HIDDEN, Found, Scan, content_of, real_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "files" / "deeper").mkdir(parents=True)
    (tmp_path / "files" / "a.txt").write_text("Revenue was 12 million euros.")
    return tmp_path / "files"


def found(folder: Path, known: dict[str, SourceRow] | None = None, most_bytes: int = 1000) -> Found:
    return Scan(folder, folder / "masis", most_bytes, 0.0).found(known or {})


def reasons(folder: Path) -> dict[str, str]:
    return {file.path: file.reason for file in found(folder).skipped}


def pipe(path: Path) -> None:
    os.mkfifo(path)


def plug(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as bound:
        os.chdir(path.parent)  # such an address is at most a hundred characters long
        bound.bind(path.name)


@pytest.mark.parametrize(
    ("name", "make", "reason"),
    [
        (".secret.txt", Path.touch, HIDDEN),
        (".git", Path.mkdir, HIDDEN),
        ("~$report.docx", Path.touch, HIDDEN),
        ("program.exe", Path.touch, "does not read .exe files"),
        ("old.doc", Path.touch, "Save it as .docx or PDF"),
        ("large.txt", lambda path: path.write_bytes(b"x" * 1001), "the limit is"),
        ("evil\u202etxt.pdf", Path.touch, "turn the direction of writing"),
        ("nowhere.txt", lambda path: path.symlink_to("missing.txt"), "leads nowhere"),
        ("loop.txt", lambda path: path.symlink_to(path), "cannot be read|leads nowhere|leads in a circle"),
        ("out.txt", lambda path: path.symlink_to("/etc/passwd"), "leads out of the folder"),
        ("up", lambda path: path.symlink_to(".."), "leads out of the folder"),
        ("again", lambda path: path.symlink_to("deeper"), "link to a folder"),
        ("own.txt", lambda path: path.symlink_to("masis/blob"), "link to what is left alone"),
        ("masis", Path.mkdir, "data folder of MASIS"),
        ("pipe.txt", pipe, "not a file"),
        ("plug.txt", plug, "not a file"),
    ],
)
def test_what_is_left_alone_is_said(
    folder: Path, name: str, make: Callable[[Path], object], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)  # put back at the end
    make(folder / name)
    said = reasons(folder)
    assert said.keys() == {name}
    assert re.search(reason, said[name])
    assert [file.path for file in found(folder).files] == ["a.txt"]
    assert found(folder).covers(name)
    assert found(folder).covers(f"{name}/below.txt")
    assert not found(folder).covers("other.txt")


def test_a_name_that_is_no_text_is_told_and_harms_nothing(folder: Path) -> None:
    os.close(os.open(os.fsencode(folder) + b"/caf\xe9.txt", os.O_CREAT))
    assert reasons(folder) == {r"caf\udce9.txt": "Its name is not valid text."}


def test_a_link_inside_is_followed(folder: Path) -> None:
    (folder / "deeper" / "link.txt").symlink_to("../a.txt")
    first, second = found(folder).files
    assert (first.path, second.path) == ("a.txt", "deeper/link.txt")
    assert first.sha256 == second.sha256
    assert content_of(folder, second) == b"Revenue was 12 million euros."


def test_a_file_that_looks_the_same_is_not_read_again(folder: Path) -> None:
    (file,) = found(folder).files
    row = SourceRow(sha256="as kept", **file.model_dump(exclude={"sha256"}))
    assert found(folder, {"a.txt": row}).files[0].sha256 == "as kept"
    os.utime(folder / "a.txt", ns=(1, 1))
    assert found(folder, {"a.txt": row}).files[0].sha256 == file.sha256


def test_a_file_that_grows_meanwhile_is_left_for_the_next_sync(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def grow(_seconds: float) -> None:
        with (folder / "a.txt").open("a") as handle:
            handle.write("And")

    monkeypatch.setattr(folder_scan, "sleep", grow)
    assert reasons(folder) == {"a.txt": BEING_WRITTEN}
    monkeypatch.setattr(folder_scan, "sleep", lambda _seconds: (folder / "a.txt").unlink())
    assert reasons(folder) == {"a.txt": "It cannot be read: No such file or directory."}


def test_the_content_of_a_file_that_changed_since_is_not_handed_over(folder: Path) -> None:
    (file,) = found(folder).files
    (folder / "a.txt").write_text("Something else altogether here")
    assert content_of(folder, file) is None
    (folder / "a.txt").unlink()
    assert content_of(folder, file) is None
    (folder / "a.txt").symlink_to("/etc/passwd")
    assert content_of(folder, file) is None


def test_a_folder_that_is_replaced_meanwhile_is_not_believed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unmount(_seconds: float) -> None:
        folder.rename(folder.with_name("before"))
        folder.mkdir()

    monkeypatch.setattr(folder_scan, "sleep", unmount)
    with pytest.raises(FolderUnreadable, match="was replaced while it was read"):
        found(folder)


def test_a_folder_that_cannot_be_followed_is_one_sentence(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "circle").symlink_to("circle")
    for name in ("missing", "circle"):
        with pytest.raises(FolderUnreadable, match=r"cannot be read: .*Nothing was changed"):
            real_folder(tmp_path / name, tmp_path / "masis")
    with pytest.raises(InvalidInput, match="is not a folder"):
        real_folder(folder / "a.txt", tmp_path / "masis")
    with pytest.raises(InvalidInput, match="belongs to the data folder"):
        real_folder(folder / "deeper", folder)


def test_a_deep_and_wide_folder_is_walked(folder: Path) -> None:
    deep = folder.joinpath(*["d" * 20] * 60)
    deep.mkdir(parents=True)
    (deep / "end.txt").write_text("The end.")
    for number in range(500):
        (folder / f"{number}.txt").write_text(str(number))
    assert len(found(folder).files) == 502
