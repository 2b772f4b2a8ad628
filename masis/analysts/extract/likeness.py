"""Likeness: what two texts share below the level of words, and the names one adds to the other."""

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from masis.analysts.extract.question import Part
from masis.analysts.extract.units import Unit
from masis.domain.terms import names, words

_LENGTH = 4


def letter_likeness(question: str, texts: Sequence[str]) -> list[float]:
    """Return the share of the question's letter groups in each text, rare groups weighing more.

    It sees what stems miss: ``designed`` and ``designated``, compounds, misspellings.
    """
    asked = _groups(question)
    held = [_groups(text) & asked for text in texts]
    counts: Counter[str] = Counter(group for groups in held for group in groups)
    weights = {group: max(0.0, math.log((len(texts) + 1) / (counts[group] + 0.5))) for group in asked}
    total = sum(weights[group] for group in sorted(asked)) + 1e-9
    # Summed in a fixed order: the order of a set differs from process to process.
    return [sum(weights[group] for group in sorted(groups)) / total for groups in held]


def new_names(part: Part, unit: Unit) -> float:
    """Return 0..1 for the names, at most three counted, that the question did not hold."""
    asked = set(words(part.text))
    return min(3, sum(not set(words(name)) <= asked for name in _names(unit.text))) / 3


@lru_cache(maxsize=8192)
def _names(text: str) -> tuple[str, ...]:
    return names(text)


@lru_cache(maxsize=8192)
def _groups(text: str) -> frozenset[str]:
    line = f" {' '.join(words(text))} "
    return frozenset(line[at : at + _LENGTH] for at in range(len(line) - _LENGTH + 1))
