"""Real filings: how long questions take over all of them in one workspace, and how fast they are taken in.

Run: ``python -m benchmarks.ask_filings SET FOLDER [--questions 40]``; a set stands in ``evaluation/filings``.
"""

import argparse
import random
import tempfile
import time
from functools import partial
from pathlib import Path

from benchmarks.measure import peak_megabytes, quartiles, say, timed_milliseconds
from masis.config import Settings
from masis.domain.person import Caller
from masis.evaluation.sets import read_questions
from masis.evaluation.workspaces import files_of
from masis.ingest.guard import check_upload
from masis.ingest.readers import read
from masis.service import Masis
from masis.wiring import build_masis

CALLER = Caller()
_POLL_SECONDS = 0.2


def read_all(folder: Path, settings: Settings) -> None:
    """Print how many pages a second the readers read, tables included, one document after another."""
    pages = tables = rows = 0
    started = time.perf_counter()
    for path in files_of(folder):
        content = path.read_bytes()
        kind, name = check_upload(path.name, content, settings)
        document = read(content, kind, name, None, settings)
        pages += len(document.pages)
        tables += sum(len(page.tables) for page in document.pages)
        rows += sum(len(table.rows) for page in document.pages for table in page.tables)
    seconds = time.perf_counter() - started
    say("reading alone", f"{pages} pages, {tables:,} tables, {rows:,} rows, {pages / seconds:.0f} pages/s")


def take_in(masis: Masis, folder: Path) -> str:
    """Take the documents into one workspace, print pages and passages a second, and return its id."""
    workspace = masis.create_workspace(CALLER, "filings").workspace_id
    started = time.perf_counter()
    for path in files_of(folder):
        masis.upload(CALLER, workspace, path.name, path.read_bytes())
    while not all(job.finished for job in masis.jobs(CALLER, workspace)):
        time.sleep(_POLL_SECONDS)
    seconds = time.perf_counter() - started
    versions = [document.current for document in masis.documents(CALLER, workspace)]
    pages, chunks = sum(version.pages for version in versions), sum(version.chunks for version in versions)
    rates = f"{pages / seconds:.1f} pages/s, {chunks / seconds:.1f} chunks/s"
    say("files to searchable", f"{pages} pages, {chunks:,} chunks in {seconds:.0f} s: {rates}")
    embed(masis, workspace, chunks / seconds)
    return workspace


def embed(masis: Masis, workspace: str, rate: float, most: int = 600) -> None:
    """Print the rate at which the embedder alone takes the same passages, and the share of it reached."""
    texts = [
        chunk.embedding_text
        for document in masis.documents(CALLER, workspace)
        for chunk in masis.chunks(CALLER, workspace, document.document_id, document.current.version_id)
    ]
    drawn = random.Random(0).sample(texts, min(most, len(texts)))  # noqa: S311 - a sample, no secret
    embedder = masis.parts.embedder()
    seconds = timed_milliseconds(lambda: embedder.embed(drawn)) / 1000
    raw = len(drawn) / seconds
    say("embedder alone, same passages", f"{raw:.1f} chunks/s; taking in reaches {rate / raw:.0%} of it")


def ask(masis: Masis, workspace: str, question: str) -> None:
    """Run one question to its end as the page would."""
    masis.wait(masis.ask(CALLER, workspace, question), 120)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("set", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--questions", type=int, default=40)
    options = parser.parse_args()
    rows = read_questions(options.set)
    drawn = random.Random(0).sample(rows, min(options.questions, len(rows)))  # noqa: S311 - a sample, no secret
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder))
        read_all(options.folder, settings)
        masis = build_masis(settings)
        masis.uploads.reader.keep()  # as the app does where files can be dropped
        workspace = take_in(masis, options.folder)
        ask(masis, workspace, drawn[0].question)
        times = [timed_milliseconds(partial(ask, masis, workspace, row.question)) for row in drawn]
        say("ask, whole run", quartiles(times))
        say("peak memory of this process", f"{peak_megabytes():.0f} MB")
        masis.close()


if __name__ == "__main__":
    main()
