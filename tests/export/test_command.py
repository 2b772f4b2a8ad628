"""Export and verify on the command line and through the facade: streams, exit status, what may be exported."""

import json
from pathlib import Path

import pytest

from masis.cli import main
from masis.errors import InvalidInput, NotFound
from masis.export import FORMATS, ExportFormat
from masis.service import Masis
from tests.builders import critique
from tests.export.dossiers import PAGE
from tests.fakes.scripted import scripted_deps
from tests.fakes.services import ME, OTHER, World, read_text, settled


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Return a world that every command opens and closes like a process of its own."""
    monkeypatch.setattr("masis.ingest.readers.read", read_text)
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    world = World(tmp_path / "data", settings={"openai_api_key": "sk-very-secret"})
    monkeypatch.setattr("masis.wiring.build_masis", lambda _settings: world.open())
    return world


@pytest.fixture
def run_id(world: World) -> str:
    """Return a finished run about one document, with nothing left open."""
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "annual.txt", PAGE.encode())
    settled(masis, "acme")
    document = masis.documents(ME, "acme")[0]
    (passage, *_) = masis.chunks(ME, "acme", document.document_id, document.current.version_id)
    world.deps = scripted_deps(evidence=(passage,)) if False else scripted_deps()
    run_id = masis.ask(ME, "acme", "How high was revenue?")
    masis.wait(run_id, 20)
    masis.close()
    return run_id
