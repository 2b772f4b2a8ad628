"""Evidence of two made-up companies, and analysts whose weights are set by hand: nothing here is fitted."""

import zlib
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from masis.analysts.base import Reader
from masis.analysts.extractive.features import FEATURES, KINDS
from masis.analysts.extractive.rank import Ranker, VectorCache, Vectors, Weights
from masis.analysts.extractive.statements import Statement, statements_of
from masis.analysts.extractive.understand import Asked, understand
from masis.domain.evidence import EvidenceChunk
from masis.domain.language.pipes import pipe_tables
from masis.domain.language.windows import ReaderWindow
from masis.domain.language.words import concepts
from masis.domain.profile import DocumentProfile
from masis.domain.run.context import Context, Passage
from masis.domain.verification.claims import Claim
from masis.domain.verification.ledger import build_ledger
from tests.builders import chunk

FERNHALL = DocumentProfile(
    organisation="Fernhall Harbour Group plc",
    aliases=("Fernhall",),
    kind="annual_report",
    fiscal_year=2024,
    period_end="2024-12-31",
    currency="EUR",
    scale=Decimal(1_000_000),
    title="Fernhall, annual report 2024",
)
SELBY = DocumentProfile(
    organisation="Selby Docks Limited",
    aliases=("Selby",),
    kind="annual_report",
    fiscal_year=2024,
    period_end="2024-12-31",
    currency="EUR",
    title="Selby, annual report 2024",
)
_INCOME = """Consolidated income statement, in millions of euros
| | 2024 | 2023 |
|---|---|---|
| Revenue | 412.5 | 380.0 |
| Cost of sales | 230.1 | 221.4 |
| Gross margin (%) | 44.2 | 41.7 |
| Revenue by terminal | | |
| North terminal | 250.0 | 245.0 |
| South terminal | 162.5 | 135.0 |
"""


def passage(chunk_id: str, text: str, **changes: Any) -> EvidenceChunk:
    """Return a passage of Fernhall's annual report; its pipe rows become the records of a table."""
    tables = pipe_tables(text)
    values: dict[str, Any] = {
        "document_id": "fernhall",
        "document_title": FERNHALL.title,
        "profile": FERNHALL,
        "kind": "table" if tables else "prose",
        "table": tables[0] if tables else None,
    }
    return chunk(chunk_id, text, **{**values, **changes})


INCOME = passage("income", _INCOME, heading="Financial statements")
STAFF = passage(
    "staff",
    "Fernhall employed 1,240 people at the end of 2024. The port of Alden is run by Maria Keller.",
    heading="People",
)
CAUSES = passage(
    "causes",
    "Gross margin improved because diesel became cheaper and cranes were idle for fewer hours. "
    "Revenue of €412.5 million was the highest in our history.",
    heading="Management report",
)
RISKS = passage(
    "risks",
    "The main risks are:\n- Silting of the southern channel\n- Strikes of the pilots\n- Costs of insurance",
    heading="Risks",
)
RIVAL = passage(
    "rival",
    _INCOME.replace("412.5", "96.3").replace("380.0", "91.8"),
    document_id="selby",
    document_title=SELBY.title,
    profile=SELBY,
    heading="Financial statements",
)
REPORT = (INCOME, STAFF, CAUSES, RISKS)
EVIDENCE = (*REPORT, RIVAL)

BY_HAND = {
    "intercept": -4.0,
    "cover_own": 3.0,
    "cover_all": 2.0,
    "missing": -1.0,
    "extra": -1.0,
    "extra_scope": -1.0,
    "period": 1.0,
    "kind": 2.0,
    "names": 1.0,
    "organisation": 2.0,
    "cosine": 1.0,
    "total": 0.2,
}
_GATE = {"intercept": -1.0, "score": 0.5, "margin": 1.0, "organisation": 1.0}
GATE = {"figure": _GATE, "text": _GATE}
LINE = 0.6


def weights() -> Weights:
    """Return weights of the ranking that only say which way each feature points."""
    row = np.array([BY_HAND["intercept"], *(BY_HAND.get(name, 0.0) for name in FEATURES)])
    return Weights(
        dict.fromkeys(KINDS, row),
        {"cosine": 0.0, "reader_direct": -0.5},
    )


def shared_words(texts: Sequence[str]) -> Vectors:
    """Stand in for the embedder: texts are as near as they share words."""
    rows = np.zeros((len(texts), 256), dtype=np.float32)
    for row, text in zip(rows, texts, strict=True):
        for word in concepts(text):
            row[zlib.crc32(word.encode()) % 256] += 1.0
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)


class Reads:
    """A reader that takes one statement for the answer, and counts what it is shown."""

    def __init__(self, answer: str = "") -> None:
        self.answer, self.seen = answer, 0

    def read(self, question: str, windows: Sequence[ReaderWindow]) -> Sequence[float]:
        self.seen += len(windows)
        said = (window.statements[-1] for window in windows)
        return [8.0 if self.answer and self.answer in text else -8.0 for text in said]


def ranker(reader: Reader | None = None) -> Ranker:
    """Return a ranker that needs no model."""
    return Ranker(VectorCache(shared_words), reader, weights())


def asked(question: str, evidence: Sequence[EvidenceChunk] = EVIDENCE) -> Asked:
    """Return the first part of a question."""
    return understand(question, evidence)[0]


def statement(start: str, evidence: Sequence[EvidenceChunk] = EVIDENCE) -> Statement:
    """Return the first statement whose words, or whose row's label, open so."""
    return next(found for found in statements_of(evidence) if found.text.startswith(start))


def context_of(*chunks: EvidenceChunk) -> Context:
    """Return a context that holds the passages whole."""
    return Context(passages=tuple(Passage(chunk=it, text=it.full_text) for it in chunks))


def ledger_of(answer: str, evidence: Sequence[EvidenceChunk] = EVIDENCE) -> tuple[Claim, ...]:
    """Return the ledger of an answer, every sentence of which must come out supported."""
    claims = build_ledger(answer, evidence)
    assert [claim.verdict for claim in claims] == ["supported"] * len(claims)
    return claims
