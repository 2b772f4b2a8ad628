"""Onnx: open a shipped model with onnxruntime, refuse a checkout without it, count the cores to run it on."""

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from masis.errors import ConfigurationError

if TYPE_CHECKING:
    import onnxruntime
    from tokenizers import Tokenizer


def cores() -> int:
    """Return the cores this process may use, which in a container are often not all of them."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def open_model(path: Path, sha256: str, name: str) -> "onnxruntime.InferenceSession":
    """Load a model for one thread a run; runs may go side by side.

    Raises:
        ConfigurationError: the file is missing or is another one: its output would be plausible and wrong.
    """
    require(path, name)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != sha256:
        message = (
            f"The {name} {path} is not the one that ships with MASIS (its checksum differs). "
            "Please restore it from the repository."
        )
        raise ConfigurationError(message)
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def open_tokenizer(path: Path, name: str) -> "Tokenizer":
    """Load a model's vocabulary, set to neither pad nor cut.

    Raises:
        ConfigurationError: the file is missing.
    """
    require(path, name)
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def require(path: Path, name: str) -> None:
    """Refuse a checkout without one of a model's files."""
    if not path.is_file():
        message = f"The {name} is incomplete: {path} is missing. Please restore it from git."
        raise ConfigurationError(message)
