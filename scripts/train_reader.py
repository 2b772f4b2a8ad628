"""Train the reader's head for answers: ``scripts.train_reader FILE ... --base WEIGHTS --out FOLDER``.

Each FILE is what ``scripts.collect_evidence`` wrote. The head goes on from the embeddings of the shipped
reader (``embedded`` of ``model.onnx``), which stay as they are: six layers and a line of weights are
trained, started from the same layers of WEIGHTS, the reader's before it was made 8 bits. A statement on a
gold page that holds what was expected is right, one that does not is wrong; what holds it on another page is
left out, as is what answers a false premise.

Writes ``direct.onnx`` (8 bits) and ``left_out.jsonl``: the log odds of every statement by a head that had not
seen its company, for ``scripts.fit_answers --left-out``. The head that ships is the mean of those heads,
trained a little more on all. Needs torch and onnx, which nothing else here needs. About an hour and a half
and 9 GB on two cores with bf16 arithmetic for 8,500 questions.
"""

import argparse
import copy
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from masis.analysts.extractive.rank import READ_BY_MODEL, Ranker, VectorCache, window_of
from masis.embeddings.local import LocalEmbedder
from masis.embeddings.reader import LocalReader
from scripts.fit_answers import ABSENT, Example, part_key, read
from scripts.reader_head import RATE, Head, export, odds_of, trained

FOLDS, PASSES, PARTS_A_STEP, HARD, OTHERS = 2, 1.25, 8, 2, 1
MORE_STEPS, MORE_RATE = 250, 5e-5
"""What the mean of the folds' heads is trained on all for: a quarter of a pass."""
EACH = 0.5
"""Weight of each window by itself beside the choice among rivals (own choice)."""
UNSURE = frozenset({"false_premise", "broad"})
SQUAD_SHARE = 0.5
States = NDArray[np.float16]
Base = dict[str, Tensor]


class Window(NamedTuple):
    """One statement read for one part."""

    key: tuple[str, int, int]
    states: States
    """Tokens x 384."""
    right: bool | None


class Part(NamedTuple):
    """One part of a question with what was read for it, nearest first."""

    key: str
    topic: str
    kind: str
    windows: tuple[Window, ...]


def main() -> None:
    """Read, train with companies left out in turn, train their mean on all, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("evidence", type=Path, nargs="+")
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    torch.manual_seed(1)
    reader = LocalReader()
    ranker = Ranker(VectorCache(LocalEmbedder().embed), reader)
    parts = [part_of(one, reader) for path in options.evidence for one in read(path, ranker, 1.0)]
    base = torch.load(options.base)
    topics = sorted({part.topic for part in parts if "squad" not in part.kind})
    heads = []
    with (options.out / "left_out.jsonl").open("w", encoding="utf-8") as file:
        for fold in range(FOLDS):
            away = set(topics[fold::FOLDS])
            seen = [part for part in parts if part.topic not in away]
            head = train(seen, _start(base), int(len(seen) * PASSES / PARTS_A_STEP), RATE)
            heads.append(head)
            for part in parts:
                if part.topic in away:
                    told = [[*window.key, odds] for window, odds in readings(head, part)]
                    file.write(json.dumps({"part": part.key, "readings": told}) + "\n")
    export(train(parts, mean_of(heads), MORE_STEPS, MORE_RATE), options.out / "direct.onnx")


def _start(base: Base) -> Head:
    """Start from the line of "answerable"."""
    return Head(base, base["ans.weight"], base["ans.bias"], depth=6)


def part_of(example: Example, reader: LocalReader) -> Part:
    """Read what is nearest to a part, and further statements that hold what was expected."""
    windows = []
    for at, (one, hit, gold) in enumerate(zip(example.ranked, example.hits, example.gold, strict=True)):
        if at < READ_BY_MODEL or hit:
            states = reader.states(example.asked.spoken, window_of(one.statement), "embedded")[-1]
            windows.append(
                Window(
                    one.statement.key, states.astype(np.float16), label(example.row["kind"], bool(hit), gold)
                )
            )
    row = example.row
    return Part(part_key(example), row["topic"], row["kind"], tuple(windows))


def label(kind: str, hit: bool, gold: bool) -> bool | None:
    """Tell whether a statement is right; ``None`` where the expected words alone do not tell."""
    if kind in ABSENT or not hit:
        return False
    return True if gold and kind not in UNSURE else None


def mean_of(heads: Sequence[Head]) -> Head:
    """Return a head whose weights are the mean of those of heads that started from the same ones."""
    head = copy.deepcopy(heads[0])
    states = [other.state_dict() for other in heads]
    head.load_state_dict({name: sum(state[name] for state in states) / len(states) for name in states[0]})
    return head


def train(parts: Sequence[Part], head: Head, total: int, rate: float) -> Head:
    """Train on parts: the right statement among its rivals, and each statement by itself."""
    source = random.Random(1)  # noqa: S311 - an order of training, no secret
    steps = _steps(parts, source)
    return trained(head, steps, total, lambda head, groups: _loss(head, groups) / len(groups), rate)


def _steps(parts: Sequence[Part], source: random.Random) -> Iterator[list[list[Window]]]:
    """Yield, without end, the windows of some parts: of each one right and up to three wrong."""
    while True:
        order = [part for part in parts if "squad" not in part.kind or source.random() < SQUAD_SHARE]
        source.shuffle(order)
        groups = []
        for part in order:
            right = [window for window in part.windows if window.right]
            wrong = [window for window in part.windows if window.right is False]
            rest = wrong[HARD:]
            group = [
                *source.sample(right, min(1, len(right))),
                *wrong[:HARD],
                *source.sample(rest, min(OTHERS, len(rest))),
            ]
            if group:
                groups.append(group)
        yield from (groups[at : at + PARTS_A_STEP] for at in range(0, len(groups), PARTS_A_STEP))


def _loss(head: Head, groups: Sequence[Sequence[Window]]) -> Tensor:
    windows = [window for group in groups for window in group]
    odds = odds_of(head, [window.states for window in windows])
    loss, at = torch.zeros(()), 0
    for group in groups:
        own = odds[at : at + len(group)]
        at += len(group)
        right = torch.tensor([float(bool(window.right)) for window in group])
        loss = loss + EACH * nn.functional.binary_cross_entropy_with_logits(own, right)
        if 0 < right.sum() < len(group):
            loss = loss + torch.logsumexp(own, 0) - torch.logsumexp(own[right > 0], 0)
    return loss


def readings(head: Head, part: Part) -> list[tuple[Window, float]]:
    """Return the log odds of each window of a part."""
    with torch.no_grad():
        odds = odds_of(head, [window.states for window in part.windows]).tolist() if part.windows else []
    return list(zip(part.windows, odds, strict=True))


if __name__ == "__main__":
    main()
