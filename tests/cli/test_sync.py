"""Sync command: a line a change, a count at the end, one sentence for what stands against it, a clean end."""

import os
import signal
import sys
from pathlib import Path
from threading import Timer

import pytest

from masis.cli.main import main
from masis.service.documents import folder_watch
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
    made = tmp_path / "files"
    made.mkdir()
    (made / "a.txt").write_text("Revenue was 12 million euros.")
    (made / "program.exe").touch()
    return made


def synced(folder: Path, *options: str) -> int:
    return main(["sync", str(folder), "--workspace", "Acme", "--settle", "0", *options])


def test_a_line_for_each_change_and_a_count(
    world: World, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert synced(folder) == 0
    skipped, new, count = capsys.readouterr().out.splitlines()
    assert skipped.startswith("skipped: program.exe. MASIS does not read .exe files.")
    assert (new, count) == ("new: a.txt", "1 new, 1 skipped.")
    (folder / "a.txt").unlink()
    assert synced(folder) == 1
    captured = capsys.readouterr()
    assert captured.out.endswith("1 skipped.\n")
    assert "held 1 files before. Their documents were kept" in captured.err
    assert synced(folder, "--delete-all") == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["removed: a.txt", "1 removed, 1 skipped."]


def test_a_dry_run_makes_not_even_the_workspace(
    world: World, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert synced(folder, "--dry-run") == 0
    captured = capsys.readouterr()
    assert captured.err == "The workspace “Acme” would be made.\n"
    skipped, new, count = captured.out.splitlines()
    assert skipped.startswith("skipped: program.exe. MASIS does not read .exe files.")
    assert (new, count) == ("new: a.txt", "Would be: 1 new, 1 skipped.")
    masis = world.open()
    assert masis.workspaces(ME) == ()
    masis.create_workspace(ME, "Acme")
    masis.close()
    assert synced(folder, "--dry-run") == 0
    assert capsys.readouterr().out.endswith("new: a.txt\nWould be: 1 new, 1 skipped.\n")


def test_a_folder_that_is_not_there_is_one_sentence(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert synced(tmp_path / "missing") == 1
    captured = capsys.readouterr()
    assert captured.err.endswith("missing cannot be read: No such file or directory. Nothing was changed.\n")
    assert (captured.err.count("\n"), captured.out) == (1, "")
    masis = world.open()
    assert masis.workspaces(ME) == ()
    masis.close()


@pytest.mark.parametrize("options", [["--watch", "--dry-run"], ["--settle", "nan"], ["--settle", "soon"]])
def test_a_wrong_command_is_refused(world: World, folder: Path, options: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        synced(folder, *options)
    assert ended.value.code == 1


def test_watching_ends_cleanly_on_an_interrupt(
    world: World, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Timer(3.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    assert synced(folder, "--watch") == 0
    captured = capsys.readouterr()
    assert "new: a.txt" in captured.out
    assert captured.err.startswith(f"Watching {folder}. Ctrl-C ends it.\n")
    assert captured.err.endswith("Stopped watching. Unfinished work goes on at the next start.\n")
    assert synced(folder) == 0


def test_watching_without_the_extra_says_what_to_install(
    world: World, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    monkeypatch.setattr(folder_watch, "find_spec", lambda _name: None)
    assert synced(folder, "--watch") == 1
    assert "pip install -r requirements-sync.txt" in capsys.readouterr().err
    assert not world.opened
    assert synced(folder) == 0, "once goes without it"
