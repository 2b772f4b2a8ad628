"""Uncited: the planted faults as sentences of a memo that names no source, judged by the draft audit."""

from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.sets.bench import Bench, audited
from benchmarks.sets.rows import CleanStatement
from masis.domain.memo_audit.verdicts import OPPOSED, PROBLEMS, DraftRow
from masis.evaluation.asking import sample
from masis.evaluation.faults import FACTS, plant
from masis.evaluation.results import Listing, Measure, Result, share

_CLEAN = ("clean, as it stands", "clean, reworded")
_WORDS = ("entity", "negation", "unsupported addition")
_NEEDS_A_SOURCE = frozenset({"wrong source", "invented citation"})


class Probe(NamedTuple):
    """One sentence, as it stands or with a fault, and what the audit said of it."""

    statement: CleanStatement
    kind: str
    text: str
    verdict: str
    said: str
    right: tuple[str, ...]

    @property
    def flagged(self) -> bool:
        """Whether the documents are said to speak against it, or not to know it."""
        return self.verdict in OPPOSED

    @property
    def rightly(self) -> bool:
        """Whether a clean sentence is flagged because the documents themselves differ."""
        return self.verdict == "disputed" or "Only a" in self.said


def run(rows: Sequence[CleanStatement], bench: Bench) -> Result:
    """Audit every sentence, as it stands and with each fault, against the sample documents."""
    workspace_id = sample(bench.masis, bench.progress)
    asked = [(row, kind, text) for row in rows for kind, text in _sentences(row, bench.seed)]
    found = audited(bench.masis, workspace_id, [text for _, _, text in asked])
    probes = [
        _probe(row, kind, text, sentences) for (row, kind, text), sentences in zip(asked, found, strict=True)
    ]
    return _result(probes, bench)


def _sentences(row: CleanStatement, seed: int) -> list[tuple[str, str]]:
    clean = [(_CLEAN[0], row.statement), *((_CLEAN[1], text) for text in row.paraphrases)]
    bent = [
        (fault.kind, fault.added or fault.text)
        for fault in plant(row, seed)
        if fault.kind not in _NEEDS_A_SOURCE
    ]
    return [(kind, text if text.endswith((".", "!")) else f"{text}.") for kind, text in (*clean, *bent)]


def _probe(row: CleanStatement, kind: str, text: str, rows: Sequence[DraftRow]) -> Probe:
    worst = min(rows, key=lambda row: (row.verdict not in OPPOSED, row.verdict not in PROBLEMS))
    right = tuple(correction.right for row in rows for correction in row.corrections)
    return Probe(row, kind, text, worst.verdict, worst.reason, right)


def _result(probes: Sequence[Probe], bench: Bench) -> Result:
    measures: list[Measure] = []
    for half in ("report", "fit"):
        some = [probe for probe in probes if probe.statement.split == half]
        if some:
            measures += _measures(some, f"{half} half", bench.seed)
    clean = [probe for probe in probes if probe.kind in _CLEAN and probe.flagged]
    missed = [probe for probe in probes if probe.kind not in _CLEAN and not probe.flagged]
    return Result(
        name=bench.name,
        kind="planted faults, uncited",
        engine="draft audit (no engine)",
        seed=bench.seed,
        rows=len({probe.statement.id for probe in probes}),
        measures=tuple(measures),
        listings=(
            _shown("Clean sentences that were flagged", clean),
            _shown("Faults that were missed", missed),
        ),
        notes=(
            "Each sentence stands in a memo without its source; the audit finds the passages itself.",
            "Rightly flagged: the documents disagree over the value, or only a replaced document says it.",
            "The halves are split by document. Intervals are drawn over statements.",
        ),
    )


def _measures(probes: Sequence[Probe], half: str, seed: int) -> list[Measure]:
    def flagged(name: str, kinds: Sequence[str], note: str = "") -> Measure:
        some = [probe for probe in probes if probe.kind in kinds]
        groups = [probe.statement.id for probe in some]
        return share(f"{name} · {half}", [float(probe.flagged) for probe in some], seed, note, groups)

    def called(name: str, kinds: Sequence[str], verdict: str) -> Measure:
        some = [probe for probe in probes if probe.kind in kinds]
        groups = [probe.statement.id for probe in some]
        return share(
            f"{name} · {half}", [float(probe.verdict == verdict) for probe in some], seed, "", groups
        )

    clean = [probe for probe in probes if probe.kind in _CLEAN]
    wrongly = [float(probe.flagged and not probe.rightly) for probe in clean]
    facts = [probe for probe in probes if probe.kind in FACTS and probe.flagged]
    named = [float(any(value in probe.statement.statement for value in probe.right)) for probe in facts]
    groups = [probe.statement.id for probe in clean]
    return [
        flagged("caught: figures, units, scales, periods", FACTS),
        flagged("caught: the other kinds", _WORDS),
        flagged("clean sentences flagged", _CLEAN, "with those that are flagged rightly"),
        called("clean sentences supported", _CLEAN, "supported"),
        called("clean sentences not verified", _CLEAN, "not_verified"),
        called("faults called supported: figures, units, scales, periods", FACTS, "supported"),
        called("faults called supported: the other kinds", _WORDS, "supported"),
        share(f"clean sentences flagged wrongly · {half}", wrongly, seed, "wanted: 0", groups),
        share(f"right value named where a figure was caught · {half}", named, seed),
        *(flagged(f"caught: {kind}", (kind,)) for kind in (*FACTS, *_WORDS)),
    ]


def _shown(title: str, probes: Sequence[Probe]) -> Listing:
    return Listing(
        title=f"{title} ({len(probes)})",
        columns=("id", "kind", "sentence", "verdict", "said"),
        rows=tuple(
            (probe.statement.id, probe.kind, probe.text, probe.verdict, probe.said[:200]) for probe in probes
        ),
    )
