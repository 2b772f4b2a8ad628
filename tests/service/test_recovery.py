"""What a stopped process leaves behind, and what the next start makes of it."""

from threading import Event, Thread

import pytest

from masis.domain.document import IngestJob
from masis.domain.evidence import Chunk
from masis.errors import DataFolderInUse
from masis.service import Masis
from masis.service.recovery import Recovery
from masis.store.tables import DocumentRow, JobRow, WorkspaceRow
from tests.contracts import make_chunk
from tests.fakes.services import ME, World, eventually, settled

TEXT = b"Revenue was 12 million euros in 2024."
NEWER = b"Revenue was 13 million euros in 2024, restated."


def stop_during_embedding(world: World) -> IngestJob:
    """Upload a file and close MASIS while the file is being embedded."""
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    world.embedder.reached.clear()
    world.embedder.gate.clear()
    job = masis.upload(ME, "acme", "a.txt", TEXT)
    assert world.embedder.reached.wait(10)
    closing = Thread(target=masis.close)
    closing.start()
    # Let go of the embedder earlier, and the file may be done before it is stopped.
    assert eventually(lambda: all(live.cancelled.is_set() for live in masis.uploads.jobs._live.values()))
    world.embedder.gate.set()
    closing.join()
    return job


def test_an_interrupted_upload_goes_on_at_the_next_start(world: World) -> None:
    job = stop_during_embedding(world)
    masis = world.open()
    assert [(j.job_id, j.state) for j in settled(masis, "acme")] == [(job.job_id, "done")]
    assert world.store.visible("acme") == {TEXT.decode()}
    assert len(masis.documents(ME, "acme")) == 1


def test_the_same_file_again_after_a_stop_is_the_same_upload(world: World) -> None:
    """Who uploads again what is going on anyway gets that job, not a second row that says unchanged."""
    job = stop_during_embedding(world)
    world.embedder.gate.clear()
    masis = world.open()
    again = masis.upload(ME, "acme", "a.txt", TEXT)
    other = masis.upload(ME, "acme", "b.txt", NEWER)
    world.embedder.gate.set()
    assert again.job_id == job.job_id != other.job_id
    assert [(j.file_name, j.state) for j in settled(masis, "acme")] == [("a.txt", "done"), ("b.txt", "done")]


def test_vectors_of_an_unknown_version_are_removed(world: World) -> None:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.close()
    stray: Chunk = make_chunk("k9", version_id="v-unknown")
    world.store.chunks["acme", "v-unknown", "k9"] = stray
    world.open()
    assert eventually(lambda: not world.store.chunks)


def rewind(masis: Masis, **values: object) -> None:
    """Write the last job's row as a killed process would have left it."""
    with masis.parts.database.write() as session:
        row = session.query(JobRow).order_by(JobRow.created_at.desc()).first()
        assert row is not None
        for name, value in values.items():
            setattr(row, name, value)


def test_a_version_that_was_written_but_not_shown_is_shown(world: World) -> None:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    for content in (TEXT, NEWER):
        masis.upload(ME, "acme", "a.txt", content)
        settled(masis, "acme")
    rewind(masis, state="storing")
    versions = masis.documents(ME, "acme")[0].versions
    masis.close()
    world.store.shown = {("acme", versions[1].version_id)}
    world.store.chunks["acme", versions[1].version_id, "k0"] = make_chunk("k0", TEXT.decode())
    masis = world.open()
    assert settled(masis, "acme")[-1].state == "done"
    assert world.store.visible("acme") == {NEWER.decode()}


def test_passages_the_store_lost_are_put_back_at_the_next_start(world: World) -> None:
    """A vector store that was emptied or exchanged gets every document's current version again."""
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    for name, content in (("a.txt", TEXT), ("a.txt", NEWER), ("b.txt", b"Costs fell."), ("c.txt", b"Gone.")):
        masis.upload(ME, "acme", name, content)
        settled(masis, "acme")
    masis.delete_document(ME, "acme", masis.documents(ME, "acme")[-1].document_id)
    masis.close()
    before = dict(world.store.chunks)
    world.store.chunks.clear()
    world.store.shown.clear()
    world.open()
    assert eventually(lambda: world.store.visible("acme") == {NEWER.decode(), "Costs fell."})
    assert world.store.chunks.items() <= before.items()


def test_a_whole_store_is_left_alone_at_the_next_start(world: World) -> None:
    """Nothing is embedded again while nothing is missing."""
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "a.txt", TEXT)
    settled(masis, "acme")
    masis.close()
    world.embedder.batches.clear()
    masis = world.open()
    masis._recovery.join(10)
    assert world.embedder.batches == []


def test_a_deletion_waits_for_no_timer_at_the_next_start(world: World) -> None:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "a.txt", TEXT)
    document_id = settled(masis, "acme")[0].document_id
    masis.delete_document(ME, "acme", document_id)
    masis.close()
    masis = world.open()
    assert eventually(lambda: not world.store.chunks)
    assert eventually(lambda: not [*(world.folder / "blobs").glob("??/*")])
    with masis.parts.database.read() as session:
        assert session.query(DocumentRow).count() == 0


def test_a_workspace_deletion_that_was_cut_short_is_finished(world: World) -> None:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "a.txt", TEXT)
    settled(masis, "acme")
    with masis.parts.database.write() as session:
        session.get_one(WorkspaceRow, "acme").deleting = True
    masis.close()
    masis = world.open()
    assert masis.workspaces(ME) == ()
    assert eventually(lambda: not world.store.chunks)


def test_half_written_originals_are_swept_away(world: World) -> None:
    folder = world.folder / "blobs" / "ab"
    folder.mkdir(parents=True)
    (folder / ".new-half").write_bytes(b"half")
    world.open()
    assert eventually(lambda: not [*folder.iterdir()])


def test_two_owners_of_one_folder_are_told_so_in_one_sentence(world: World) -> None:
    world.open()
    with pytest.raises(
        DataFolderInUse, match=r"^The data folder .* is in use .*MASIS_DATA_DIR to another folder\.$"
    ):
        world.open()


def test_closing_waits_for_a_thread_that_is_only_just_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    beginning, begun, faults = Event(), Event(), list[BaseException]()

    class SlowThread(Thread):
        def start(self) -> None:
            beginning.set()
            assert begun.wait(10)
            super().start()

    def close() -> None:
        try:
            recovery.close()
        except RuntimeError as fault:
            faults.append(fault)

    monkeypatch.setattr("masis.service.recovery.Thread", SlowThread)
    recovery = Recovery()
    adding = Thread(target=recovery.add, args=([lambda: None],))
    adding.start()
    assert beginning.wait(10)
    closing = Thread(target=close)
    closing.start()
    closing.join(0.2)  # without the lock it fails at once
    begun.set()
    adding.join(10)
    closing.join(10)
    assert not faults
    assert not closing.is_alive()
