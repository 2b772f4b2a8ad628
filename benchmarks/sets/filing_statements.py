"""Statements: true and false sentences of memos without sources, judged by the draft audit."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from benchmarks.sets.bench import Bench, audited
from benchmarks.sets.rows import KnownStatement
from masis.domain.memo_audit.verdicts import DraftRow
from masis.evaluation.results import Listing, Measure, Result, share
from masis.evaluation.workspaces import NAME, fill

Found = Literal["supported", "not verified", "flagged", "not found", "unchecked"]

_FOUND: dict[str, Found] = {
    "supported": "supported",
    "not_verified": "not verified",
    "disputed": "flagged",
    "outdated": "flagged",
    "contradicted": "flagged",
    "figure_mismatch": "flagged",
    "number_mismatch": "flagged",
    "not_found": "not found",
    "not_in_source": "not found",
}
_WORST: tuple[Found, ...] = ("flagged", "not found", "not verified", "unchecked", "supported")
"""What decides over a statement that the audit cut into several sentences."""
_ORDER: tuple[Found, ...] = ("supported", "not verified", "flagged", "not found", "unchecked")
_LABELS = ("true", "false")
_BATCH = 50
_MOST_SAID = 300
_NOTES = (
    "Each sentence stands under a heading of its own in a memo that names no source; the audit finds the "
    "passages itself. Some follow on a true sentence, which is not counted. Flagged: a figure that differs, "
    "a contradiction, a dispute, or a replaced source.",
    "Intervals are drawn over organisations: statements about one company do not pass for independent ones.",
)


class Audited(NamedTuple):
    """A statement with what the audit found."""

    row: KnownStatement
    found: Found
    verdict: str
    reason: str
    sources: str


Rows = Sequence[Audited]


def run(rows: Sequence[KnownStatement], bench: Bench) -> Result:
    """Take the documents in and audit every statement, those about one folder in a workspace of their own."""
    judged_rows: list[Audited] = []
    for folder in sorted({row.documents for row in rows}):
        workspace_id = fill(bench.masis, bench.documents / folder, bench.progress, folder or NAME)
        about = [row for row in rows if row.documents == folder]
        for start in range(0, len(about), _BATCH):
            batch = about[start : start + _BATCH]
            said = [f"{row.before} {row.statement}".strip() for row in batch]
            found = audited(bench.masis, workspace_id, said)
            judged_rows += [judged(row, sentences) for row, sentences in zip(batch, found, strict=True)]
            bench.progress("statements", len(judged_rows), len(rows))
    return Result(
        name=bench.name,
        kind="statements over documents",
        engine="draft audit (no engine)",
        seed=bench.seed,
        rows=len(judged_rows),
        measures=tuple(measures(judged_rows, bench.seed)),
        listings=(_verdicts(judged_rows), *failures(judged_rows, show_report_rows=bench.show_report_rows)),
        notes=_NOTES,
    )


def judged(row: KnownStatement, sentences: Sequence[DraftRow]) -> Audited:
    """Let the worst of a statement's sentences decide, those before it left aside."""
    sentences = [sentence for sentence in sentences if sentence.text not in row.before]

    def found(sentence: DraftRow) -> Found:
        return _FOUND.get(sentence.verdict, "unchecked")

    if not sentences:
        return Audited(row, "unchecked", "", "", "")
    worst = min(sentences, key=lambda sentence: _WORST.index(found(sentence)))
    sources = "; ".join(f"{quote.place}: {quote.text[:120]}" for quote in worst.sources[:2])
    return Audited(row, found(worst), worst.verdict, worst.reason, sources)


def measures(audited: Rows, seed: int) -> list[Measure]:
    """Return what became of true and of false statements, over all and by kind."""

    def of(rows: Rows, found: Found, of_kind: str = "") -> Measure:
        name = f"{rows[0].row.label}: {found}{of_kind}"
        values = [float(item.found == found) for item in rows]
        return share(name, values, seed, "", [item.row.topic for item in rows])

    figures: list[Measure] = []
    for label in _LABELS:
        if rows := [item for item in audited if item.row.label == label]:
            figures += [of(rows, found) for found in _ORDER]
    for label in _LABELS:
        for kind in sorted({item.row.kind for item in audited if item.row.label == label}):
            rows = [item for item in audited if item.row.label == label and item.row.kind == kind]
            figures += [of(rows, found, f" · {kind}") for found in ("supported", "flagged")]
    return figures


def _verdicts(audited: Rows) -> Listing:
    """Return the counts of each verdict by kind."""
    counts: dict[tuple[str, str], Counter[Found]] = {}
    for item in sorted(audited, key=lambda item: (_LABELS.index(item.row.label), item.row.kind)):
        counts.setdefault((item.row.label, item.row.kind), Counter())[item.found] += 1
    return Listing(
        title="What the audit said",
        columns=("label", "kind", *_ORDER, "all"),
        rows=tuple(
            (*key, *(str(found[word]) for word in _ORDER), str(found.total()))
            for key, found in counts.items()
        ),
    )


def failures(audited: Rows, *, show_report_rows: bool) -> tuple[Listing, Listing]:
    """List what went wrong each way; words of report rows only when asked for."""
    missed = [item for item in audited if item.row.label == "true" and item.found != "supported"]
    missed.sort(key=lambda item: _WORST.index(item.found))
    passed = [item for item in audited if item.row.label == "false" and item.found == "supported"]
    return (
        _listed("True statements not supported, the flagged first", missed, show_report_rows),
        _listed("False statements called supported", passed, show_report_rows),
    )


def _listed(title: str, rows: Rows, show_report_rows: bool) -> Listing:
    return Listing(
        title=f"{title} ({len(rows)})",
        columns=("id", "kind", "verdict", "statement", "truth", "stands on", "said", "sources"),
        rows=tuple(_told(item, show_report_rows or item.row.split != "report") for item in rows),
    )


def _told(item: Audited, words: bool) -> tuple[str, ...]:
    plain = (item.row.id, item.row.kind, item.verdict)
    if not words:
        return (*plain, "", "", "", "", "")
    pages = ", ".join(str(page) for page in item.row.pages)
    place = f"{item.row.document} p. {pages}"
    return (*plain, item.row.statement, item.row.truth, place, item.reason[:_MOST_SAID], item.sources)
