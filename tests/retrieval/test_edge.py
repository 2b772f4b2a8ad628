"""EdgeStore: the store contract, and what only the embedded engine has: a folder of its own."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from masis.errors import ConfigurationError, DataFolderInUse, RetrievalUnavailable
from masis.retrieval.edge import EdgeStore
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


def test_optimizing_changes_no_answer(store: EdgeStore) -> None:
    publish(store, [make_chunk(f"c{n}", f"word{n}") for n in range(300)])
    store.delete_version("acme", "none")
    before = search(store, "acme", "word7", axis(3), 10)
    store.optimize()
    assert search(store, "acme", "word7", axis(3), 10) == before


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


def test_a_damaged_note_is_said(store: EdgeStore, tmp_path: Path) -> None:
    store.close()
    (tmp_path / "vectors" / "store.json").write_text("{half")
    with pytest.raises(ConfigurationError, match="damaged"):
        EdgeStore(tmp_path / "vectors", PROFILE).ensure()


def test_a_damaged_shard_is_an_outage_not_a_crash(store: EdgeStore, tmp_path: Path) -> None:
    store.close()
    (tmp_path / "vectors" / "shard" / "edge_config.json").write_text("{half")
    broken = EdgeStore(tmp_path / "vectors", PROFILE)
    assert not broken.health().healthy
    with pytest.raises(RetrievalUnavailable, match="cannot be opened"):
        broken.ensure()


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
