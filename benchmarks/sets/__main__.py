"""Measure MASIS on a public set: ``python -m benchmarks.sets SET``; README.md lists the kinds of sets."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.sets import (
    filing_cells,
    filing_statements,
    pairs,
    planted,
    ragtruth,
    squad,
    tatqa,
    uncited,
    written_answers,
)
from benchmarks.sets.bench import Bench
from benchmarks.sets.rows import read, read_corpus
from benchmarks.sets.seen import read_training, seen_articles, seen_sources
from masis.errors import InvalidInput, MasisError
from masis.evaluation.base import Progress
from masis.evaluation.command import add_options, measure
from masis.evaluation.results import Result
from masis.service import Masis
from masis.wiring import build_masis

Runner = Callable[[Sequence[Any], Bench], Result]

RUNNERS: Mapping[str, Runner] = {
    "passage pairs": pairs.run_passages,
    "planted faults": planted.run,
    "statement pairs": pairs.run_statements,
    "statements": filing_statements.run,
    "table cells": filing_cells.run,
    "written answers": written_answers.run,
}
OVER_DOCUMENTS = ("statements", "table cells", "written answers")
"""Kinds of sets about a folder of documents that the command line names."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure one set and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sets", description=__doc__)
    parser.add_argument("set", type=Path, metavar="SET", help="JSON lines; the kind is known by the fields")
    parser.add_argument(
        "--corpus", type=Path, metavar="FILE", help="paragraphs, when not beside the questions"
    )
    parser.add_argument(
        "--uncited", action="store_true", help="planted faults as sentences of a memo that cites nothing"
    )
    parser.add_argument(
        "--as",
        dest="form",
        choices=tatqa.FORMATS,
        default="md",
        help="table questions: the kind of file that each table is written as",
    )
    add_options(parser)
    options = parser.parse_args(arguments)

    try:
        return measure(options, build_masis, runner(options))
    except MasisError as error:
        print(error, file=sys.stderr)
        return 1


def runner(options: argparse.Namespace) -> Callable[[Masis, str, Progress], Result]:
    """Read the set and return what measures its kind on an open MASIS."""
    kind, rows = read(options.set, options.limit, options.seed)
    if options.uncited and kind != "planted faults":
        message = f"--uncited takes a planted-fault set; {options.set.name} holds {kind}."
        raise InvalidInput(message)
    if options.form != "md" and kind != "table questions":
        message = f"--as takes table questions; {options.set.name} holds {kind}."
        raise InvalidInput(message)
    if kind in OVER_DOCUMENTS and options.documents is None:
        message = f"{options.set.name} is about a folder of documents. Name it with --documents FOLDER."
        raise InvalidInput(message)
    if kind not in OVER_DOCUMENTS and options.documents is not None:
        message = f"--documents takes {' or '.join(OVER_DOCUMENTS)}; {options.set.name} holds {kind}."
        raise InvalidInput(message)
    of_kind = _of_kind(kind, options)

    def run(masis: Masis, engine: str, progress: Progress) -> Result:
        bench = Bench(
            masis,
            options.set.name,
            engine,
            options.seed,
            progress,
            options.documents or Path(),
            options.show_report_rows,
        )
        return of_kind(rows, bench)

    return run


def _of_kind(kind: str, options: argparse.Namespace) -> Runner:
    if options.uncited:
        return uncited.run
    if kind == "table questions":
        return partial(tatqa.run, form=options.form, training=read_training(options.set))
    if kind == "audited answers":
        return partial(ragtruth.run, seen=seen_sources(options.set))
    if kind == "paragraph questions":
        corpus = read_corpus(options.set, options.corpus)
        return partial(squad.run, corpus=corpus, seen=seen_articles(options.set, corpus))
    return RUNNERS[kind]


if __name__ == "__main__":
    sys.exit(main())
