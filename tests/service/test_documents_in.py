"""Documents in and out: versions, repeats, refusals, cancelling, deleting and taking it back."""

from datetime import timedelta
from typing import Any

import pytest

from masis.domain.document import IngestJob, ReadDocument
from masis.errors import NotFound, RetrievalUnavailable
from masis.service import Masis
from tests.fakes.services import ME, World, eventually, read_text, settled
from tests.ingest.more_files import picture

FIRST = b"Revenue was 12 million euros in 2024."
SECOND = b"Revenue was 13 million euros in 2024, restated."


def put(masis: Masis, name: str, content: bytes) -> IngestJob:
    """Upload a file and return its job once it has ended."""
    job_id = masis.upload(ME, "acme", name, content).job_id
    return next(job for job in settled(masis, "acme") if job.job_id == job_id)


def blobs(world: World) -> list[str]:
    return [path.name for path in (world.folder / "blobs").glob("??/*")]


def test_an_upload_becomes_a_document_with_pages_passages_and_original(masis: Masis, world: World) -> None:
    job = put(masis, "Report.txt", b"First page, about revenue.\fSecond page, about costs.")
    assert (job.state, job.pages_done, job.pages_total) == ("done", 2, 2)
    assert job.chunks_done == job.chunks_total == 2
    (document,) = masis.documents(ME, "acme")
    version = document.current
    assert (document.document_id, document.title, version.number) == (job.document_id, "Report", 1)
    address = ("acme", document.document_id, version.version_id)
    chunks = masis.chunks(ME, *address)
    assert {chunk.text for chunk in chunks} == world.store.visible("acme")
    view = masis.page_view(ME, *address, 2, (0, 6))
    assert (view.page.text, view.page_count, view.highlight) == ("Second page, about costs.", 2, (0, 6))
    assert masis.original(ME, *address).startswith(b"First page")


def test_the_same_content_is_one_document_under_any_name(masis: Masis) -> None:
    first = put(masis, "a.txt", FIRST)
    again, renamed = put(masis, "a.txt", FIRST), put(masis, "b.txt", FIRST)
    assert (again.state, renamed.state) == ("unchanged", "unchanged")
    assert "already holds exactly this content" in renamed.message
    assert again.document_id == renamed.document_id == first.document_id
    assert len(masis.documents(ME, "acme")) == 1


def test_new_content_under_a_name_is_a_new_version_and_the_old_one_still_opens(
    masis: Masis, world: World
) -> None:
    put(masis, "a.txt", FIRST)
    put(masis, "A.TXT", SECOND)
    (document,) = masis.documents(ME, "acme")
    assert [version.number for version in document.versions] == [2, 1]
    assert world.store.visible("acme") == {SECOND.decode()}
    old = document.versions[1].version_id
    assert masis.page_view(ME, "acme", document.document_id, old, 1).page.text == FIRST.decode()
    assert masis.original(ME, "acme", document.document_id, old) == FIRST


def test_going_back_to_an_older_content_is_a_third_version(masis: Masis, world: World) -> None:
    for content in (FIRST, SECOND, FIRST):
        assert put(masis, "a.txt", content).state == "done"
    (document,) = masis.documents(ME, "acme")
    assert [version.number for version in document.versions] == [3, 2, 1]
    assert world.store.visible("acme") == {FIRST.decode()}


def test_the_same_file_twice_at_once_is_one_document(masis: Masis, world: World) -> None:
    world.embedder.gate.clear()
    for _ in range(3):
        masis.upload(ME, "acme", "a.txt", FIRST)
    world.embedder.gate.set()
    assert sorted(job.state for job in settled(masis, "acme")) == ["done", "unchanged", "unchanged"]
    assert len(masis.documents(ME, "acme")) == 1


def test_a_refused_file_leaves_a_sentence_and_nothing_else(masis: Masis, world: World) -> None:
    job = masis.upload(ME, "acme", "program.exe", b"MZ\x90\x00\x03\x00\x00\x00")
    assert job.state == "rejected"
    assert job.code
    assert "Nothing was stored" in job.message
    assert blobs(world) == []
    masis.dismiss_jobs(ME, "acme")
    assert masis.jobs(ME, "acme") == ()


def test_a_name_with_hidden_signs_is_shown_written_out(masis: Masis) -> None:
    """Nothing of the name can move a cursor, colour a terminal or turn the direction of writing."""
    job = masis.upload(ME, "acme", "a\x1b[31m\n\u202efdp.txt", FIRST)
    assert (job.state, job.code) == ("rejected", "bad_name")
    assert job.file_name == r"a\x1b[31m\n\u202efdp.txt"
    half = masis.upload(ME, "acme", "caf\udce9.txt", FIRST)
    assert (half.state, half.file_name) == ("rejected", r"caf\udce9.txt")
    assert [row.file_name for row in masis.jobs(ME, "acme")] == [job.file_name, half.file_name]
    assert masis.upload(ME, "acme", "Ümsätze 2024 — final.txt", FIRST).file_name == "Ümsätze 2024 — final.txt"


def test_cancelling_keeps_nothing_of_the_file(masis: Masis, world: World) -> None:
    world.embedder.gate.clear()
    job = masis.upload(ME, "acme", "a.txt", FIRST)
    assert world.embedder.reached.wait(10)
    masis.cancel_job(ME, "acme", job.job_id)
    world.embedder.gate.set()
    assert settled(masis, "acme")[0].state == "cancelled"
    assert masis.documents(ME, "acme") == ()
    assert world.store.chunks == {}
    assert eventually(lambda: blobs(world) == [])


def test_an_outage_fails_the_job_with_its_reason_and_keeps_the_old_version(
    masis: Masis, world: World
) -> None:
    put(masis, "a.txt", FIRST)
    world.embedder.failure = RetrievalUnavailable("The store is away.")
    job = put(masis, "a.txt", SECOND)
    assert job.state == "failed"
    assert "The store is away." in job.message
    assert world.store.visible("acme") == {FIRST.decode()}
    assert len(masis.documents(ME, "acme")[0].versions) == 1


def test_a_fault_is_calm_for_people_and_loud_in_the_log(
    masis: Masis, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    world.embedder.failure = ZeroDivisionError("secret detail")
    job = put(masis, "a.txt", FIRST)
    assert job.state == "failed"
    assert "secret detail" not in job.message
    assert "ZeroDivisionError" in caplog.text


def test_deleting_hides_at_once_and_can_be_undone(masis: Masis, world: World) -> None:
    document_id = put(masis, "a.txt", FIRST).document_id
    masis.delete_document(ME, "acme", document_id)
    assert masis.documents(ME, "acme") == ()
    assert world.store.visible("acme") == set()
    masis.undo_delete(ME, "acme", document_id)
    assert len(masis.documents(ME, "acme")) == 1
    assert world.store.visible("acme") == {FIRST.decode()}


def test_a_deletion_is_carried_out_after_the_time_to_undo(world: World) -> None:
    world.undo_seconds = 0.05
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    document_id = put(masis, "a.txt", FIRST).document_id
    masis.delete_document(ME, "acme", document_id)
    assert eventually(lambda: world.store.chunks == {} and blobs(world) == [])
    with pytest.raises(NotFound, match="no longer"):
        masis.undo_delete(ME, "acme", document_id)


def test_a_deletion_that_is_too_old_cannot_be_undone(masis: Masis, world: World) -> None:
    document_id = put(masis, "a.txt", FIRST).document_id
    masis.delete_document(ME, "acme", document_id)
    before = world.now
    world.now = lambda: before() + timedelta(seconds=61)
    with pytest.raises(NotFound):
        masis.undo_delete(ME, "acme", document_id)


def test_uploading_a_deleted_document_again_starts_afresh(masis: Masis, world: World) -> None:
    first = put(masis, "a.txt", FIRST).document_id
    masis.delete_document(ME, "acme", first)
    again = put(masis, "a.txt", FIRST)
    assert again.state == "done"
    assert again.document_id != first
    assert world.store.visible("acme") == {FIRST.decode()}


def test_a_store_that_is_down_leaves_the_document_listed(masis: Masis, world: World) -> None:
    document_id = put(masis, "a.txt", FIRST).document_id
    world.store.down = True
    with pytest.raises(RetrievalUnavailable):
        masis.delete_document(ME, "acme", document_id)
    assert len(masis.documents(ME, "acme")) == 1


def test_embedding_goes_in_large_batches_of_like_length(masis: Masis, world: World) -> None:
    text = "\f".join(f"Page {n} says {'word ' * (n % 40)}and ends." for n in range(300))
    job = put(masis, "long.txt", text.encode())
    assert job.chunks_total == 300
    assert world.embedder.batches == [128, 128, 44]


def test_a_page_of_a_picture_is_shown_as_it_is(
    masis: Masis, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def recognised(_content: bytes, *given: Any, **hooks: Any) -> ReadDocument:
        return read_text(b"PILOT LOG", *given, **hooks)

    monkeypatch.setattr("masis.ingest.readers.read", recognised)
    assert put(masis, "scan.png", picture()).state == "done"
    (document,) = masis.documents(ME, "acme")
    view = masis.page_view(ME, "acme", document.document_id, document.current.version_id, 1, (0, 5))
    assert (document.kind, view.page.text) == ("image", "PILOT LOG")
    assert view.image is not None
    assert (view.image.width, view.image.height, len(view.image.boxes)) == (620, 877, 1)
