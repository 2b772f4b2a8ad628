"""Keywords: the tokens of a text, BM25 vectors of them, and how much of a question a passage holds in words.

The store multiplies a query's weights by the inverse document frequency (its IDF modifier); a passage's
vector holds what depends on the passage alone. BM25 divides a passage's length by the corpus average, which
changes with every upload; a fixed ``AVERAGE_TOKENS`` keeps stored weights valid, and being off by a third
shifts every passage's weights alike.

The keyword score decides whether a passage whose meaning the embedder did not recognise is kept all the
same, as with product codes, names and dates. So it is strict: common words count little, one lucky word is
not enough, and a question about something else does not get through.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from zlib import crc32

from masis.domain.language.words import lexicon, stem
from masis.retrieval.base import SparseVector

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
K1: Final = 1.2
B: Final = 0.75
AVERAGE_TOKENS: Final = 100
"""Tokens of a usual passage (about 1,000 characters of English) once stop words are gone."""
ENCODER_VERSION: Final = 2
"""Raise it when tokens or hashing change: stored vectors then no longer fit."""

PARAMETERS: Final = {"k1": K1, "b": B, "average_tokens": AVERAGE_TOKENS, "version": ENCODER_VERSION}


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


def token_id(token: str) -> int:
    """Return a token's dimension: an unsigned 32-bit hash that never changes between runs."""
    return crc32(token.encode())


def encode_document(text: str) -> SparseVector:
    """Return a passage's saturated, length-normalised term frequencies."""
    found = tokens(text)
    normaliser = K1 * (1 - B + B * len(found) / AVERAGE_TOKENS)
    weights: dict[int, float] = {}
    for token, count in Counter(found).items():
        weights[token_id(token)] = count * (K1 + 1) / (count + normaliser)
    return vector_of(weights)


def encode_query(text: str) -> SparseVector:
    """Return a question's terms, each counted once; the store adds their rarity."""
    return vector_of(dict.fromkeys((token_id(token) for token in tokens(text)), 1.0))


def encode_token(token: str) -> SparseVector:
    """Return the query for one token alone."""
    return vector_of({token_id(token): 1.0})


def vector_of(weights: dict[int, float]) -> SparseVector:
    """Return weights by token id as a vector, in the order stores want."""
    indices: Sequence[int] = sorted(weights)
    return SparseVector(indices=tuple(indices), values=tuple(weights[index] for index in indices))


KEYWORD_FLOOR: Final = 0.65
"""Keyword score that keeps a passage below the cosine threshold; fitted, see benchmarks/retrieval.py."""

_MOST_TERMS: Final = 24
_CODE_WEIGHT: Final = 2.0
_RARE: Final = 0.65
"""Inverse document frequency of a word that about half of the passages hold; commoner ones prove nothing."""
_RARE_SHARE: Final = 0.5
"""A code is rare when its weight is at least this share of the heaviest of the question's terms."""

_ASKING_WORDS: Final = frozenset(
    tokens(
        "tell describe explain give list show find name summarise summarize mention state report say said "
        "document file passage information detail please know does much many "
        "acronym abbreviation stand mean meaning"
    )
)


_HOW: Final = re.compile(r"\bhow (\w+)", re.IGNORECASE)
"""``how large``: asks for a size, and no passage need say "large"."""


def question_terms(line: str) -> tuple[Term, ...]:
    """Return a question's distinct terms, codes first, without the words that only ask."""
    asking = _ASKING_WORDS.union(*(tokens(word) for word in _HOW.findall(line)))
    distinct = {term.token: term for term in terms(line) if term.token not in asking}
    ordered = sorted(distinct.values(), key=lambda term: not term.code)
    return tuple(ordered[:_MOST_TERMS])


def keyword_score(question: Sequence[Term], found: Collection[str], rarity: Mapping[str, float]) -> float:
    """Return the share of a question's terms that a passage holds, weighted by rarity, 0 to 1.

    Args:
        question: from ``question_terms``.
        found: the passage's tokens.
        rarity: inverse document frequency by token, over the workspace; a token no passage holds is missing.
    """
    if not question:
        return 0.0
    heaviest = max(rarity.values(), default=0.0)
    absent = heaviest + 1.0  # rarer than anything that is there
    weights = [rarity.get(term.token, absent) * (_CODE_WEIGHT if term.code else 1.0) for term in question]
    matched = [_holds(found, term) for term in question]
    cover = sum(weight for weight, hit in zip(weights, matched, strict=True) if hit) / (sum(weights) or 1.0)
    if _exact_code(question, found, rarity, heaviest):
        return KEYWORD_FLOOR + (1 - KEYWORD_FLOOR) * min(cover, 1.0)
    rare = any(hit and rarity.get(t.token, 0.0) >= _RARE for t, hit in zip(question, matched, strict=True))
    if not rare or sum(matched) < min(2, len(question)):
        return 0.0
    return min(cover, 1.0)


def _holds(found: Collection[str], term: Term) -> bool:
    return term.token in found or (bool(term.parts) and all(part in found for part in term.parts))


def _exact_code(
    question: Sequence[Term], found: Collection[str], rarity: Mapping[str, float], heaviest: float
) -> bool:
    """Tell whether the passage holds a code of the question that few passages hold."""
    return any(
        term.code and term.token in found and rarity.get(term.token, 0.0) >= _RARE_SHARE * heaviest
        for term in question
    )
