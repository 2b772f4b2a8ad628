"""Local models: how shipped model files are opened, and the sentence model, run without key or network.

Every text is run through the model by itself, on as many threads as there are cores. The model's
int8 arithmetic takes its scale from everything in a batch, so in a batch a passage's vector would
depend on its neighbours (cosine .991 to .996 between batch sizes); alone it never does. It is also
the fastest way on a processor: a padded batch outgrows the caches.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

import numpy as np

from masis.domain.embedding import EmbeddingProfile
from masis.embeddings.base import Vector, Vectors
from masis.embeddings.profiles import LOCAL_MODEL, profile_for
from masis.embeddings.sums import WIDEN, cuts_sums_off
from masis.errors import ConfigurationError
from masis.ops.cores import cores

if TYPE_CHECKING:
    import onnxruntime
    from tokenizers import Tokenizer

MODEL_FOLDER: Final = Path(__file__).parent / "all_minilm_l6_v2_int8"
_MODEL_SHA256: Final = "de2ca338655db43a0a02e516d0fd1a63ea2d4e87fbce1204feedb92aa06d36a8"
_NAME: Final = "embedding model"
_WINDOW: Final = 32
"""Texts per thread between two progress reports, so that a cancelled ingestion stops soon."""
_CACHED_QUERIES: Final = 256


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
    # The arena keeps the room of the longest text for good, and a plan of it for every length that came
    # up: 107 MB more after fifteen made texts of six lengths, in equal time; on filings the gain was small.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    # Where sums of 8-bit products are cut off, vectors come out up to .037 apart, and answers near the line
    # end differently: there they are added in full, at 1.7 times the time.
    if cuts_sums_off():
        options.add_session_config_entry(*WIDEN)
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


@cache
def open_tokenizer(path: Path, name: str) -> "Tokenizer":
    """Load a model's vocabulary, set to neither pad nor cut; all models here share one (8 MB).

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


class LocalEmbedder:
    """MiniLM on the processor; loads its 23 MB on first use and may be shared by threads."""

    def __init__(self, threads: int | None = None, folder: Path = MODEL_FOLDER) -> None:
        """Remember how to load the model; nothing is read yet.

        Args:
            threads: texts worked on at once; by default the cores this process may use.
            folder: where ``model.onnx`` and ``tokenizer.json`` lie.
        """
        self._threads = threads or cores()
        self._folder = folder
        self._profile = profile_for(LOCAL_MODEL)
        self._loading = Lock()
        self._loaded: tuple[onnxruntime.InferenceSession, Tokenizer] | None = None
        self._queries: OrderedDict[str, Vector] = OrderedDict()
        self._queries_lock = Lock()

    @property
    def profile(self) -> EmbeddingProfile:
        """The shipped model's profile."""
        return self._profile

    def embed(self, texts: Sequence[str], progress: Callable[[int], None] | None = None) -> Vectors:
        """Return one unit vector per text; what ``progress`` raises stops the work."""
        vectors = np.zeros((len(texts), self._profile.dimension), dtype=np.float32)
        if not texts:
            return vectors
        # Similar lengths side by side keep the threads level; the longest come first, so none is left over.
        order = sorted(range(len(texts)), key=lambda index: -len(texts[index]))
        step = _WINDOW * self._threads
        # Threads of its own for each call: a question must not queue behind an ingestion.
        with ThreadPoolExecutor(min(self._threads, len(texts)), thread_name_prefix="embed") as pool:
            for start in range(0, len(order), step):
                window = order[start : start + step]
                found = pool.map(self._embed_one, [texts[index] for index in window])
                for index, vector in zip(window, found, strict=True):
                    vectors[index] = vector
                if progress is not None:
                    progress(min(start + step, len(order)))
        return vectors

    def embed_query(self, text: str) -> Vector:
        """Return the unit vector of a question; the latest questions are remembered."""
        with self._queries_lock:
            known = self._queries.get(text)
            if known is not None:
                self._queries.move_to_end(text)
                return known
        vector = self._embed_one(text)
        vector.setflags(write=False)  # shared from now on
        with self._queries_lock:
            self._queries[text] = vector
            if len(self._queries) > _CACHED_QUERIES:
                self._queries.popitem(last=False)
        return vector

    def _embed_one(self, text: str) -> Vector:
        session, tokenizer = self._model()
        ids, most = tokenizer.encode(text).ids, self._profile.max_tokens
        if len(ids) > most:
            ids = [*ids[: most - 1], ids[-1]]  # the mark of the end stays
        tokens = np.array([ids], dtype=np.int64)
        inputs = {"input_ids": tokens, "attention_mask": np.ones_like(tokens)}
        vector: Vector = np.array(session.run(["embedding"], inputs)[0][0], dtype=np.float32)
        return vector

    def load(self) -> None:
        """Load the model now, so that the first question does not wait for it."""
        self._model()

    def forget(self) -> None:
        """Let go of the model: the next text loads it again (.2 s)."""
        with self._loading:
            self._loaded = None

    def _model(self) -> "tuple[onnxruntime.InferenceSession, Tokenizer]":
        loaded = self._loaded  # another thread may let go of it meanwhile
        if loaded is None:
            with self._loading:
                loaded = self._loaded = self._loaded or self._load()
        return loaded

    def _load(self) -> "tuple[onnxruntime.InferenceSession, Tokenizer]":
        tokenizer = open_tokenizer(self._folder / "tokenizer.json", _NAME)
        return open_model(self._folder / "model.onnx", _MODEL_SHA256, _NAME), tokenizer
