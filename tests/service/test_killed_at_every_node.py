"""The kill test: SIGKILL after every node in turn, before its checkpoint; nothing is paid for twice."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from masis.config import Settings
from masis.domain.run.report import RunReport
from masis.retrieval.folder import copy_folder
from masis.service import Masis
from masis.wiring import build_masis
from tests.conftest import SQLITE_AND_POSTGRES
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.postgres import Postgres
from tests.fakes.services import ME, settled
from tests.llm.chats import KEY

ROOT = Path(__file__).parent.parent.parent
pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]
QUESTION = "What was revenue in 2024?"
TEXT = "# Results\n\nRevenue was 12 million euros in 2024. It grew by 8 % against 2023.\n"
HAPPY = ["orchestrator", "supervisor", "researcher", "synthesizer", "critic", "evaluator", "supervisor"]

# Dies after the node's work and before its checkpoint: the moment at which most is lost. A later process
# first does the node over that the one before lost, so it dies one node further.
RUN = """
import os, signal, sys
from pathlib import Path
from masis.config import Settings
from masis.domain.person import Caller
from masis.graph import guard
from masis.wiring import build_masis
folder, question, deaths_at = sys.argv[1], sys.argv[2], int(sys.argv[3])
url = sys.argv[4] or None
timed, ended = guard._timed, []
def mortal(name, *rest):
    ended.append(name)
    if len(ended) == deaths_at:
        print(name, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    return timed(name, *rest)
guard._timed = mortal
masis = build_masis(Settings(data_dir=folder, database_url=url, _env_file=None))
masis._recovery.join()
known = masis.runs(Caller(), "acme")
run_id = known[0].run_id if known else masis.ask(Caller(), "acme", question)
masis.wait(run_id, 100)
print("ended", flush=True)
"""


@dataclass(frozen=True)
class Place:
    """A data folder, and the database beside it when that is no file in it."""

    folder: Path
    url: str | None = None
    server: Postgres | None = None

    def copied(self, folder: Path) -> "Place":
        """Return a copy of everything."""
        copy_folder(self.folder, folder)
        url = self.server.copy(self.url) if self.server and self.url else None
        return replace(self, folder=folder, url=url)

    def open(self) -> Masis:
        return build_masis(Settings(data_dir=self.folder, database_url=self.url, _env_file=None))


@pytest.fixture(scope="module", params=SQLITE_AND_POSTGRES)
def prepared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Return a place with one document."""
    server = None if request.param == "sqlite" else request.getfixturevalue("postgres")
    place = Place(tmp_path_factory.mktemp("killed") / "data", server and server.fresh(), server)
    masis = place.open()
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "results.md", TEXT.encode())
    settled(masis, "acme", 60)
    masis.close()
    return place


@pytest.fixture
def fake() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as fake:
        yield fake


def process(place: Place, deaths_at: int, fake: FakeOpenAI | None) -> str:
    """Start or go on with the run in a process of its own; return its last word."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("OPENAI", "MASIS"))
    }
    if fake:
        environment |= {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": fake.base_url}
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", RUN, str(place.folder), QUESTION, str(deaths_at), place.url or ""],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout, done.stderr
    return done.stdout.split()[-1]


def report_in(place: Place) -> tuple[RunReport, list[str]]:
    """Return the one run's report and its events' kinds."""
    masis = place.open()
    try:
        (run,) = masis.runs(ME, "acme")
        snapshot = masis.run(ME, "acme", run.run_id)
        with masis.parts.database.read() as session:
            from masis.store.tables import ModelReplyRow

            assert session.query(ModelReplyRow).count() == 0
    finally:
        masis.close()
    assert snapshot.report
    return snapshot.report, [event.kind for event in snapshot.events]


def compared(report: RunReport) -> dict[str, object]:
    """Return all of a report that a stop must not change."""
    plain = report.model_dump(mode="json", exclude={"run_id", "thread_id", "started_at", "finished_at"})
    for entry in plain["trace"]:
        entry.pop("duration_ms")
        entry.pop("waited_seconds", None)
    plain["metrics"].pop("node_latency_ms")
    return plain


@pytest.mark.parametrize("engine", ["extractive", "openai"])
def test_a_run_killed_at_every_node_ends_as_an_undisturbed_one(
    prepared: Place, tmp_path: Path, fake: FakeOpenAI, engine: str
) -> None:
    server = fake if engine == "openai" else None
    calm, killed = prepared.copied(tmp_path / "calm"), prepared.copied(tmp_path / "killed")
    assert process(calm, 0, server) == "ended"
    undisturbed = fake.count()
    assert undisturbed == (4 if server else 0)

    fake.reset()
    died = [process(killed, 1 if place == 0 else 2, server) for place in range(len(HAPPY))]
    assert died == HAPPY
    assert process(killed, 0, server) == "ended"
    assert fake.count() == undisturbed

    report, kinds = report_in(killed)
    expected, _ = report_in(calm)
    assert compared(report) == compared(expected)
    assert kinds.count("finished") == 1
    assert [entry["node"] for entry in report.trace] == HAPPY
