"""BM25 as sparse vectors: one encoder for ingestion and questions, the same for both stores.

The store multiplies a query's weights by the inverse document frequency (its IDF modifier); this
module supplies what depends on one passage alone. BM25 divides a passage's length by the corpus
average, which changes with every upload; a fixed ``AVERAGE_TOKENS`` keeps stored weights valid, and
being off by a third shifts every passage's weights alike.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final
from zlib import crc32

from masis.domain.evidence import Chunk
from masis.retrieval.base import SparseVector
from masis.retrieval.tokens import tokens

K1: Final = 1.2
B: Final = 0.75
AVERAGE_TOKENS: Final = 100
"""Tokens of a usual passage (about 1,000 characters of English) once stop words are gone."""
ENCODER_VERSION: Final = 2
"""Raise it when tokens or hashing change: stored vectors then no longer fit."""

PARAMETERS: Final = {"k1": K1, "b": B, "average_tokens": AVERAGE_TOKENS, "version": ENCODER_VERSION}


def token_id(token: str) -> int:
    """Return a token's dimension: an unsigned 32-bit hash that never changes between runs."""
    return crc32(token.encode())


def document_text(chunk: Chunk) -> str:
    """Return what a passage is indexed by; questions often name the document or section."""
    return chunk.embedding_text


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
