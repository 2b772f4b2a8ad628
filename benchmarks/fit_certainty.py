"""Fit the weights of certainty: which signals tell an answer that is right from one that is not?

Usage: ``python -m benchmarks.fit_certainty [--data ../shared/data]``
Only the articles that ``squad_answers`` does not report on are used. What is printed about the fit comes from
articles left out one at a time; the weights, for ``analysts/extract/certainty.py``, come from all of them.
"""

import argparse
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.squad_answers import Asked, ask, chosen, lines
from masis.analysts.extract.certainty import SIGNALS, signals
from masis.analysts.extract.question import understand
from masis.analysts.extract.ranking import rank
from masis.analysts.extract.units import units_of
from masis.analysts.extractive.vectors import VectorCache
from masis.embeddings.local import LocalEmbedder
from masis.evaluation.measures import area_under_risk, auroc, risk_coverage

Numbers = NDArray[np.float64]

PENALTY = 20.0
"""Of the squared weights, on signals brought to unit spread: few articles, so little is believed."""


class Row(NamedTuple):
    """One answered question."""

    article: str
    values: tuple[float, ...]
    right: bool
    cosine: float


def main() -> None:
    """Print the weights and how well they order questions of articles they were not fitted on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    folder = parser.parse_args().data
    corpus = lines(folder / "squad_corpus.jsonl")
    with tempfile.TemporaryDirectory() as store:
        asked = ask(corpus, chosen(corpus, lines(folder / "squad_questions.jsonl"), "fitted"), Path(store))
    rows = _rows(asked)
    right = [row.right for row in rows]
    for name, order in (("left-out articles", _left_out(rows)), ("top cosine", [row.cosine for row in rows])):
        area = area_under_risk(risk_coverage(order, right))
        print(
            f"{name:18s} area under risk-coverage {area:.3f}  AUROC {auroc(order, right):.3f}  n={len(rows)}"
        )
    weights, offset = fit(rows)
    for name, weight in zip(SIGNALS, weights, strict=True):
        print(f"  {name:15s} {weight:6.2f}")
    print(f"  {'offset':15s} {offset:6.2f}")


def fit(rows: list[Row]) -> tuple[Numbers, float]:
    """Return weights and offset of a penalised logistic regression, by Newton's method."""
    values = np.asarray([row.values for row in rows], dtype=np.float64)
    right = np.asarray([row.right for row in rows], dtype=np.float64)
    middle, spread = values.mean(0), values.std(0) + 1e-9
    table = np.hstack([(values - middle) / spread, np.ones((len(rows), 1))])
    penalty = np.diag([PENALTY] * values.shape[1] + [0.0])
    found = np.zeros(table.shape[1])
    for _ in range(30):
        likely = 1 / (1 + np.exp(-table @ found))
        slope = table.T @ (right - likely) - penalty @ found
        bend = (table.T * (likely * (1 - likely))) @ table + penalty
        found += np.linalg.solve(bend, slope)
    weights = found[:-1] / spread
    return weights, float(found[-1] - weights @ middle)


def _rows(asked: list[Asked]) -> list[Row]:
    vectors = VectorCache(LocalEmbedder().embed)
    rows = []
    for one in asked:
        if not one.outcome.sentences:
            continue
        units = units_of(one.evidence)
        parts = understand(one.question["question"]).parts
        found = [signals(part, ranked) for part in parts if (ranked := rank(part, units, vectors))]
        if len(found) != 1:  # which part of a question in several parts is the weakest, only weights can tell
            continue
        right = one.outcome.answerable and one.outcome.cited
        rows.append(Row(one.article, found[0], right, one.cosine))
    return rows


def _left_out(rows: list[Row]) -> list[float]:
    order = [0.0] * len(rows)
    for article in sorted({row.article for row in rows}):
        weights, offset = fit([row for row in rows if row.article != article])
        for place, row in enumerate(rows):
            if row.article == article:
                order[place] = float(1 / (1 + np.exp(-(weights @ np.asarray(row.values) + offset))))
    return order


if __name__ == "__main__":
    main()
