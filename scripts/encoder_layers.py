"""Encoder layers of the reader's heads, to train and write: attention, inner layer, weights of 8 bits.

Needs torch and onnx, which nothing that runs needs.
"""

import copy
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

DROPPED = 0.1
"""Share of features dropped while training."""
NORMS = ("l1", "l2")


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

    def transformed(self, states: Tensor, bias: Tensor) -> Tensor:
        """Return batch x tokens x width after all layers; ``bias`` is added to how well tokens fit."""
        batch, tokens, width = states.shape
        for layer in self.layers:
            mixed = layer["qkv"](states).reshape(batch, tokens, 3, self._heads, width // self._heads)
            query, key, value = mixed.permute(2, 0, 3, 1, 4)
            fits = query @ key.transpose(-1, -2) * (width // self._heads) ** -0.5 + bias.to(query.dtype)
            seen = torch.softmax(fits, -1).to(value.dtype) @ value
            seen = seen.transpose(1, 2).reshape(batch, tokens, width)
            states = layer["l1"](states + self._thinned(layer["o"](seen)))
            states = layer["l2"](states + self._thinned(layer["f"](nn.functional.gelu(layer["i"](states)))))
        return states

    def _thinned(self, states: Tensor) -> Tensor:
        """Drop whole features while training: a tenth of the cost of dropping elements."""
        if not self.training:
            return states
        kept = torch.rand(states.shape[0], 1, states.shape[2]) >= DROPPED
        return states * kept.to(states.dtype) / (1 - DROPPED)


def hidden_bias(there: Tensor) -> Tensor:
    """Return what keeps tokens from looking at padding: batch x 1 x 1 x tokens, from what is none."""
    return torch.where(there, 0.0, -1e4)[:, None, None, :]


def write_in_8_bits(whole: Path, path: Path) -> None:
    """Write a model with weights of 8 bits; the whole one is removed."""
    quantize_dynamic(
        whole, path, weight_type=QuantType.QInt8, per_channel=True,
        op_types_to_quantize=["MatMul"], extra_options={"MatMulConstBOnly": True},
    )  # fmt: skip
    whole.unlink()
