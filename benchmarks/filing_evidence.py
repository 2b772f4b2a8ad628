"""What the first search of a question finds over real filings, all of them in one workspace.

Run: ``python -m benchmarks.filing_evidence QUESTIONS --documents FOLDER [--kept FOLDER] [--misses]``.
``QUESTIONS`` is a file like those in ``evaluation/filings``; ``--kept`` takes the filings in once and uses
them again.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from benchmarks.measure import quartiles, say, timed_milliseconds
from masis.config import Settings
from masis.domain.evidence import EvidenceChunk
from masis.evaluation.asking import EVALUATOR, passages, settled, take_in, workspace
from masis.evaluation.matching import contains_any
from masis.evaluation.sets import GoldenQuestion, read_questions
from masis.service import Masis
from masis.wiring import build_masis

FIRST = 3
"""Passages among which the right document should be."""
RESAMPLES = 1000
SPACE = "filings"


class Marks(NamedTuple):
    """What one question's evidence holds, each 0 or 1, the phrases as a share."""

    page: float
    document: float
    phrases: float
    size: float


def main() -> None:
    """Print the figures for the first search and for a retry, over all questions and by kind."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("--documents", type=Path, required=True)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    questions = read_questions(options.questions)
    asked = [question for question in questions if question.gold]
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(build_masis(Settings(data_dir=options.kept or Path(folder)))) as masis,
    ):
        space = filled(masis, sorted(options.documents.glob("*.pdf")))
        search = searcher(masis, space)
        for retry in (False, True):
            marks = {item.id: marked(item, search(item.question, retry=retry)) for item in asked}
            report("retry" if retry else "first search", asked, marks)
            if options.misses and not retry:
                for item in asked:
                    if not marks[item.id].page:
                        print("   ", item.id, item.kind, item.question, [*item.gold])
        times = [timed_milliseconds(partial(search, item.question, retry=False)) for item in questions]
        say("search", quartiles(times))


Search = Callable[..., Sequence[EvidenceChunk]]


def searcher(masis: Masis, space: str) -> Search:
    """Return the search of runs, over document file names."""
    retriever = masis.parts.deps().retriever
    names = {document.document_id: document.file_name for document in masis.documents(EVALUATOR, space)}

    def search(question: str, *, retry: bool) -> Sequence[EvidenceChunk]:
        found = retriever.retrieve(space, question, (), retry=retry).evidence
        return [chunk.model_copy(update={"document_id": names[chunk.document_id]}) for chunk in found]

    return search


def marked(item: GoldenQuestion, found: Sequence[EvidenceChunk]) -> Marks:
    """Compare what was found with where the answer stands."""
    gold = {(place.document, page) for place in item.gold for page in place.pages}
    documents = {place.document for place in item.gold}
    here = [chunk for chunk in found if chunk.document_id in documents]
    text = "\n".join(f"{chunk.heading}\n{chunk.full_text}" for chunk in here)
    return Marks(
        page=float(any((chunk.document_id, chunk.page_number) in gold for chunk in found)),
        document=float(any(chunk.document_id in documents for chunk in found[:FIRST])),
        phrases=mean(contains_any(text, group) for group in item.phrases) if item.phrases else 1.0,
        size=len(found),
    )


def report(name: str, asked: Sequence[GoldenQuestion], marks: dict[str, Marks]) -> None:
    """Print a line for all questions and one for each kind."""
    for kind in ("", *dict.fromkeys(item.kind for item in asked)):
        some = [item for item in asked if kind in {"", item.kind}]
        rows = [marks[item.id] for item in some]
        low, high = interval([(item.topic, marks[item.id].page) for item in some])
        say(
            f"{name}, {kind or 'all'} ({len(some)})",
            f"gold page {mean(row.page for row in rows):.3f} [{low:.2f}, {high:.2f}], "
            f"document in {FIRST} {mean(row.document for row in rows):.3f}, "
            f"phrases {mean(row.phrases for row in rows):.3f}, {mean(row.size for row in rows):.1f} passages",
        )


def interval(rows: Sequence[tuple[str, float]]) -> tuple[float, float]:
    """Return the 95 % interval of a mean, by drawing whole companies again."""
    groups: dict[str, list[float]] = {}
    for topic, value in rows:
        groups.setdefault(topic, []).append(value)
    chance = random.Random(0)  # noqa: S311 - repeatable, not secret
    means = sorted(
        mean(value for group in chance.choices([*groups.values()], k=len(groups)) for value in group)
        for _ in range(RESAMPLES)
    )
    return means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES)]


def filled(masis: Masis, files: Sequence[Path]) -> str:
    """Take the filings in, unless they are there, and print how fast against the embedder alone."""
    known = {space.name: space.workspace_id for space in masis.workspaces(EVALUATOR)}
    space = known.get(SPACE) or workspace(masis, SPACE)
    held = passages(masis, space)
    missing = [path for path in files if path.name not in held]
    started = time.perf_counter()
    for path in missing:
        take_in(masis, space, path.name, path.read_bytes())
    settled(masis, space, lambda *_: None)
    seconds = time.perf_counter() - started
    if missing:
        chunks = [chunk for some in passages(masis, space).values() for chunk in some]
        rate = len(chunks) / seconds
        sample = random.Random(0).sample(chunks, min(400, len(chunks)))  # noqa: S311 - repeatable, not secret
        raw = timed_milliseconds(lambda: masis.parts.embedder().embed([c.embedding_text for c in sample]))
        alone = len(sample) / raw * 1000
        say("ingestion", f"{len(chunks)} passages, {rate:.1f}/s; embedder {alone:.1f}/s: {rate / alone:.0%}")
    return space


if __name__ == "__main__":
    main()
