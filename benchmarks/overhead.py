"""Our own time when the model answers at once, and the calls a run makes, counted on the wire.

Run: ``python -m benchmarks.overhead``. A local server speaks the OpenAI protocol and answers in about 0 ms.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.measure import quartiles, say, timed_milliseconds
from masis.config import Settings
from masis.domain.person import Caller
from masis.llm.openai import OpenAIChat
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


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, FakeOpenAI() as fake:
        settings = Settings(
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
