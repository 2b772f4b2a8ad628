"""PDF to searchable: the whole pipeline against the embedder's own rate, and against plain LangChain.

Run: ``python -m benchmarks.ingest [--pages 300] [--repeat 3]``. Pipeline and embedder take
turns, and each share is of one turn, so that other work on the machine weighs on both.
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.inputs import report_pdf
from benchmarks.langchain_pipeline import PlainPipeline
from benchmarks.measure import peak_megabytes, say
from masis.config import Settings
from masis.domain.person import Caller
from masis.embeddings.base import Embedder
from masis.service import Masis
from masis.wiring import build_embedder, build_masis

CALLER = Caller()
WARM_SECONDS = 2.0


def take_in(masis: Masis, content: bytes, name: str = "bench") -> tuple[int, float]:
    """Upload a PDF and wait; return chunks and seconds."""
    workspace = masis.create_workspace(CALLER, name).workspace_id
    started = time.perf_counter()
    job = masis.upload(CALLER, workspace, "report.pdf", content)
    masis.uploads.wait(job.job_id, None)
    seconds = time.perf_counter() - started
    (job,) = masis.jobs(CALLER, workspace)
    if job.state != "done":
        message = f"{job.state}: {job.message}"
        raise RuntimeError(message)
    return masis.documents(CALLER, workspace)[0].current.chunks, seconds


def turn(masis: Masis, embedder: Embedder, content: bytes, name: str) -> float:
    """Take the PDF in, embed its passages once more by themselves, and return the pipeline's share."""
    time.sleep(WARM_SECONDS)  # the reading process that is kept ready starts again
    chunks, seconds = take_in(masis, content, name)
    document = masis.documents(CALLER, name)[0]
    address = (document.document_id, document.current.version_id)
    texts = [chunk.embedding_text for chunk in masis.chunks(CALLER, name, *address)]
    started = time.perf_counter()
    embedder.embed(texts)
    raw = len(texts) / (time.perf_counter() - started)
    rate = chunks / seconds
    say(
        "to searchable",
        f"{seconds:.1f} s, {chunks} chunks, {rate:.1f} of {raw:.1f} chunks/s, {rate / raw:.0%}",
    )
    return rate / raw


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    content = report_pdf(options.pages)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder))
        masis = build_masis(settings)
        masis.uploads.reader.keep()  # as the app does where files can be dropped
        embedder = build_embedder(settings)
        embedder.embed_query("warm up")
        shares = [turn(masis, embedder, content, f"bench-{number}") for number in range(options.repeat)]
        masis.close()
    say("pipeline as a share of the embedder, median", f"{statistics.median(shares):.0%}")
    say("peak memory of this process", f"{peak_megabytes():.0f} MB")
    started = time.perf_counter()
    plain = PlainPipeline(embedder).ingest_pdf(content)
    seconds = time.perf_counter() - started
    say(
        "plain LangChain, same embedder",
        f"{seconds:.1f} s, {plain} chunks, {options.pages / seconds:.1f} pages/s",
    )


if __name__ == "__main__":
    main()
