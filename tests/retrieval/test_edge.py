"""EdgeStore: the store contract, and what only the embedded engine has: a folder of its own."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from masis.errors import ConfigurationError, DataFolderInUse, RetrievalUnavailable
from masis.retrieval.edge import EdgeStore
from masis.retrieval.folder import CHANGE_BYTES, GROWTH_BYTES, copy_folder
from tests.contracts import PROFILE, VectorStoreContract, axis, make_chunk, publish, search


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EdgeStore]:
    edge = EdgeStore(tmp_path / "vectors", PROFILE)
    edge.ensure()
    yield edge
    edge.close()


class TestEdgeStore(VectorStoreContract):
    pass


def reopened(store: EdgeStore, folder: Path) -> EdgeStore:
    store.close()
    again = EdgeStore(folder, PROFILE)
    again.ensure()
    return again


def test_everything_is_there_after_reopening(store: EdgeStore, tmp_path: Path) -> None:
    publish(store, [make_chunk("c1", "kept words")])
    before = search(store, "acme", "kept", axis(0), 5)
    again = reopened(store, tmp_path / "vectors")
    assert search(again, "acme", "kept", axis(0), 5) == before
    again.close()


def test_a_copy_finds_the_same_and_takes_no_more_room(store: EdgeStore, tmp_path: Path) -> None:
    publish(store, [make_chunk("c1", "kept words")])
    found = search(store, "acme", "kept", axis(0), 5)
    store.close()

    def taken(folder: Path) -> int:
        return sum(path.stat().st_blocks for path in folder.rglob("*"))

    copied = copy_folder(tmp_path / "vectors", tmp_path / "copy")
    assert taken(copied) <= taken(tmp_path / "vectors") * 1.5
    again = EdgeStore(copied, PROFILE)
    assert search(again, "acme", "kept", axis(0), 5) == found != ()
    again.close()


def test_what_is_copied_may_be_empty_or_nothing_but_a_hole(tmp_path: Path) -> None:
    folder = tmp_path / "from"
    folder.mkdir()
    (folder / "empty").touch(mode=0o600)
    with (folder / "hole").open("wb") as file:
        file.truncate(3_000_000)
    with (folder / "both").open("wb") as file:
        file.write(b"x" * 1_500_000)
        file.seek(4_000_000)
        file.write(b"end")
        file.truncate(5_000_001)
    copied = copy_folder(folder, tmp_path / "to")
    for name in ("empty", "hole", "both"):
        assert (copied / name).read_bytes() == (folder / name).read_bytes()
    assert (copied / "empty").stat().st_mode == (folder / "empty").stat().st_mode


def test_optimizing_changes_no_answer(store: EdgeStore) -> None:
    publish(store, [make_chunk(f"c{n}", f"word{n}") for n in range(300)])
    store.delete_version("acme", "none")
    before = search(store, "acme", "word7", axis(3), 10)
    store.optimize()
    assert search(store, "acme", "word7", axis(3), 10) == before


def test_passages_are_counted_anew_only_after_a_change(
    store: EdgeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(store, [make_chunk("c1"), make_chunk("c2", workspace_id="other")])
    assert (store.count("acme"), store.count("other"), store.count(None)) == (1, 1, 2)
    asked: list[object] = []
    guarded = store._guarded
    monkeypatch.setattr(store, "_guarded", lambda work: asked.append(work) or guarded(work))
    assert (store.count("acme"), store.count("other"), store.count(None)) == (1, 1, 2)
    assert not asked
    store.set_visible("acme", "v1", visible=False)
    assert (store.count("acme"), store.count("other"), store.count(None)) == (0, 1, 1)
    store.delete_workspace("other")
    assert store.count(None) == 0


def test_a_count_that_a_change_overtakes_is_not_kept(
    store: EdgeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(store, [make_chunk("c1")])
    guarded = store._guarded

    def overtaken(work: Callable[[object], int]) -> int:
        monkeypatch.setattr(store, "_guarded", guarded)
        found = guarded(work)
        publish(store, [make_chunk("c2", version_id="v2")])
        return found

    monkeypatch.setattr(store, "_guarded", overtaken)
    assert store.count("acme") == 1
    assert store.count("acme") == 2


def test_a_closed_store_counts_nothing(store: EdgeStore) -> None:
    publish(store, [make_chunk("c1")])
    assert store.count("acme") == 1
    store.close()
    with pytest.raises(RetrievalUnavailable):
        store.count("acme")


def test_constructing_touches_nothing(tmp_path: Path) -> None:
    EdgeStore(tmp_path / "vectors", PROFILE)
    assert not (tmp_path / "vectors").exists()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": "other-model"}, "'toy'.*'other-model'"),
        ({"dimension": 16}, "8 numbers.*16"),
    ],
    ids=["embedder", "dimension"],
)
def test_another_embedder_is_refused(
    store: EdgeStore, tmp_path: Path, change: dict[str, object], words: str
) -> None:
    store.close()
    other = EdgeStore(tmp_path / "vectors", PROFILE.model_copy(update=change))
    with pytest.raises(ConfigurationError, match=words):
        other.ensure()
    reopened(store, tmp_path / "vectors").close()  # the refusal gave the folder free


def test_another_keyword_index_is_refused(store: EdgeStore, tmp_path: Path) -> None:
    store.close()
    note = tmp_path / "vectors" / "store.json"
    values = json.loads(note.read_text())
    values["bm25"]["k1"] = 9
    note.write_text(json.dumps(values))
    with pytest.raises(ConfigurationError, match=r"index of words and table rows differs.*puts the passages"):
        EdgeStore(tmp_path / "vectors", PROFILE).ensure()


@pytest.mark.parametrize(
    "damaged",
    [
        "store.json",
        "shard/edge_config.json",
        "shard/segments/*/segment.json",
        "shard/segments/*/payload_storage/tracker.dat",
        "shard/segments/*/vector_storage-dense/vectors/status.dat",
        "shard/wal/open-1",
    ],
)
@pytest.mark.parametrize("content", [b"", b"{half" * 1000], ids=["cut off", "overwritten"])
def test_a_damaged_store_is_set_aside_and_begins_anew(
    store: EdgeStore, tmp_path: Path, damaged: str, content: bytes
) -> None:
    publish(store, [make_chunk("c1", "kept words")])
    store.close()
    (found,) = (tmp_path / "vectors").glob(damaged)
    found.write_bytes(content)
    again = EdgeStore(tmp_path / "vectors", PROFILE)
    again.ensure()
    if again.count("acme"):  # what the engine mended by itself is whole
        assert search(again, "acme", "kept", axis(0), 5)
    else:
        assert (tmp_path / "vectors" / "damaged").is_dir()
        publish(again, [make_chunk("c1", "kept words")])
    assert reopened(again, tmp_path / "vectors").count("acme") == 1


@pytest.mark.parametrize("gone", ["vectors/chunk_0.mmap", "vectors/status.dat"])
def test_vectors_that_are_gone_are_noticed_when_the_store_is_opened(
    store: EdgeStore, tmp_path: Path, gone: str
) -> None:
    publish(store, [make_chunk("c1", "kept words")])
    store.close()
    (found,) = (tmp_path / "vectors/shard/segments").glob(f"*/vector_storage-dense/{gone}")
    found.unlink()
    again = EdgeStore(tmp_path / "vectors", PROFILE)
    assert again.count("acme") == 0  # and not one passage that no question finds
    again.close()


def test_damage_that_shows_in_use_makes_the_store_begin_anew(store: EdgeStore, tmp_path: Path) -> None:
    publish(store, [make_chunk(f"c{n}", f"word{n} {'padding ' * 200}") for n in range(300)])
    (page,) = (tmp_path / "vectors/shard/segments").glob("*/payload_storage/page_0.dat")
    with page.open("r+b") as file:  # the engine has it mapped
        file.write(b"\x00garbage" * (page.stat().st_size // 8))
    with pytest.raises(RetrievalUnavailable, match=r"damaged; MASIS puts the passages back"):
        list(store.scroll("acme"))
    assert store.count("acme") == 0
    publish(store, [make_chunk("c1", "kept words")])
    assert reopened(store, tmp_path / "vectors").count("acme") == 1


def test_a_disk_that_is_almost_full_is_refused_before_the_engine_is_opened(tmp_path: Path) -> None:
    free = [CHANGE_BYTES - 1]
    store = EdgeStore(tmp_path / "vectors", PROFILE, lambda _: free[0])
    with pytest.raises(RetrievalUnavailable, match=r"almost full: 63 MB are free .* needs 64 MB"):
        store.ensure()
    assert not (tmp_path / "vectors" / "shard").exists()
    assert not store.health().healthy
    free[0] = GROWTH_BYTES
    publish(store, [make_chunk("c1", "kept words")])  # goes on when it is back
    free[0] = GROWTH_BYTES - 1
    with pytest.raises(RetrievalUnavailable, match="almost full"):
        publish(store, [make_chunk("c2", "more words")])
    assert store.count("acme") == 1
    store.delete_version("acme", "v1")  # what makes room is let through
    free[0] = 0
    assert store.count("acme") == 0
    store.close()


_FILLING = """
import sys
from pathlib import Path
import numpy as np
from masis.errors import RetrievalUnavailable
from masis.retrieval.edge import EdgeStore
from tests.contracts import PROFILE, axis, make_chunk
folder = Path(sys.argv[1])
store = EdgeStore(folder / "vectors", PROFILE)
store.ensure()
with (folder / "filler").open("wb") as filler:  # somebody else takes the rest of the disk
    try:
        while True:
            filler.write(b"x" * 1_000_000)
    except OSError:
        pass
chunks = [make_chunk(f"c{n}", f"word{n} " + "padding " * 500) for n in range(2000)]
for again in (store, EdgeStore(folder / "vectors", PROFILE)):
    try:
        again.upsert(chunks, np.stack([axis(n % 8) for n in range(2000)]))
    except RetrievalUnavailable as error:
        print(error)
    again.close()
(folder / "filler").unlink()
store = EdgeStore(folder / "vectors", PROFILE)
store.upsert(chunks, np.stack([axis(n % 8) for n in range(2000)]))
store.set_visible("acme", "v1", visible=True)
print(store.count("acme"))
"""


@pytest.mark.slow
def test_a_full_disk_kills_no_process(tmp_path: Path) -> None:
    """On a real small disk: writing into the holes of a mapped file there ends with SIGBUS."""
    mount = f"mount -t tmpfs -o size=600m none {tmp_path} && exec {sys.executable} -c '{_FILLING}' {tmp_path}"
    isolated = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
    if shutil.which("unshare") is None or subprocess.run([*isolated, "true"], check=False).returncode:  # noqa: S603
        pytest.skip("no mount namespaces here")
    done = subprocess.run(  # noqa: S603 - our own interpreter on a disk of its own
        [*isolated, mount], check=False, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("The disk is almost full") == 2
    assert done.stdout.endswith("2000\n")


def test_one_folder_has_one_owner(store: EdgeStore, tmp_path: Path) -> None:
    second = EdgeStore(tmp_path / "vectors", PROFILE)
    with pytest.raises(DataFolderInUse, match="in use by another MASIS process"):
        second.ensure()


_CHILD = """
import sys, time
from pathlib import Path
import numpy as np
from masis.retrieval.edge import EdgeStore
from tests.contracts import PROFILE, axis, make_chunk
store = EdgeStore(Path(sys.argv[1]), PROFILE)
chunks = [make_chunk(f"c{n}") for n in range(500)]
store.upsert(chunks, np.stack([axis(n % 8) for n in range(500)]))
store.set_visible("acme", "v1", visible=True)
print("stored", flush=True)
time.sleep(60)
"""


def test_a_killed_process_loses_nothing_and_frees_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "vectors"
    with subprocess.Popen(  # noqa: S603 - our own interpreter and script
        [sys.executable, "-c", _CHILD, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline().strip() == "stored"
        with pytest.raises(DataFolderInUse):
            EdgeStore(folder, PROFILE).ensure()
        child.send_signal(signal.SIGKILL)
    store = EdgeStore(folder, PROFILE)
    assert store.count("acme") == 500
    assert np.isclose(search(store, "acme", "plain", axis(2), 1)[0].dense_score, 1.0)
    store.close()


def test_closing_after_the_folder_is_gone_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Somebody removed the data folder while MASIS ran: its end is no traceback."""
    store = EdgeStore(tmp_path / "vectors", PROFILE)
    publish(store, [make_chunk("c1", "churn in Norway")])
    shutil.rmtree(tmp_path / "vectors")
    store.close()
    assert "closed without its last step" in caplog.text
    store.close()
