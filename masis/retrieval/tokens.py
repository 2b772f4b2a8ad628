"""Tokens of the keyword leg: stemmed words, and codes, dates and figures kept as they are written."""

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from masis.domain.language.words import lexicon, stem

_MAX_TOKEN: Final = 64
_TOKEN = re.compile(
    r"""
    \d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\w)          # 1,234,567.8
    | (?:[^\W\d_]\.){2,}                        # U.S.
    | [^\W_]+(?:[-./:&+'_][^\W_]+)*             # words, AX-4411, 2024-05-01, 21.4, company's
    """,
    re.VERBOSE,
)
_DECIMAL = re.compile(r"\d+\.\d+[a-z]*")
_PARTS = re.compile(r"[^\W_]+")
_PERIOD_LABEL = re.compile(r"(?:fy|cy|q|h)\d{1,4}")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")


class Term(NamedTuple):
    """One term of a text: its main token, the parts it is also indexed by, and whether it is a code."""

    token: str
    parts: tuple[str, ...] = ()
    code: bool = False


def terms(text: str) -> list[Term]:
    """Split a text into terms, stop words left out, in order and with repetitions."""
    found: list[Term] = []
    for match in _TOKEN.finditer(_plain(text)):
        found.extend(_terms_of(match.group()))
    return found


def tokens(text: str) -> list[str]:
    """Return every token a text is indexed by: main tokens and parts."""
    return [token for term in terms(text) for token in (term.token, *term.parts)]


def _plain(text: str) -> str:
    """Fold case, accents and typographic variants, which people do not type."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.replace("\u2019", "'"))
    return _NOT_ASCII.sub(_without_marks, decomposed).casefold()


def _without_marks(match: re.Match[str]) -> str:
    return "".join(char for char in match.group() if not unicodedata.combining(char))


@lru_cache(maxsize=65_536)
def _terms_of(raw: str) -> tuple[Term, ...]:
    word = raw.removesuffix("'s")[:_MAX_TOKEN]
    if _WIDE.search(word):
        return _wide_terms(word)
    if "," in word or _DECIMAL.fullmatch(word):
        return (Term(word.replace(",", "")),)
    parts = tuple(_PARTS.findall(word))
    if len(parts) == 1:
        return _single(parts[0])
    if all(len(part) == 1 for part in parts):  # U.S., R&D
        return (Term("".join(parts)),)
    if not any(char.isdigit() for char in word):
        return tuple(term for part in parts for term in _single(part))
    whole = "".join(parts) if any(char.isalpha() for char in word) else "-".join(parts)
    pieces = tuple(_stem(part) for part in parts if len(part) > 1 and part not in lexicon().stop)
    return (Term(whole, pieces, code=True),)


def _single(word: str) -> tuple[Term, ...]:
    if word in lexicon().stop or (len(word) == 1 and not word.isdigit()):
        return ()
    if word.isalpha():
        return (Term(_stem(word)),)
    mixed = any(char.isalpha() for char in word) and len(word) >= 4 and not _PERIOD_LABEL.fullmatch(word)
    return (Term(word, code=mixed),)


def _wide_terms(word: str) -> tuple[Term, ...]:
    """Index scripts written without spaces by pairs of characters."""
    if len(word) < 3:
        return (Term(word),)
    return tuple(Term(word[i : i + 2]) for i in range(len(word) - 1))


def _stem(word: str) -> str:
    return stem(word) if word.isalpha() else word
