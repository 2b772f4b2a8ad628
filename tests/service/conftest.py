"""A fresh world for every test, a MASIS opened on it, and data folders with documents read in."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from masis.config import Settings
from masis.retrieval.folder import copy_folder
from masis.service import Masis
from masis.wiring import build_masis
from tests.fakes.services import ME, World, read_text, settled, with_tables

LayOut = Callable[..., Path]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database_url: str | None) -> Iterator[World]:
    """Return a world whose reader works in this process; everything opened on it is closed."""
    monkeypatch.setattr("masis.ingest.readers.read", read_text)
    world = World(tmp_path / "data", settings={"database_url": database_url} if database_url else {})
    yield world
    world.embedder.gate.set()
    for masis in world.opened:
        masis.close()


@pytest.fixture
def masis(world: World) -> Masis:
    """Return a MASIS with one empty workspace ``acme``."""
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    return masis


@pytest.fixture(scope="session")
def lay_out(tmp_path_factory: pytest.TempPathFactory) -> LayOut:
    """Make a data folder with workspace ``acme`` and these files: read in once, by the real parts."""
    made: dict[tuple[tuple[str, str], ...], Path] = {}

    def copied(folder: Path, *files: tuple[str, str]) -> Path:
        if files not in made:
            made[files] = with_tables(tmp_path_factory.mktemp("acme") / "data")
            with closing(build_masis(Settings(data_dir=made[files], _env_file=None))) as masis:
                masis.create_workspace(ME, "Acme")
                for name, text in files:
                    masis.upload(ME, "acme", name, text.encode())
                assert {job.state for job in settled(masis, "acme", 60)} == {"done"}
        return copy_folder(made[files], folder)

    return copied
