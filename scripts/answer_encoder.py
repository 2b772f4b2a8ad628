"""Answer encoder: MPNet's first layers over question or claim and statement, to train and write.

Both heads stand on the same word vectors and first layers (``shared.onnx``); the layers above and the line
are each head's own (``direct.onnx``, ``backing.onnx``).

Needs torch, safetensors and onnx, which nothing that runs needs.
"""

import copy
import math
import re
from collections.abc import Iterator, Sequence, Sized
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from onnx.numpy_helper import to_array
from safetensors.torch import load_file
from torch import Tensor, nn

from masis.embeddings.reader import READER_FOLDER
from scripts.encoder_layers import EncoderLayers, hidden_bias, keep_apart, write_in_8_bits

LAYERS, HEADS, WIDTH, HIDDEN, VOCABULARY, PLACES = 8, 12, 768, 3072, 30527, 514
"""The first eight of twelve layers: two thirds of the time, and less than 100 MB."""
SHARED = 4
"""So many of them both heads stand on."""
TOKENS = 128
PADDING = 1
_EVEN = 16
"""Lengths are multiples of this: odd ones make half precision four times slower."""
_BUCKETS, _FARTHEST = 32, 128
"""Distances between tokens are told apart in so many groups, up to so far."""
_PARTS = {"o": "attention.attn.o", "i": "intermediate.dense", "f": "output.dense"}
_LINE = "encoder.line.weight_quantized"
_WHOLE = (".bias", "l1.weight", "l2.weight", "first.weight")
"""Names of what is written without loss."""
_NORMS = {"l1": "attention.LayerNorm", "l2": "output.LayerNorm"}


class SharedStates:
    """States of the shared layers as they are in use, 8 bits and all."""

    def __init__(self, folder: Path = READER_FOLDER) -> None:
        """Open the ``shared.onnx`` of a folder."""
        self._shared = onnxruntime.InferenceSession(str(folder / "shared.onnx"))

    def of(self, frame: Sequence[int]) -> NDArray[np.float32]:
        """Return tokens x width."""
        found: NDArray[np.float32] = self._shared.run(["states"], {"ids": np.array([frame])})[0][0]
        return found


class AnswerEncoder(EncoderLayers):
    """Layers of MPNet and one line of weights over the first token."""

    def __init__(self, weights: Path) -> None:
        """Start from ``model.safetensors`` of all-mpnet-base-v2, or go on from a written head.

        Word vectors stay as they are; going on from a head, with ``shared.onnx`` beside it, the shared layers
        too: another head stands on them.
        """
        super().__init__(LAYERS, WIDTH, HEADS, HIDDEN, epsilon=1e-5)
        self.words, self.places = nn.Embedding(VOCABULARY, WIDTH), nn.Embedding(PLACES, WIDTH)
        self.distances = nn.Embedding(_BUCKETS, HEADS)
        self.first = nn.LayerNorm(WIDTH, eps=1e-5)
        self.line = nn.Linear(WIDTH, 1)
        nn.init.normal_(self.line.weight, std=0.02)
        nn.init.zeros_(self.line.bias)
        line = {"line.weight": self.line.weight, "line.bias": self.line.bias}
        self.keeps_shared = weights.suffix == ".onnx"
        if self.keeps_shared:
            self.load_state_dict(_read_back(weights.with_name("shared.onnx"), weights))
        else:
            self.load_state_dict({**_state(load_file(weights)), **line})
        below = (self.distances, self.first, *self.layers[:SHARED]) if self.keeps_shared else ()
        for part in (self.words, self.places, *below):
            part.requires_grad_(False)

    def forward(self, ids: Tensor, there: Tensor) -> Tensor:
        """Return a log odds for each row of batch x tokens; ``there`` marks what is no padding."""
        places = torch.cumsum(there.long(), 1) * there.long() + 1
        states = self.first(self.words(ids) + self.places(places))
        far = self.distances(_bucket_of(ids.shape[1])).permute(2, 0, 1)[None]
        bias = far + hidden_bias(there)
        return self.read(self.transformed(states, bias, slice(SHARED)), bias)

    def read(self, states: Tensor, bias: Tensor) -> Tensor:
        """Return log odds from what the shared layers give and what is added to how well tokens fit."""
        above = self.transformed(states, bias, slice(SHARED, None))
        odds: Tensor = self.line(above[:, 0]).squeeze(-1)
        return odds.float()


def _state(given: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the weights under the names they have here."""
    made = {
        "words.weight": given["embeddings.word_embeddings.weight"],
        "places.weight": given["embeddings.position_embeddings.weight"],
        "distances.weight": given["encoder.relative_attention_bias.weight"],
    }
    for kind in ("weight", "bias"):
        made[f"first.{kind}"] = given[f"embeddings.LayerNorm.{kind}"]
        for number in range(LAYERS):
            source, own = f"encoder.layer.{number}.", f"layers.{number}."
            mixed = [given[f"{source}attention.attn.{part}.{kind}"] for part in "qkv"]
            made[f"{own}qkv.{kind}"] = torch.cat(mixed)
            for name, part in {**_PARTS, **_NORMS}.items():
                made[f"{own}{name}.{kind}"] = given[f"{source}{part}.{kind}"]
    return made


def _read_back(shared: Path, head: Path) -> dict[str, Tensor]:
    """Return the weights of a written encoder, as near as 8 bits keep them."""
    below, above = _held_in(shared), _held_in(head)
    own = [f"layers.{number}.{part}.weight" for number in range(LAYERS) for part in ("qkv", *_PARTS)]
    made = dict(zip(own, [*_matrices(below), *_matrices(above)], strict=True))
    made |= {"line.weight": _matrix(above, _LINE)}
    both = {**below, **above}
    for name in own:
        part = f"encoder.{name.removesuffix('.weight')}"
        if f"{part}.apart" in both:
            left_blank = ~made[name].any(0)
            made[name][:, left_blank] = both[f"{part}.apart"].T
    made |= {name.removeprefix("encoder."): kept for name, kept in both.items() if name.endswith(_WHOLE)}
    places = torch.zeros(PLACES, WIDTH)
    places[2 : TOKENS + 2] = below["places"]
    far, groups = below["far"][0].permute(1, 2, 0).reshape(-1, HEADS), _bucket_of(TOKENS).reshape(-1)
    distances = torch.zeros(_BUCKETS, HEADS).index_copy(0, groups, far)
    words = below["words"].float() * below["scales"]
    return {**made, "words.weight": words, "places.weight": places, "distances.weight": distances}


def _held_in(path: Path) -> dict[str, Tensor]:
    return {kept.name: torch.from_numpy(to_array(kept).copy()) for kept in onnx.load(path).graph.initializer}


def _matrices(held: dict[str, Tensor]) -> list[Tensor]:
    """Return the weights of the layers of a file, in their order."""
    found = (re.fullmatch(r"onnx::MatMul_(\d+)_quantized", name) for name in held)
    return [_matrix(held, name[0]) for name in sorted(filter(None, found), key=lambda name: int(name[1]))]


def _matrix(held: dict[str, Tensor], name: str) -> Tensor:
    return (held[name].float() * held[f"{name.removesuffix('_quantized')}_scale"]).T


def _bucket_of(tokens: int) -> Tensor:
    """Return the group of each distance, tokens x tokens: near ones singly, far ones by their logarithm."""
    at = torch.arange(tokens)
    ahead = at[None, :] - at[:, None]
    half, distance = _BUCKETS // 2, ahead.abs()
    singly = half // 2
    scale = (half - singly) / math.log(_FARTHEST / singly)
    far = singly + (torch.log(distance.clamp(min=1).float() / singly) * scale).long()
    return (ahead > 0).long() * half + torch.where(distance < singly, distance, far.clamp(max=half - 1))


def odds_of(encoder: AnswerEncoder, frames: Sequence[Sequence[int]]) -> Tensor:
    """Return the log odds of each frame of ids; those of like length are read together."""
    found: dict[int, Tensor] = {}
    for some in _of_like_length(frames):
        longest = -(-len(frames[some[-1]]) // _EVEN) * _EVEN
        ids = torch.full((len(some), longest), PADDING, dtype=torch.long)
        for row, at in enumerate(some):
            ids[row, : len(frames[at])] = torch.tensor(frames[at])
        with torch.autocast("cpu", torch.bfloat16):
            odds = encoder(ids, ids != PADDING)
        found.update(zip(some, odds, strict=True))
    return torch.stack([found[at] for at in range(len(frames))])


def odds_over(encoder: AnswerEncoder, states: Sequence[NDArray[np.float32]]) -> Tensor:
    """Return the log odds of windows of which the shared layers' states are given, each tokens x width.

    In half precision where the processor has arithmetic for it (3.5 times as fast with AVX-512 BF16).
    """
    found: dict[int, Tensor] = {}
    for some in _of_like_length(states):
        padded = nn.utils.rnn.pad_sequence([torch.from_numpy(states[at]) for at in some], batch_first=True)
        padded = nn.functional.pad(padded, (0, 0, 0, -padded.shape[1] % _EVEN))
        lengths = torch.tensor([len(states[at]) for at in some])
        there = torch.arange(padded.shape[1])[None] < lengths[:, None]
        far = encoder.distances(_bucket_of(padded.shape[1])).permute(2, 0, 1)[None]
        with torch.autocast("cpu", torch.bfloat16, enabled=torch.cpu._is_avx512_bf16_supported()):
            odds = encoder.read(padded, far + hidden_bias(there))
        found.update(zip(some, odds, strict=True))
    return torch.stack([found[at] for at in range(len(states))])


def _of_like_length(some: Sequence[Sized]) -> Iterator[list[int]]:
    """Yield the numbers of the shortest third, the next and the longest, in the order of their lengths."""
    order = sorted(range(len(some)), key=lambda at: len(some[at]))
    third = len(order) // 3 + 1
    for start in range(0, len(order), third):
        yield order[start : start + third]


_ROWS = {0: "batch", 1: "tokens"}
_STATES = {"states": _ROWS, "bias": {2: "tokens", 3: "tokens"}}
"""Dimensions that are free between the shared layers and a head; the runtime fuses layers only then."""


class _Shared(nn.Module):
    """What both heads stand on, as it is written: word vectors of 8 bits, each with a scale of its own."""

    def __init__(self, encoder: AnswerEncoder) -> None:
        super().__init__()
        self.encoder = encoder
        words = encoder.words.weight.data
        scales = words.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
        self.register_buffer("scales", scales)
        self.register_buffer("words", torch.round(words / scales).to(torch.int8))
        self.register_buffer("far", encoder.distances(_bucket_of(TOKENS)).permute(2, 0, 1).detach()[None])
        self.register_buffer("places", encoder.places.weight.data[2 : TOKENS + 2].clone())

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        tokens = ids.shape[1]
        states = self.words[ids].float() * self.scales[ids] + self.places[:tokens]
        bias = self.far[:, :, :tokens, :tokens]
        return self.encoder.transformed(self.encoder.first(states), bias, slice(SHARED)), bias


class _Above(nn.Module):
    """The layers of one head, as they are written."""

    def __init__(self, encoder: AnswerEncoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, states: Tensor, bias: Tensor) -> Tensor:
        return self.encoder.read(states, bias)


def export_shared(encoder: AnswerEncoder, path: Path, some: Sequence[Sequence[int]]) -> None:
    """Write what both heads stand on: ids (1 x tokens, at most 128) to ``states`` and ``bias``.

    Args:
        encoder: of which the shared layers are written.
        path: where to.
        some: frames of ids, from which the inputs are told that stand out.
    """
    axes = {"ids": _ROWS, **_STATES}
    part = _Shared(_split(encoder, some))
    _written(part, (torch.ones(1, 16, dtype=torch.long),), path, ["states", "bias"], axes)


def export(encoder: AnswerEncoder, path: Path, some: Sequence[Sequence[int]]) -> None:
    """Write a head: ``states`` and ``bias`` to log odds (1) under the name of the file, weights of 8 bits.

    Args:
        encoder: of which the layers above the shared ones are written.
        path: where to.
        some: frames of ids, from which the inputs are told that stand out.
    """
    given = (torch.zeros(1, 16, WIDTH), torch.zeros(1, HEADS, 16, 16))
    part = _Above(_split(encoder, some))
    _written(part, given, path, [path.stem], {**_STATES, path.stem: {0: "batch"}})


def _split(encoder: AnswerEncoder, some: Sequence[Sequence[int]]) -> AnswerEncoder:
    """Return an encoder with the inputs kept apart that stand out while some frames are read."""
    split = copy.deepcopy(encoder).eval()
    keep_apart(split, lambda: odds_of(split, some))
    return split


def _written(
    part: nn.Module, given: tuple[Tensor, ...], path: Path, gives: list[str], axes: dict[str, dict[int, str]]
) -> None:
    whole = path.with_suffix(".fp32.onnx")
    torch.onnx.export(
        part, given, str(whole),
        input_names=[name for name in axes if name not in gives], output_names=gives,
        dynamic_axes=axes, opset_version=17, dynamo=False,
    )  # fmt: skip
    write_in_8_bits(whole, path)
