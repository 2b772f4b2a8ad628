"""Statements: true and false sentences of memos without sources, judged by the draft audit."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from masis.domain.memo_audit.verdicts import DraftRow
from masis.domain.workspace import Caller
from masis.errors import MasisError
from masis.evaluation.base import Bench, Drafts, MemoPipeline
from masis.evaluation.datasets import KnownStatement
from masis.evaluation.filings.corpus import opened
from masis.evaluation.results import Listing, Measure, Result, share

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
_ME = Caller(person="evaluation")
_NOTES = (
    "Each sentence stands under a heading of its own in a memo that names no source; the audit finds the "
    "passages itself. Flagged: a figure that differs, a contradiction, a dispute, or a replaced source.",
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
    """Take the documents in and audit every statement."""
    if not isinstance(bench.pipeline, MemoPipeline):
        message = "This pipeline audits no memos."
        raise MasisError(message)
    workspace_id = opened(bench).workspace_id
    audited: list[Audited] = []
    for start in range(0, len(rows), _BATCH):
        batch = rows[start : start + _BATCH]
        found = _memo(bench.pipeline.drafts, workspace_id, [row.statement for row in batch])
        audited += [judged(row, sentences) for row, sentences in zip(batch, found, strict=True)]
        bench.progress("statements", len(audited), len(rows))
    return Result(
        name=bench.name,
        kind="statements over documents",
        engine="draft audit (no engine)",
        seed=bench.seed,
        rows=len(audited),
        measures=tuple(measures(audited, bench.seed)),
        listings=(_verdicts(audited), *failures(audited, show_report_rows=bench.show_report_rows)),
        notes=_NOTES,
    )


def _memo(drafts: Drafts, workspace_id: str, statements: Sequence[str]) -> list[list[DraftRow]]:
    """Audit one memo and return the rows of each statement, the heading over it left out."""
    memo = "\n\n".join(f"# Probe {number}\n\n{_ended(text)}" for number, text in enumerate(statements))
    audit_id = drafts.paste(_ME, workspace_id, memo)
    drafts.wait(audit_id, None)
    audit = drafts.get(_ME, workspace_id, audit_id)
    if audit.summary.state != "done":
        message = f"The audit ended {audit.summary.state}: {audit.summary.message}"
        raise MasisError(message)
    groups: list[list[DraftRow]] = []
    for row in audit.rows:
        if row.verdict == "heading" and row.text.startswith("# Probe"):
            groups.append([])
        else:
            groups[-1].append(row)
    return groups


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def judged(row: KnownStatement, sentences: Sequence[DraftRow]) -> Audited:
    """Let the worst of a statement's sentences decide."""

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
        values = [float(one.found == found) for one in rows]
        return share(name, values, seed, "", [one.row.topic for one in rows])

    figures: list[Measure] = []
    for label in _LABELS:
        if rows := [one for one in audited if one.row.label == label]:
            figures += [of(rows, found) for found in _ORDER]
    for label in _LABELS:
        for kind in sorted({one.row.kind for one in audited if one.row.label == label}):
            rows = [one for one in audited if one.row.label == label and one.row.kind == kind]
            figures += [of(rows, found, f" · {kind}") for found in ("supported", "flagged")]
    return figures


def _verdicts(audited: Rows) -> Listing:
    """Return the counts of each verdict by kind."""
    counts: dict[tuple[str, str], Counter[Found]] = {}
    for one in sorted(audited, key=lambda one: (_LABELS.index(one.row.label), one.row.kind)):
        counts.setdefault((one.row.label, one.row.kind), Counter())[one.found] += 1
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
    missed = [one for one in audited if one.row.label == "true" and one.found != "supported"]
    missed.sort(key=lambda one: _WORST.index(one.found))
    passed = [one for one in audited if one.row.label == "false" and one.found == "supported"]
    return (
        _listed("True statements not supported, the flagged first", missed, show_report_rows),
        _listed("False statements called supported", passed, show_report_rows),
    )


def _listed(title: str, rows: Rows, show_report_rows: bool) -> Listing:
    return Listing(
        title=f"{title} ({len(rows)})",
        columns=("id", "kind", "verdict", "statement", "truth", "stands on", "said", "sources"),
        rows=tuple(_told(one, show_report_rows or one.row.split != "report") for one in rows),
    )


def _told(one: Audited, words: bool) -> tuple[str, ...]:
    plain = (one.row.id, one.row.kind, one.verdict)
    if not words:
        return (*plain, "", "", "", "", "")
    pages = ", ".join(str(page) for page in one.row.pages)
    place = f"{one.row.document} p. {pages}"
    return (*plain, one.row.statement, one.row.truth, place, one.reason[:_MOST_SAID], one.sources)
