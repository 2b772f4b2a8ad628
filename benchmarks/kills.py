"""Kills: parts of a farm of workers are killed in turn while uploads and questions are under way.

Run: ``python -m benchmarks.kills [--kills 20] [--jobs 200]``. Real Postgres, Redis and worker processes, each
killed with SIGKILL in turn and started again, beside a web process that is closed and opened; the vectors are
on the Qdrant server of the tests. Lost, double and stuck jobs are counted at the end.
"""

import argparse
import itertools
import random
import signal
import tempfile
import time
from pathlib import Path

from benchmarks.measure import say
from masis.service import Masis
from tests.fakes import postgres, redis_server
from tests.fakes.qdrant_server import running_qdrant
from tests.fakes.services import ME
from tests.service.test_workers import Farm

REPORT = "# Report\n\nHarbor Freight revenue was {number} million euros in 2024.\n"
PATIENCE_SECONDS = 600.0


class Trial:
    """One farm, what was put into it, and what may be killed."""

    def __init__(self, farm: Farm, server: postgres.Postgres) -> None:
        """Start one web process and two workers."""
        self.farm, self._postgres = farm, server
        self.web = farm.web()
        self.workers = [farm.worker(), farm.worker()]
        self.web.create_workspace(ME, "Acme")
        self.files: set[str] = set()
        self.runs: set[str] = set()

    def give(self, number: int) -> None:
        """Put one upload or one question in; a service that is down makes its giver try again."""
        while True:
            try:
                if number % 2:
                    name = f"report-{number}.md"
                    self.web.upload(ME, "acme", name, REPORT.format(number=number).encode())
                    self.files.add(name)
                else:
                    self.runs.add(
                        self.web.ask(ME, "acme", f"How high was revenue of Harbor Freight, {number}?")
                    )
            except Exception:  # noqa: BLE001 - whatever says that it was not taken
                time.sleep(0.5)
            else:
                return

    def kill_worker(self) -> None:
        """Kill the older worker and start another one."""
        gone = self.workers.pop(0)
        gone.send_signal(signal.SIGKILL)
        gone.wait()
        self.workers.append(self.farm.worker())

    def kill_redis(self) -> None:
        """Kill Redis with all it holds; it is back after a second."""
        with self.farm.redis.down():
            time.sleep(1)

    def kill_postgres(self) -> None:
        """Cut every connection; the server is back after a second."""
        with self._postgres.down():
            time.sleep(1)

    def restart_web(self) -> None:
        """End the web process and begin another one."""
        self.web.close()
        self.web = self.farm.web()

    def settle(self) -> float:
        """Wait until nothing is under way; return the seconds, or give up."""
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE_SECONDS:
            try:
                if not unfinished(self.web):
                    break
            except Exception:  # noqa: BLE001, S110 - a part that is on its way back
                pass
            time.sleep(0.5)
        return time.monotonic() - began


def unfinished(web: Masis) -> int:
    """Return how many jobs have not ended."""
    open_runs = [run for run in web.runs(ME, "acme", limit=1000) if run.state in {"queued", "running"}]
    return len(open_runs) + sum(not job.finished for job in web.jobs(ME, "acme"))


def trial(kills: int, jobs: int, folder: Path) -> None:
    """Kill, count, print."""
    redis, server = redis_server.Redis(), postgres.Postgres()
    try:
        with running_qdrant() as qdrant:
            farm = Farm(folder, redis, server.fresh(), qdrant.url)
            try:
                run(Trial(farm, server), kills, jobs)
            finally:
                farm.close()
    finally:
        redis.close()
        server.close()


def run(trial: Trial, kills: int, jobs: int) -> None:
    """Give all jobs with the kills spread among them, wait, and look."""
    acts = itertools.cycle([trial.kill_worker, trial.kill_redis, trial.kill_postgres, trial.restart_web])
    at = set(random.Random(0).sample(range(jobs), kills))  # noqa: S311 - moments, not secrets
    for number in range(jobs):
        trial.give(number)
        if number in at:
            next(acts)()
    seconds = trial.settle()
    web = trial.web
    runs = web.runs(ME, "acme", limit=1000)
    held = [document.file_name for document in web.documents(ME, "acme")]
    ends = [
        [event.kind for event in web.run(ME, "acme", run.run_id).events].count("finished") for run in runs
    ]
    say("jobs given / kills", f"{len(trial.files)} uploads, {len(trial.runs)} questions / {kills}")
    say(
        "lost",
        f"{len(trial.files - set(held))} uploads, {len(trial.runs - {run.run_id for run in runs})} questions",
    )
    say("double", f"{len(held) - len(set(held))} documents, {sum(count > 1 for count in ends)} answers")
    say("stuck", f"{unfinished(web)} after {seconds:.0f} s")
    say("ended otherwise", str(sorted({run.state for run in runs} - {"finished"})))
    gap = web.parts.completeness.gap("acme")
    say("passages", gap or "all can be found")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trial(options.kills, options.jobs, Path(folder))


if __name__ == "__main__":
    main()
