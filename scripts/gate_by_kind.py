"""Tell whether the gate's chance holds by kind of statement: ``python -m scripts.gate_by_kind FILE ...``.

Each FILE is one of ``scripts.collect_evidence``, of questions that neither head nor gate was fitted on.
For rows and sentences, where a figure is asked and where a text is, it prints how many first statements that
fill the slots and reach the gate's line are right, and the offset of the log odds that fits best (maximum
likelihood, with its standard error): 0 where the chance holds, below 0 where it says too much.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from masis.analysts.extractive import gate
from masis.analysts.extractive.rank import Ranker, VectorCache
from masis.embeddings.local import LocalEmbedder
from masis.embeddings.reader import LocalReader
from scripts.fit_answers import Example, answered, found_in, read

LEAST_CHANCE = 0.3
"""What is less likely is far from every line (own choice)."""
ROUNDS = 50


class Outcome(NamedTuple):
    """A first statement that fills the slots."""

    kind: str
    """``row, figure`` and the like."""
    chance: float
    right: bool


def main() -> None:
    """Read, print one line a kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("evidence", type=Path, nargs="+")
    ranker = Ranker(VectorCache(LocalEmbedder().embed), LocalReader())
    examples = (example for path in parser.parse_args().evidence for example in read(path, ranker, 1.0))
    outcomes = list(_outcomes(examples))
    for kind in sorted({outcome.kind for outcome in outcomes}):
        own = [outcome for outcome in outcomes if outcome.kind == kind]
        final = [outcome.right for outcome in own if outcome.chance >= gate.fitted()[1]]
        near = [outcome for outcome in own if outcome.chance > LEAST_CHANCE]
        chances, came_out = [outcome.chance for outcome in near], [outcome.right for outcome in near]
        offset, error = fitted_offset(chances, came_out)
        told = f"over the line {sum(final)} of {len(final)} right"
        print(f"{kind}: {told}; offset {offset:+.2f}, standard error {error:.2f}, n {len(near)}")


def _outcomes(examples: Iterator[Example]) -> Iterator[Outcome]:
    for example in examples:
        if not example.ranked or example.row["kind"] == "conflict":
            continue
        found = found_in(example)
        if gate.fills_slots(found):
            of_row = "row" if example.ranked[0].statement.kind == "row" else "sentence"
            asked = "figure" if found["asks_figure"] else "text"
            right = answered(example) and example.gold[0]
            yield Outcome(f"{of_row}, {asked}", gate.chance(found), right)


def fitted_offset(chances: Sequence[float], right: Sequence[bool]) -> tuple[float, float]:
    """Return what the log odds of chances lack to fit what came out, with its standard error."""
    odds = np.log(np.array(chances) / np.maximum(1e-6, 1 - np.array(chances)))
    offset, held = 0.0, 1.0
    for _ in range(ROUNDS):
        likely = 1 / (1 + np.exp(-(odds + offset)))
        held = float(np.sum(likely * (1 - likely)))
        offset += float(np.sum(np.array(right) - likely)) / held
    return offset, held**-0.5


if __name__ == "__main__":
    main()
