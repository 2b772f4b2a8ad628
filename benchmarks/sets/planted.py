"""Planted: how many planted faults the claim ledger catches, and how many true sentences it flags."""

import random
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from benchmarks.sets.bench import Bench
from benchmarks.sets.rows import CleanStatement
from masis.domain.evidence import Chunk, EvidenceChunk
from masis.domain.verification.citations import audit_citations
from masis.domain.verification.claims import Claim
from masis.domain.verification.ledger import build_ledger
from masis.errors import InvalidInput
from masis.evaluation.asking import passages, sample
from masis.evaluation.faults import FACTS, WORDS, Planted, plant
from masis.evaluation.results import Listing, Measure, Result, share

_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_BAD = frozenset({"number_mismatch", "contradicted", "not_in_source", "uncited"})


class Probe(NamedTuple):
    """One answer, as it stands or with a fault, and what the audit said of it."""

    statement: CleanStatement
    kind: str
    text: str
    source: str
    caught: bool
    said: str


def run(rows: Sequence[CleanStatement], bench: Bench) -> Result:
    """Plant every fault in every statement and audit each answer by itself."""
    held = passages(bench.masis, sample(bench.masis, bench.progress))
    chunks = [EvidenceChunk(**chunk.model_dump()) for some in held.values() for chunk in some]
    probes: list[Probe] = []
    for number, row in enumerate(rows, 1):
        right = find(row, held)
        for text in (row.statement, *row.paraphrases):
            kind = "clean, as it stands" if text == row.statement else "clean, reworded"
            probes.append(_audited(row, kind, _cited(text, right.chunk_id), right, chunks))
        for planted in plant(row, bench.seed):
            cited = _other(row, right, chunks, bench.seed) if planted.kind == "wrong source" else right
            probes.append(_audited(row, planted.kind, _answer(planted, cited), cited, chunks))
        bench.progress("statements", number, len(rows))
    return _result(probes, bench)


def find(row: CleanStatement, held: Mapping[str, Sequence[Chunk]]) -> Chunk:
    """Return the passage of the page that holds the quoted words.

    Raises:
        InvalidInput: the set names words that are not there.
    """
    wanted = " ".join((row.quote or row.statement).split())
    for chunk in held.get(row.document, ()):
        if chunk.page_number == row.page and wanted in " ".join(chunk.full_text.split()):
            return chunk
    message = f"{row.id}: “{wanted[:80]}” is not on page {row.page} of {row.document}."
    raise InvalidInput(message)


def _other(row: CleanStatement, right: Chunk, chunks: Sequence[EvidenceChunk], seed: int) -> EvidenceChunk:
    """Return a passage of another page that has neither the statement's words nor all its numbers."""
    wanted = " ".join((row.quote or row.statement).split())
    numbers = set(_NUMBER.findall(row.statement))
    far = [
        chunk
        for chunk in chunks
        if (chunk.document_id, chunk.page_number) != (right.document_id, right.page_number)
        and wanted not in " ".join(chunk.full_text.split())
        and not (numbers and numbers <= set(_NUMBER.findall(chunk.full_text)))
    ]
    return random.Random(f"{seed}/{row.id}").choice(far)  # noqa: S311 - repeatable, no secret


def _answer(planted: Planted, cited: Chunk) -> str:
    first = _cited(planted.text, planted.invented or cited.chunk_id)
    return f"{first} {_cited(planted.added, cited.chunk_id)}" if planted.added else first


def _cited(sentence: str, chunk_id: str) -> str:
    """Put the citation where the writers of MASIS put it: before the full stop."""
    return f"{sentence.rstrip('.')} [{chunk_id}]."


def _audited(
    row: CleanStatement, kind: str, answer: str, cited: Chunk, chunks: Sequence[EvidenceChunk]
) -> Probe:
    """Audit one answer the way the critic does; the added sentence alone counts where one was added."""
    ledger = build_ledger(answer, chunks)
    fabricated = audit_citations(answer, [chunk.chunk_id for chunk in chunks]).fabricated
    judged: Sequence[Claim] = ledger[-1:] if kind == "unsupported addition" else ledger
    bad = [claim for claim in judged if claim.verdict in _BAD]
    said = f"{bad[0].verdict}: {bad[0].reason}" if bad else judged[0].verdict if judged else "no claim"
    source = f"{cited.document_title}, p. {cited.page_label}"
    return Probe(row, kind, answer, source, bool(bad or fabricated), said)


def _result(probes: Sequence[Probe], bench: Bench) -> Result:
    measures: list[Measure] = []
    for half in ("all", "report", "fit"):
        some = [probe for probe in probes if half in {"all", probe.statement.split}]
        if some:
            measures += _measures(some, "all" if half == "all" else f"{half} half", bench.seed)
    clean = [probe for probe in probes if probe.kind.startswith("clean") and probe.caught]
    missed = [probe for probe in probes if not probe.kind.startswith("clean") and not probe.caught]
    return Result(
        name=bench.name,
        kind="planted faults",
        engine="claim ledger (no engine)",
        seed=bench.seed,
        rows=len({probe.statement.id for probe in probes}),
        measures=tuple(measures),
        listings=(_shown("False alarms on clean answers", clean), _shown("Faults that were missed", missed)),
        notes=(
            "Caught: the bent sentence is not called supported. A sentence is only bent in ways it allows.",
            "The halves are split by document. Intervals are drawn over statements.",
        ),
    )


def _measures(probes: Sequence[Probe], half: str, seed: int) -> list[Measure]:
    def caught(name: str, kinds: Sequence[str], note: str = "") -> Measure:
        some = [probe for probe in probes if probe.kind in kinds]
        groups = [probe.statement.id for probe in some]
        return share(f"{name} · {half}", [float(probe.caught) for probe in some], seed, note, groups)

    return [
        caught("caught: figures, units, scales, periods", FACTS),
        caught("caught: the other kinds", WORDS),
        caught("false alarms on clean answers", ("clean, as it stands", "clean, reworded"), "wanted: 0"),
        *(caught(f"caught: {kind}", (kind,)) for kind in (*FACTS, *WORDS)),
        *(caught(f"false alarms: {kind}", (kind,)) for kind in ("clean, as it stands", "clean, reworded")),
    ]


def _shown(title: str, probes: Sequence[Probe]) -> Listing:
    return Listing(
        title=f"{title} ({len(probes)})",
        columns=("id", "kind", "answer", "source", "said"),
        rows=tuple(
            (probe.statement.id, probe.kind, probe.text, probe.source, probe.said[:200]) for probe in probes
        ),
    )
