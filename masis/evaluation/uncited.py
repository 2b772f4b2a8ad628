"""Uncited: the planted faults as sentences of a memo that names no source, judged by the draft audit."""

from collections.abc import Sequence
from typing import NamedTuple

from masis.domain.memo_audit.verdicts import OPPOSED, PROBLEMS, DraftRow
from masis.domain.workspace import Caller
from masis.errors import MasisError
from masis.evaluation.asking import sample
from masis.evaluation.base import Bench, MemoPipeline
from masis.evaluation.datasets import CleanStatement
from masis.evaluation.faults import FACTS, plant
from masis.evaluation.results import Listing, Measure, Result, share

_ME = Caller(person="evaluation")
_CLEAN = ("clean, as it stands", "clean, reworded")
_WORDS = ("entity", "negation", "unsupported addition")
_NEEDS_A_SOURCE = frozenset({"wrong source", "invented citation"})


class Probe(NamedTuple):
    """One sentence, clean or bent, with what the audit said of it."""

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
    """Audit every sentence under a heading of its own, so that none leans on the one before."""
    sample(bench.pipeline, bench.progress)
    asked = [(row, kind, text) for row in rows for kind, text in _sentences(row, bench.seed)]
    memo = "\n\n".join(f"# Probe {number}\n\n{text}" for number, (_, _, text) in enumerate(asked))
    found = _audited(bench, memo)
    probes = [_probe(row, kind, text, found[number]) for number, (row, kind, text) in enumerate(asked)]
    return _result(probes, bench)


def _sentences(row: CleanStatement, seed: int) -> list[tuple[str, str]]:
    clean = [(_CLEAN[0], row.statement), *((_CLEAN[1], text) for text in row.paraphrases)]
    bent = [(one.kind, one.added or one.text) for one in plant(row, seed) if one.kind not in _NEEDS_A_SOURCE]
    return [(kind, text if text.endswith((".", "!")) else f"{text}.") for kind, text in (*clean, *bent)]


def _audited(bench: Bench, memo: str) -> list[list[DraftRow]]:
    """Return the rows of each probe, its heading left out."""
    drafts = bench.pipeline.drafts if isinstance(bench.pipeline, MemoPipeline) else None
    if drafts is None:
        message = "This pipeline audits no memos."
        raise MasisError(message)
    workspace_id = bench.pipeline.load_sample(_ME).workspace_id
    audit_id = drafts.paste(_ME, workspace_id, memo)
    drafts.wait(audit_id, None)
    audit = drafts.get(_ME, workspace_id, audit_id)
    groups: list[list[DraftRow]] = []
    for row in audit.rows:
        if row.verdict == "heading" and row.text.startswith("# Probe"):
            groups.append([])
        else:
            groups[-1].append(row)
    return groups


def _probe(row: CleanStatement, kind: str, text: str, rows: Sequence[DraftRow]) -> Probe:
    worst = min(rows, key=lambda one: (one.verdict not in OPPOSED, one.verdict not in PROBLEMS))
    right = tuple(one.right for each in rows for one in each.corrections)
    return Probe(row, kind, text, worst.verdict, worst.reason, right)


def _result(probes: Sequence[Probe], bench: Bench) -> Result:
    measures: list[Measure] = []
    for half in ("report", "fit"):
        some = [one for one in probes if one.statement.split == half]
        if some:
            measures += _measures(some, f"{half} half", bench.seed)
    clean = [one for one in probes if one.kind in _CLEAN and one.flagged]
    missed = [one for one in probes if one.kind not in _CLEAN and not one.flagged]
    return Result(
        name=bench.name,
        kind="planted faults, uncited",
        engine="draft audit (no engine)",
        seed=bench.seed,
        rows=len({one.statement.id for one in probes}),
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
        some = [one for one in probes if one.kind in kinds]
        groups = [one.statement.id for one in some]
        return share(f"{name} · {half}", [float(one.flagged) for one in some], seed, note, groups)

    def called(name: str, kinds: Sequence[str], verdict: str) -> Measure:
        some = [one for one in probes if one.kind in kinds]
        groups = [one.statement.id for one in some]
        return share(f"{name} · {half}", [float(one.verdict == verdict) for one in some], seed, "", groups)

    clean = [one for one in probes if one.kind in _CLEAN]
    wrongly = [float(one.flagged and not one.rightly) for one in clean]
    facts = [one for one in probes if one.kind in FACTS and one.flagged]
    named = [float(any(value in one.statement.statement for value in one.right)) for one in facts]
    groups = [one.statement.id for one in clean]
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
        rows=tuple((one.statement.id, one.kind, one.text, one.verdict, one.said[:200]) for one in probes),
    )
