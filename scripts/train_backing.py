"""Train the reader's head for claims: ``scripts.train_backing FILE ... --base WEIGHTS --out FOLDER``.

Each FILE is what ``scripts.collect_evidence --statements`` wrote. The head goes on from the states of the
shipped reader's third layer, like that of ``scripts.train_reader``, and says whether one row or sentence by
itself bears a claim out. Of a true statement the best of the places on its gold pages has to, of a false one
none. Every third company is left out: ``scripts.fit_carried`` fits the chance of a claim on those.

Writes ``backing.onnx`` (8 bits) and ``left_out.jsonl``, the log odds of every place for the companies left
out. Needs torch and onnx, which nothing else here needs. Twenty minutes on two cores for 4,600 statements.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from masis.domain.evidence import EvidenceChunk
from masis.domain.language.words import concepts
from masis.domain.verification.backing import backing_places
from masis.domain.verification.facts import facts_of
from masis.domain.verification.figures import check_figures
from masis.embeddings.reader import LocalReader
from scripts.reader_head import Floats, Head, export, odds_of, trained

EVERY, PASSES, CLAIMS_A_STEP = 3, 2, 8
MOST_READ, SURELY_READ = 5, 2
"""Places of one claim in one step, and those of them that are always taken: the first."""
EACH = 0.3
"""Weight of every place of a false claim beside its best (own choice)."""


class Claim(NamedTuple):
    """A statement with what is read for it."""

    key: str
    topic: str
    true: bool
    states: tuple[Floats, ...]
    """One window each: tokens x 384."""
    gold: tuple[bool, ...]
    """Whether a window stands on a gold page."""

    @property
    def telling(self) -> tuple[Floats, ...]:
        """The windows one of which has to bear a true claim out, or none of which may a false one."""
        marked = zip(self.states, self.gold, strict=True)
        return tuple(states for states, gold in marked if gold) if self.true else self.states


def main() -> None:
    """Read, train, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("statements", type=Path, nargs="+")
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    torch.manual_seed(1)
    reader = LocalReader()
    rows = (json.loads(line) for path in options.statements for line in path.open(encoding="utf-8"))
    claims = [claim_of(row, reader) for row in rows]
    away = set(sorted({claim.topic for claim in claims})[::EVERY])
    head = train([claim for claim in claims if claim.topic not in away], start(torch.load(options.base)))
    with (options.out / "left_out.jsonl").open("w", encoding="utf-8") as file:
        for claim in claims:
            if claim.topic in away and claim.states:
                with torch.no_grad():
                    odds = odds_of(head, claim.states).tolist()
                file.write(json.dumps({"statement": claim.key, "backing": odds}) + "\n")
    export(head, options.out / "backing.onnx")


def claim_of(row: dict[str, Any], reader: LocalReader) -> Claim:
    """Return a statement with the states of its windows."""
    chunks = [EvidenceChunk.model_validate(chunk) for chunk in row["evidence"]]
    facts = [fact for chunk in chunks for fact in facts_of(chunk)]
    own = frozenset(word for chunk in chunks for name in chunk.profile.names for word in concepts(name))
    figures = check_figures(row["body"], facts, own)
    states: list[Floats] = []
    gold: list[bool] = []
    for place in backing_places(row["body"], chunks, [one.fact for one in figures if one.fact]):
        known = row["files"].get(place.chunk.document_id) == row["document"]
        for window in reader.states(row["body"], place.window):
            states.append(window.astype(np.float16))
            gold.append(known and place.chunk.page_number in row["pages"])
    return Claim(row["id"], row["topic"], row["label"] == "true", tuple(states), tuple(gold))


def start(base: dict[str, Tensor]) -> Head:
    """Start from the line of "supported" against the mean of the other two."""
    weight, bias = base["claim.weight"].float(), base["claim.bias"].float()
    rest, shift = weight[1:].mean(0, keepdim=True), bias[1:].mean(0, keepdim=True)
    return Head(base, weight[:1] - rest, bias[:1] - shift, depth=3)


def train(claims: Sequence[Claim], head: Head) -> Head:
    """Train on the claims that have something to be read."""
    usable = [claim for claim in claims if claim.telling]
    total = len(usable) * PASSES // CLAIMS_A_STEP
    source = random.Random(1)  # noqa: S311 - an order of training, no secret
    return trained(head, _steps(usable, source), total, _loss)


Batch = list[tuple[bool, list[Floats]]]


def _steps(claims: Sequence[Claim], source: random.Random) -> Iterator[Batch]:
    """Yield, without end, some claims with the windows that are read for them."""
    order = list(claims)
    while True:
        source.shuffle(order)
        for at in range(0, len(order) - CLAIMS_A_STEP + 1, CLAIMS_A_STEP):
            yield [(claim.true, _drawn(claim.telling, source)) for claim in order[at : at + CLAIMS_A_STEP]]


def _drawn(states: Sequence[Floats], source: random.Random) -> list[Floats]:
    if len(states) <= MOST_READ:
        return list(states)
    return [*states[:SURELY_READ], *source.sample(states[SURELY_READ:], MOST_READ - SURELY_READ)]


def _loss(head: Head, batch: Batch) -> Tensor:
    odds = odds_of(head, [states for _, windows in batch for states in windows])
    loss = torch.zeros(())
    for (true, _), own in zip(batch, torch.split(odds, [len(windows) for _, windows in batch]), strict=True):
        if true:
            loss = loss + nn.functional.softplus(-(torch.softmax(own, 0) * own).sum())
        else:
            loss = loss + nn.functional.softplus(own.max()) + EACH * nn.functional.softplus(own).mean()
    return loss / len(batch)


if __name__ == "__main__":
    main()
