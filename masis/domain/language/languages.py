"""Languages: in which one a text is written; the only importer of py3langid."""

import tomllib
from array import array
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

SURE = 0.6
"""Probability from which an answer counts; above it no English paragraph of thirteen filings is misread."""
_READ_CHARS = 4000


def language_of(text: str) -> str:
    """Return the ISO 639-1 code of a text's language; empty when too little of it says so."""
    code, probability = _identifier().classify(text[:_READ_CHARS])
    return str(code) if probability >= SURE else ""


def language_name(code: str) -> str:
    """Return what a language is called in English; the code itself for one that is not told apart."""
    return _names().get(code, code)


@lru_cache(maxsize=1)
def _names() -> Mapping[str, str]:
    data = tomllib.loads(Path(__file__).with_name("languages.toml").read_text(encoding="utf-8"))
    return MappingProxyType(data["names"])


class _Moves:
    """Where each row of the model's automaton leads by each of 256 bytes, in place of a flat table.

    Four of five places hold what most rows have for that byte. The others are kept: 11 MB in place of 39.
    """

    def __init__(self, table: "array[int]") -> None:
        """Take a table of 256 places a row apart."""
        import numpy as np

        rows = np.asarray(table).reshape(-1, 256)
        usual = np.array([np.bincount(column).argmax() for column in rows.T], dtype=rows.dtype)
        at, letters = np.nonzero(rows != usual)
        self._usual = usual.tolist()
        self._letters = letters.astype(np.uint8).tobytes()
        self._first = array("Q", np.searchsorted(at, np.arange(len(rows) + 1)).tobytes())
        self._moves = array(table.typecode, rows[at, letters].tobytes())

    def __getitem__(self, place: int) -> int:
        """Return what the table held at a place."""
        row, letter = divmod(place, 256)
        found = self._letters.find(letter, self._first[row], self._first[row + 1])
        moved: int = self._moves[found] if found >= 0 else self._usual[letter]
        return moved


@lru_cache(maxsize=1)
def _identifier() -> "LanguageIdentifier":
    """Load the model (4.5 MB, most of a second) when the first text asks for it; it holds no state."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    every = LanguageIdentifier.from_model_file(MODEL_FILE)
    every.set_languages(list(_names()))
    # One narrowed in place keeps the tables of all 140 languages too, 28 MB.
    return LanguageIdentifier(
        every.nb_ptc,
        every.nb_pc,
        every.nb_classes,
        _Moves(every.tk_nextmove),
        array("i", every.tk_output),
        norm_probs=True,
        tk_row=every.tk_row,
    )
