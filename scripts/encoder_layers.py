"""Encoder layers of the reader's heads, to train and write: attention, inner layer, steps, weights of 8 bits.

Needs torch and onnx, which nothing that runs needs.
"""

import copy
import time
from collections.abc import Callable
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

DROPPED = 0.1
"""Share of features dropped while training."""
NORMS = ("l1", "l2")
RATE, WARM_UP, DECAY = 3e-5, 60, 0.01
"""Learning rate, steps until it is reached, weight decay."""


class EncoderLayers(nn.Module):
    """Layers over states; what they are put upon and what reads them is the subclass's."""

    def __init__(self, count: int, width: int, heads: int, hidden: int, epsilon: float) -> None:
        """Make ``count`` equal layers for states of ``width``, without weights of their own yet."""
        super().__init__()
        self._heads = heads
        shapes = {"qkv": (width, 3 * width), "o": (width, width), "i": (width, hidden), "f": (hidden, width)}
        layer = nn.ModuleDict({name: nn.Linear(*shape) for name, shape in shapes.items()})
        layer.update({name: nn.LayerNorm(width, eps=epsilon) for name in NORMS})
        self.layers = nn.ModuleList([copy.deepcopy(layer) for _ in range(count)])

    def transformed(self, states: Tensor, bias: Tensor, some: slice = slice(None)) -> Tensor:
        """Return batch x tokens x width after some layers; ``bias`` is added to how well tokens fit."""
        batch, tokens, width = states.shape
        for layer in self.layers[some]:
            mixed = layer["qkv"](states).reshape(batch, tokens, 3, self._heads, width // self._heads)
            query, key, value = mixed.permute(2, 0, 3, 1, 4)
            fits = query @ key.transpose(-1, -2) * (width // self._heads) ** -0.5 + bias.to(query.dtype)
            seen = torch.softmax(fits, -1).to(value.dtype) @ value
            seen = seen.transpose(1, 2).reshape(batch, tokens, width)
            states = layer["l1"](states + self._thinned(layer["o"](seen)))
            states = layer["l2"](states + self._thinned(layer["f"](nn.functional.gelu(layer["i"](states)))))
        return states

    def _thinned(self, states: Tensor) -> Tensor:
        """Drop whole features of what is trained: a tenth of the cost of dropping elements."""
        if not (self.training and states.requires_grad):
            return states
        kept = torch.rand(states.shape[0], 1, states.shape[2]) >= DROPPED
        return states * kept.to(states.dtype) / (1 - DROPPED)


def hidden_bias(there: Tensor) -> Tensor:
    """Return what keeps tokens from looking at padding: batch x 1 x 1 x tokens, from what is none."""
    return torch.where(there, 0.0, -1e4)[:, None, None, :]


def train(encoder: nn.Module, loss_of_next: Callable[[], Tensor], minutes: float, least: float) -> None:
    """Train for some minutes, the rate rising first and then falling to its ``least`` share."""
    weights = [weight for weight in encoder.parameters() if weight.requires_grad]
    optimizer = torch.optim.AdamW(weights, lr=RATE, weight_decay=DECAY, fused=True)
    encoder.train()
    start, step = time.monotonic(), 0
    while (gone := (time.monotonic() - start) / (60 * minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / WARM_UP) * max(least, 1 - gone)
        loss = loss_of_next()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        if step % 50 == 0:
            print(f"step {step}, {gone:.0%}, loss {loss.item():.3f}", flush=True)
        step += 1
    encoder.eval()


def write_in_8_bits(whole: Path, path: Path) -> None:
    """Write a model with weights of 8 bits; the whole one is removed."""
    quantize_dynamic(
        whole, path, weight_type=QuantType.QInt8, per_channel=True,
        op_types_to_quantize=["MatMul"], extra_options={"MatMulConstBOnly": True},
    )  # fmt: skip
    whole.unlink()
