"""Reader head: layers of the encoder and a line of weights over states of the reader, to train and write.

Needs torch and onnx, which nothing that runs needs.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from scripts.encoder_layers import EncoderLayers, hidden_bias, write_in_8_bits

LAYERS, HEADS, WIDTH, HIDDEN = 6, 12, 384, 1536
RATE, WARM_UP, DECAY = 1e-4, 60, 0.01
"""Learning rate (2.5e-4 was no better for claims), steps until it is reached, weight decay."""
_HALF = bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
"""Twice to three times as fast where the processor has arithmetic for it, fifteen times slower elsewhere."""
Floats = NDArray[np.floating[Any]]
Batch = TypeVar("Batch")


class Head(EncoderLayers):
    """The last layers of the encoder and one line of weights over the first token."""

    def __init__(self, base: dict[str, Tensor], weight: Tensor, bias: Tensor, depth: int) -> None:
        """Start from the reader's last ``depth`` layers and a line of one of its heads: 1 x 384, and 1."""
        super().__init__(depth, WIDTH, HEADS, HIDDEN, epsilon=1e-12)
        self.ans = nn.Linear(WIDTH, 1)
        state = {
            f"layers.{n}." + name.removeprefix(f"bert.layers.{n + LAYERS - depth}."): value.float()
            for n in range(depth)
            for name, value in base.items()
            if name.startswith(f"bert.layers.{n + LAYERS - depth}.")
        }
        self.load_state_dict({**state, "ans.weight": weight.float(), "ans.bias": bias.float()})

    def forward(self, states: Tensor, there: Tensor | None = None) -> Tensor:
        """Return a log odds for each row of batch x tokens x 384; ``there`` marks what is no padding."""
        bias = torch.zeros(1) if there is None else hidden_bias(there)
        odds: Tensor = self.ans(self.transformed(states, bias)[:, 0]).squeeze(-1)
        return odds.float()


def odds_of(head: Head, windows: Sequence[Floats]) -> Tensor:
    """Return the log odds of each window, tokens x 384; those of like length are read together."""
    order = sorted(range(len(windows)), key=lambda at: len(windows[at]))
    third = len(order) // 3 + 1
    found: dict[int, Tensor] = {}
    for start in range(0, len(order), third):
        some = order[start : start + third]
        longest = len(windows[some[-1]])
        states = np.zeros((len(some), longest, WIDTH), np.float32)
        there = np.zeros((len(some), longest), bool)
        for row, at in enumerate(some):
            states[row, : len(windows[at])] = windows[at]
            there[row, : len(windows[at])] = True
        with torch.autocast("cpu", torch.bfloat16, enabled=_HALF):
            odds = head(torch.from_numpy(states), torch.from_numpy(there))
        found.update(zip(some, odds, strict=True))
    return torch.stack([found[at] for at in range(len(windows))])


def trained(
    head: Head,
    batches: Iterable[Batch],
    total: int,
    loss_of: Callable[[Head, Batch], Tensor],
    highest: float = RATE,
) -> Head:
    """Train for ``total`` steps, one batch each, the rate rising first and then falling to a fiftieth."""
    optimizer = torch.optim.AdamW(head.parameters(), lr=highest, weight_decay=DECAY)
    head.train()
    for step, batch in zip(range(total), batches, strict=False):
        rate = highest * min(1, (step + 1) / WARM_UP) * max(0.02, 1 - step / total)
        for group in optimizer.param_groups:
            group["lr"] = rate
        loss = loss_of(head, batch)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(head.parameters(), 1.0)
        optimizer.step()
        if step % 50 == 0:
            print(f"step {step} of {total}, loss {loss.item():.3f}", flush=True)
    return head.eval()


def export(head: Head, path: Path) -> None:
    """Write a head: states (1 x tokens x 384) to what the file is named after (1), weights of 8 bits."""
    whole, name, states = path.with_suffix(".fp32.onnx"), path.stem, "middle"
    axes: dict[str, Any] = {states: {0: "batch", 1: "tokens"}, name: {0: "batch"}}
    torch.onnx.export(
        head.eval(), (torch.zeros(1, 16, WIDTH),), str(whole),
        input_names=[states], output_names=[name], dynamic_axes=axes, opset_version=17, dynamo=False,
    )  # fmt: skip
    write_in_8_bits(whole, path)
