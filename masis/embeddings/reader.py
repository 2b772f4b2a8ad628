"""LocalReader: the reading model that ships with MASIS; whether a statement answers, support of a claim.

    [CLS] question or claim [SEP] title › heading : one or more statements [SEP]

The head for answers is a model of its own, made from another encoder whose vocabulary has the same words.
Every window is run through the model by itself, as texts are in ``local.py`` and for the same reason: the
int8 arithmetic takes its scale from everything in a batch, padding included, so in one a reading would
shift with its neighbours (by up to .1 in log-odds). Batches of four padded to 16 were a fifth faster.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from masis.domain.language.windows import MOST_WINDOWS, ClaimWindows, ReaderWindow
from masis.embeddings.local import MODEL_FOLDER, open_model, open_tokenizer
from masis.ops.cores import cores

if TYPE_CHECKING:
    import onnxruntime
    from tokenizers import Tokenizer

READER_FOLDER: Final = Path(__file__).parent / "reader_int8"
_SHA256: Final = "9a73d255feb376c116d33388ab670b31607e0626026ae416babbd47c1ad998f8"
_DIRECT_SHA256: Final = "906563675297f91a224089b7bec259a4ee52c56005610e70d09bc72246e63b28"
_BACKING_SHA256: Final = "34cc78faee4dfd1426d3cc17f95b3b11b49cc2ef50261e86e9e0c95317e0b3e9"
_NAME: Final = "reading model"
_TOKENS, _QUESTION_TOKENS, _CONTEXT_TOKENS = 128, 40, 20
"""Whole input, question or claim, title and heading; what the model was trained with."""
_CLS, _SEP, _COLON = 101, 102, 1024
_ANSWER_START, _ANSWER_END, _ANSWER_OFFSET = 0, 2, 4
"""Marks of the head for answers, and how far its vocabulary is moved against the others'."""
_CACHED_READINGS: Final = 4096

_NOTHING: Final = -20.0
"""Log-odds where there is no window."""

Floats = NDArray[np.float32]
Read = TypeVar("Read")


class _Frame(NamedTuple):
    """One input of the model, and which tokens of which statements it holds."""

    ids: tuple[int, ...]
    second: int
    """First token of the second segment."""


class _Loaded(NamedTuple):
    middle: "onnxruntime.InferenceSession"
    direct: "onnxruntime.InferenceSession"
    backing: "onnxruntime.InferenceSession"
    tokenizer: "Tokenizer"


class LocalReader:
    """The reader on the processor; loads its 105 MB on first use and may be shared by threads.

    Three files: ``direct.onnx`` (does this statement answer this question, ``scripts.train_reader``) is an
    encoder of its own; ``backing.onnx`` (does this row or sentence bear this claim out,
    ``scripts.train_backing``) goes on from the states of ``model.onnx``, the first three layers of the reader
    that the card tells of.
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
        self._pool: ThreadPoolExecutor | None = None
        """Threads for all who read at the same time: more than there are cores would only take turns."""
        self._known: OrderedDict[_Frame, float] = OrderedDict()
        self._borne: OrderedDict[_Frame, float] = OrderedDict()
        self._known_lock = Lock()

    def read(self, question: str, windows: Sequence[ReaderWindow]) -> tuple[float, ...]:
        """Return for each of the first ``MOST_WINDOWS`` the log odds that its last statement answers."""
        asked = self._ids(question)
        return tuple(self._run([self._frames(asked, window)[-1] for window in windows[:MOST_WINDOWS]]))

    def backing(self, claims: Sequence[ClaimWindows]) -> tuple[tuple[float, ...], ...]:
        """Return for each claim the log-odds that a window by itself bears it out, best part of each."""
        asked = [self._ids(item.claim) for item in claims]
        framed = [
            [self._frames(ids, window) for window in item.windows]
            for ids, item in zip(asked, claims, strict=True)
        ]
        fresh = [frame for windows in framed for frames in windows for frame in frames]
        outputs = iter(self._backed(fresh))
        return tuple(
            tuple(max(islice(outputs, len(frames)), default=_NOTHING) for frames in windows)
            for windows in framed
        )

    def forget(self) -> None:
        """Drop the readings that are remembered, and the model: the next reading loads it again (.3 s)."""
        with self._known_lock:
            self._known.clear()
            self._borne.clear()
        with self._loading:
            self._loaded = None

    def states(self, text: str, window: ReaderWindow) -> tuple[Floats, ...]:
        """Return the third layer's states, tokens x 384 a frame, that a head goes on from in training."""
        return tuple(self._states(frame) for frame in self._frames(self._ids(text), window))

    def frames(self, question: str, window: ReaderWindow) -> tuple[tuple[int, ...], ...]:
        """Return the ids that the head for answers is given for a window, in training as in use."""
        return tuple(_answer_ids(frame) for frame in self._frames(self._ids(question), window))

    def _frames(self, question: Sequence[int], window: ReaderWindow) -> list[_Frame]:
        """Lay a window out as the model's input; one too long for it becomes several."""
        asked = question[:_QUESTION_TOKENS]
        context = [*self._ids(window.context)[:_CONTEXT_TOKENS], _COLON] if window.context else []
        head = (_CLS, *asked, _SEP, *context)
        room = _TOKENS - len(head) - 1
        statements = [self._ids(statement) for statement in window.statements]
        frames: list[_Frame] = []
        for group in _grouped([len(statement) for statement in statements], room):
            body = [token for number, first, last in group for token in statements[number][first:last]]
            frames.append(_Frame((*head, *body, _SEP), len(asked) + 2))
        return frames

    def _run(self, frames: Sequence[_Frame]) -> list[float]:
        """Return how well each frame answers, in order; frames read before are remembered."""
        with self._known_lock:
            found = {frame: self._known[frame] for frame in frames if frame in self._known}
        fresh = [frame for frame in dict.fromkeys(frames) if frame not in found]
        if fresh:
            fresh.sort(key=lambda frame: -len(frame.ids))  # the longest first keep the threads level
            found.update(zip(fresh, self._spread(self._run_one, fresh), strict=True))
        with self._known_lock:
            for frame in frames:
                self._known[frame] = found[frame]
                self._known.move_to_end(frame)
            while len(self._known) > _CACHED_READINGS:
                self._known.popitem(last=False)
        return [found[frame] for frame in frames]

    def _run_one(self, frame: _Frame) -> float:
        ids = np.array([_answer_ids(frame)], dtype=np.int64)
        return float(self._model().direct.run(["direct"], {"ids": ids})[0][0])

    def _backed(self, frames: Sequence[_Frame]) -> list[float]:
        """Return how far each frame bears its claim out; drafts are checked round after round."""
        with self._known_lock:
            found = {frame: self._borne[frame] for frame in frames if frame in self._borne}
        fresh = [frame for frame in dict.fromkeys(frames) if frame not in found]
        found.update(zip(fresh, self._spread(self._back_one, fresh), strict=True))
        with self._known_lock:
            for frame in frames:
                self._borne[frame] = found[frame]
                self._borne.move_to_end(frame)
            while len(self._borne) > _CACHED_READINGS:
                self._borne.popitem(last=False)
        return [found[frame] for frame in frames]

    def _back_one(self, frame: _Frame) -> float:
        return float(self._model().backing.run(["backing"], {"middle": self._states(frame)[None]})[0][0])

    def _states(self, frame: _Frame) -> Floats:
        states: Floats = self._model().middle.run(["middle"], _inputs(frame))[0][0]
        return states

    def _spread(self, run: "Callable[[_Frame], Read]", frames: Sequence[_Frame]) -> "list[Read]":
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

    def _load(self) -> _Loaded:
        vocabulary = open_tokenizer(MODEL_FOLDER / "tokenizer.json", _NAME)
        return _Loaded(
            open_model(self._folder / "model.onnx", _SHA256, _NAME),
            open_model(self._folder / "direct.onnx", _DIRECT_SHA256, _NAME),
            open_model(self._folder / "backing.onnx", _BACKING_SHA256, _NAME),
            vocabulary,
        )


def _inputs(frame: _Frame) -> dict[str, NDArray[np.int64]]:
    ids = np.array([frame.ids], dtype=np.int64)
    types = np.zeros_like(ids)
    types[:, frame.second :] = 1
    return {"ids": ids, "tt": types, "mask": np.ones_like(ids)}


def _answer_ids(frame: _Frame) -> tuple[int, ...]:
    """Lay a frame out as the head for answers was taught: two marks between question and window."""
    moved = [number + _ANSWER_OFFSET for number in frame.ids]
    asked, window = moved[1 : frame.second - 1], moved[frame.second : -1]
    between = (_ANSWER_END, _ANSWER_END)
    return (_ANSWER_START, *asked, *between, *window[: _TOKENS - len(asked) - 4], _ANSWER_END)


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
