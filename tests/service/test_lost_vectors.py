"""Lost vectors: until every passage is back nothing is answered, and everybody is told how many are."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import delete

from masis.config import Settings
from masis.errors import PassagesMissing
from masis.service import Masis
from masis.store.database import Database
from masis.store.passage_vectors import PassageVectorsRow
from masis.store.tables import JobRow
from masis.wiring import build_parts
from tests.fakes.qdrant_server import FakeQdrant, running_qdrant
from tests.fakes.services import ME, World, eventually, settled

FIRST = "# Report\n\nHarbor Freight revenue was 12 million euros in 2024.\n"
SECOND = "# Outlook\n\nHarbor Freight expects revenue of 14 million euros in 2025.\n"
QUESTION = "How high was revenue of Harbor Freight in 2024?"


@pytest.fixture
def qdrant() -> Iterator[FakeQdrant]:
    with running_qdrant() as fake:
        yield fake


@pytest.fixture(params=["embedded", "server"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Return settings for real parts, with the embedded engine and with a server."""
    url = request.getfixturevalue("qdrant").url if request.param == "server" else None
    return Settings(data_dir=tmp_path / "data", qdrant_url=url, _env_file=None)


def ending(masis: Masis, question: str = QUESTION) -> tuple[str, str, str]:
    run_id = masis.ask(ME, "acme", question)
    masis.wait(run_id, 60)
    report = masis.run(ME, "acme", run_id).report
    assert report is not None
    return report.status, report.cause or "", report.clarification_question or ""


def vectors_part(masis: Masis) -> tuple[bool, str]:
    return next((part.healthy, part.detail) for part in masis.health() if part.name == "vectors")


def lose(settings: Settings, request: pytest.FixtureRequest) -> None:
    if settings.qdrant_url:
        request.getfixturevalue("qdrant").lose_collections()
    else:
        shutil.rmtree(settings.data_dir / "vectors")


def forget_kept(settings: Settings) -> None:
    """Make the database one of before vectors were kept in it: they have to be embedded again."""
    database = Database(settings.data_dir / "masis.db")
    with database.write() as session:
        session.execute(delete(PassageVectorsRow))
    database.close()


def test_while_vectors_are_put_back_no_answer_is_final(
    settings: Settings, request: pytest.FixtureRequest
) -> None:
    masis = Masis(build_parts(settings))
    masis.start()
    masis.create_workspace(ME, "Acme")
    for name, text in (("first.md", FIRST), ("second.md", SECOND)):
        masis.upload(ME, "acme", name, text.encode())
    assert [job.state for job in settled(masis, "acme", 60)] == ["done", "done"]
    answered = ending(masis)
    assert answered[:2] == ("success", "")
    masis.close()

    lose(settings, request)
    forget_kept(settings)
    masis = Masis(build_parts(settings))
    try:
        with masis.parts.embedding_turn:  # the rebuild cannot embed
            masis.start()
            status, cause, said = ending(masis)
            assert (status, cause) != answered[:2]
            assert cause == "retrieval_unavailable"
            assert "0 of 2 passages are back" in said
            healthy, detail = vectors_part(masis)
            assert not healthy
            assert "0 of 2 passages are back" in detail
            with pytest.raises(PassagesMissing, match="0 of 2 passages are back"):
                masis.drafts.library("acme")
        assert eventually(lambda: vectors_part(masis)[0], 60)
        assert ending(masis) == answered
    finally:
        masis.close()


def test_vectors_lost_in_use_are_put_back_without_a_restart(tmp_path: Path) -> None:
    masis = Masis(build_parts(Settings(data_dir=tmp_path / "data", _env_file=None)))
    try:
        masis.start()
        masis.create_workspace(ME, "Acme")
        masis.upload(ME, "acme", "first.md", FIRST.encode())
        settled(masis, "acme", 60)
        (page,) = (tmp_path / "data/vectors/shard/segments").glob("*/payload_storage/page_0.dat")
        with page.open("r+b") as file:
            file.write(b"\x00garbage" * (page.stat().st_size // 8))
        assert ending(masis)[1] == "retrieval_unavailable"
        assert eventually(lambda: ending(masis)[0] == "success", 60)
    finally:
        masis.close()


def test_what_a_server_lost_is_put_back_though_nobody_asks_here(
    tmp_path: Path, qdrant: FakeQdrant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers, which answer beside this process, meet the gap but cannot fill it."""
    monkeypatch.setattr("masis.service.GAP_LOOK_SECONDS", 0.1)
    masis = Masis(build_parts(Settings(data_dir=tmp_path / "data", qdrant_url=qdrant.url, _env_file=None)))
    masis.start()
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "first.md", FIRST.encode())
    assert [job.state for job in settled(masis, "acme", 60)] == ["done"]
    qdrant.lose_collections()
    assert eventually(lambda: vectors_part(masis)[0] and not masis.parts.completeness.gap(None), 30)
    assert ending(masis)[:2] == ("success", "")
    masis.close()


def test_health_counts_what_is_back_when_it_says_that_nothing_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The passages may come back while it looks for missing ones: "ok" beside "0 passages" said both."""
    masis = Masis(build_parts(Settings(data_dir=tmp_path / "data", _env_file=None)))

    def put_back_meanwhile(_workspace_id: str | None) -> str:
        masis.upload(ME, "acme", "first.md", FIRST.encode())
        settled(masis, "acme", 60)
        return ""

    try:
        masis.start()
        masis.create_workspace(ME, "Acme")
        monkeypatch.setattr(masis.parts.completeness, "gap", put_back_meanwhile)
        well, said = vectors_part(masis)
    finally:
        masis.close()
    assert well
    assert "1 passages" in said


def test_an_upload_under_way_is_no_gap(world: World) -> None:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "a.txt", b"Revenue was 12 million euros in 2024.")
    settled(masis, "acme")
    world.store.shown.clear()
    assert masis.parts.completeness.gap("acme") == "0 of 1 passages are back"
    with masis.parts.database.write() as session:
        session.query(JobRow).one().state = "storing"
    assert masis.parts.completeness.gap("acme") == ""


def test_a_rebuild_that_its_embedder_stops_goes_on(world: World) -> None:
    from masis.errors import EmbeddingUnavailable

    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "a.txt", b"Revenue was 12 million euros in 2024.")
    settled(masis, "acme")
    masis.close()
    world.store.chunks.clear()
    world.store.shown.clear()
    with masis.parts.database.write() as session:
        session.execute(delete(PassageVectorsRow))
    world.embedder.failure = EmbeddingUnavailable("The embedding service does not answer.")
    world.embedder.reached.clear()
    masis = world.open()
    assert world.embedder.reached.wait(20)
    world.embedder.failure = None
    assert eventually(lambda: world.store.visible("acme") != set(), 20)


def test_lost_vectors_come_back_without_the_embedder(world: World) -> None:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "a.txt", b"Revenue was 12 million euros in 2024.")
    settled(masis, "acme")
    masis.close()
    world.store.chunks.clear()
    world.store.shown.clear()
    world.embedder.batches.clear()
    world.open()
    assert eventually(lambda: world.store.visible("acme") != set(), 20)
    assert world.embedder.batches == []
