"""Vectors: sentence vectors on demand, the most recent ones kept."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Embed = Callable[[Sequence[str]], Vectors]


class VectorCache:
    """Embed each text once; safe to share between runs."""

    def __init__(self, embed: Embed, capacity: int = 20_000) -> None:
        """Keep at most ``capacity`` vectors (1.5 kB each)."""
        self._embed = embed
        self._capacity = capacity
        self._kept: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = Lock()

    def of(self, texts: Sequence[str]) -> Vectors:
        """Return one unit-length row for each text, in order."""
        if not texts:
            return np.zeros((0, 0), dtype=np.float32)
        with self._lock:
            known = {text: self._kept[text] for text in texts if text in self._kept}
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            known.update(zip(missing, self._embed(missing), strict=True))
        self._remember(texts, known)
        return np.stack([known[text] for text in texts])

    def _remember(self, texts: Sequence[str], known: dict[str, Vectors]) -> None:
        with self._lock:
            for text in texts:
                self._kept[text] = known[text]
                self._kept.move_to_end(text)
            while len(self._kept) > self._capacity:
                self._kept.popitem(last=False)
