"""Our own time when the model answers at once, the calls a run makes, and the memory a hostile reply takes.

Run: ``python -m benchmarks.overhead``. A local server speaks the OpenAI protocol and answers in about 0 ms.
For the memory it runs in a process of its own and sends 750 MiB.
"""

import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.measure import peak_megabytes, quartiles, say, timed_milliseconds
from masis.config import Settings
from masis.domain.person import Caller
from masis.errors import ModelUnavailable
from masis.llm.openai import OpenAIChat, openai_chats
from masis.llm.speech import Speech
from masis.sample import WORKSPACE_ID
from masis.service import Masis
from masis.wiring import build_masis
from tests.fakes.openai_server import FakeOpenAI

CALLER = Caller()
QUESTION = "When did the Brno plant open?"


def ask(masis: Masis) -> dict[str, object]:
    """Run one question to its end and return its metrics."""
    run_id = masis.ask(CALLER, WORKSPACE_ID, QUESTION)
    masis.wait(run_id, 60)
    report = masis.run(CALLER, WORKSPACE_ID, run_id).report
    if report is None:
        message = "the run left no report"
        raise RuntimeError(message)
    return report.metrics


@contextmanager
def timed_calls() -> Iterator[list[float]]:
    """Collect how long each model call takes, in milliseconds, from outside the OpenAI client."""
    spent: list[float] = []
    original = {name: getattr(OpenAIChat, name) for name in ("complete", "structured")}

    def timed(call: Callable[..., object]) -> Callable[..., object]:
        def run(*arguments: object, **named: object) -> object:
            started = time.perf_counter()
            try:
                return call(*arguments, **named)
            finally:
                spent.append((time.perf_counter() - started) * 1000)

        return run

    try:
        for name, call in original.items():
            setattr(OpenAIChat, name, timed(call))
        yield spent
    finally:
        for name, call in original.items():
            setattr(OpenAIChat, name, call)


@contextmanager
def served_beside() -> Iterator[str]:
    """Serve the fake in another process, so that its memory is not counted as ours; yield its address."""
    command = [sys.executable, "-m", "tests.fakes.openai_server", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield server.stdout.readline().strip() if server.stdout else ""
        finally:
            server.terminate()


def hostile() -> None:
    """Say how much memory a reply of 750 MiB takes above a client that has answered before."""
    with served_beside() as base_url, tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), engine="openai", OPENAI_BASE_URL=base_url)
        chat = openai_chats(settings)("synthesizer")
        chat.complete("You are the Writer", "hello")
        idle = peak_megabytes()
        for mode in ("huge", "huge_redirect", "packed", "streams_too_much"):
            body = json.dumps({"mode": mode}).encode()
            door = base_url.removesuffix("/v1") + "/_fake"
            urllib.request.urlopen(urllib.request.Request(door, body, method="PUT")).close()  # noqa: S310
            try:
                heard = Speech() if mode == "streams_too_much" else None
                chat.complete("You are the Writer", "hello", heard=heard)
            except ModelUnavailable as error:
                say(
                    f"hostile reply ({mode}), memory above idle", f"{peak_megabytes() - idle:.1f} MB: {error}"
                )


def main() -> None:
    """Print the figures."""
    hostile()
    with tempfile.TemporaryDirectory() as folder, FakeOpenAI() as fake:
        settings = Settings(
            model_cache_days=0,
            data_dir=Path(folder),
            engine="openai",
            OPENAI_BASE_URL=fake.base_url,
            model_calls_per_minute=10_000,
        )
        masis = build_masis(settings)
        masis.load_sample(CALLER)
        while not all(job.finished for job in masis.jobs(CALLER, WORKSPACE_ID)):
            time.sleep(0.1)
        ask(masis)
        before = fake.count()
        metrics = ask(masis)
        say("happy path, chat requests on the wire", str(fake.count() - before))
        say(
            "happy path, as the run counts them",
            f"{metrics['llm_calls']} model, {metrics['retrieval_calls']} retrieval",
        )
        whole, ours = [], []
        with timed_calls() as in_model:
            for _ in range(40):
                in_model.clear()
                whole.append(timed_milliseconds(lambda: ask(masis)))
                ours.append(whole[-1] - sum(in_model))
        say("run with a 0 ms model, HTTP and client included", quartiles(whole))
        say("the same without the time inside the model calls", quartiles(ours))
        masis.close()


if __name__ == "__main__":
    main()
