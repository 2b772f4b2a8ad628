"""How many windows a second the reader reads, and what a question's full share of them takes.

Run: ``python -m benchmarks.reading``.
"""

import os
import time

from benchmarks.inputs import passages
from benchmarks.measure import quartiles, say, timed_milliseconds
from masis.domain.language.windows import MOST_WINDOWS, ReaderWindow
from masis.embeddings.reader import LocalReader

QUESTIONS, STATEMENTS = 12, 3


def main() -> None:
    """Print windows a second on one core and on all, and the time of a question's windows."""
    windows = [
        ReaderWindow(
            context="Annual report 2024 › Operations", statements=tuple(text.split(". ")[:STATEMENTS])
        )
        for text in passages(MOST_WINDOWS * QUESTIONS)
    ]
    for threads in dict.fromkeys((1, os.cpu_count() or 1)):
        reader = LocalReader(threads=threads)
        reader.read("warm up", windows[:1])
        spent = [timed(reader, number, windows) for number in range(QUESTIONS)]
        rate = QUESTIONS * MOST_WINDOWS / (sum(spent) / 1000)
        say(f"reader, {threads} threads", f"{rate:.0f} windows a second")
        say(f"reader, {threads} threads, {MOST_WINDOWS} windows", quartiles(spent))
    started = time.perf_counter()
    reader.read("Question 0: which division increased its orders?", windows[:MOST_WINDOWS])
    say("reader, the same windows again", f"{(time.perf_counter() - started) * 1000:.1f} ms")


def timed(reader: LocalReader, number: int, windows: list[ReaderWindow]) -> float:
    """Return the milliseconds of one question over windows not read before."""
    share = windows[number * MOST_WINDOWS : (number + 1) * MOST_WINDOWS]
    question = f"Question {number}: which division increased its orders?"
    return timed_milliseconds(lambda: reader.read(question, share))


if __name__ == "__main__":
    main()
