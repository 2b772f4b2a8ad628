"""The kill test: real processes, real engine, SIGKILL in the middle; nothing lost, nothing half."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from masis.config import Settings
from masis.service import Masis
from masis.wiring import build_masis
from tests.fakes.services import ME, eventually, settled

ROOT = Path(__file__).parent.parent.parent
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

TAKE_IN = """
import sys, time
from pathlib import Path
from masis.config import Settings
from masis.domain.person import Caller
from masis.wiring import build_masis
masis = build_masis(Settings(data_dir=sys.argv[1], _env_file=None))
masis.create_workspace(Caller(), "Acme")
masis.upload(Caller(), "acme", "long.txt", Path(sys.argv[2]).read_bytes())
while True:
    (job,) = masis.jobs(Caller(), "acme")
    print(job.state, job.chunks_done, flush=True)
    if job.finished:
        break
    time.sleep(0.02)
"""
ASK = """
import sys, time
from dataclasses import replace
from masis.config import Settings
from masis.domain.person import Caller
from masis.wiring import build_masis
masis = build_masis(Settings(data_dir=sys.argv[1], _env_file=None))
deps = masis.parts.deps()
class Slow:
    def write(self, *asked):
        print("writing", flush=True)
        time.sleep(60)
masis.parts.deps._made[:] = [replace(deps, synthesizer=Slow())]
print(masis.ask(Caller(), "acme", "What does page 7 say about revenue?"), flush=True)
time.sleep(60)
"""


@pytest.fixture(autouse=True)
def store(database_url: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every process of the test, this one too, keep its runs in the same database."""
    if database_url:
        monkeypatch.setenv("MASIS_DATABASE_URL", database_url)


def long_text() -> str:
    """Return enough text for several batches."""
    words = "The northern region grew while costs for energy and freight fell against the year before. " * 6
    pages = (
        f"# Page {n}\n\nRevenue on page {n} was {n * 3} million euros in 2024. {words}" for n in range(400)
    )
    return "\n\n".join(pages)


def one_batch_stored(line: str) -> bool:
    state, chunks = line.split()
    return state == "embedding" and int(chunks) > 128


def killed_at(script: str, arguments: list[str], moment: Callable[[str], bool]) -> list[str]:
    """Run a script, kill it with SIGKILL at the moment its output asks for, return its output."""
    process = subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", script, *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    lines: list[str] = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line.strip())
        if moment(line):
            process.kill()
            break
    process.wait(10)
    return lines


def reopened(folder: Path) -> Masis:
    return build_masis(Settings(data_dir=folder, _env_file=None))


def test_killed_during_ingestion_and_during_a_run(tmp_path: Path) -> None:
    """After each kill the next process ends what was begun, as if nothing had happened."""
    folder, source = tmp_path / "data", tmp_path / "long.txt"
    source.write_text(long_text(), encoding="utf-8")
    said = killed_at(TAKE_IN, [str(folder), str(source)], one_batch_stored)
    assert said[-1].startswith("embedding")

    masis = reopened(folder)
    (job,) = settled(masis, "acme", 300.0)
    (document,) = masis.documents(ME, "acme")
    version = document.current
    assert (job.state, version.number, version.chunks) == ("done", 1, job.chunks_total)
    assert masis.parts.vectors().count("acme") == version.chunks
    stored = {chunk.version_id for chunk in masis.parts.vectors().scroll("acme")}
    assert stored == {version.version_id}
    undisturbed_id = masis.ask(ME, "acme", "What does page 7 say about revenue?")
    masis.wait(undisturbed_id, 100)
    undisturbed = masis.run(ME, "acme", undisturbed_id).report
    masis.close()

    said = killed_at(ASK, [str(folder)], lambda line: line == "writing\n")
    run_id = next(line for line in said if line.startswith("r"))
    masis = reopened(folder)
    assert eventually(lambda: masis.run(ME, "acme", run_id).summary.state == "finished", 100)
    run = masis.run(ME, "acme", run_id)
    masis.close()
    assert "resumed" in [event.kind for event in run.events]
    assert run.report is not None
    assert undisturbed is not None
    assert (run.report.answer, run.report.confidence) == (undisturbed.answer, undisturbed.confidence)
    assert [entry["node"] for entry in run.report.trace] == [entry["node"] for entry in undisturbed.trace]
    assert run.report.metrics["retrieval_calls"] == undisturbed.metrics["retrieval_calls"]
