"""A Postgres that goes away and comes back: said plainly, nothing lost, nothing written elsewhere."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from masis.config import Settings
from masis.errors import ConfigurationError, StoreUnavailable
from masis.service import Masis
from masis.store.database import Database
from masis.store.postgres import Postgres
from masis.ui.shared.notices import sentence_for
from masis.wiring import build_parts
from tests.fakes.postgres import Postgres as Server
from tests.fakes.scripted import HeldSynthesizer, scripted_deps
from tests.fakes.services import ME, World, eventually, read_text, settled

pytestmark = pytest.mark.service


@pytest.fixture
def server(postgres: Server) -> Server:
    """Return a server that may be stopped."""
    if not postgres.ours:
        pytest.skip("the server in MASIS_TEST_DATABASE_URL is not ours to stop")
    return postgres


@pytest.fixture
def world(tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a world on Postgres alone."""
    monkeypatch.setattr("masis.ingest.readers.read", read_text)
    world = World(tmp_path / "data", settings={"database_url": postgres_url})
    yield world
    world.embedder.gate.set()
    for masis in world.opened:
        masis.close()


def state_of(masis: Masis) -> dict[str, tuple[bool, str]]:
    return {part.name: (part.healthy, part.detail) for part in masis.health()}


def answers(call: Callable[[], object]) -> bool:
    try:
        call()
    except StoreUnavailable:
        return False
    return True


def test_masis_starts_without_its_database_and_needs_no_restart(world: World, server: Server) -> None:
    with server.down():
        masis = world.open()
        with pytest.raises(StoreUnavailable, match=r"127\.0\.0\.1:\d+/masis_\w+ does not answer") as said:
            masis.workspaces(ME)
        assert sentence_for(said.value).startswith("The database does not answer")
        state = state_of(masis)
        assert not state["store"][0]
        assert not state["checkpoints"][0]
        assert state["vectors"][0]
        assert not list(world.folder.glob("*.db"))
    assert eventually(lambda: answers(lambda: masis.workspaces(ME)))
    masis.create_workspace(ME, "Acme")
    state = state_of(masis)
    assert state["store"][1].startswith("PostgreSQL ")
    assert state["checkpoints"] == (True, "in the same Postgres database")
    assert not list(world.folder.glob("*.db"))


def test_a_run_that_loses_its_database_ends_as_an_undisturbed_one(world: World, server: Server) -> None:
    writer = HeldSynthesizer()
    world.deps = replace(scripted_deps(), synthesizer=writer)
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    run_id = masis.ask(ME, "acme", "How high was revenue in 2024?")
    assert writer.reached.wait(20)
    with server.down():
        writer.go_on.set()
        masis.wait(run_id, 60)
        with pytest.raises(StoreUnavailable):
            masis.run(ME, "acme", run_id)
        with pytest.raises(StoreUnavailable):
            masis.ask(ME, "acme", "Another one?")
    assert eventually(lambda: masis.run(ME, "acme", run_id).summary.state == "finished", 40)
    run = masis.run(ME, "acme", run_id)
    kinds = [event.kind for event in run.events]
    assert (kinds.count("resumed"), kinds.count("finished")) == (1, 1)
    assert run.summary.verdict == "finalized"
    assert run.report is not None
    assert [entry["node"] for entry in run.report.trace].count("synthesizer") == 1
    assert len(masis.runs(ME, "acme")) == 1


def test_an_upload_that_loses_its_database_is_finished_when_it_is_back(world: World, server: Server) -> None:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    world.embedder.gate.clear()
    masis.upload(ME, "acme", "a.txt", b"Revenue was 12 million euros in 2024.")
    assert world.embedder.reached.wait(20)
    with server.down():
        world.embedder.gate.set()
        with pytest.raises(StoreUnavailable):
            masis.upload(ME, "acme", "b.txt", b"Margin was 31 percent.")
    assert eventually(lambda: [job.state for job in settled(masis, "acme")] == ["done"], 40)
    assert [one.file_name for one in masis.documents(ME, "acme")] == ["a.txt"]
    assert world.store.count("acme") == 1


def test_a_cancelled_run_stays_cancelled(world: World, server: Server) -> None:
    writer = HeldSynthesizer()
    world.deps = replace(scripted_deps(), synthesizer=writer)
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    run_id = masis.ask(ME, "acme", "How high was revenue in 2024?")
    assert writer.reached.wait(20)
    masis.cancel_run(ME, "acme", run_id)
    with server.down():
        writer.go_on.set()
        masis.wait(run_id, 60)
    assert eventually(lambda: masis.run(ME, "acme", run_id).summary.state == "cancelled", 40)


def test_a_busy_database_is_said_and_nothing_is_half_written(postgres_url: str) -> None:
    holder, late = (
        Database(Postgres(postgres_url)),
        Database(Postgres(postgres_url, turn_seconds=0.05)),
    )
    late.check()
    with holder.write() as session:
        session.connection()
        with pytest.raises(StoreUnavailable, match="busy"), late.write() as other:
            other.connection()
    for database in (holder, late):
        database.close()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("create user guest; revoke all on schema public from public", "may not do this"),
        ("", "encoding UTF8"),
    ],
)
def test_a_database_that_cannot_serve_says_how_to_mend_it(postgres: Server, change: str, said: str) -> None:
    import psycopg

    url = postgres.empty() if change else postgres.empty("SQL_ASCII")
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in filter(None, change.split("; ")):
            connection.execute(statement.encode())
    database = Database(Postgres(url.replace("masis@", "guest@") if change else url))
    with pytest.raises(ConfigurationError, match=said):
        database.check()
    database.close()
    postgres.drop(url)
    if change:
        postgres.forget_user("guest")


def test_a_wrong_password_is_said_without_it(postgres_url: str) -> None:
    wrong = postgres_url.replace("masis@", "nobody:s3cret%40@")
    database = Database(Postgres(wrong))
    with pytest.raises(StoreUnavailable, match='role "nobody" does not exist') as said:
        database.check()
    assert "s3cret" not in f"{said.value} {said.value.__cause__}"


def test_settings_alone_choose_the_server(tmp_path: Path, postgres_url: str) -> None:
    parts = build_parts(Settings(data_dir=tmp_path, database_url=postgres_url, _env_file=None))
    try:
        assert parts.database.check().startswith("PostgreSQL")
        saver: Any = parts.checkpoints()
        assert saver.get_tuple({"configurable": {"thread_id": "none", "checkpoint_ns": ""}}) is None
        assert not list(tmp_path.glob("*.db"))
    finally:
        parts.close()
