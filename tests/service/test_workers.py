"""Workers: questions and uploads of web processes, done by processes that may be killed at any moment."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from pytest_httpserver import HTTPServer
from redis import Redis

from masis.config import Settings
from masis.domain.run.report import RunSummary
from masis.errors import ConfigurationError, QueueUnavailable
from masis.service import Masis
from masis.service.notifications.posting import LOOK_SECONDS
from masis.service.team import UNMANNED
from masis.service.workers import CeleryQueue
from masis.wiring import build_masis
from tests.fakes import redis_server
from tests.fakes.qdrant_server import running_qdrant
from tests.fakes.services import ME, eventually, settled

pytestmark = [
    pytest.mark.service,
    pytest.mark.timeout(400),  # processes of their own start slowly on a loaded machine; none of them hangs
    pytest.mark.skipif(not redis_server.available(), reason=redis_server.WHY_NOT),
]
REPORT = "# Report\n\nHarbor Freight revenue was 12 million euros in 2024.\n"
QUESTION = "How high was revenue of Harbor Freight in 2024?"


class Farm:
    """One address of each server, web processes in this process and workers of their own."""

    def __init__(self, folder: Path, redis: redis_server.Redis, database_url: str, qdrant_url: str) -> None:
        self.redis = redis
        self._given: dict[str, Any] = {
            "data_dir": folder / "data",
            "executor": "celery",
            "redis_url": SecretStr(redis.url),
            "database_url": SecretStr(database_url),
            "QDRANT_URL": qdrant_url,
        }
        self.settings = Settings(**self._given, _env_file=None)
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("MASIS_")},
            "MASIS_DATA_DIR": str(folder / "data"),
            "MASIS_EXECUTOR": "celery",
            "MASIS_REDIS_URL": redis.url,
            "MASIS_DATABASE_URL": database_url,
            "QDRANT_URL": qdrant_url,
        }
        self._log = folder / "worker.log"
        self._workers: list[subprocess.Popen[bytes]] = []
        self._webs: list[Masis] = []

    def set(self, name: str, value: str) -> None:
        """Set something for the processes that are opened from now on."""
        self.settings = Settings(**{**self._given, name: value}, _env_file=None)
        self._environment[f"MASIS_{name.upper()}"] = value

    def web(self) -> Masis:
        """Open one more web process; all share the folder."""
        masis = build_masis(self.settings)
        self._webs.append(masis)
        return masis

    def worker(self, *arguments: str) -> "subprocess.Popen[bytes]":
        """Start a worker and return once it counts as alive."""
        with self._log.open("ab") as log:
            process = subprocess.Popen(  # noqa: S603 - this program
                [sys.executable, "-m", "masis", "worker", *arguments],
                env=self._environment,
                stdout=log,
                stderr=log,
            )
        self._workers.append(process)
        assert eventually(lambda: self._is_alive(process.pid), 110), self._log.read_text()
        return process

    def command(self, *arguments: str) -> tuple[int, str]:
        """Run a command of MASIS; return its exit status and what it said."""
        done = subprocess.run(  # noqa: S603 - this program
            [sys.executable, "-m", "masis", *arguments],
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def _is_alive(self, process_id: int) -> bool:
        team = self._webs[-1].parts.team
        assert team is not None
        return any(f"-{process_id}-" in name for name in team.queue.workers())

    def close(self) -> None:
        """End everything that still runs."""
        for process in self._workers:
            process.kill()
            process.wait()
        for masis in self._webs:
            masis.close()


@pytest.fixture
def farm(tmp_path: Path, postgres_url: str) -> Iterator[Farm]:
    """Return servers without any MASIS yet."""
    redis = redis_server.Redis()
    with running_qdrant() as qdrant:
        farm = Farm(tmp_path, redis, postgres_url, qdrant.url)
        yield farm
        farm.close()
    redis.close()


def filled(masis: Masis, documents: int = 1) -> None:
    masis.create_workspace(ME, "Acme")
    for number in range(documents):
        masis.upload(ME, "acme", f"report-{number}.md", f"{REPORT}\nPart {number}.\n".encode())
    assert {job.state for job in settled(masis, "acme", 90)} == {"done"}


def runs(masis: Masis) -> tuple[RunSummary, ...]:
    return masis.runs(ME, "acme", limit=200)


def test_what_one_web_process_asks_a_worker_answers_and_another_shows(farm: Farm) -> None:
    first, second = farm.web(), farm.web()
    farm.worker()
    filled(first)
    run_id = first.ask(ME, "acme", QUESTION)
    second.wait(run_id, 60)
    snapshot = second.run(ME, "acme", run_id)
    assert snapshot.summary.state == "finished"
    assert snapshot.report is not None
    assert "12 million" in snapshot.report.answer
    assert [event.kind for event in snapshot.events][:2] == ["started", "node_started"]
    assert next(part for part in first.health() if part.name == "workers").healthy
    assert [document.file_name for document in second.documents(ME, "acme")] == ["report-0.md"]


def test_what_a_worker_makes_stale_is_sent_once_by_one_of_the_web_processes(
    farm: Farm, httpserver: HTTPServer
) -> None:
    httpserver.expect_request("/hook").respond_with_data("ok")
    farm.set("notify_urls", f"json://127.0.0.1:{httpserver.port}/hook")
    first, second = farm.web(), farm.web()
    farm.worker()
    filled(first)
    run_id = first.ask(ME, "acme", QUESTION)
    first.wait(run_id, 60)
    assert first.run(ME, "acme", run_id).summary.verdict == "finalized"
    first.upload(ME, "acme", "report-0.md", REPORT.replace("12", "13").encode())
    assert {job.state for job in settled(first, "acme", 90)} == {"done"}
    assert [told.kind for told in second.notifications.listed(ME).found] == ["stale"]
    assert eventually(lambda: len(httpserver.log) > 0, 30)
    time.sleep(3 * LOOK_SECONDS)  # both web processes have looked again
    (sent,) = httpserver.log
    assert sent[0].json["title"] == "MASIS: A document behind a final answer was replaced"
    assert "report" not in sent[0].json["message"]


def test_without_a_worker_work_waits_and_health_says_why(farm: Farm) -> None:
    masis = farm.web()
    masis._recovery.join(10)  # a start hands out again what it finds, a job sent meanwhile among it
    masis.create_workspace(ME, "Acme")
    masis.upload(ME, "acme", "report.md", REPORT.encode())
    part = next(part for part in masis.health() if part.name == "workers")
    assert not part.healthy
    assert "start python -m masis worker; 1 jobs wait" in part.detail
    assert [job.message for job in masis.jobs(ME, "acme")] == [UNMANNED]
    run_id = masis.ask(ME, "acme", QUESTION)
    assert masis.run(ME, "acme", run_id).message == UNMANNED
    farm.worker()
    assert [(job.state, job.message) for job in settled(masis, "acme", 60)] == [("done", "")]
    assert eventually(lambda: masis.run(ME, "acme", run_id).summary.state == "finished", 60)
    assert not masis.run(ME, "acme", run_id).message


def test_a_queued_run_is_cancelled_at_once_and_a_worker_leaves_it_alone(farm: Farm) -> None:
    masis = farm.web()
    masis.create_workspace(ME, "Acme")
    run_id = masis.ask(ME, "acme", QUESTION)
    masis.cancel_run(ME, "acme", run_id)
    assert masis.run(ME, "acme", run_id).summary.state == "cancelled"
    farm.worker()
    masis.upload(ME, "acme", "report.md", REPORT.encode())
    assert [(job.state, job.message) for job in settled(masis, "acme", 60)] == [("done", "")]
    assert masis.run(ME, "acme", run_id).summary.state == "cancelled"


def test_a_workspace_is_deleted_under_its_workers(farm: Farm) -> None:
    masis = farm.web()
    farm.worker()
    filled(masis)
    for _ in range(5):
        masis.ask(ME, "acme", QUESTION)
    masis.delete_workspace(ME, "acme")
    assert masis.workspaces(ME) == ()
    team = masis.parts.team
    assert team is not None
    assert eventually(lambda: not team.elsewhere(), 60)


def test_files_of_one_name_are_taken_in_one_after_the_other(farm: Farm) -> None:
    masis = farm.web()
    farm.worker("--parallel", "2")
    farm.worker("--parallel", "2")
    masis.create_workspace(ME, "Acme")
    for number in range(6):
        masis.upload(ME, "acme", "report.md", f"{REPORT}\nEdition {number}.\n".encode())
    assert {job.state for job in settled(masis, "acme", 90)} == {"done"}
    (document,) = masis.documents(ME, "acme")
    assert len(document.versions) == 6


def kill_worker(farm: Farm, process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()
    farm.worker()


def stop_worker(farm: Farm, process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGTERM)
    process.wait(60)
    farm.worker()


def kill_redis(farm: Farm, _process: "subprocess.Popen[bytes]") -> None:
    with farm.redis.down():
        time.sleep(1)


@pytest.mark.parametrize("disturb", [kill_worker, stop_worker, kill_redis])
def test_nothing_is_lost_or_done_twice_when_a_part_goes_down(
    farm: Farm, disturb: Callable[[Farm, "subprocess.Popen[bytes]"], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    from datetime import timedelta

    monkeypatch.setattr("masis.service.team.QUIET", timedelta(seconds=2))
    masis = farm.web()
    process = farm.worker()
    filled(masis, 2)
    asked = [masis.ask(ME, "acme", f"{QUESTION[:-1]}, asked {number} times?") for number in range(8)]
    for number in range(4):
        masis.upload(ME, "acme", f"more-{number}.md", f"{REPORT}\nMore {number}.\n".encode())
    disturb(farm, process)
    assert eventually(lambda: {run.state for run in runs(masis)} == {"finished"}, 110), runs(masis)
    assert {job.state for job in settled(masis, "acme", 60)} == {"done"}
    assert sorted(run.run_id for run in runs(masis)) == sorted(asked)
    assert len(masis.documents(ME, "acme")) == 6
    for run_id in asked:
        kinds = [event.kind for event in masis.run(ME, "acme", run_id).events]
        assert kinds.count("finished") == 1


def told_to_end(process: "subprocess.Popen[bytes]") -> float:
    """Send SIGTERM; return the seconds until the process was gone."""
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
    return time.monotonic() - began


def test_a_worker_told_to_end_stops_an_upload_and_another_one_takes_it_in(farm: Farm) -> None:
    farm.set("cores", "1")
    masis = farm.web()
    process = farm.worker()
    masis.create_workspace(ME, "Acme")
    text = "".join(
        f"# Part {page}\n\n" + f"Plant {page} made {page} thousand parts, and its costs rose. " * 60 + "\n\n"
        for page in range(400)
    )
    masis.upload(ME, "acme", "long.md", text.encode())
    assert eventually(lambda: masis.jobs(ME, "acme")[0].chunks_done > 0, 60)
    assert told_to_end(process) < 8
    (job,) = masis.jobs(ME, "acme")
    assert job.state == "embedding"
    assert job.chunks_done < job.chunks_total
    team = masis.parts.team
    assert team is not None
    assert (team.elsewhere(), team.queue.workers()) == (frozenset(), ())
    # Who is there is asked every second or so: on a quick machine the worker ends between two times.
    assert eventually(lambda: masis.jobs(ME, "acme")[0].message == UNMANNED, 5)
    farm.worker()
    assert eventually(lambda: job.job_id in team.elsewhere(), 10), (
        "it is not waited for what lapses by itself"
    )
    masis.cancel_job(ME, "acme", job.job_id)
    assert [job.state for job in settled(masis, "acme", 30)] == ["cancelled"]


def test_a_worker_told_to_end_hands_its_runs_on_to_another_one(farm: Farm) -> None:
    farm.set("cores", "1")
    masis = farm.web()
    process = farm.worker()
    filled(masis)
    asked = [masis.ask(ME, "acme", f"{QUESTION[:-1]}, asked {number} times?") for number in range(40)]
    assert eventually(lambda: any(run.state == "running" for run in runs(masis)), 60)
    assert told_to_end(process) < 8
    left = [run for run in runs(masis) if run.state != "finished"]
    assert left
    assert {run.state for run in left} <= {"queued", "running"}
    team = masis.parts.team
    assert team is not None
    assert team.elsewhere() == frozenset()
    farm.worker()
    for run_id in asked:
        masis.wait(run_id, 60)
    assert {run.state for run in runs(masis)} == {"finished"}


def test_two_installations_on_one_redis_see_nothing_of_each_other() -> None:
    redis = redis_server.Redis()
    try:
        first, second = (CeleryQueue(redis.url, name) for name in ("first", "second"))
        first.send("run", "r1")
        first.seen("worker-1")
        assert (first.waiting(), first.workers()) == (1, ("worker-1",))
        assert (second.waiting(), second.workers()) == (0, ())
        stray = [
            key for key in Redis.from_url(redis.url).scan_iter("*") if not key.startswith(b"masis:first:")
        ]
        assert stray == []
    finally:
        redis.close()


def test_a_redis_that_is_away_keeps_no_sender_waiting() -> None:
    redis = redis_server.Redis()
    queue = CeleryQueue(redis.url, "first")
    with redis.down():
        began = time.monotonic()
        with pytest.raises(QueueUnavailable, match="Work begins when it is back"):
            queue.send("run", "r1")
        assert time.monotonic() - began < 3
    queue.send("run", "r1")
    assert queue.waiting() == 1
    redis.close()


def test_passages_are_not_put_back_while_a_web_process_or_a_worker_runs(farm: Farm) -> None:
    masis = farm.web()
    farm.worker()
    status, said = farm.command("reindex")
    assert (status != 0, "in use by MASIS in process" in said) == (True, True), said
    masis.close()
    status, said = farm.command("reindex")
    assert (status != 0, "MASIS is running: 1 worker (" in said) == (True, True), said


def test_workers_need_what_processes_share(tmp_path: Path) -> None:
    from masis.upkeep import run_worker

    with pytest.raises(ValueError, match="MASIS_EXECUTOR=celery needs MASIS_DATABASE_URL, QDRANT_URL"):
        Settings(executor="celery", redis_url=SecretStr("redis://127.0.0.1:1/0"), _env_file=None)
    with pytest.raises(ConfigurationError, match="nothing to work on"):
        run_worker(Settings(data_dir=tmp_path, _env_file=None), ("run",), 1)
