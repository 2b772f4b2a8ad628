"""Ranking: the statements of the evidence, best answer to a part first, by fitted weights."""

import json
import math
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from masis.analysts.base import Reader
from masis.analysts.extractive.columns import shown_columns
from masis.analysts.extractive.features import FEATURES, KINDS, frame_of, lexical
from masis.analysts.extractive.statements import Statement
from masis.analysts.extractive.understand import Asked
from masis.domain.evidence import SUB_SECTION
from masis.domain.language.periods import without_periods
from masis.domain.language.tables import Table
from masis.domain.language.units import declared_unit
from masis.domain.language.windows import MOST_WINDOWS, ReaderWindow, context_of, row_text
from masis.domain.language.words import concepts
from masis.domain.profile import DocumentProfile

_BRACKETS = re.compile(r"\([^()]*\)?")
READ_CLOSELY = 24
"""Statements whose meaning is compared; the others stay with their words alone (time, see benchmarks)."""
READ_BY_MODEL = 12
_KEPT_RANKINGS = 32
Place = tuple[str, int, int]
Vectors = NDArray[np.float32]
_Passage = tuple[str, str, DocumentProfile, float, float, float]
_Key = tuple[Asked, tuple[Place, ...], tuple[_Passage, ...]]
Embed = Callable[[Sequence[str]], Vectors]


class Ranked(NamedTuple):
    """A statement with its features and its score."""

    statement: Statement
    values: Mapping[str, float]
    score: float
    """Log odds that it answers the part, before anything is known of its rivals."""


class Weights(NamedTuple):
    """Fitted weights; see ``weights.json`` for what they were fitted on."""

    by_kind: Mapping[str, NDArray[np.float64]]
    """Intercept first, then one weight a feature, for each kind of statement."""
    unread: Mapping[str, float]
    """What the features of a model are taken for where it did not look: their mean over what it read."""


@lru_cache(maxsize=1)
def shipped() -> dict[str, dict[str, Any]]:
    """Return what ``scripts/fit_answers.py`` fitted: weights of ranking and gate, with their lines."""
    found: dict[str, dict[str, Any]] = json.loads(
        Path(__file__).with_name("weights.json").read_text(encoding="utf-8")
    )
    return found


@lru_cache(maxsize=1)
def fitted() -> Weights:
    """Return the shipped weights."""
    raw = shipped()["rank"]
    by_kind = {
        kind: np.array([raw[kind]["intercept"], *(raw[kind].get(name, 0.0) for name in FEATURES)])
        for kind in KINDS
    }
    return Weights(by_kind, raw["unread"])


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


class Ranker:
    """Ranks statements; shares sentence vectors and readings between the analysts of a process."""

    def __init__(
        self, vectors: VectorCache, reader: Reader | None = None, weights: Weights | None = None
    ) -> None:
        """Without a reader its features count as not looked at."""
        self._vectors, self._reader, self._weights = vectors, reader, weights
        self._known: OrderedDict[_Key, tuple[Ranked, ...]] = OrderedDict()
        self._lock = Lock()

    def rank(self, asked: Asked, statements: Sequence[Statement]) -> tuple[Ranked, ...]:
        """Return the statements, best first; ties by place, so that equal input gives equal order.

        Synthesizer, gate, critic and evaluator of a run ask for the same ranking: the latest are kept.
        """
        key = _key_of(asked, statements)
        with self._lock:
            known = self._known.get(key)
        if known is None:
            known = self._ranked(asked, statements)
        with self._lock:
            self._known[key] = known
            self._known.move_to_end(key)
            while len(self._known) > _KEPT_RANKINGS:
                self._known.popitem(last=False)
        return known

    def _ranked(self, asked: Asked, statements: Sequence[Statement]) -> tuple[Ranked, ...]:
        weights = self._weights or fitted()
        frame = frame_of(asked, statements)
        first = [self._scored(statement, lexical(frame, statement), weights) for statement in statements]
        first.sort(key=_order)
        # What another organisation says can never fill the slots: it takes no reading from those that can.
        own = [candidate for candidate in first if candidate.values["organisation"] >= 0]
        others = [candidate for candidate in first if candidate.values["organisation"] < 0]
        near, far = own[:READ_CLOSELY], own[READ_CLOSELY:]
        near = self._added(near, self._cosines(asked, near), weights)
        read, unread = near[:READ_BY_MODEL], near[READ_BY_MODEL:]
        # What was not read stays behind what was: a mean reading would lift it over a doubted one.
        return (*self._added(read, self._readings(asked, read), weights), *unread, *far, *others)

    def _added(
        self, ranked: Sequence[Ranked], values: Sequence[Mapping[str, float]], weights: Weights
    ) -> list[Ranked]:
        """Return statements with further features, in their new order."""
        pairs = zip(ranked, values, strict=True)
        made = [
            self._scored(candidate.statement, {**candidate.values, **more}, weights)
            for candidate, more in pairs
        ]
        return sorted(made, key=_order)

    def _scored(self, statement: Statement, values: Mapping[str, float], weights: Weights) -> Ranked:
        full = {**weights.unread, **values}
        row = np.array([1.0, *(full[name] for name in FEATURES)])
        return Ranked(statement, full, float(row @ weights.by_kind[statement.kind]))

    def _cosines(self, asked: Asked, ranked: Sequence[Ranked]) -> list[dict[str, float]]:
        if not ranked:
            return []
        rows = self._vectors.of([asked.part.text, *(spoken(candidate.statement) for candidate in ranked)])
        return [{"cosine": float(cosine)} for cosine in rows[1:] @ rows[0]]

    def _readings(self, asked: Asked, ranked: Sequence[Ranked]) -> list[dict[str, float]]:
        if self._reader is None:
            return [{} for _ in ranked]
        readings = self._reader.read(
            asked.spoken, [window_of(asked, candidate.statement) for candidate in ranked]
        )
        return [{"reader_direct": squashed(log_odds)} for log_odds in readings]

    def direct(self, asked: Asked, claims: Sequence[str]) -> tuple[float, ...]:
        """Return how directly each claim by itself is read to answer a part, -1..1; none without a reader."""
        if self._reader is None:
            return ()
        windows = [ReaderWindow(context="", statements=(claim,)) for claim in claims]
        found: list[float] = []
        for start in range(0, len(windows), MOST_WINDOWS):
            found += self._reader.read(asked.spoken, windows[start : start + MOST_WINDOWS])
        return tuple(squashed(log_odds) for log_odds in found)


def _key_of(asked: Asked, statements: Sequence[Statement]) -> _Key:
    """Return all that a ranking depends on: equal documents of two workspaces may bear other names."""
    chunks = {statement.chunk.chunk_id: statement.chunk for statement in statements}
    passages = tuple(
        (
            chunk.workspace_id,
            chunk.document_title,
            chunk.profile,
            chunk.score,
            chunk.keyword_score,
            chunk.row_score,
        )
        for chunk in chunks.values()
    )
    return asked, tuple(statement.key for statement in statements), passages


def window_of(asked: Asked, statement: Statement) -> ReaderWindow:
    """Return what the reader sees of a statement under its heading: what would be shown of a row.

    A sentence comes after the one before it.
    """
    if statement.row is not None and statement.table is not None:
        context = context_of(statement.chunk.document_title, _above(statement.chunk.heading, statement.table))
        said = row_text(statement.table, statement.row, shown_columns(asked, statement))
        return ReaderWindow(context=context, statements=(said,))
    heading = statement.chunk.heading.split(SUB_SECTION)[-1]
    sentences = tuple(text for text in (statement.before, statement.text) if text)
    return ReaderWindow(context=context_of(statement.chunk.document_title, heading), statements=sentences)


def _above(heading: str, table: Table) -> str:
    """Return what a table is about: its title, and what its label column lists where that is said."""
    bare = _BRACKETS.sub("", table.corner).strip(" :")
    listed = bare if concepts(without_periods(bare)) and declared_unit(table.corner) is None else ""
    return " › ".join(dict.fromkeys(part for part in (table.title or heading, listed) if part))


def squashed(log_odds: float) -> float:
    """Return log odds within -1..1, so that one extreme reading does not outweigh everything."""
    return math.tanh(log_odds / 6)


def _order(ranked: Ranked) -> tuple[float, str, int]:
    return -ranked.score, ranked.statement.chunk.chunk_id, ranked.statement.char_start


def spoken(statement: Statement) -> str:
    """Return a statement as it is embedded and read: a row with what stands above and beside it."""
    if statement.row is None or statement.table is None:
        return statement.text
    heads = [statement.table.header_of(cell) for cell in statement.row.cells]
    path = [*statement.row.path, statement.row.label]
    title = statement.table.title or statement.chunk.heading.split(SUB_SECTION)[-1]
    return f"{title}: {' › '.join(path)} – {', '.join(dict.fromkeys(heads))}"
