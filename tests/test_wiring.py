"""The composition root: settings alone choose each part, nothing is replaced silently, nothing is heavy."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from masis import wiring
from masis.analysts.extractive import extractive_analysts
from masis.config import Settings
from masis.domain.person import Caller
from masis.errors import DataFolderInUse, ServiceUnavailable
from masis.retrieval.edge import EdgeStore

ROOT = Path(__file__).parent.parent
DEAD = "http://127.0.0.1:9"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the data folder of a process that has no settings but this one."""
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "QDRANT_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MASIS_DATA_DIR", str(tmp_path / "data"))
    yield tmp_path / "data"
    wiring.close_shared()


def settings(folder: Path, **values: object) -> Settings:
    """Build settings for the folder."""
    return Settings(data_dir=folder, **values)


def test_a_bare_graph_run_on_an_empty_folder_says_that_there_are_no_documents(folder: Path) -> None:
    """CONTRACT section 3, with nothing configured at all."""
    from masis.graph import graph
    from masis.state import MASISInput

    result = graph.invoke(MASISInput(user_query="How high was revenue?", workspace_id="acme").to_state())
    assert result["requires_human_review"] is True
    assert "No relevant documents were found for your query in this workspace" in str(result)
    assert folder.exists()


def test_pages_routes_and_bare_runs_share_one_masis(folder: Path) -> None:
    """One process, one owner of the folder."""
    deps = wiring.embedded_deps()
    masis = wiring.shared_masis()
    assert wiring.shared_masis() is masis
    assert masis.parts.deps() is deps
    with pytest.raises(DataFolderInUse):
        wiring.build_masis()
    wiring.close_shared()
    wiring.build_masis().close()


def test_the_default_is_local_throughout(folder: Path) -> None:
    """No key, no server: extractive analysts, shipped embedder, embedded store."""
    masis = wiring.build_masis(settings(folder))
    deps = masis.parts.deps()
    assert deps.engine == masis.engine() == "extractive"
    assert isinstance(deps.synthesizer, type(extractive_analysts(masis.parts.embedder().embed).synthesizer))
    assert isinstance(masis.parts.vectors(), EdgeStore)
    masis.close()


def test_a_key_chooses_the_models(folder: Path) -> None:
    """``auto`` follows what is configured."""
    masis = wiring.build_masis(settings(folder, OPENAI_API_KEY="sk-test", OPENAI_BASE_URL=DEAD))
    assert masis.parts.deps().engine == "openai"
    assert "sk-test" not in str(masis.settings_view())
    masis.close()


def test_a_server_that_is_down_is_said_and_not_replaced(folder: Path) -> None:
    """The embedded engine never stands in for a configured server."""
    masis = wiring.build_masis(settings(folder, QDRANT_URL=DEAD, qdrant_timeout_seconds=1))
    workspace_id = masis.create_workspace(Caller(), "Acme").workspace_id
    vectors = next(part for part in masis.health() if part.name == "vectors")
    assert not vectors.healthy
    assert not (folder / "vectors").exists()
    run_id = masis.ask(Caller(), workspace_id, "How high was revenue?")
    masis.wait(run_id, 30)
    report = masis.run(Caller(), workspace_id, run_id).report
    assert report is not None
    assert report.cause == "retrieval_unavailable"
    masis.close()


def test_beside_a_server_a_second_process_may_work_but_not_recover(folder: Path) -> None:
    """Only the owner of the folder picks up unfinished work."""
    first = wiring.build_masis(settings(folder, QDRANT_URL=DEAD, qdrant_timeout_seconds=1))
    second = wiring.build_masis(settings(folder, QDRANT_URL=DEAD, qdrant_timeout_seconds=1))
    assert (first.parts.lock is None, second.parts.lock is None) == (False, True)
    with pytest.raises(ServiceUnavailable):
        second.parts.vectors().count("acme")
    second.close()
    first.close()


def test_importing_the_wiring_is_cheap() -> None:
    """Nothing heavy is loaded before it is needed."""
    code = (
        "import masis.wiring, sys;"
        "print([m for m in ('pydantic', 'sqlalchemy', 'langgraph', 'onnxruntime') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "[]"
