"""Sums: whether this processor adds products of 8-bit numbers in full, found out by letting it add some.

Processors without VNNI instructions add them in 16 bits and cut off what does not fit, unless the runtime
is told to widen the numbers first, which takes it 1.7 times the time. Its answer is the same to the last
bit where nothing is cut off, so it is told so only where something is.
"""

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    import onnxruntime

WIDEN: Final = ("session.x64quantprecision", "1")
"""The setting of the runtime under which every processor adds in full."""
_ROWS, _DEPTH, _COLUMNS = (1, 7), 96, 48
"""One row and several go through different code of the runtime."""
_LARGEST: Final = (255, 127)
_UINT8, _INT8, _INT32 = 2, 3, 6
"""The types of numbers as ONNX counts them."""


@cache
def cuts_sums_off() -> bool:
    """Tell whether the runtime, left alone, loses part of a sum of products of the largest numbers."""
    session = _session()
    left, right = _LARGEST
    columns = np.full((_DEPTH, _COLUMNS), right, dtype=np.int8)
    found = [
        session.run(None, {"a": np.full((rows, _DEPTH), left, dtype=np.uint8), "b": columns})[0]
        for rows in _ROWS
    ]
    return any((sums != left * right * _DEPTH).any() for sums in found)


def _session() -> "onnxruntime.InferenceSession":
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(_product(), options, providers=["CPUExecutionProvider"])


def _product() -> bytes:
    """Return a model of one node, the product of two matrices that are given; see ``onnx.proto``."""
    node = _text(1, "a") + _text(1, "b") + _text(2, "sums") + _text(4, "MatMulInteger")
    graph = (
        _part(1, node)
        + _text(2, "sums")
        + _part(11, _matrix("a", _UINT8))
        + _part(11, _matrix("b", _INT8))
        + _part(12, _matrix("sums", _INT32))
    )
    return _number(1, 8) + _part(7, graph) + _part(8, _number(2, 13))


def _matrix(name: str, kind: int) -> bytes:
    sides = _part(1, _text(2, f"{name}0")) + _part(1, _text(2, f"{name}1"))
    return _text(1, name) + _part(2, _part(1, _number(1, kind) + _part(2, sides)))


def _number(field: int, value: int) -> bytes:
    """Write a small number as protocol buffers do."""
    return bytes((field << 3, value))


def _text(field: int, value: str) -> bytes:
    return _part(field, value.encode("ascii"))


def _part(field: int, content: bytes) -> bytes:
    """Write bytes with their length in front, of which these need at most two bytes."""
    size = len(content)
    length = (size,) if size < 128 else (size & 127 | 128, size >> 7)
    return bytes((field << 3 | 2, *length)) + content
