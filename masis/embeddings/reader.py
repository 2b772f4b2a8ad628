"""LocalReader: the reading model that ships with MASIS; whether a statement answers, support of a claim.

    <s> question or claim </s> </s> title › heading : one or more statements </s>

Word vectors and first layers are read once for both heads; the layers above are each head's own. Every
window is run through the model by itself, as texts are in ``local.py`` and for the same reason: the int8
arithmetic takes its scale from everything in a batch, padding included, so in one a reading would shift with
its neighbours (by up to .1 in log-odds). Batches of four padded to 16 were a fifth faster.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import numpy as np

from masis.domain.language.windows import MOST_WINDOWS, ClaimWindows, ReaderWindow
from masis.embeddings.local import MODEL_FOLDER, open_model, open_tokenizer
from masis.ops.cores import cores

if TYPE_CHECKING:
    import onnxruntime
    from tokenizers import Tokenizer

READER_FOLDER: Final = Path(__file__).parent / "reader_int8"
_SHARED_SHA256: Final = "4cdea6b1e453705636fe877d1be49e50d0d2fee9571a0122c6561d538580fce2"
_DIRECT_SHA256: Final = "7be580f0cd19ccd5b54df967c21c1a3bd9eb6bc51d0019a73fccf9d569f28b1e"
_BACKING_SHA256: Final = "487697f779cad5eecc502e6a220e2391100491d73bb34823c0f466767e7f5f08"
_NAME: Final = "reading model"
_TOKENS, _QUESTION_TOKENS, _CLAIM_TOKENS, _CONTEXT_TOKENS = 128, 40, 60, 20
"""Whole input, question, claim, title and heading; what the model was trained with."""
_START, _END, _OFFSET = 0, 2, 4
"""Marks around question and window, and how far the vocabulary is moved against the embedder's."""
_COLON: Final = 1024
_CACHED_READINGS: Final = 8192

_NOTHING: Final = -20.0
"""Log-odds where there is no window."""

Frame = tuple[int, ...]
"""One input of the model: ids."""
Head = Literal["direct", "backing"]


class _Loaded(NamedTuple):
    shared: "onnxruntime.InferenceSession"
    direct: "onnxruntime.InferenceSession"
    tokenizer: "Tokenizer"


class LocalReader:
    """The reader on the processor; loads 82 MB on first use, 29 more for claims; threads may share it.

    Three files: ``shared.onnx`` holds word vectors and the first four layers of an encoder; four more go on
    from its states in ``direct.onnx`` (does this statement answer this question, ``scripts.train_reader``)
    and in ``backing.onnx`` (does this row or sentence bear this claim out, ``scripts.train_backing``), which
    is loaded for the first claim that code alone does not settle.
    """

    def __init__(self, threads: int | None = None, folder: Path = READER_FOLDER) -> None:
        """Remember how to load the model; nothing is read yet.

        Args:
            threads: windows read at once; by default the cores this process may use.
            folder: where the three files lie; the vocabulary is the embedder's.
        """
        self._threads = threads or cores()
        self._folder = folder
        self._loading = Lock()
        self._loaded: _Loaded | None = None
        self._backing: onnxruntime.InferenceSession | None = None
        self._pool: ThreadPoolExecutor | None = None
        """Threads for all who read at the same time: more than there are cores would only take turns."""
        self._known: OrderedDict[tuple[Head, Frame], float] = OrderedDict()
        self._known_lock = Lock()

    def read(self, question: str, windows: Sequence[ReaderWindow]) -> tuple[float, ...]:
        """Return for each of the first ``MOST_WINDOWS`` the log odds that its last statement answers."""
        asked = self._ids(question)[:_QUESTION_TOKENS]
        last = [self._frames(asked, window)[-1] for window in windows[:MOST_WINDOWS]]
        return tuple(self._run("direct", last))

    def backing(self, claims: Sequence[ClaimWindows]) -> tuple[tuple[float, ...], ...]:
        """Return for each claim the log-odds that a window by itself bears it out, best part of each."""
        framed = [
            [self.claim_frames(item.claim, window, item.before) for window in item.windows] for item in claims
        ]
        fresh = [frame for windows in framed for frames in windows for frame in frames]
        outputs = iter(self._run("backing", fresh))
        return tuple(
            tuple(max(islice(outputs, len(frames)), default=_NOTHING) for frames in windows)
            for windows in framed
        )

    def forget(self) -> None:
        """Drop the readings that are remembered, and the model: the next reading loads it again (.3 s)."""
        with self._known_lock:
            self._known.clear()
        with self._loading:
            self._loaded = self._backing = None

    def frames(self, question: str, window: ReaderWindow) -> tuple[Frame, ...]:
        """Return the ids that the head for answers is given for a window, in training as in use."""
        return self._frames(self._ids(question)[:_QUESTION_TOKENS], window)

    def claim_frames(self, claim: str, window: ReaderWindow, before: str = "") -> tuple[Frame, ...]:
        """Return the ids that the head for claims is given for a window, in training as in use.

        Of the sentence ``before`` the claim as much is read as there is room for beside the claim.
        """
        claimed = self._ids(claim)[:_CLAIM_TOKENS]
        return self._frames([*self._ids(before)[: _CLAIM_TOKENS - len(claimed)], *claimed], window)

    def _frames(self, asked: Sequence[int], window: ReaderWindow) -> tuple[Frame, ...]:
        """Lay a window out as the model's input; one too long for it becomes several."""
        context = [*self._ids(window.context)[:_CONTEXT_TOKENS], _COLON] if window.context else []
        statements = [self._ids(statement) for statement in window.statements]
        room = _TOKENS - len(asked) - len(context) - 3
        return tuple(
            _laid_out(
                asked,
                [*context, *(token for at, first, last in group for token in statements[at][first:last])],
            )
            for group in _grouped([len(statement) for statement in statements], room)
        )

    def _run(self, head: Head, frames: Sequence[Frame]) -> list[float]:
        """Return what a head makes of each frame, in order; frames read before are remembered."""
        with self._known_lock:
            found = {frame: self._known[head, frame] for frame in frames if (head, frame) in self._known}
        fresh = [frame for frame in dict.fromkeys(frames) if frame not in found]
        if fresh:
            fresh.sort(key=lambda frame: -len(frame))  # the longest first keep the threads level
            found.update(zip(fresh, self._spread(partial(self._run_one, head), fresh), strict=True))
        with self._known_lock:
            for frame in frames:
                self._known[head, frame] = found[frame]
                self._known.move_to_end((head, frame))
            while len(self._known) > _CACHED_READINGS:
                self._known.popitem(last=False)
        return [found[frame] for frame in frames]

    def _run_one(self, head: Head, frame: Frame) -> float:
        loaded = self._model()
        states, bias = loaded.shared.run(["states", "bias"], {"ids": np.array([frame], dtype=np.int64)})
        session = loaded.direct if head == "direct" else self._for_claims()
        return float(session.run([head], {"states": states, "bias": bias})[0][0])

    def _spread(self, run: Callable[[Frame], float], frames: Sequence[Frame]) -> list[float]:
        """Return what ``run`` makes of each frame, in order, on the threads of this reader."""
        if len(frames) < 2:
            return [run(frame) for frame in frames]
        with self._loading:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="read")
        return list(self._pool.map(run, frames))

    def _ids(self, text: str) -> list[int]:
        found: list[int] = self._model().tokenizer.encode(text, add_special_tokens=False).ids
        return found

    def load(self) -> None:
        """Load the model now, so that the first question does not wait for it."""
        self._model()

    def _model(self) -> _Loaded:
        loaded = self._loaded  # another thread may let go of it meanwhile
        if loaded is None:
            with self._loading:
                loaded = self._loaded = self._loaded or self._load()
        return loaded

    def _for_claims(self) -> "onnxruntime.InferenceSession":
        session = self._backing
        if session is None:
            with self._loading:
                session = self._backing = self._backing or self._open("backing", _BACKING_SHA256)
        return session

    def _open(self, part: str, sha256: str) -> "onnxruntime.InferenceSession":
        return open_model(self._folder / f"{part}.onnx", sha256, _NAME)

    def _load(self) -> _Loaded:
        vocabulary = open_tokenizer(MODEL_FOLDER / "tokenizer.json", _NAME)
        return _Loaded(self._open("shared", _SHARED_SHA256), self._open("direct", _DIRECT_SHA256), vocabulary)


def _laid_out(asked: Sequence[int], window: Sequence[int]) -> Frame:
    """Return question or claim and window between marks, as the model was taught."""
    first = [number + _OFFSET for number in asked]
    second = [number + _OFFSET for number in window[: _TOKENS - len(asked) - 4]]
    return (_START, *first, _END, _END, *second, _END)


def _grouped(lengths: Sequence[int], room: int) -> list[list[tuple[int, int, int]]]:
    """Group statements that fit together; one longer than the room is cut into overlapping pieces."""
    groups: list[list[tuple[int, int, int]]] = []
    left = 0
    for number, length in enumerate(lengths):
        if length > room:
            step = max(1, room * 3 // 4)
            starts = range(0, max(1, length - room + step), step)
            groups.extend([(number, start, min(length, start + room))] for start in starts)
            left = 0
        elif groups and length <= left:
            groups[-1].append((number, 0, length))
            left -= length
        else:
            groups.append([(number, 0, length)])
            left = room - length
    return groups
