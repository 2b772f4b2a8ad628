"""A whole MASIS with its originals in a bucket: uploads, pages, deletions, backups, moves, outages."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from masis.cli.main import main
from masis.config import Settings
from masis.domain.system import PartHealth
from masis.errors import ConfigurationError, InvalidInput, OriginalsUnavailable
from masis.retrieval.folder import copy_folder
from masis.service import Masis
from masis.service.backup.archive import checked, restore, write_backup
from masis.upkeep import remembered
from masis.wiring import build_masis, build_parts
from tests.fakes.s3_server import BUCKET, FakeS3, running_s3
from tests.fakes.services import ME, World, eventually

PLACE = f"s3://{BUCKET}/masis"
TEXT = b"Revenue of Acme was 12 million euros in 2024."


@pytest.fixture(scope="module")
def running() -> Iterator[FakeS3]:
    with running_s3() as fake:
        yield fake


@pytest.fixture
def server(running: FakeS3) -> Iterator[FakeS3]:
    running.make_bucket()
    running.heal()
    yield running
    running.heal()


def settings_of(server: FakeS3) -> dict[str, Any]:
    return {"originals_url": PLACE, "s3_endpoint": server.url, "s3_timeout_seconds": 3}


@pytest.fixture
def masis(server: FakeS3, world: World) -> Masis:
    world.settings |= settings_of(server)
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    # What a start sweeps up asks the bucket too: in an outage its tries open the breaker before a test does.
    assert eventually(lambda: all(thread.name != "recovery" for thread in threading.enumerate()))
    return masis


def held(server: FakeS3) -> list[str]:
    return [key for key in server.keys("masis") if key != "installation.id"]


def originals_of(masis: Masis) -> PartHealth:
    return next(part for part in masis.health() if part.name == "originals")


def upload(masis: Masis, name: str = "a.txt", content: bytes = TEXT) -> str:
    job = masis.upload(ME, "acme", name, content)
    masis.uploads.wait(job.job_id, 20)
    return next(each.state for each in masis.jobs(ME, "acme") if each.job_id == job.job_id)


def test_an_upload_lies_in_the_bucket_alone_and_goes_with_its_document(
    masis: Masis, server: FakeS3, world: World
) -> None:
    assert upload(masis) == "done"
    assert upload(masis, "b.txt") == "unchanged"
    (document,) = masis.documents(ME, "acme")
    version = document.versions[0]
    assert version.size_bytes == len(TEXT)
    assert len(held(server)) == 1
    assert not (world.folder / "blobs").exists()
    assert masis.original(ME, "acme", document.document_id, version.version_id) == TEXT
    part = originals_of(masis)
    assert (part.healthy, part.detail) == (True, f"{PLACE} at {server.url}")
    masis.delete_workspace(ME, "acme")
    assert held(server) == []


def test_health_says_how_many_originals_are_missing_until_they_came_again(
    masis: Masis, server: FakeS3, world: World
) -> None:
    assert upload(masis) == "done"
    assert upload(masis, "b.txt", TEXT + b" It grew.") == "done"
    masis.count_originals()
    assert originals_of(masis).healthy
    server.bucket("masis").delete(held(server)[0])
    masis.close()
    masis = world.open()
    assert eventually(lambda: not originals_of(masis).healthy)
    told = "1 of 2 original files are missing (python -m masis backup names them); "
    assert originals_of(masis).detail == f"{told}{PLACE} at {server.url}"
    server.requests.clear()
    masis.count_originals()
    assert len(server.requests) == 1, "a listing, and none is read"
    assert upload(masis) == upload(masis, "b.txt", TEXT + b" It grew.") == "unchanged"
    masis.count_originals()
    assert originals_of(masis).healthy


def test_what_is_deleted_while_originals_are_counted_is_not_missing(
    masis: Masis, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert upload(masis) == "done"
    listing = masis.parts.originals.absent

    def meanwhile(wanted: frozenset[str]) -> frozenset[str]:
        masis.delete_workspace(ME, "acme")
        return listing(wanted)

    monkeypatch.setattr(masis.parts.originals, "absent", meanwhile)
    masis.count_originals()
    assert originals_of(masis).healthy


def test_an_upload_is_refused_while_the_bucket_is_away_and_leaves_nothing(
    masis: Masis, server: FakeS3
) -> None:
    server.status = 503
    with pytest.raises(OriginalsUnavailable, match="answered with status 503"):
        masis.upload(ME, "acme", "a.txt", TEXT)
    assert masis.jobs(ME, "acme") == ()
    part = next(part for part in masis.health() if part.name == "originals")
    assert not part.healthy
    server.heal()
    assert upload(masis) == "done"


def test_a_file_that_cannot_be_fetched_fails_with_the_reason_and_can_come_again(
    server: FakeS3, world: World
) -> None:
    """The web process stored it; whoever reads it in finds the bucket away, and so is what clears up."""
    world.settings |= settings_of(server)
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.parts.originals.put(b"the prefix is ours")
    server.status, server.only = 503, ("GET", "DELETE")
    job = masis.upload(ME, "acme", "a.txt", TEXT)
    masis.uploads.wait(job.job_id, 20)
    assert eventually(lambda: masis.jobs(ME, "acme")[0].state == "failed")
    assert "answered with status 503. Nothing of the file was stored" in masis.jobs(ME, "acme")[0].message
    assert masis.documents(ME, "acme") == ()
    server.heal()
    masis.close()
    assert upload(world.open()) == "done"


def test_a_deletion_during_an_outage_is_finished_at_the_next_start(
    masis: Masis, server: FakeS3, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert upload(masis) == "done"
    server.status = 503
    masis.delete_workspace(ME, "acme")
    assert masis.workspaces(ME) == ()
    masis.close()
    server.heal()
    assert len(held(server)) == 1
    monkeypatch.setattr("masis.store.s3._YOUNG", timedelta(0))
    world.open()
    assert eventually(lambda: held(server) == [])


def test_a_start_while_the_bucket_is_away_goes_on_and_sweeps_later(
    masis: Masis, server: FakeS3, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert upload(masis) == "done"
    stray = masis.parts.originals.put(b"left by a kill")
    masis.close()
    server.status = 503
    monkeypatch.setattr("masis.store.s3._YOUNG", timedelta(0))
    again = world.open()
    assert len(again.documents(ME, "acme")) == 1
    server.heal()
    assert eventually(lambda: len(held(server)) == 1, 40)
    assert stray not in str(held(server))


def test_a_page_of_a_pdf_is_drawn_and_is_text_during_an_outage(
    server: FakeS3,
    sample_data: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The sample's originals move to the bucket; pages, originals and a backup come from there."""
    import shutil

    folder = tmp_path / "data"
    copy_folder(sample_data, folder)
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    monkeypatch.setenv("MASIS_DATA_DIR", str(folder))
    monkeypatch.setenv("MASIS_S3_ENDPOINT", server.url)
    assert main(["move", "s3://Not a bucket"]) == 1
    assert main(["move", PLACE]) == 0
    assert "8 originals, each read back" in capsys.readouterr().out
    with pytest.raises(ConfigurationError, match=f"are in {PLACE}, but MASIS_ORIGINALS_URL is not set"):
        build_parts(Settings(data_dir=folder, _env_file=None))
    with pytest.raises(ConfigurationError, match="restore a backup into a new folder"):
        remembered(Settings(data_dir=folder, _env_file=None))
    shutil.rmtree(folder / "blobs")

    settings = Settings(data_dir=folder, **settings_of(server), _env_file=None)
    masis = build_masis(settings)
    try:
        document = next(each for each in masis.documents(ME, "sample") if each.kind == "pdf")
        version = document.versions[0].version_id
        view = masis.page_view(ME, "sample", document.document_id, version, 1, None)
        assert view.image is not None
        assert (folder / "fetched").stat().st_mode & 0o077 == 0
        shutil.rmtree(folder / "fetched")
        server.status = 503
        view = masis.page_view(ME, "sample", document.document_id, version, 1, None)
        assert view.image is None
        assert view.page.text
        with pytest.raises(OriginalsUnavailable):
            masis.original(ME, "sample", document.document_id, version)
    finally:
        server.heal()
        masis.close()

    out = tmp_path / "masis.zip"
    server.status, server.after = 503, 4
    with pytest.raises(OriginalsUnavailable, match="status 503"):
        write_backup(remembered(settings), out, World(folder).now(), "test")
    assert not out.exists()
    assert [*tmp_path.glob(".backup-*")] == []
    server.heal()
    made = write_backup(remembered(settings), out, World(folder).now(), "test")
    assert made.missing == ()
    assert checked(out) == made
    assert len([name for name in made.files if name.startswith("blobs/")]) == 8

    _restores(server, out, tmp_path)


def _restores(server: FakeS3, out: Path, tmp_path: Path) -> None:
    """A backup goes to a prefix of its own, after a try that was cut short, and to a plain folder."""
    taken = Settings(data_dir=tmp_path / "new", **settings_of(server), _env_file=None)
    with pytest.raises(InvalidInput, match="another data folder"):
        restore(out, remembered(taken))
    new = taken.model_copy(update={"originals_url": f"s3://{BUCKET}/restored"})
    server.status, server.after = 503, 5
    with pytest.raises(OriginalsUnavailable, match="status 503"):
        restore(out, remembered(new))
    server.heal()
    restore(out, remembered(new))
    assert len(server.keys("restored")) == 9
    restore(out, remembered(Settings(data_dir=tmp_path / "plain", _env_file=None)))
    assert len([*(tmp_path / "plain" / "blobs").glob("??/*")]) == 8


@pytest.mark.service
def test_a_worker_on_another_machine_needs_the_id_and_no_folder(
    server: FakeS3, tmp_path: Path, postgres_url: str
) -> None:
    """Its folder belongs to the same database and the same bucket once it holds the id."""
    shared = {**settings_of(server), "database_url": postgres_url}
    web = build_parts(Settings(data_dir=tmp_path / "web", **shared, _env_file=None))
    sha256 = web.originals.put(TEXT)
    with web.database.read():
        pass
    web.close()
    elsewhere = Settings(data_dir=tmp_path / "worker", **shared, _env_file=None)
    worker = build_parts(elsewhere, worker=True)
    with pytest.raises(ConfigurationError, match="another data folder"):
        worker.originals.get(sha256)
    with pytest.raises(ConfigurationError, match="another data folder"), worker.database.read():
        pass
    (tmp_path / "worker" / "installation.id").write_text((tmp_path / "web" / "installation.id").read_text())
    worker = build_parts(elsewhere, worker=True)
    assert worker.originals.get(sha256) == TEXT
    with worker.database.read():
        pass
    worker.close()
