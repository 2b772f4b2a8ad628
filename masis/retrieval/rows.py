"""Rows: every row of a table as a sparse-only point, so that a statement line competes with prose.

A row point holds words, no embedding and no text: it leads to the passage it stands in. Its words are
compared with those of other rows only, under concepts of the language kernel (``sales`` is ``revenue``).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from masis.domain.evidence import Chunk
from masis.domain.language.tables import Row, Table
from masis.domain.language.words import concept, lexicon
from masis.retrieval.base import SparseVector
from masis.retrieval.keywords import K1, Term, token_id, tokens, vector_of

_SIGNS = re.compile(r"[^\w]")
B: Final = 0.5
AVERAGE_WORDS: Final = 14.0
"""Weighted words of a usual row."""
FIELDS: Final[Mapping[str, float]] = {
    "label": 1.0,
    "path": 0.6,
    "headers": 0.4,
    "caption": 0.5,
    "lead": 0.3,
    "heading": 0.3,
    "title": 0.3,
    "unit": 0.2,
}
"""How much a word counts by where it stands; chosen on ``benchmarks/filing_evidence.py``, fit half."""


def encode_row(chunk: Chunk, table: Table, row: Row) -> SparseVector:
    """Return what a row is found by: its label first, then all that says what it is a row of."""
    counts: dict[str, float] = {}
    for field, text in fields_of(chunk, table, row).items():
        for token in dict.fromkeys(_words(text)):
            counts[token] = counts.get(token, 0.0) + FIELDS[field]
    normaliser = K1 * (1 - B + B * sum(counts.values()) / AVERAGE_WORDS)
    weights = {token_id(token): count * (K1 + 1) / (count + normaliser) for token, count in counts.items()}
    return vector_of(weights)


def encode_row_query(line: str) -> SparseVector:
    """Return a question's words as rows are searched for them: short forms beside what they stand for."""
    words = (word for token in tokens(line) for word in (concept(token), *_long_forms().get(token, ())))
    return vector_of(dict.fromkeys((token_id(word) for word in words), 1.0))


def fields_of(chunk: Chunk, table: Table, row: Row) -> dict[str, str]:
    """Return the words of a row by field."""
    headers = {table.columns[cell.column].header: table.columns[cell.column] for cell in row.cells}
    return {
        "label": row.label,
        "path": " ".join(row.path),
        "headers": " ".join(f"{column.header} {column.period}" for column in headers.values()),
        "caption": f"{table.title} {table.corner}",
        "lead": table.lead,
        "heading": chunk.heading,
        "title": chunk.document_title,
        "unit": " ".join({row.unit, table.unit, *(column.unit for column in headers.values())} - {""}),
    }


def row_words(chunk: Chunk, table: Table, row: Row) -> frozenset[str]:
    """Return the words a row holds or stands under; a document's title alone is no evidence for its rows."""
    fields = fields_of(chunk, table, row)
    return frozenset(word for field, text in fields.items() if field != "title" for word in _words(text))


def cover(line: Sequence[Term], held: frozenset[str], rarity: Mapping[str, float]) -> float:
    """Return the share of a question's terms that a row holds, weighted by rarity, 0 to 1."""
    absent = max(rarity.values(), default=0.0) + 1.0  # rarer than anything that is there
    weights = {term.token: rarity.get(term.token, absent) for term in line}
    total = sum(weights.values())
    found = sum(weight for token, weight in weights.items() if _says(held, token))
    return found / total if total else 0.0


def rows_of(chunk: Chunk) -> Iterator[tuple[int, SparseVector]]:
    """Yield each row of a passage that holds values, by its number in the table."""
    if chunk.table is None:
        return
    for number, row in enumerate(chunk.table.rows):
        if row.cells:
            yield number, encode_row(chunk, chunk.table, row)


def _says(held: frozenset[str], token: str) -> bool:
    meant = _long_forms().get(token)
    return concept(token) in held or (meant is not None and held.issuperset(meant))


@lru_cache(maxsize=1)
def _long_forms() -> Mapping[str, tuple[str, ...]]:
    """Return what short forms stand for, by token: ``rd`` is research and development."""
    return {_SIGNS.sub("", short): meant for short, meant in lexicon().short_forms.items()}


def _words(text: str) -> list[str]:
    return [concept(token) for token in tokens(text)]
