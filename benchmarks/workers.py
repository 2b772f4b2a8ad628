"""Workers: the questions that one worker process answers a second against those that two answer.

Run: ``python -m benchmarks.workers [--questions 60] [--parallel 1] [--cores 1]``. Real Postgres, Redis and
worker processes over the sample; the vectors are on the Qdrant server of the tests, in a process of its own.
One new worker, then two new workers, load their models with some questions and are then asked others all at
once: what a worker keeps of a question that it has read would otherwise count for the one or for the two.

That Qdrant is written in Python and looks through every payload for each filter, which took more processor
time than the workers. Once all is taken in it remembers what each filter lets through and where each word
stands, as indexes would.
"""

import argparse
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import numpy.typing as npt
from qdrant_client.local import local_collection, payload_filters

from benchmarks.measure import say
from masis.evaluation.sets import read_questions
from masis.service import Masis
from tests.fakes import postgres, redis_server
from tests.fakes.qdrant_server import running_qdrant
from tests.fakes.services import ME
from tests.service.test_workers import Farm

ROOT = Path(__file__).parents[1]
PLACE = "sample"
WARMING = 24
"""Questions from which the workers load their models; none of them is measured."""


@contextmanager
def filters_remembered() -> Iterator[None]:
    """Let the Qdrant of the tests look once what a filter lets through; nothing may be written meanwhile."""
    look = payload_filters.calculate_payload_mask
    seen: dict[tuple[tuple[int, ...], str], Any] = {}

    def looked(**given: Any) -> Any:  # noqa: ANN401 - the library's own
        wanted = given["payload_filter"]
        key = tuple(map(id, given["payloads"])), wanted.model_dump_json() if wanted is not None else ""
        if key not in seen:
            seen[key] = look(**given)
        return seen[key].copy()

    with patch.object(local_collection, "calculate_payload_mask", looked):
        yield


@contextmanager
def words_indexed() -> Iterator[None]:
    """Let the Qdrant of the tests look a word up where it stands, as a server's sparse index does."""
    # The list is made anew for each query, of vectors that stay: by them it is known again.
    places: dict[tuple[int, ...], Mapping[int, tuple[npt.NDArray[Any], npt.NDArray[Any]]]] = {}

    def scored(query: Any, vectors: Any, empty_is_zero: bool = False) -> npt.NDArray[Any]:  # noqa: ANN401
        known = tuple(map(id, vectors))
        index = places.get(known) or places.setdefault(known, _index_of(vectors))
        scores = np.zeros(len(vectors), np.float32)
        touched = np.zeros(len(vectors), bool)
        for word, weight in zip(query.indices, query.values, strict=True):
            if word in index:
                rows, values = index[word]
                scores[rows] += np.float32(weight) * values
                touched[rows] = True
        if not empty_is_zero:
            scores[~touched] = -np.inf
        return scores

    with patch.object(local_collection, "calculate_distance_sparse", scored):
        yield


def _index_of(vectors: Any) -> Mapping[int, tuple[npt.NDArray[Any], npt.NDArray[Any]]]:  # noqa: ANN401
    found: dict[int, tuple[list[int], list[float]]] = {}
    for row, vector in enumerate(vectors):
        for word, value in zip(vector.indices, vector.values, strict=True):
            rows, values = found.setdefault(word, ([], []))
            rows.append(row)
            values.append(value)
    return {word: (np.array(rows), np.array(values, np.float32)) for word, (rows, values) in found.items()}


def _serve_qdrant(caller: Connection) -> None:
    """Serve until the caller goes; from its first word on nothing is written."""
    with running_qdrant() as qdrant:
        caller.send(qdrant.url)
        caller.recv()
        with filters_remembered(), words_indexed():
            caller.recv()


@contextmanager
def qdrant_beside() -> Iterator[tuple[str, Connection]]:
    """Yield the address of a Qdrant in another process, and how to tell it that all is taken in."""
    spawn = get_context("spawn")
    here, there = spawn.Pipe()
    process = spawn.Process(target=_serve_qdrant, args=(there,), daemon=True)
    process.start()
    try:
        yield here.recv(), here
    finally:
        process.terminate()
        process.join()


def answered(web: Masis, questions: list[str]) -> float:
    """Ask all at once and return the questions that were answered a second.

    Raises:
        RuntimeError: a run failed or lost its search; such ones end sooner and would count as fast.
    """
    began = time.monotonic()
    asked = [web.ask(ME, PLACE, question) for question in questions]
    for run_id in asked:
        web.wait(run_id, 600)
    seconds = time.monotonic() - began
    for run_id in asked:
        run = web.run(ME, PLACE, run_id)
        if run.report is None or run.report.cause == "retrieval_unavailable":
            message = f"{run.summary.question}: {run.summary.state}, {run.report and run.report.answer}"
            raise RuntimeError(message)
    return len(questions) / seconds


def measured(farm: Farm, count: int, parallel: int, qdrant: Connection) -> None:
    """Print what one worker does, what two do, and how often that is."""
    found = [question.question for question in read_questions(ROOT / "evaluation/golden.jsonl")]
    warming, questions = found[:WARMING], found[WARMING:][:count]
    web = farm.web()
    web.load_sample(ME)
    taking_in = farm.worker("--kinds", "ingest")
    while not all(job.finished for job in web.jobs(ME, PLACE)):
        time.sleep(0.5)
    ended(taking_in)
    qdrant.send("all is taken in")
    rates: list[float] = []
    for workers in (1, 2):
        running = [farm.worker("--kinds", "run", "--parallel", str(parallel)) for _ in range(workers)]
        answered(web, warming)
        rates.append(answered(web, questions))
        ended(*running)
        say(f"{workers} of {parallel} at a time", f"{rates[-1]:.2f} questions a second, n {len(questions)}")
    say("two against one", f"{rates[1] / rates[0]:.2f} times")


def ended(*workers: "subprocess.Popen[bytes]") -> None:
    """Have workers finish what they hold, and go."""
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.wait(60)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--parallel", type=int, default=1)
    parser.add_argument("--cores", type=int, help="MASIS_CORES of each worker")
    options = parser.parse_args()
    redis, server = redis_server.Redis(), postgres.Postgres()
    try:
        with tempfile.TemporaryDirectory() as folder, qdrant_beside() as (url, qdrant):
            farm = Farm(Path(folder), redis, server.fresh(), url)
            if options.cores:
                farm.set("cores", str(options.cores))
            try:
                measured(farm, options.questions, options.parallel, qdrant)
            finally:
                farm.close()
    finally:
        redis.close()
        server.close()


if __name__ == "__main__":
    main()
