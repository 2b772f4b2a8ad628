"""Encoder layers of the reader's heads, to train and write: attention, inner layer, steps, weights of 8 bits.

Needs torch and onnx, which nothing that runs needs.
"""

import copy
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

DROPPED = 0.1
"""Share of features dropped while training."""
NORMS = ("l1", "l2")
RATE, WARM_UP, DECAY = 3e-5, 60, 0.01
"""Learning rate, steps until it is reached, weight decay."""
APART = ("qkv", "i", "f")
"""Maps whose largest inputs are kept out of 8 bits; those of ``o`` are all alike."""
MOST_APART, FAR_ABOVE, USUAL = 8, 2.5, 0.99
"""At most so many inputs a map: those over so many times what this share of them stays under (own choice)."""


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
        """Return batch x tokens x width after some layers; ``bias`` is added to how well tokens fit.

        Of the very last layer the first token alone is worked out, batch x 1 x width: no other is read.
        """
        batch, tokens, width = states.shape
        for layer in self.layers[some]:
            mixed = layer["qkv"](states).reshape(batch, tokens, 3, self._heads, width // self._heads)
            query, key, value = mixed.permute(2, 0, 3, 1, 4)
            if layer is self.layers[-1]:
                states, query, bias = states[:, :1], query[:, :, :1], bias[:, :, :1]
            fits = query @ key.transpose(-1, -2) * (width // self._heads) ** -0.5 + bias.to(query.dtype)
            seen = torch.softmax(fits, -1).to(value.dtype) @ value
            seen = seen.transpose(1, 2).reshape(batch, states.shape[1], width)
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
    while minutes and (gone := (time.monotonic() - start) / (60 * minutes)) < 1:
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


class SplitLinear(nn.Module):
    """A linear map whose few largest inputs are multiplied in full precision, as it is written in 8 bits.

    One scale is laid over all inputs of a map, so a single one of 90 leaves those around 2 a hundredth of
    its steps (Dettmers et al. 2022, LLM.int8(), section 3).
    """

    def __init__(self, whole: nn.Linear, largest: Sequence[int]) -> None:
        """Split a map in two; ``largest`` are the inputs to be kept apart."""
        super().__init__()
        weight, usual = whole.weight.data, torch.ones(whole.in_features)
        usual[list(largest)] = 0
        self.usual_part = nn.Linear(whole.in_features, whole.out_features, bias=False)
        self.usual_part.weight.data = weight * usual
        self.bias = whole.bias
        self.register_buffer("usual", usual)
        self.register_buffer("largest", torch.tensor(largest))
        self.register_buffer("apart", weight[:, list(largest)].T.contiguous())

    def forward(self, given: Tensor) -> Tensor:
        """Return what the whole map returns."""
        apart = given[..., self.largest] @ self.apart + self.bias
        return self.usual_part(given * self.usual) + apart  # type: ignore[no-any-return]


def keep_apart(encoder: EncoderLayers, read: Callable[[], Tensor]) -> None:
    """Split the maps of an encoder by the inputs that stand out while ``read`` reads some windows."""
    seen: dict[nn.Linear, Tensor] = {}

    def note(whole: nn.Module, given: tuple[Tensor, ...]) -> None:
        most = given[0].detach().abs().flatten(0, -2).amax(0)
        seen[whole] = torch.maximum(seen[whole], most) if whole in seen else most

    hooks = [layer[name].register_forward_pre_hook(note) for layer in encoder.layers for name in APART]
    with torch.no_grad():
        read()
    for hook in hooks:
        hook.remove()
    for layer in encoder.layers:
        for name in APART:
            if largest := standing_out(seen[layer[name]]):
                layer[name] = SplitLinear(layer[name], largest)


def standing_out(most: Tensor) -> list[int]:
    """Return the few inputs whose largest value is far above the usual, from the largest value of each."""
    line = FAR_ABOVE * torch.quantile(most.float(), USUAL)
    return sorted(int(at) for at in most.argsort(descending=True)[:MOST_APART] if most[at] > line)


def write_in_8_bits(whole: Path, path: Path) -> None:
    """Write a model with weights of 8 bits, those kept apart as they are; the whole one is removed."""
    graph = onnx.load(whole).graph
    apart = {kept.name for kept in graph.initializer if kept.name.endswith(".apart")}
    quantize_dynamic(
        whole, path, weight_type=QuantType.QInt8, per_channel=True,
        op_types_to_quantize=["MatMul"], extra_options={"MatMulConstBOnly": True},
        nodes_to_exclude=[node.name for node in graph.node if apart & set(node.input)],
    )  # fmt: skip
    whole.unlink()
