"""Workspaces: names and ids, the sample, complete deletion; and the System page's facts."""

import pytest

from masis.errors import InvalidInput, NotFound
from masis.service import Masis
from masis.service.workspaces import Workspaces, slug
from masis.state import WORKSPACE_ID
from masis.store.audit_log import LoggedActRow
from masis.store.tables import Base
from tests.fakes.services import ME, OTHER, World, eventually, settled


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Acme", "acme"),
        ("  Zürich & Söhne AG ", "zurich-sohne-ag"),
        ("2024/Q3", "2024-q3"),
        ("日本", "workspace"),
        ("x" * 80, "x" * 48),
    ],
    ids=["plain", "accents", "signs", "no latin letter", "long"],
)
def test_ids_are_slugs_of_names(name: str, expected: str) -> None:
    assert slug(name) == expected
    assert WORKSPACE_ID.fullmatch(expected)


def test_ids_are_unique_across_people_and_names_for_each(masis: Masis) -> None:
    assert masis.create_workspace(OTHER, "Acme").workspace_id == "acme-2"
    assert masis.create_workspace(ME, "acme!").workspace_id == "acme-3"
    with pytest.raises(InvalidInput, match="already have"):
        masis.create_workspace(ME, " ACME ")


@pytest.mark.parametrize("name", ["", "   ", "x" * 81], ids=["empty", "blank", "long"])
def test_unusable_names_are_refused(masis: Masis, name: str) -> None:
    with pytest.raises(InvalidInput, match="1 to 80"):
        masis.create_workspace(ME, name)


def test_deleting_a_workspace_leaves_no_trace(masis: Masis, world: World) -> None:
    masis.upload(ME, "acme", "a.txt", b"Revenue was 12 million euros.")
    settled(masis, "acme")
    run_id = masis.ask(ME, "acme", "How high was revenue?")
    masis.wait(run_id, 20)
    masis.delete_workspace(ME, "acme")
    assert masis.workspaces(ME) == ()
    assert world.store.chunks == {}
    assert not [*(world.folder / "blobs").glob("??/*")]
    with masis.parts.database.read() as session:
        counts = {name: session.query(table).count() for name, table in Base.metadata.tables.items()}
        told = [(act.workspace_id, act.detail) for act in session.query(LoggedActRow)]
    # That something was done stays for an administrator; where and what goes, but for the name.
    assert {name for name, count in counts.items() if count} == {"audit_log"}
    assert set(told) == {("", ""), ("", "Acme")}
    with pytest.raises(NotFound):
        masis.run(ME, "acme", run_id)


def test_deleting_a_workspace_stops_what_runs_in_it(masis: Masis, world: World) -> None:
    world.embedder.gate.clear()
    masis.upload(ME, "acme", "a.txt", b"Revenue was 12 million euros.")
    assert world.embedder.reached.wait(10)
    world.embedder.gate.set()
    masis.delete_workspace(ME, "acme")
    assert eventually(lambda: world.store.chunks == {})
    assert masis.workspaces(ME) == ()


def test_the_sample_is_one_workspace_however_often_it_is_loaded(
    masis: Masis, monkeypatch: pytest.MonkeyPatch, world: World
) -> None:
    monkeypatch.setattr("masis.ingest.guard.check_upload", lambda name, _content, _settings: ("text", name))
    monkeypatch.setattr(
        "masis.ingest.readers.read",
        lambda _content, *rest, **also: _page(str(rest[1]).encode(), *rest, **also),
    )
    first = masis.load_sample(ME)
    second = masis.load_sample(ME)
    assert first.workspace_id == second.workspace_id == "sample"
    assert second.sample
    settled(masis, "sample")
    count = len(masis.documents(ME, "sample"))
    assert count >= 6
    masis.load_sample(ME)
    assert len(masis.jobs(ME, "sample")) == count


def _page(*arguments: object, **also: object) -> object:
    from tests.fakes.services import read_text

    return read_text(*arguments, **also)  # type: ignore[arg-type]


def test_health_names_every_part_and_since_when(masis: Masis, world: World) -> None:
    parts = {part.name: part for part in masis.health()}
    outside = {"metrics", "tracing", "logs", "notifications"}
    assert set(parts) - outside == {
        "store", "checkpoints", "originals", "vectors", "embedder", "model", "web", "ocr", "disk",
    }  # fmt: skip
    assert outside <= set(parts)
    assert all(part.healthy for part in parts.values())
    again = {part.name: part.checked_at for part in masis.health()}
    assert again == {name: part.checked_at for name, part in parts.items()}  # how much is free may change
    world.store.down = True
    assert not next(part for part in masis.health() if part.name == "vectors").healthy


def test_parts_that_are_well_are_not_looked_at_for_each_page_and_an_unwell_one_is(
    masis: Masis, world: World
) -> None:
    well = masis.health()
    world.store.down = True
    assert masis.health(60) == well
    assert not all(part.healthy for part in masis.health(0))
    assert not all(part.healthy for part in masis.health(60))  # what was unwell is not remembered
    world.store.down = False
    assert all(part.healthy for part in masis.health(60))


def test_settings_are_shown_with_secrets_masked_and_a_meaning(world: World) -> None:
    world.settings = {"api_token": "a-very-secret-token", "candidates": 12}
    views = {view.name: view for view in world.open().settings_view()}
    assert "secret" not in str(views)
    assert (views["MASIS_API_TOKEN"].value, views["MASIS_API_TOKEN"].changed) == ("set (hidden)", True)
    assert (views["MASIS_CANDIDATES"].value, views["MASIS_CANDIDATES"].changed) == ("12", True)
    assert all(" " in view.meaning for view in views.values())


def test_versions_and_engine_are_known(masis: Masis) -> None:
    assert masis.engine() == "extractive"
    assert {"masis", "python", "langgraph", "qdrant-edge-py"} <= set(masis.versions())


def test_a_deletion_that_ended_meanwhile_does_not_take_a_new_workspace_of_the_same_id(
    masis: Masis, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start lists what is half deleted; by the time it gets there, the id may be another workspace's."""
    masis.delete_workspace(ME, "acme")
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "a.txt", b"Revenue was 12 million euros.")
    settled(masis, "acme")
    monkeypatch.setattr("masis.store.workspaces.unfinished_deletions", lambda _session: ["acme"])
    Workspaces(masis.parts, lambda _workspace_id: None).recover()
    assert [held.workspace_id for held in masis.workspaces(ME)] == ["acme"]
    assert [document.file_name for document in masis.documents(ME, "acme")] == ["a.txt"]
    assert world.store.chunks
