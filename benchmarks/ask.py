"""How long a question takes over many chunks, end to end, and a plain LangChain search beside it.

Run: ``python -m benchmarks.ask [--chunks 10000]``. Taking 10,000 chunks in costs about three minutes.
"""

import argparse
import tempfile
import time
from functools import partial
from pathlib import Path

from benchmarks.inputs import OBJECTS, SUBJECTS, passages
from benchmarks.langchain_pipeline import PlainPipeline
from benchmarks.measure import quartiles, say, timed_milliseconds
from masis.config import Settings
from masis.domain.person import Caller
from masis.service import Masis
from masis.wiring import build_embedder, build_masis

CALLER = Caller()


def questions() -> list[str]:
    """Return forty questions in the words of the passages."""
    return [
        f"What did {subject.lower()} report about {topic} in {year}?"
        for number, (subject, year) in enumerate(zip(SUBJECTS, range(2015, 2025), strict=True))
        for topic in (OBJECTS[number % len(OBJECTS)], *OBJECTS[:3])
    ]


def fill(masis: Masis, texts: list[str], per_document: int = 500) -> int:
    """Take the passages in as text documents, one paragraph a chunk; return the number of chunks."""
    workspace = masis.create_workspace(CALLER, "bench").workspace_id
    for start in range(0, len(texts), per_document):
        content = "\n\n".join(texts[start : start + per_document]).encode()
        masis.upload(CALLER, workspace, f"report-{start:05d}.txt", content)
    while not all(job.finished for job in masis.jobs(CALLER, workspace)):
        time.sleep(0.2)
    return sum(document.current.chunks for document in masis.documents(CALLER, workspace))


def ask(masis: Masis, question: str) -> None:
    """Run one question to its end, one iteration."""
    run_id = masis.ask(CALLER, "bench", question, max_retries=0)
    masis.wait(run_id, 60)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--chunks", type=int, default=10_000)
    count = parser.parse_args().chunks
    texts = passages(count)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder))
        masis = build_masis(settings)
        started = time.perf_counter()
        chunks = fill(masis, texts)
        say("text to searchable", f"{chunks} chunks, {chunks / (time.perf_counter() - started):.0f} chunks/s")
        asked = questions()
        ask(masis, asked[0])
        say(
            "ask, one iteration, whole run",
            quartiles([timed_milliseconds(partial(ask, masis, question)) for question in asked]),
        )
        masis.close()
        plain = PlainPipeline(build_embedder(settings))
        plain.add_passages(texts)
        plain.search(asked[0])
        say(
            "LangChain similarity search alone",
            quartiles([timed_milliseconds(partial(plain.search, question)) for question in asked]),
        )


if __name__ == "__main__":
    main()
