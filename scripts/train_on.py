"""Train the head for answers on: ``scripts.train_on FILE ... --new FILE ... --public P --out FOLDER``.

Goes on from the ``direct.onnx`` that ships, over the states of the ``shared.onnx`` beside it as it is in use,
8 bits and all: another head stands on these, so they stay. FILEs are what ``scripts.collect_evidence`` wrote
of organisations that a training has seen, or that were left out of the first one; those after ``--new`` are
of organisations that no head has seen. Half of what is drawn is of the latter.

Beside a statement that is right stand others that are not: two that the head as it is reads highest, which
teach it most (Xiong et al. 2021, *Approximate nearest neighbor negative contrastive learning*, section 3),
and one of the rest. The wrong ones are read once, before the training.

Writes ``direct.onnx`` (8 bits). Needs torch and onnx, which nothing else here needs. Reading for hard
statements takes .3 s a part on one core; then about an hour, 14 windows a second and 4 GB on two cores, with
arithmetic for half precision up to three times as many.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from masis.analysts.extractive.rank import Ranker, VectorCache
from masis.embeddings.local import LocalEmbedder
from masis.embeddings.reader import READER_FOLDER, Frame, LocalReader
from scripts.answer_encoder import AnswerEncoder, SharedStates, export, odds_over
from scripts.encoder_layers import train
from scripts.fit_answers import read
from scripts.train_reader import (
    LEAST_RATE,
    LEFT_OUT,
    PARTS_A_STEP,
    SEEN_BY_NONE,
    Group,
    Part,
    answered,
    loss_of,
    mixed,
    part_of,
    public_groups,
)

OF_KNOWN = 0.4
"""Share of the answered parts drawn of the organisations that every training has seen."""
DRAWN = {"new": 0.5, "left out at first": 0.25, "known": 0.25}
"""How often a part is of which organisations (own choice)."""
HARDEST, HARD = 2, 6
"""One of the two that are read highest and one of the next four."""
SOME = 140
"""Windows that are read to tell which inputs stand out (own choice)."""


class Hard(NamedTuple):
    """The windows of a part: those that are right, the wrong ones read highest, the other wrong ones."""

    right: tuple[Frame, ...]
    hard: tuple[Frame, ...]
    others: tuple[Frame, ...]


def main() -> None:
    """Read for hard statements, train, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("evidence", type=Path, nargs="+")
    parser.add_argument("--new", type=Path, nargs="+", default=())
    parser.add_argument("--public", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    torch.manual_seed(1)
    source = random.Random(1)  # noqa: S311 - an order of training, no secret
    reader, below = LocalReader(), SharedStates()
    told = [*parts_by_topic(options.evidence, reader)]
    known = [part for topic, part in told if topic not in LEFT_OUT]
    drawn = {
        "new": [part for topic, part in parts_by_topic(options.new, reader) if topic not in SEEN_BY_NONE],
        "left out at first": [part for topic, part in told if topic in LEFT_OUT - SEEN_BY_NONE],
        "known": [part for part in known if not answered(part) or source.random() < OF_KNOWN],
    }
    teaching = {name: [part for part in parts if teaches(part)] for name, parts in drawn.items()}
    encoder = AnswerEncoder(READER_FOLDER / "direct.onnx").eval()
    pools = {
        name: [hard_of(part, encoder, below) for part in parts] for name, parts in teaching.items() if parts
    }
    both = mixed(own_groups(pools, source), public_groups(options.public, reader, source))
    train(encoder, lambda: next_loss(encoder, both, below), options.minutes, LEAST_RATE["own"])
    some = [frame for pool in pools.values() for part in pool[:SOME] for frame in part.hard[:1]]
    export(encoder, options.out / "direct.onnx", source.sample(some, min(SOME, len(some))))


def parts_by_topic(paths: Sequence[Path], reader: LocalReader) -> Iterator[tuple[str, Part]]:
    """Yield the organisation and the part of each question for which anything was found, ranked by words."""
    ranker = Ranker(VectorCache(LocalEmbedder().embed), None)
    for path in paths:
        for example in read(path, ranker, 1.0):
            part = part_of(example, reader)
            if part.windows:
                yield example.row["topic"], part


def teaches(part: Part) -> bool:
    """Tell whether anything of a part is known to be right or wrong."""
    return any(window.right is not None for window in part.windows)


def hard_of(part: Part, encoder: AnswerEncoder, below: SharedStates) -> Hard:
    """Return the windows of a part by how much they teach the head that is gone on from."""
    frames = [window.frame for window in part.windows if window.right is False]
    wrong = [frames[at] for at in odds_by(encoder, below, frames).argsort(descending=True)]
    right = tuple(window.frame for window in part.windows if window.right)
    return Hard(right, tuple(wrong[:HARD]), tuple(wrong[HARD:]))


def own_groups(pools: dict[str, list[Hard]], source: random.Random) -> Iterator[Group]:
    """Yield, without end, windows of a part: one that is right and up to three that are wrong."""
    turns = {name: shuffled_for_ever(parts, source) for name, parts in pools.items()}
    shares = [DRAWN[name] for name in turns]
    while True:
        (name,) = source.choices(list(turns), shares)
        part = next(turns[name])
        first, second = part.hard[:HARDEST], part.hard[HARDEST:]
        wrong = [frame for some in (first, second, part.others) for frame in drawn_from(some, source)]
        yield [
            *((frame, True) for frame in drawn_from(part.right, source)),
            *((frame, False) for frame in wrong),
        ]


def shuffled_for_ever(parts: Sequence[Hard], source: random.Random) -> Iterator[Hard]:
    """Yield all parts in an order by chance, again and again."""
    while True:
        yield from source.sample(parts, len(parts))


def drawn_from(frames: Sequence[Frame], source: random.Random) -> list[Frame]:
    """Return one of some frames, or none of none."""
    return source.sample(frames, min(1, len(frames)))


def odds_by(encoder: AnswerEncoder, below: SharedStates, frames: Sequence[Frame]) -> Tensor:
    """Return the log odds of some windows, of none for none."""
    with torch.no_grad():
        return odds_over(encoder, [below.of(frame) for frame in frames]) if frames else torch.zeros(0)


def next_loss(encoder: AnswerEncoder, source: Iterator[Group], below: SharedStates) -> Tensor:
    """Return the loss of the next questions."""
    groups = list(islice(source, PARTS_A_STEP))
    odds = odds_over(encoder, [below.of(frame) for group in groups for frame, _ in group])
    return loss_of(odds, [[told for _, told in group] for group in groups])


if __name__ == "__main__":
    main()
