"""Train the reader's head for filings: ``scripts.train_reader FILE ... --base WEIGHTS --out FOLDER``.

Each FILE is what ``scripts.collect_evidence`` wrote. The head goes on from the states of the shipped reader's
third layer (``middle`` of ``model.onnx``), which stay as they are: three layers and a line of weights are
trained, started from the same layers of WEIGHTS, the reader's before it was made 8 bits. A statement on a
gold page that holds what was expected is right, one that does not is wrong; what holds it on another page is
left out, as is what answers a false premise.

Writes ``direct.onnx`` (8 bits) and ``left_out.jsonl``: the log odds of every statement by a head that had not
seen its company, for ``scripts.fit_answers --left-out``. Needs torch and onnx, which nothing else here
needs. About an hour on two cores for 2,800 questions.
"""

import argparse
import copy
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from masis.analysts.extractive.rank import READ_BY_MODEL, Ranker, window_of
from masis.analysts.extractive.vectors import VectorCache
from masis.embeddings.local import LocalEmbedder
from masis.embeddings.reader import LocalReader
from scripts.fit_answers import ABSENT, Example, part_key, read

LAYERS, HEADS, WIDTH, HIDDEN = 3, 12, 384, 1536
FOLDS, PASSES, PARTS_A_STEP, HARD, OTHERS = 3, 2, 8, 2, 2
RATE, WARM_UP, DROPPED, DECAY, EACH = 1e-4, 60, 0.1, 0.01, 0.5
"""Learning rate, steps until it is reached, share of features dropped, weight decay, weight of each window
by itself beside the choice among rivals (own choices, nothing was tried against them)."""
UNSURE = frozenset({"false_premise", "broad"})
SQUAD_SHARE = 0.5
States = NDArray[np.float16]


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
    """Read, train with companies left out in turn, train on all, write."""
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
    with (options.out / "left_out.jsonl").open("w", encoding="utf-8") as file:
        for fold in range(FOLDS):
            away = set(topics[fold::FOLDS])
            head = train([part for part in parts if part.topic not in away], Head(base))
            for part in parts:
                if part.topic in away:
                    told = [[*window.key, odds] for window, odds in readings(head, part)]
                    file.write(json.dumps({"part": part.key, "readings": told}) + "\n")
    export(train(parts, Head(base)), options.out)


def part_of(example: Example, reader: LocalReader) -> Part:
    """Read what is nearest to a part, and further statements that hold what was expected."""
    windows = []
    for at, (one, hit, gold) in enumerate(zip(example.ranked, example.hits, example.gold, strict=True)):
        if at < READ_BY_MODEL or hit:
            states = reader.states(example.asked.part.text, window_of(one.statement))
            windows.append(Window(one.statement.key, states, label(example.row["kind"], bool(hit), gold)))
    row = example.row
    return Part(part_key(example), row["topic"], row["kind"], tuple(windows))


def label(kind: str, hit: bool, gold: bool) -> bool | None:
    """Tell whether a statement is right; ``None`` where the expected words alone do not tell."""
    if kind in ABSENT or not hit:
        return False
    return True if gold and kind not in UNSURE else None


class Head(nn.Module):
    """The last three layers of the encoder and one line of weights over the first token."""

    def __init__(self, base: dict[str, Tensor]) -> None:
        """Start from the layers and the "answerable" head of the reader."""
        super().__init__()
        shapes = {"qkv": (WIDTH, 3 * WIDTH), "o": (WIDTH, WIDTH), "i": (WIDTH, HIDDEN), "f": (HIDDEN, WIDTH)}
        layer = nn.ModuleDict({name: nn.Linear(*shape) for name, shape in shapes.items()})
        layer.update({name: nn.LayerNorm(WIDTH, eps=1e-12) for name in ("l1", "l2")})
        self.layers = nn.ModuleList([copy.deepcopy(layer) for _ in range(LAYERS)])
        self.ans = nn.Linear(WIDTH, 1)
        kept = {f"bert.layers.{n + LAYERS}.": f"layers.{n}." for n in range(LAYERS)} | {"ans.": "ans."}
        state = {
            new + name.removeprefix(old): value.float()
            for old, new in kept.items()
            for name, value in base.items()
            if name.startswith(old)
        }
        self.load_state_dict(state)

    def forward(self, states: Tensor, there: Tensor | None = None) -> Tensor:
        """Return a log odds for each row of batch x tokens x 384; ``there`` marks what is no padding."""
        batch, tokens, _ = states.shape
        for layer in self.layers:
            mixed = layer["qkv"](states).view(batch, tokens, 3, HEADS, WIDTH // HEADS)
            query, key, value = mixed.permute(2, 0, 3, 1, 4)
            fits = query @ key.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5
            if there is not None:
                fits = fits.masked_fill(~there[:, None, None, :], -1e4)
            seen = (torch.softmax(fits, -1) @ value).transpose(1, 2).reshape(batch, tokens, WIDTH)
            states = layer["l1"](states + self._thinned(layer["o"](seen)))
            inner = nn.functional.gelu(layer["i"](states))
            states = layer["l2"](states + self._thinned(layer["f"](inner)))
        odds: Tensor = self.ans(states[:, 0]).squeeze(-1)
        return odds

    def _thinned(self, states: Tensor) -> Tensor:
        """Drop whole features while training: a tenth of the cost of dropping elements."""
        if not self.training:
            return states
        kept = torch.rand(states.shape[0], 1, states.shape[2]) >= DROPPED
        return states * kept.to(states.dtype) / (1 - DROPPED)


def train(parts: Sequence[Part], head: Head) -> Head:
    """Train on parts: the right statement among its rivals, and each statement by itself."""
    source = random.Random(1)  # noqa: S311 - an order of training, no secret
    optimizer = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=DECAY)
    total = len(parts) * PASSES // PARTS_A_STEP
    head.train()
    for step, groups in zip(range(total), _steps(parts, source), strict=False):
        rate = RATE * min(1, (step + 1) / WARM_UP) * max(0.02, 1 - step / total)
        for group in optimizer.param_groups:
            group["lr"] = rate
        loss = _loss(head, groups) / len(groups)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(head.parameters(), 1.0)
        optimizer.step()
        if step % 50 == 0:
            print(f"step {step} of {total}, loss {loss.item():.3f}", flush=True)
    return head.eval()


def _steps(parts: Sequence[Part], source: random.Random) -> Iterator[list[list[Window]]]:
    """Yield, without end, the windows of some parts: of each one right and up to four wrong."""
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
    odds = torch.cat(list(torch.split(_odds(head, windows), [len(group) for group in groups])))
    loss, at = torch.zeros(()), 0
    for group in groups:
        own = odds[at : at + len(group)]
        at += len(group)
        right = torch.tensor([float(bool(window.right)) for window in group])
        loss = loss + EACH * nn.functional.binary_cross_entropy_with_logits(own, right)
        if 0 < right.sum() < len(group):
            loss = loss + torch.logsumexp(own, 0) - torch.logsumexp(own[right > 0], 0)
    return loss


def _odds(head: Head, windows: Sequence[Window]) -> Tensor:
    """Return the log odds of each window; those of like length are read together."""
    order = sorted(range(len(windows)), key=lambda at: len(windows[at].states))
    third = len(order) // 3 + 1
    found: dict[int, Tensor] = {}
    for start in range(0, len(order), third):
        some = order[start : start + third]
        longest = len(windows[some[-1]].states)
        states = np.zeros((len(some), longest, WIDTH), np.float32)
        there = np.zeros((len(some), longest), bool)
        for row, at in enumerate(some):
            states[row, : len(windows[at].states)] = windows[at].states
            there[row, : len(windows[at].states)] = True
        odds = head(torch.from_numpy(states), torch.from_numpy(there))
        found.update(zip(some, odds, strict=True))
    return torch.stack([found[at] for at in range(len(windows))])


def readings(head: Head, part: Part) -> list[tuple[Window, float]]:
    """Return the log odds of each window of a part."""
    with torch.no_grad():
        odds = _odds(head, part.windows).tolist() if part.windows else []
    return list(zip(part.windows, odds, strict=True))


def export(head: Head, folder: Path) -> None:
    """Write ``direct.onnx``: ``middle`` (1 x tokens x 384) to ``direct`` (1), weights of 8 bits."""
    whole = folder / "direct.fp32.onnx"
    axes: dict[str, Any] = {"middle": {0: "batch", 1: "tokens"}, "direct": {0: "batch"}}
    torch.onnx.export(
        head.eval(), (torch.zeros(1, 16, WIDTH),), str(whole),
        input_names=["middle"], output_names=["direct"], dynamic_axes=axes, opset_version=17, dynamo=False,
    )  # fmt: skip
    quantize_dynamic(
        whole, folder / "direct.onnx", weight_type=QuantType.QInt8, per_channel=True,
        op_types_to_quantize=["MatMul"], extra_options={"MatMulConstBOnly": True},
    )  # fmt: skip
    whole.unlink()


if __name__ == "__main__":
    main()
