"""Harness: read a set, run it on the pipeline, return the result; equal inputs give equal results."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from masis.errors import InvalidInput
from masis.evaluation import golden, pairs, paragraphs, planted, support, table_questions
from masis.evaluation import uncited as uncited_faults
from masis.evaluation.base import Bench
from masis.evaluation.datasets import read, read_corpus
from masis.evaluation.filings import cells, questions, statements
from masis.evaluation.results import Result

_RUNNERS: dict[str, Callable[[Sequence[Any], Bench], Result]] = {
    "audited answers": support.run,
    "statement pairs": pairs.run_statements,
    "passage pairs": pairs.run_passages,
    "table questions": table_questions.run,
    "golden questions": golden.run,
    "planted faults": planted.run,
}
_OVER_DOCUMENTS: dict[str, Callable[[Sequence[Any], Bench], Result]] = {
    "golden questions": questions.run,
    "statements": statements.run,
    "table cells": cells.run,
}


def evaluate(
    path: Path, bench: Bench, *, corpus: Path | None = None, limit: int | None = None, uncited: bool = False
) -> Result:
    """Run the set at ``path`` and measure what its kind allows.

    ``uncited`` puts planted faults into a memo without sources and measures the draft audit.
    """
    kind, rows = read(path, limit, bench.seed)
    if bench.documents is not None:
        return _over_documents(path, kind, rows, bench)
    if uncited:
        clean: Sequence[Any] = rows
        if kind != "planted faults":
            message = f"--uncited takes a planted-fault set; {path.name} holds {kind}."
            raise InvalidInput(message)
        return uncited_faults.run(clean, bench)
    if kind == "paragraph questions":
        typed: Sequence[Any] = rows
        return paragraphs.run(typed, read_corpus(path, corpus), bench)
    if kind not in _RUNNERS:
        message = f"{path.name} is about a folder of documents. Name it with --documents FOLDER."
        raise InvalidInput(message)
    return _RUNNERS[kind](rows, bench)


def _over_documents(path: Path, kind: str, rows: Sequence[Any], bench: Bench) -> Result:
    """Run a set on the folder of documents the command line names."""
    if kind not in _OVER_DOCUMENTS:
        message = f"--documents takes {', '.join(_OVER_DOCUMENTS)}; {path.name} holds {kind}."
        raise InvalidInput(message)
    return _OVER_DOCUMENTS[kind](rows, bench)
