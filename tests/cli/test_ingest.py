"""The ingest command takes folders: every file below that is read, the others named with the reason."""

from pathlib import Path

import pytest

from masis.cli.ingest import names_apart
from masis.cli.main import main
from masis.domain.folder.source import FileSeen
from tests.fakes.services import ME, World, read_text


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Return a world that every command opens and closes like a process of its own."""
    monkeypatch.setattr("masis.ingest.readers.read", read_text)
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    world = World(tmp_path / "data")
    monkeypatch.setattr("masis.wiring.build_masis", lambda _settings: world.open())
    return world


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    for path in (
        "report.txt",
        "2024/memo.md",
        "2024/deep/log.txt",
        "old.doc",
        ".secret.txt",
        "scan.gif",
        "README",
    ):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(f"Revenue in {path} was 12 million euros.", encoding="utf-8")
    return folder


def ingested(*paths: Path) -> int:
    return main(["ingest", "--workspace", "acme", *map(str, paths)])


def names(world: World) -> list[str]:
    masis = world.open()
    found = [document.file_name for document in masis.documents(ME, "acme")]
    masis.close()
    return sorted(found)


def test_a_folder_is_taken_in_with_all_below_it(
    world: World, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ingested(folder) == 0
    captured = capsys.readouterr()
    assert captured.out.count(": done") == 4
    for name, why in {
        "old.doc": "Save it as .docx",
        "scan.gif": "Save it as PNG",
        ".secret.txt": "Hidden",
    }.items():
        assert any(line.startswith(f"skipped: {name}") and why in line for line in captured.err.splitlines())
    assert names(world) == ["README", "log.txt", "memo.md", "report.txt"]
    assert ingested(folder) == 0
    assert capsys.readouterr().out.count(": unchanged") == 4


def test_a_folder_and_a_file_beside_it(world: World, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("Costs were 3 million euros.", encoding="utf-8")
    assert ingested(folder, tmp_path / "other.txt") == 0
    assert len(names(world)) == 5


def test_files_of_one_name_are_documents_of_their_own(world: World, folder: Path) -> None:
    (folder / "2024" / "Report.txt").write_text("Revenue was 15 million euros.", encoding="utf-8")
    assert ingested(folder) == 0
    assert {"report.txt", "2024 - Report.txt"} <= set(names(world))


def test_names_go_by_the_folders_only_where_they_have_to() -> None:
    paths = ("a/x.txt", "b/c/X.txt", "y.txt")
    seen = [FileSeen(path=path, sha256="", size_bytes=1, modified_ns=1) for path in paths]
    assert names_apart(seen) == ["a - x.txt", "b - c - X.txt", "y.txt"]


def test_a_refused_file_of_a_folder_is_an_error_and_the_others_are_taken_in(
    world: World, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.pdf").write_bytes(b"no PDF")
    assert ingested(folder) == 1
    assert "is named like a PDF" in capsys.readouterr().out
    assert len(names(world)) == 4


@pytest.mark.parametrize("case", ["empty", "missing", "own"])
def test_a_folder_that_cannot_be_taken_in_is_one_sentence(
    case: str, world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "data").mkdir(exist_ok=True)
    path = {"empty": tmp_path / "empty", "missing": tmp_path / "none", "own": tmp_path / "data"}[case]
    assert ingested(path) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1


def test_links_out_of_the_folder_are_left_alone(
    world: World, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret.txt").write_text("Costs were 3 million euros.", encoding="utf-8")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    assert ingested(folder) == 0
    assert "skipped: link.txt. It is a link that leads out of the folder." in capsys.readouterr().err
    assert "link.txt" not in names(world)
