"""Originals in a bucket: the port over HTTP, and every way a server can fail."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Thread

import pytest

from masis.errors import ConfigurationError, NotFound, OriginalsUnavailable
from masis.store import s3
from masis.store.blobs import Blobs, digest
from masis.store.s3 import S3Originals
from tests.fakes.qdrant_server import refusing_url
from tests.fakes.s3_server import BUCKET, FakeS3, running_s3
from tests.fakes.services import eventually

ROOT = Path(__file__).parent.parent.parent

PLACE = f"s3://{BUCKET}/masis/one"


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


def originals(server: FakeS3, folder: Path, place: str = PLACE, seconds: int = 5) -> S3Originals:
    return S3Originals(place, server.url, folder, seconds)


@pytest.fixture
def stored(server: FakeS3, tmp_path: Path) -> S3Originals:
    return originals(server, tmp_path)


def test_a_content_is_stored_once_under_its_hash(stored: S3Originals, server: FakeS3) -> None:
    sha256 = stored.put(b"content")
    assert stored.put(b"content") == sha256 == digest(b"content")
    assert stored.get(sha256) == b"content"
    assert server.keys("masis/one") == [f"{sha256[:2]}/{sha256}", "installation.id"]


def test_constructing_sends_nothing(stored: S3Originals, server: FakeS3) -> None:
    assert server.requests == []


def test_a_large_content_comes_and_goes_in_pieces(
    stored: S3Originals, server: FakeS3, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = os.urandom(12 * 1024 * 1024 + 1)
    sha256 = stored.put(content)
    server.requests.clear()
    assert stored.get(sha256) == content
    assert len(server.requests) == 2


def test_many_threads_store_the_same_content(stored: S3Originals, server: FakeS3) -> None:
    threads = [Thread(target=stored.put, args=[b"content"]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert stored.get(digest(b"content")) == b"content"


@pytest.mark.slow
def test_a_process_that_is_killed_while_it_stores_leaves_no_original(
    stored: S3Originals, server: FakeS3, tmp_path: Path
) -> None:
    """The parts that came are no object; the same upload again stores it whole."""
    stored.check()
    server.requests.clear()
    server.delay_seconds = 0.4
    code = (
        "import sys; from pathlib import Path; from masis.store.s3 import S3Originals\n"
        "S3Originals(*sys.argv[1:3], Path(sys.argv[3])).put(bytes(60_000_000))"
    )
    process = subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", code, PLACE, server.url, str(tmp_path)], cwd=ROOT
    )
    assert eventually(lambda: any("PUT /originals/masis/one/" in each for each in server.requests), 30)
    process.kill()
    process.wait(10)
    server.heal()
    assert server.keys("masis/one") == ["installation.id"]
    stored.put(bytes(60_000_000))
    assert len(stored.get(digest(bytes(60_000_000)))) == 60_000_000


def test_many_threads_fetch_while_copies_make_room(
    stored: S3Originals, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [stored.put(bytes([number]) * 100) for number in range(6)]
    monkeypatch.setattr(s3, "_FETCHED_BYTES", 150)
    with ThreadPoolExecutor(6) as pool:
        paths = list(pool.map(stored.path, names * 5))
    assert {path.name for path in paths} == set(names)
    assert stored.path(names[0]).read_bytes() == bytes([0]) * 100


def test_a_removed_content_is_missing_in_words(stored: S3Originals, tmp_path: Path) -> None:
    sha256 = stored.put(b"content")
    assert stored.path(sha256).read_bytes() == b"content"
    stored.remove(sha256)
    stored.remove(sha256)
    for read in (stored.get, stored.path):
        with pytest.raises(NotFound, match="no longer stored"):
            read(sha256)


def test_a_damaged_content_is_never_handed_out(stored: S3Originals, server: FakeS3) -> None:
    sha256 = stored.put(b"content")
    server.bucket("masis/one").put(f"{sha256[:2]}/{sha256}", b"tampered")
    with pytest.raises(NotFound, match="is damaged in s3://originals/masis/one"):
        stored.get(sha256)
    stored.put(b"content")
    assert stored.get(sha256) == b"content"


def test_a_page_is_drawn_from_one_copy_and_the_oldest_copies_make_room(
    stored: S3Originals, server: FakeS3, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = stored.put(b"first"), stored.put(b"second")
    path = stored.path(first)
    os.utime(path, (1, 1))
    server.requests.clear()
    assert stored.path(first) == path
    assert server.requests == []
    os.utime(path, (1, 1))
    monkeypatch.setattr(s3, "_FETCHED_BYTES", 8)
    assert stored.path(second).read_bytes() == b"second"
    assert not path.exists()
    assert stored.path(first).read_bytes() == b"first"


def test_sweeping_keeps_what_is_named_what_is_young_and_what_is_not_ours(
    stored: S3Originals, server: FakeS3, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, dropped = stored.put(b"kept"), stored.put(b"dropped")
    stored.path(dropped)
    server.bucket("masis/one").put("notes.txt", b"somebody's")
    server.bucket("masis").put("other/ab/" + "ab" * 32, b"another prefix")
    on_its_way = tmp_path / "fetched" / ".new-copy"
    on_its_way.touch()
    before, copies = server.keys(), {*(tmp_path / "fetched").iterdir()}
    assert stored.sweep(frozenset({kept})) == 0
    assert server.keys() == before
    assert {*(tmp_path / "fetched").iterdir()} == copies, "another thread is about to rename or show one"
    monkeypatch.setattr(s3, "_YOUNG", timedelta(0))
    assert stored.sweep(frozenset({kept})) == 1
    assert set(before) - set(server.keys()) == {f"masis/one/{dropped[:2]}/{dropped}"}
    assert [*(tmp_path / "fetched").iterdir()] == []


def test_a_prefix_belongs_to_one_data_folder(stored: S3Originals, server: FakeS3, tmp_path: Path) -> None:
    """Two folders on one prefix would sweep each other's originals away."""
    sha256 = stored.put(b"content")
    (tmp_path / "other").mkdir()
    other = originals(server, tmp_path / "other")
    for attempt in (lambda: other.sweep(frozenset()), lambda: other.put(b"x"), other.check):
        with pytest.raises(ConfigurationError, match="another data folder"):
            attempt()
    assert stored.get(sha256) == b"content"
    (tmp_path / "other" / "installation.id").write_text((tmp_path / "installation.id").read_text())
    assert originals(server, tmp_path / "other").get(sha256) == b"content"
    assert originals(server, tmp_path / "third", f"s3://{BUCKET}/masis/two").sweep(frozenset()) == 0


def test_originals_in_the_folder_are_moved_first(stored: S3Originals, server: FakeS3, tmp_path: Path) -> None:
    here = Blobs(tmp_path / "blobs")
    names = {here.put(b"one"), here.put(b"two")}
    with pytest.raises(ConfigurationError, match=r"2 originals lie in .* run python -m masis move s3://"):
        stored.put(b"three")
    assert server.keys() == []
    assert stored.take_over(here) == (2, ())
    assert {stored.get(name) for name in names} == {b"one", b"two"}
    assert {here.get(name) for name in names} == {b"one", b"two"}


def test_a_move_that_was_cut_short_goes_on(server: FakeS3, tmp_path: Path) -> None:
    here = Blobs(tmp_path / "blobs")
    names = [here.put(bytes([number]) * 9) for number in range(6)]
    here.path(sorted(names)[0]).write_bytes(b"damaged since")
    server.status, server.after = 503, 8
    with pytest.raises(OriginalsUnavailable, match="answered with status 503"):
        originals(server, tmp_path, seconds=1).take_over(here)
    server.heal()
    assert 0 < len(server.keys()) < 5
    moved, damaged = originals(server, tmp_path).take_over(here)
    assert (moved, damaged) == (5, (sorted(names)[0],))
    server.requests.clear()
    assert originals(server, tmp_path).take_over(here) == (moved, damaged)
    assert [request for request in server.requests if request.startswith("PUT")] == [
        f"PUT /{BUCKET}/masis/one/installation.id"
    ]


@pytest.mark.parametrize(
    ("status", "code", "said"),
    [
        (401, "Unauthorized", "does not let MASIS work in s3://originals/masis/one"),
        (403, "AccessDenied", "does not let MASIS work in s3://originals/masis/one"),
        (404, "NoSuchBucket", "There is no bucket originals at http://127.0.0.1"),
        (404, "a proxy's page", "answered with status 404"),
        (301, "PermanentRedirect", "is in another region: set AWS_REGION"),
        (400, "InvalidRequest", "answered with status 400"),
        (429, "SlowDown", "answered with status 429"),
        (500, "InternalError", "answered with status 500"),
        (503, "ServiceUnavailable", "answered with status 503"),
    ],
)
def test_an_error_is_an_outage_in_one_sentence(
    stored: S3Originals, server: FakeS3, status: int, code: str, said: str
) -> None:
    sha256 = stored.put(b"content")
    server.status, server.code = status, code
    attempts = (
        lambda: stored.get(sha256), lambda: stored.put(b"x"), lambda: stored.sweep(frozenset()), stored.check,
    )  # fmt: skip
    for attempt in attempts:
        with pytest.raises(OriginalsUnavailable, match=said) as raised:
            attempt()
        assert str(raised.value).count("\n") == 0
    server.heal()
    assert stored.check() == f"{PLACE} at {server.url}"


def test_a_missing_bucket_and_a_missing_right_of_the_real_wire(running: FakeS3, tmp_path: Path) -> None:
    running.heal()
    elsewhere = originals(running, tmp_path, "s3://nowhere/x")
    for attempt in (lambda: elsewhere.put(b"x"), lambda: elsewhere.get("0" * 64), elsewhere.check):
        with pytest.raises(OriginalsUnavailable, match="There is no bucket nowhere"):
            attempt()


@pytest.mark.usefixtures("running")  # its keys
def test_a_server_that_is_down_is_an_outage_and_then_refused_at_once(tmp_path: Path) -> None:
    with refusing_url() as url:
        down = S3Originals(PLACE, url, tmp_path, 1)
        for _ in range(3):
            with pytest.raises(OriginalsUnavailable, match="does not answer"):
                down.put(b"x")
        with pytest.raises(OriginalsUnavailable, match="down a moment ago"):
            down.put(b"x")
        with pytest.raises(OriginalsUnavailable, match="does not answer"):
            down.check()


def test_a_slow_server_is_an_outage(stored: S3Originals, server: FakeS3, tmp_path: Path) -> None:
    sha256 = stored.put(b"content")
    impatient = originals(server, tmp_path, seconds=1)
    server.delay_seconds = 1.5
    for attempt in (lambda: impatient.get(sha256), lambda: impatient.put(b"x"), impatient.check):
        with pytest.raises(OriginalsUnavailable, match="took longer than 1 seconds"):
            attempt()


def test_no_keys_are_said_to_be_missing(
    server: FakeS3, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    with refusing_url() as nobody:
        monkeypatch.setenv("AWS_METADATA_ENDPOINT", nobody)
        with pytest.raises(OriginalsUnavailable, match="There are no keys for s3://originals"):
            originals(server, tmp_path).check()


def test_the_address_may_come_from_the_library_s_environment(
    server: FakeS3, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", server.url)
    assert S3Originals(f"{PLACE}/", None, tmp_path).check() == f"{PLACE} at S3"


def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(s3, "find_spec", lambda _: None)
    with pytest.raises(ConfigurationError, match=r"pip install -r requirements-s3\.txt"):
        S3Originals(PLACE, None, tmp_path)
