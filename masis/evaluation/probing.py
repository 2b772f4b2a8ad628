"""Probing: make probes from documents, and judge what became of each; equal seeds give equal probes."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from masis.domain.calibration.probes import Checked, Probe
from masis.domain.evidence import Chunk, EvidenceChunk
from masis.domain.run.report import RunReport
from masis.domain.verification.citations import audit_citations
from masis.domain.verification.ledger import build_ledger
from masis.evaluation.asking import Asked, ending_of
from masis.evaluation.faults import Sentence, plant
from masis.evaluation.matching import contains_any
from masis.evaluation.probe_questions import Fact, facts, sentences, unanswerable
from masis.evaluation.rewording import reworded

_FAULTS = ("number", "unit", "scale", "period", "negation", "invented citation")
_BAD = frozenset({"number_mismatch", "contradicted", "not_in_source", "uncited"})
_MOST_SAID = 300
T = TypeVar("T")

Passages = Sequence[tuple[str, Sequence[Chunk]]]
"""(file name, its passages)."""


def make_probes(held: Passages, most: int, seed: int) -> tuple[Probe, ...]:
    """Return up to ``most`` probes of each kind, spread over the documents; none without documents."""
    plain = {"kind": "answerable", "text": ""}
    made: list[dict[str, object]] = []
    chunks = [chunk for _, some in held for chunk in some]
    said = " ".join(
        f"{chunk.document_title} {chunk.heading} {chunk.full_text}" for chunk in chunks
    ).casefold()
    by_question = _by_question(held)
    chosen = _spread([(fact[0].chunk.document_id, fact) for fact in by_question.values()], most, seed)
    for some in chosen:
        first = some[0]
        figures = tuple(dict.fromkeys(fact.figure for fact in some))
        text = _worded(first.question, seed)
        made.append({**plain, "text": text, "expected": figures, **_place(first.chunk)})
    asked = set(by_question)
    for some in chosen:
        source = random.Random(f"{seed}/absent/{some[0].question}")  # noqa: S311 - repeatable, no secret
        found = unanswerable(some[0], said, source)
        if found is not None and found[0].casefold() not in asked:
            asked.add(found[0].casefold())
            text = _worded(found[0], seed)
            made.append({"kind": "absent", "text": text, "what": found[1], **_place(some[0].chunk)})
    made += _bent(held, most, seed)
    return tuple(Probe.model_validate({"number": number, **probe}) for number, probe in enumerate(made, 1))


def _worded(question: str, seed: int) -> str:
    return reworded(question, random.Random(f"{seed}/worded/{question}"))  # noqa: S311 - repeatable, no secret


def _by_question(held: Passages) -> Mapping[str, list[Fact]]:
    """Group facts by their question: what two documents say alike may be answered from either."""
    found: dict[str, list[Fact]] = {}
    for _, chunks in held:
        for fact in facts(chunks):
            found.setdefault(fact.question.casefold(), []).append(fact)
    return found


def _bent(held: Passages, most: int, seed: int) -> Iterator[dict[str, object]]:
    """Yield each chosen sentence as it stands and with one fault, the kinds taking turns."""
    rows = [
        (chunk.document_id, (chunk, text))
        for _, chunks in held
        for chunk in chunks
        if not chunk.superseded
        for text in sentences(chunk)
    ]
    for turn, (chunk, text) in enumerate(_spread(rows, most, seed)):
        statement = Sentence(id=f"{chunk.chunk_id}/{text[:40]}", statement=text)
        faults = {fault.kind: fault for fault in plant(statement, seed) if fault.kind in _FAULTS}
        wanted = [*_FAULTS[turn % len(_FAULTS) :], *_FAULTS[: turn % len(_FAULTS)]]
        fault = next(faults[kind] for kind in wanted if kind in faults)
        yield {"kind": "clean", "text": text, **_place(chunk)}
        invented = (fault.invented,) if fault.invented else ()
        yield {
            "kind": "corrupted",
            "text": fault.text,
            "what": fault.kind,
            "expected": invented,
            **_place(chunk),
        }


def _spread(rows: Sequence[tuple[str, T]], most: int, seed: int) -> list[T]:
    """Draw rows, the groups taking turns, so that one long document does not fill the test."""
    piles: dict[str, list[T]] = {}
    for group, row in rows:
        piles.setdefault(group, []).append(row)
    for group, pile in piles.items():
        random.Random(f"{seed}/{group}").shuffle(pile)  # noqa: S311 - repeatable, no secret
    ordered = sorted(((turn, group) for group, pile in piles.items() for turn in range(len(pile))))
    return [piles[group][turn] for turn, group in ordered[:most]]


def _place(chunk: Chunk) -> dict[str, object]:
    return {
        "chunk_id": chunk.chunk_id,
        "document_id": chunk.document_id,
        "page_number": chunk.page_number,
    }


def check_sentence(probe: Probe, chunks: Sequence[Chunk]) -> Checked:
    """Audit one cited sentence the way the critic does."""
    evidence = [EvidenceChunk(**chunk.model_dump()) for chunk in chunks]
    cited = probe.expected[0] if probe.expected else probe.chunk_id
    answer = f"{probe.text.rstrip('.')} [{cited}]."
    ledger = build_ledger(answer, evidence)
    fabricated = audit_citations(answer, [chunk.chunk_id for chunk in evidence]).fabricated
    bad = [claim for claim in ledger if claim.verdict in _BAD]
    flagged = bool(bad or fabricated)
    said = f"{bad[0].verdict}: {bad[0].reason}" if bad else "supported"
    right = flagged if probe.kind == "corrupted" else not flagged
    return Checked(probe=probe, ending="checked", right=right, said=said[:_MOST_SAID])


def check_answer(probe: Probe, report: RunReport, hits: Sequence[tuple[str, str, float]]) -> Checked:
    """Judge a finished run against what is known; ``hits`` are (file name, text, cosine)."""
    ending = ending_of(report)
    asked = Asked(question=probe.text, ending=ending, verdict="", answer=report.answer or "", report=report)
    wordings = _wordings(probe.expected)
    holds = contains_any(asked.stated, wordings)
    told = [
        (contains_any(text, wordings) and probe.document in {"", name}, round(score, 4))
        for name, text, score in hits
    ]
    return Checked(
        probe=probe,
        ending=ending,
        right=holds if probe.kind == "answerable" else ending in {"absent", "passages"},
        confidence=report.confidence,
        clean=_held_back_by_confidence_alone(report),
        answered=bool(report.answer) and ending in {"answered", "passages", "conflict", "escalated"},
        said=(report.answer or "")[:_MOST_SAID],
        holding=tuple(score for holding, score in told if holding),
        others=tuple(score for holding, score in told if not holding),
    )


def _wordings(expected: Sequence[str]) -> tuple[str, ...]:
    """Add the ways a number meets its per cent sign: people write "18" for "18 %" and the other way round."""
    tight = [re.sub(r"(?<=\d)\s+%", "%", wording) for wording in expected]
    bare = [f"{wording}%" for wording in tight if re.fullmatch(r"[\d.,]*\d", wording)]
    return tuple(dict.fromkeys((*tight, *bare)))


def _held_back_by_confidence_alone(report: RunReport) -> bool:
    decided = [entry for entry in report.trace if entry.get("node") == "supervisor"]
    return bool(decided) and set(decided[-1].get("problems", ())) <= {"low_confidence"}
