"""A SQLite file that is full, locked or out of reach: an outage like a server's; work goes on after it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.base import empty_checkpoint
from sqlalchemy import event

from masis.cli.main import main
from masis.config import Settings
from masis.errors import ConfigurationError, StoreUnavailable
from masis.service import Masis
from masis.store.checkpoints import open_checkpoints
from masis.store.database import Database, SqliteFile
from masis.wiring import build_parts
from tests.fakes.scripted import HeldSynthesizer, scripted_deps
from tests.fakes.services import ME, World, eventually, read_text, settled

QUESTION = "How high was revenue in 2024?"
MOST_PAGES = 1 << 30


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setattr("masis.ingest.readers.read", read_text)
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    world = World(tmp_path / "data")
    yield world
    world.embedder.gate.set()
    for masis in world.opened:
        masis.close()


@contextmanager
def full(database: Database) -> Iterator[None]:
    """Let the file not grow any more: SQLite itself then says that the disk is full."""
    pages = [1]  # the engine takes as many as there are

    def narrow(connection: Any, *_: Any) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages[0]}")

    event.listen(database._engine, "checkout", narrow)  # stays: other threads go through it
    try:
        yield
    finally:
        pages[0] = MOST_PAGES


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the write lock as another program does."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def asked_until_the_writer(world: World) -> tuple[Masis, HeldSynthesizer, str]:
    writer = HeldSynthesizer()
    world.deps = replace(scripted_deps(), synthesizer=writer)
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    run_id = masis.ask(ME, "acme", QUESTION)
    assert writer.reached.wait(20)
    return masis, writer, run_id


def ask_often(masis: Masis) -> None:
    """Ask until no page of the file is free any more."""
    for _ in range(200):
        masis.ask(ME, "acme", QUESTION * 30)


def test_a_run_on_a_full_disk_waits_and_ends_as_an_undisturbed_one(world: World) -> None:
    masis, writer, run_id = asked_until_the_writer(world)
    with full(masis.parts.database):
        writer.go_on.set()
        assert eventually(lambda: "disk is full" in masis.run(ME, "acme", run_id).message, 20)
        assert masis.run(ME, "acme", run_id).summary.state == "running"
        with pytest.raises(StoreUnavailable, match=r"disk is full: .*masis\.db cannot grow"):
            ask_often(masis)
    assert eventually(lambda: masis.run(ME, "acme", run_id).summary.state == "finished", 40)
    run = masis.run(ME, "acme", run_id)
    assert (run.summary.verdict, run.message) == ("finalized", "")


def test_an_upload_that_finds_the_file_locked_is_finished_later(world: World) -> None:
    world.turn_seconds = 0.05
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    world.embedder.gate.clear()
    masis.upload(ME, "acme", "a.txt", b"Revenue was 12 million euros in 2024.")
    assert world.embedder.reached.wait(20)
    with held(world.folder / "masis.db"):
        world.embedder.gate.set()
        assert eventually(lambda: "held by somebody else" in masis.jobs(ME, "acme")[0].message, 20)
        with pytest.raises(StoreUnavailable, match="held by somebody else"):
            masis.upload(ME, "acme", "b.txt", b"Margin was 31 percent.")
    assert eventually(lambda: [job.state for job in settled(masis, "acme")] == ["done"], 40)
    assert masis.jobs(ME, "acme")[0].message == ""


def test_checkpoints_that_cannot_be_written_hold_the_run_and_do_not_end_it(world: World) -> None:
    world.turn_seconds = 0.05
    masis, writer, run_id = asked_until_the_writer(world)
    with held(world.folder / "checkpoints.db"):
        writer.go_on.set()
        assert eventually(lambda: "checkpoints.db was held" in masis.run(ME, "acme", run_id).message, 20)
    assert eventually(lambda: masis.run(ME, "acme", run_id).summary.state == "finished", 40)
    assert masis.run(ME, "acme", run_id).summary.verdict == "finalized"


def test_a_full_checkpoint_file_is_an_outage_and_goes_on(tmp_path: Path) -> None:
    saver: Any = open_checkpoints(tmp_path / "checkpoints.db")
    config = {"configurable": {"thread_id": "r1", "checkpoint_ns": ""}}
    state = {**empty_checkpoint(), "channel_values": {"draft": "x" * 100_000}}
    saver.conn.execute("PRAGMA max_page_count = 1")
    with pytest.raises(StoreUnavailable, match=r"disk is full: .*checkpoints\.db"):
        saver.put(config, state, {}, {})
    saver.conn.execute(f"PRAGMA max_page_count = {MOST_PAGES}")
    kept = saver.put(config, state, {}, {})
    assert saver.get_tuple(kept).checkpoint["channel_values"] == state["channel_values"]
    saver.conn.close()


def test_a_command_on_a_full_disk_ends_with_the_sentence(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    monkeypatch.setattr("masis.wiring.build_masis", lambda _settings: masis)
    world.embedder.gate.clear()
    (tmp_path / "a.txt").write_text("Revenue was 12 million euros in 2024. " * 4000)

    def fill_then_go_on() -> bool:
        world.embedder.reached.wait(20)
        event.listen(
            masis.parts.database._engine, "checkout", lambda c, *_: c.execute("PRAGMA max_page_count = 1")
        )
        return world.embedder.gate.set() is None

    from threading import Thread

    filling = Thread(target=fill_then_go_on)
    filling.start()
    assert main(["ingest", "--workspace", "acme", str(tmp_path / "a.txt")]) == 1
    filling.join()
    assert "The disk is full" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["masis.db", "checkpoints.db"])
def test_a_file_out_of_reach_is_an_outage(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()  # what cannot be opened, also for a user who may do everything
    with pytest.raises(StoreUnavailable, match=rf"{name} cannot be used now: unable to open"):
        Database(tmp_path / name) if name == "masis.db" else open_checkpoints(tmp_path / name)


@pytest.mark.parametrize("name", ["masis.db", "checkpoints.db"])
def test_a_damaged_file_is_a_sentence_with_what_to_do(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"not a database, but long enough to be taken for one" * 200)
    with pytest.raises(ConfigurationError, match=rf"{name} is damaged .*Stop MASIS"):
        Database(tmp_path / name) if name == "masis.db" else open_checkpoints(tmp_path / name)


def test_a_folder_whose_database_cannot_be_opened_is_not_kept_taken(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, _env_file=None)
    (tmp_path / "masis.db").mkdir()
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            build_parts(settings)
    (tmp_path / "masis.db").rmdir()
    build_parts(settings).close()


def test_a_writer_waits_its_turn_and_then_says_so(tmp_path: Path) -> None:
    database = Database(SqliteFile(tmp_path / "masis.db", turn_seconds=0.05))
    said = pytest.raises(StoreUnavailable, match="held by somebody else")
    with held(tmp_path / "masis.db"), said, database.write() as session:
        session.connection()
    assert database.check().startswith("SQLite")
    database.close()


@pytest.mark.parametrize("content", [b"garbage" * 3000, b""], ids=["overwritten", "cut off"])
def test_damaged_checkpoints_are_not_well(
    world: World, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr("masis.service.system.monotonic", lambda: now[0])
    masis = world.open()
    saver: Any = masis.parts.checkpoints()
    config = {"configurable": {"thread_id": "r1", "checkpoint_ns": "", "checkpoint_id": "c1"}}
    saver.put_writes(config, [("channel", "x" * 300_000)], "task")
    masis.close()
    masis = world.open()
    assert part(masis, "checkpoints")[0]
    path = world.folder / "checkpoints.db"
    half = path.read_bytes()[: path.stat().st_size // 2]
    path.write_bytes(content or half)
    now[0] += 29.0  # every page asks: what was found whole is not read through each time
    assert part(masis, "checkpoints")[0]
    now[0] += 1.0
    healthy, said = part(masis, "checkpoints")
    assert not healthy
    assert "checkpoints.db is damaged" in said
    assert "documents, answers and reviews are kept" in said


def part(masis: Masis, name: str) -> tuple[bool, str]:
    return next((found.healthy, found.detail) for found in masis.health() if found.name == name)
