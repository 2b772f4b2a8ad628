"""A fresh world for every test, and a MASIS opened on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from masis.service import Masis
from tests.fakes.services import ME, World, read_text


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
