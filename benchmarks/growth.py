"""Growth: what each page and each question adds, and what follows for ten to a hundred thousand analysts.

Run: ``python -m benchmarks.growth FOLDER SET [--questions 40]``. Documents are taken in one after another and
questions asked one after another; sizes on disk and processor time (not wall time, which other work changes)
are read after each, and a line is laid through them (least squares). ``docs/scale.md`` tells what follows.
"""

import argparse
import os
import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.measure import say
from masis.config import Settings
from masis.domain.person import Caller
from masis.evaluation.sets import read_questions
from masis.evaluation.workspaces import files_of
from masis.service import Masis
from masis.wiring import build_masis

CALLER = Caller()
PLACE = "growth"
PARTS = {
    "database": "masis.db*",
    "checkpoints": "checkpoints.db*",
    "vectors": "vectors",
    "originals": "blobs",
}
BOUNDED = "checkpoints"
"""Kept for the last ``MASIS_FORKABLE_RUNS`` alone, so it does not grow with every question."""
WORKING_DAYS = 250
PAGES_A_DAY, QUESTIONS_A_DAY = 20, 15
"""Of one analyst (assumed)."""
BUSIEST_HOUR = 0.2
"""Share of a day's questions that fall into its busiest hour (assumed)."""
FULL = 0.6
"""Share of a processor that is planned with, so that nobody waits long (assumed)."""
ANALYSTS = (10, 1_000, 100_000)
NUMBERS = 384
"""In a vector of the embedder that ships with MASIS; 4 bytes each, or 1."""
ENTRIES, POINTS = 61.5, 1.78
"""Of a passage with its table rows: words in word vectors, and points (two filings, 1,545 passages)."""
GRAPH_BYTES, ENTRY_BYTES, POINT_BYTES = 136, 12, 120
"""What a Qdrant server keeps in memory (worked out from how it is laid out): 32 links of a passage and some
above them; number, weight and highest weight to come of a word; id, version, indexed fields of a point."""


@dataclass(frozen=True)
class Reading:
    """What stood on disk, and what had been worked, after a number of pages and questions."""

    pages: int
    passages: int
    questions: int
    processor_seconds: float
    sizes: dict[str, int]


def size_of(folder: Path, pattern: str) -> int:
    """Return the bytes of files, or of a folder with all below."""
    found = [path for match in folder.glob(pattern) for path in (match, *match.rglob("*"))]
    return sum(path.stat().st_blocks * 512 for path in found if path.is_file())


def processor_seconds() -> float:
    """Return what this process and its ended children have used; the reading child is closed first."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def reading(masis: Masis, folder: Path, questions: int) -> Reading:
    """Read everything once."""
    held = masis.documents(CALLER, PLACE)
    return Reading(
        pages=sum(document.current.pages for document in held),
        passages=sum(document.current.chunks for document in held),
        questions=questions,
        processor_seconds=processor_seconds(),
        sizes={name: size_of(folder, pattern) for name, pattern in PARTS.items()},
    )


def slope(across: Sequence[float], up: Sequence[float]) -> float:
    """Return what one step across adds, by least squares."""
    return float(np.polyfit(np.array(across), np.array(up), 1)[0])


@dataclass(frozen=True)
class Costs:
    """What one page and one question take."""

    page_bytes: float
    page_seconds: float
    passages_a_page: float
    question_bytes: float
    question_seconds: float


def measured(folder: Path, questions: Sequence[str], files: Sequence[Path]) -> Costs:
    """Take the files in, ask the questions, print each slope and return them."""
    masis = build_masis(Settings(data_dir=folder, _env_file=None))
    try:
        masis.start()
        masis.create_workspace(CALLER, PLACE)
        taken = [reading(masis, folder, 0)]
        for path in files:
            job = masis.upload(CALLER, PLACE, path.name, path.read_bytes())
            masis.uploads.wait(job.job_id, None)
            masis.uploads.reader.close()  # its processor time counts once it has ended
            taken.append(reading(masis, folder, 0))
        asked = [taken[-1]]
        for number, question in enumerate(questions, 1):
            masis.wait(masis.ask(CALLER, PLACE, question))
            asked.append(reading(masis, folder, number))
    finally:
        masis.close()
    pages = [at.pages for at in taken]
    numbers = [at.questions for at in asked]
    page_bytes = question_bytes = 0.0
    for name in PARTS:
        a_page = slope(pages, [at.sizes[name] for at in taken])
        a_question = slope(numbers, [at.sizes[name] for at in asked])
        page_bytes += a_page
        if name != BOUNDED:
            question_bytes += a_question
        say(f"{name}: a page, a question", f"{a_page / 1024:.1f} KB, {a_question / 1024:.1f} KB")
    costs = Costs(
        page_bytes=page_bytes,
        page_seconds=slope(pages, [at.processor_seconds for at in taken]),
        passages_a_page=slope(pages, [at.passages for at in taken]),
        question_bytes=question_bytes,
        question_seconds=slope(numbers, [at.processor_seconds for at in asked]),
    )
    say("pages, passages, questions", f"{pages[-1]:,}, {taken[-1].passages:,}, {numbers[-1]:,}")
    say("passages a page", f"{costs.passages_a_page:.1f}")
    say("processor seconds a page, a question", f"{costs.page_seconds:.3f}, {costs.question_seconds:.3f}")
    return costs


def memory_bytes(passages: float, bytes_a_number: int) -> float:
    """Return what a Qdrant server holds in memory for so many passages."""
    words, points = ENTRIES * ENTRY_BYTES, POINTS * POINT_BYTES
    return passages * (NUMBERS * bytes_a_number + GRAPH_BYTES + words + points)


def planned(costs: Costs, analysts: int) -> None:
    """Print what a year of so many analysts holds and needs."""
    pages = analysts * PAGES_A_DAY * WORKING_DAYS
    questions = analysts * QUESTIONS_A_DAY * WORKING_DAYS
    an_hour = analysts * QUESTIONS_A_DAY * BUSIEST_HOUR
    answering = an_hour * costs.question_seconds / 3600 / FULL
    taking_in = analysts * PAGES_A_DAY * BUSIEST_HOUR * costs.page_seconds / 3600 / FULL
    of_pages, of_questions = pages * costs.page_bytes / 1024**3, questions * costs.question_bytes / 1024**3
    say(f"{analysts:,} analysts, pages after a year", f"{pages:,}")
    passages = pages * costs.passages_a_page
    whole, short = (memory_bytes(passages, size) / 1000**3 for size in (4, 1))
    say("  passages", f"{passages:,.0f}")
    say("  GB in memory: vectors, of a byte a number", f"{whole:,.1f}, {short:,.1f}")
    say("  GB on disk: documents, questions", f"{of_pages:,.0f}, {of_questions:,.0f}")
    say("  questions in the busiest hour", f"{an_hour:,.0f}")
    say("  cores: answering, taking in", f"{answering:,.2f}, {taking_in:,.2f}")


def main() -> None:
    """Print the slopes and the plan."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("set", type=Path)
    options.add_argument("--files", type=int, default=6)
    options.add_argument("--questions", type=int, default=40)
    given = options.parse_args()
    held = [row.question for row in read_questions(given.set)]
    chosen = random.Random(0).sample(held, min(given.questions, len(held)))  # noqa: S311 - the same every time
    with tempfile.TemporaryDirectory() as folder:
        costs = measured(Path(folder), chosen, files_of(given.folder)[: given.files])
    for analysts in ANALYSTS:
        planned(costs, analysts)


if __name__ == "__main__":
    main()
