"""Backup, restore and move: everything comes back equal, whatever engine, and nothing is half-written."""

import json
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest
from pydantic import SecretStr

from masis.cli.main import main
from masis.config import Settings
from masis.errors import InvalidInput, StoreUnavailable
from masis.retrieval.folder import copy_folder
from masis.service import Masis
from masis.service.backup import copied
from masis.service.backup.archive import checked, restore, write_backup
from masis.store.copying import copy_rows, figures
from masis.store.database import Database
from masis.store.postgres import Postgres
from masis.upkeep import remembered
from masis.wiring import build_masis
from tests.fakes.services import ME, World, eventually, opened_copy

QUESTION = "What was revenue in 2023?"


def settings_of(folder: Path, url: str | None = None) -> Settings:
    return Settings(data_dir=folder, database_url=SecretStr(url) if url else None, _env_file=None)


def opened(settings: Settings) -> Masis:
    return build_masis(settings)


def ask(masis: Masis, question: str = QUESTION) -> tuple[str, str]:
    workspace_id = masis.workspaces(ME)[0].workspace_id
    run_id = masis.ask(ME, workspace_id, question)
    masis.wait(run_id, 60)
    report = masis.run(ME, workspace_id, run_id).report
    assert report is not None
    return report.status, report.answer


def backed_up(world_folder: Path, out: Path) -> Path:
    settings = settings_of(world_folder)
    write_backup(remembered(settings), out, World(world_folder).now(), "test")
    return out


@pytest.fixture(scope="module")
def answered(sample_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder of the sample with one answered question; each test gets a copy."""
    folder = tmp_path_factory.mktemp("answered") / "data"
    with closing(opened_copy(sample_data, folder)) as masis:
        ask(masis)
    return folder


@pytest.fixture
def folder(answered: Path, tmp_path: Path) -> Path:
    """Return such a folder of this test alone."""
    return copy_folder(answered, tmp_path / "data")


def test_what_is_restored_is_equal_and_answers_alike_without_embedding(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    monkeypatch.setenv("MASIS_DATA_DIR", str(folder))
    out = tmp_path / "masis.zip"
    masis = opened(settings_of(folder))  # a backup is written while MASIS runs
    try:
        before = ask(masis)
        assert main(["backup", str(out)]) == 0
    finally:
        masis.close()
    assert oct(out.stat().st_mode & 0o777) == "0o600"
    assert main(["restore", str(out), "--check"]) == 0
    assert "is whole" in capsys.readouterr().out

    monkeypatch.setenv("MASIS_DATA_DIR", str(tmp_path / "new"))
    embedded: list[int] = []
    monkeypatch.setattr(
        "masis.embeddings.local.LocalEmbedder.embed", lambda _self, texts, *_: embedded.append(len(texts))
    )
    assert main(["restore", str(out)]) == 0
    assert "every table is equal" in capsys.readouterr().out
    assert embedded == []
    monkeypatch.undo()

    masis = opened(settings_of(tmp_path / "new"))
    try:
        (workspace,) = masis.workspaces(ME)
        assert len(masis.runs(ME, workspace.workspace_id)) == 2
        assert ask(masis) == before
        document = masis.documents(ME, workspace.workspace_id)[0]
        version = document.versions[0].version_id
        assert masis.original(ME, workspace.workspace_id, document.document_id, version)
    finally:
        masis.close()


def assert_all_runs_end(settings: Settings) -> None:
    """The run that was under way goes on in the restored place."""
    restored = opened(settings)
    try:
        (workspace,) = restored.workspaces(ME)
        held = workspace.workspace_id
        assert eventually(lambda: {run.state for run in restored.runs(ME, held)} == {"finished"}, 60)
    finally:
        restored.close()


@pytest.mark.slow
def test_a_backup_beside_a_writer_is_one_moment(folder: Path, tmp_path: Path) -> None:
    """Every run of the copy has its events: rows that belong together are never torn apart."""
    masis = opened(settings_of(folder))
    stop = Event()

    def write() -> None:
        while not stop.is_set():
            ask(masis)

    writer = Thread(target=write)
    writer.start()
    try:
        for number in range(3):
            made = checked(backed_up(folder, tmp_path / f"{number}.zip"))
            assert made.missing == ()
            new = tmp_path / f"restored-{number}"
            restore(tmp_path / f"{number}.zip", remembered(settings_of(new)))
            assert_all_runs_end(settings_of(new))
    finally:
        stop.set()
        writer.join()
        masis.close()


def test_nothing_is_overwritten(folder: Path, tmp_path: Path) -> None:
    out = backed_up(folder, tmp_path / "masis.zip")
    with pytest.raises(InvalidInput, match="exists already"):
        backed_up(folder, out)
    with pytest.raises(InvalidInput, match="is not empty"):
        restore(out, remembered(settings_of(folder)))
    with pytest.raises(InvalidInput, match="nothing to back up"):
        backed_up(tmp_path / "empty", tmp_path / "second.zip")
    assert not list(tmp_path.glob("**/.backup-*"))
    assert not (tmp_path / "second.zip").exists()


@pytest.mark.parametrize("holds_rows", [False, True], ids=["away", "not empty"])
def test_a_server_that_cannot_take_it_is_found_before_an_original_is_put(
    folder: Path, tmp_path: Path, holds_rows: bool
) -> None:
    def open_database() -> Database:
        if holds_rows:
            return Database(folder / "masis.db")
        message = "The database server cannot be reached."
        raise StoreUnavailable(message)

    out, target = backed_up(folder, tmp_path / "masis.zip"), tmp_path / "restored"
    place = replace(
        remembered(settings_of(target)), server=Postgres("postgresql://nobody"), open_database=open_database
    )
    with pytest.raises((StoreUnavailable, InvalidInput)):
        restore(out, place)
    assert not [path for path in target.rglob("*") if path.is_file()]


def flipped(out: Path) -> None:
    content = bytearray(out.read_bytes())
    for place in range(len(content) // 2, len(content) // 2 + 500):  # a date may be wrong
        content[place] ^= 0xFF
    out.write_bytes(content)


def cut(out: Path) -> None:
    out.write_bytes(out.read_bytes()[:-1000])


def newer(out: Path) -> None:
    _rewritten(out, {"revision": "9999"})


def strange(out: Path) -> None:
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("../outside", "x")


def no_zip(out: Path) -> None:
    out.write_text("hello")


def _rewritten(out: Path, change: dict[str, str]) -> None:
    with zipfile.ZipFile(out) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files["manifest.json"] = json.dumps({**json.loads(files["manifest.json"]), **change}).encode()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)


@pytest.mark.parametrize("damage", [flipped, cut, newer, strange, no_zip])
def test_a_damaged_or_strange_backup_is_refused_before_anything_is_written(
    folder: Path, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    out = backed_up(folder, tmp_path / "masis.zip")
    damage(out)
    with pytest.raises(InvalidInput, match="is not a backup that MASIS can read"):
        restore(out, remembered(settings_of(tmp_path / "new")))
    assert not (tmp_path / "new").exists()


def test_an_original_that_is_gone_is_named(folder: Path, tmp_path: Path) -> None:
    gone = next((folder / "blobs").glob("??/*"))
    gone.unlink()
    made = checked(backed_up(folder, tmp_path / "masis.zip"))
    assert made.missing == (gone.name,)
    assert restore(tmp_path / "masis.zip", remembered(settings_of(tmp_path / "new"))) == made


def test_rows_are_copied_to_an_empty_database_only(folder: Path, tmp_path: Path) -> None:
    source, target = Database(folder / "masis.db"), Database(tmp_path / "copy.db")
    try:
        assert copy_rows(source, target) > 10
        assert figures(target) == figures(source)
        with pytest.raises(InvalidInput, match="not empty"):
            copy_rows(source, target)
    finally:
        source.close()
        target.close()


@pytest.mark.service
def test_a_file_moves_to_postgres_and_back_and_old_runs_can_be_forked(
    folder: Path,
    tmp_path: Path,
    postgres_url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    monkeypatch.setenv("MASIS_DATA_DIR", str(folder))
    assert main(["move", postgres_url]) == 0
    assert "Every table is equal" in capsys.readouterr().out
    assert main(["move", postgres_url]) == 1
    assert "not empty" in capsys.readouterr().err

    on_server = settings_of(folder, postgres_url)
    masis = opened(on_server)
    try:
        assert ask(masis)[0] == "success"  # numbered after the rows that were copied
    finally:
        masis.close()
    monkeypatch.setenv("MASIS_DATABASE_URL", postgres_url)
    assert main(["backup", str(tmp_path / "server.zip")]) == 0

    back = settings_of(tmp_path / "back")
    made = restore(tmp_path / "server.zip", remembered(back))
    assert made.runs == 2
    copied(remembered(back), tmp_path)
    masis = opened(back)
    try:
        (workspace,) = masis.workspaces(ME)
        states = {run.state for run in masis.runs(ME, workspace.workspace_id)}
        assert states == {"finished"}
        kept = [state.config["configurable"]["thread_id"] for state in masis.parts.checkpoints().list(None)]
        assert {run.run_id for run in masis.runs(ME, workspace.workspace_id)} <= set(kept)
    finally:
        masis.close()


def test_another_embedder_is_refused_until_reindex_makes_the_vectors_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    monkeypatch.setenv("MASIS_DATA_DIR", str(folder))
    note = folder / "vectors" / "store.json"
    stored = json.loads(note.read_text())
    note.write_text(json.dumps({**stored, "embedder": "another", "dimension": 8}))
    masis = opened(settings_of(folder))
    try:
        vectors = next(part for part in masis.health() if part.name == "vectors")
    finally:
        masis.close()
    assert not vectors.healthy
    assert "python -m masis reindex" in vectors.detail
    assert main(["reindex"]) == 0
    assert "all can be found" in capsys.readouterr().out
    assert json.loads(note.read_text()) == stored
    assert main(["reindex"]) == 0
    assert capsys.readouterr().out.startswith("0 passages")
    masis = opened(settings_of(folder))
    try:
        assert ask(masis)[0] == "success"
    finally:
        masis.close()
