"""Originals under their hash, and the lock on the folder."""

import subprocess
import sys
from pathlib import Path

import pytest

from masis.errors import ConfigurationError, DataFolderInUse, NotFound
from masis.store.blobs import Blobs, digest
from masis.store.lock import DataFolderLock

ROOT = Path(__file__).parent.parent.parent
HOLD = """
import sys, time
from pathlib import Path
from masis.store.lock import DataFolderLock
lock = DataFolderLock(Path(sys.argv[1])); print("held", flush=True); time.sleep(60)
"""


def test_a_content_is_stored_once_and_whole(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    sha256 = blobs.put(b"content")
    assert blobs.put(b"content") == sha256 == digest(b"content")
    assert blobs.get(sha256) == b"content"
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("*/*")] == [
        f"{sha256[:2]}/{sha256}"
    ]


def test_a_removed_content_is_missing_in_words(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    sha256 = blobs.put(b"content")
    blobs.remove(sha256)
    blobs.remove(sha256)
    with pytest.raises(NotFound, match="no longer stored"):
        blobs.get(sha256)


def test_sweeping_keeps_what_is_named_and_drops_the_rest(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    kept, dropped = blobs.put(b"kept"), blobs.put(b"dropped")
    assert blobs.sweep(frozenset({kept})) == 1
    assert blobs.get(kept) == b"kept"
    assert not blobs.path(dropped).exists()


def test_a_folder_is_free_again_after_release(tmp_path: Path) -> None:
    lock = DataFolderLock(tmp_path)
    with pytest.raises(DataFolderInUse):
        DataFolderLock(tmp_path)
    lock.release()
    lock.release()
    DataFolderLock(tmp_path).release()


def test_another_process_is_named_and_its_end_frees_the_folder(tmp_path: Path) -> None:
    holder = subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", HOLD, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(DataFolderInUse, match=rf"process {holder.pid}; stop that one first"):
        DataFolderLock(tmp_path)
    holder.kill()
    holder.wait(10)
    DataFolderLock(tmp_path).release()


def test_a_new_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    DataFolderLock(tmp_path / "data").release()
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("below", ["", "deeper"], ids=["is a file", "below a file"])
def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path, below: str) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(ConfigurationError, match=r"taken.* cannot be written .*MASIS_DATA_DIR"):
        DataFolderLock(tmp_path / "taken" / below)
