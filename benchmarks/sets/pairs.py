"""Pairs: two texts that agree or disagree, judged by the ledger and by the search for conflicts."""

from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.sets.bench import Bench, passage
from benchmarks.sets.rows import StatementPair
from masis.domain.evidence import EvidenceChunk
from masis.domain.verification.conflicts import find_conflicts
from masis.domain.verification.ledger import build_ledger
from masis.evaluation.measures import auroc, confusion
from masis.evaluation.results import Listing, Measure, Result, bootstrap, share

_OPPOSED = frozenset({"contradicted", "number_mismatch"})
_SHOWN = 12


class Judgement(NamedTuple):
    """A pair with what the code says of it."""

    row: StatementPair
    opposed: bool
    score: float
    said: str
    doubted: bool = False
    """Not called supported, for whatever reason."""


def run_statements(rows: Sequence[StatementPair], bench: Bench) -> Result:
    """Check statement ``b`` as a claim that cites ``a``."""
    judged = []
    for number, row in enumerate(rows, 1):
        claims = build_ledger(f"{row.b} [text_a]", [_side("a", row.a)])
        worst = next((claim for claim in claims if claim.verdict in _OPPOSED), None)
        support = min((claim.support for claim in claims), default=1.0)
        said = worst.reason if worst else claims[0].verdict if claims else ""
        doubted = any(claim.verdict != "supported" for claim in claims)
        judged.append(Judgement(row, worst is not None, -support, said, doubted))
        bench.progress("pairs", number, len(rows))
    note = "General contradictions, not figures of a business: the ledger claims to find the latter only."
    return _result(judged, bench, "statement pairs", note)


def run_passages(rows: Sequence[StatementPair], bench: Bench) -> Result:
    """Search two passages for a conflict about the question."""
    judged = []
    for number, row in enumerate(rows, 1):
        found = find_conflicts([_side("a", row.a), _side("b", row.b)], row.question)
        said = "; ".join(conflict.summary for conflict in found)
        judged.append(Judgement(row, bool(found), float(len(found)), said))
        bench.progress("pairs", number, len(rows))
    note = (
        "Web passages on one question; disagreements of every kind, most of them not figures of one measure."
    )
    return _result(judged, bench, "passage pairs", note)


def _side(letter: str, text: str) -> EvidenceChunk:
    return passage(f"text_{letter}", text, f"Document {letter.upper()}")


def _result(judged: Sequence[Judgement], bench: Bench, kind: str, note: str) -> Result:
    wrong = [pair for pair in judged if pair.opposed and pair.row.label != "contradiction"]
    missed = [pair for pair in judged if not pair.opposed and pair.row.label == "contradiction"]
    return Result(
        name=bench.name,
        kind=kind,
        engine="code (no engine)",
        seed=bench.seed,
        rows=len(judged),
        measures=tuple(_measures(judged, bench.seed)),
        listings=tuple(_examples(*pair) for pair in (("False alarms", wrong), ("Missed", missed)) if pair[1]),
        notes=(note,),
    )


def _measures(judged: Sequence[Judgement], seed: int) -> list[Measure]:
    groups = [pair.row.group for pair in judged]

    def ranked(rows: Sequence[Judgement]) -> float | None:
        return auroc([r.score for r in rows], [r.row.label == "contradiction" for r in rows])

    def balanced(rows: Sequence[Judgement]) -> float | None:
        return confusion(
            [r.opposed for r in rows], [r.row.label == "contradiction" for r in rows]
        ).balanced_accuracy

    measures = [
        share(
            f"flagged as a conflict: {label}",
            [float(pair.opposed) for pair in judged if pair.row.label == label],
            seed,
            "wanted: 1" if label == "contradiction" else "wanted: 0",
        )
        for label in ("contradiction", "consistent", "neutral")
        if any(pair.row.label == label for pair in judged)
    ]
    if any(pair.doubted for pair in judged):
        measures += [
            share(
                f"not called supported: {label}",
                [float(pair.doubted) for pair in judged if pair.row.label == label],
                seed,
            )
            for label in ("contradiction", "consistent")
        ]
    for name, statistic in (("balanced accuracy", balanced), ("AUROC", ranked)):
        interval = bootstrap(judged, statistic, seed, groups)
        measures.append(Measure(name=name, value=statistic(judged), count=len(judged), interval=interval))
    return measures


def _examples(title: str, members: Sequence[Judgement]) -> Listing:
    return Listing(
        title=f"{title} ({len(members)} in all)",
        columns=("a", "b", "said"),
        rows=tuple((pair.row.a[:200], pair.row.b[:200], pair.said[:160]) for pair in members[:_SHOWN]),
    )
