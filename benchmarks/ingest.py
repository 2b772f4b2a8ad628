"""PDF to searchable: the whole pipeline against the embedder's own rate, and against plain LangChain.

Run: ``python -m benchmarks.ingest [--pages 300]``.
"""

import argparse
import tempfile
import time
from pathlib import Path

from benchmarks.inputs import report_pdf
from benchmarks.langchain_pipeline import PlainPipeline
from benchmarks.measure import peak_megabytes, say
from masis.config import Settings
from masis.domain.workspace import Caller
from masis.service import Masis
from masis.wiring import build_embedder, build_masis

CALLER = Caller()


def take_in(masis: Masis, content: bytes) -> tuple[int, float]:
    """Upload a PDF and wait; return chunks and seconds."""
    workspace = masis.create_workspace(CALLER, "bench").workspace_id
    started = time.perf_counter()
    job = masis.upload(CALLER, workspace, "report.pdf", content)
    while not job.finished:
        time.sleep(0.02)
        (job,) = masis.jobs(CALLER, workspace)
    seconds = time.perf_counter() - started
    if job.state != "done":
        message = f"{job.state}: {job.message}"
        raise RuntimeError(message)
    return masis.documents(CALLER, workspace)[0].current.chunks, seconds


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=300)
    pages = parser.parse_args().pages
    content = report_pdf(pages)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder))
        masis = build_masis(settings)
        embedder = build_embedder(settings)
        embedder.embed_query("warm up")
        chunks, seconds = take_in(masis, content)
        document = masis.documents(CALLER, "bench")[0]
        texts = [
            chunk.embedding_text
            for chunk in masis.chunks(CALLER, "bench", document.document_id, document.current.version_id)
        ]
        started = time.perf_counter()
        embedder.embed(texts)
        raw = len(texts) / (time.perf_counter() - started)
        masis.close()
    say(f"{pages} pages to searchable", f"{seconds:.1f} s, {chunks} chunks, {chunks / seconds:.1f} chunks/s")
    say("the embedder alone on the same chunks", f"{raw:.1f} chunks/s")
    say("pipeline as a share of the embedder", f"{chunks / seconds / raw:.0%}")
    say("peak memory of this process", f"{peak_megabytes():.0f} MB")
    started = time.perf_counter()
    plain = PlainPipeline(embedder).ingest_pdf(content)
    seconds = time.perf_counter() - started
    say("plain LangChain, same embedder", f"{seconds:.1f} s, {plain} chunks, {pages / seconds:.1f} pages/s")


if __name__ == "__main__":
    main()
