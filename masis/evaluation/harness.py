"""Harness: read a set, run it on the pipeline, return the result; equal inputs give equal results."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from masis.errors import InvalidInput
from masis.evaluation import golden, pairs, paragraphs, planted, support, table_questions
from masis.evaluation import uncited as uncited_faults
from masis.evaluation.base import Bench
from masis.evaluation.datasets import read, read_corpus
from masis.evaluation.results import Result

_RUNNERS: dict[str, Callable[[Sequence[Any], Bench], Result]] = {
    "audited answers": support.run,
    "statement pairs": pairs.run_statements,
    "passage pairs": pairs.run_passages,
    "table questions": table_questions.run,
    "golden questions": golden.run,
    "planted faults": planted.run,
}


def evaluate(
    path: Path, bench: Bench, *, corpus: Path | None = None, limit: int | None = None, uncited: bool = False
) -> Result:
    """Run the set at ``path`` and measure what its kind allows.

    ``uncited`` puts planted faults into a memo without sources and measures the draft audit.
    """
    kind, rows = read(path, limit, bench.seed)
    if uncited:
        statements: Sequence[Any] = rows
        if kind != "planted faults":
            message = f"--uncited takes a planted-fault set; {path.name} holds {kind}."
            raise InvalidInput(message)
        return uncited_faults.run(statements, bench)
    if kind == "paragraph questions":
        typed: Sequence[Any] = rows
        return paragraphs.run(typed, read_corpus(path, corpus), bench)
    return _RUNNERS[kind](rows, bench)
