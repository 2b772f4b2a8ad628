"""Patterns: the word lists and shapes of conversations, as ``en.toml`` gives them."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from masis.domain.language import words


@lru_cache(maxsize=1)
def _lists() -> Mapping[str, Any]:
    path = Path(words.__file__).with_name("en.toml")
    conversation: Mapping[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))["conversation"]
    return conversation


@lru_cache(maxsize=16)
def listed(name: str) -> frozenset[str]:
    """Return the words of a list."""
    return frozenset(_lists()[name].split())


@lru_cache(maxsize=16)
def stems_of(name: str) -> frozenset[str]:
    """Return the stems of the words of a list."""
    return frozenset(words.stem(word) for word in listed(name))


@lru_cache(maxsize=64)
def pattern(name: str) -> re.Pattern[str]:
    """Return a pattern that any of its shapes matches."""
    shapes = _lists()["patterns"][name]
    return re.compile("|".join(f"(?:{shape})" for shape in shapes), re.IGNORECASE | re.VERBOSE | re.DOTALL)
