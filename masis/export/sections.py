"""Sections: the parts of a report as plain rows, for every format to lay out in its own way."""

import re
from datetime import UTC, datetime
from typing import NamedTuple, cast

from masis.domain.evidence import EvidenceChunk
from masis.domain.review.decisions import REJECT_REASONS, RejectReason, in_force
from masis.domain.run import labels
from masis.domain.run.findings import found
from masis.domain.run.gate import open_parts
from masis.domain.run.human import HumanDecision
from masis.domain.run.labels import CLAIMS, STRUCK, counted, duration, page_name
from masis.domain.run.state_editing import edited_by
from masis.domain.verification.claims import PROBLEMS, STATEMENTS, Claim
from masis.export.dossier import DocumentRecord, Dossier, Source

Row = tuple[str, ...]

_MARKS = re.compile(r"\A\s*(?:#{1,6}|[-*•+>])\s+")
_WEB = "Found on the web, not in the documents; the words that were read are kept here."
_DECIDED = {"code": "code", "model": "model", "human": "a person"}
_SCORES = {
    "faithfulness": "Faithfulness",
    "relevance": "Relevance",
    "completeness": "Completeness",
    "reasoning_quality": "Reasoning",
    "overall_score": "Overall",
}
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")


class Cited(NamedTuple):
    """A numbered source in words."""

    label: str
    """``[2]``, or ``[?]`` for a source that does not exist."""
    title: str
    where: str
    quotes: tuple[str, ...]
    note: str


class Score(NamedTuple):
    """One bar of the scorecard."""

    name: str
    value: float
    note: str
    limit: float | None


def checked(dossier: Dossier) -> str:
    """Say how many sentences that state a fact passed their check."""
    stating = [claim for claim in dossier.report.claims if claim.verdict in STATEMENTS]
    good = sum(claim.verdict == "supported" for claim in stating)
    return (
        f"{good} of {counted(len(stating), 'statement')} supported" if stating else "no statements to check"
    )


def problems(dossier: Dossier) -> int:
    """Return how many sentences failed their check."""
    return sum(claim.verdict in PROBLEMS for claim in dossier.report.claims)


def facts(dossier: Dossier) -> tuple[Row, ...]:
    """Return the line of figures under the verdict."""
    report = dossier.report
    return (
        ("Confidence", f"{report.confidence:.2f}"),
        ("Checked by code", checked(dossier)),
        ("Rounds", str(max((int(entry.get("iteration", 1)) for entry in report.trace), default=1))),
        ("Workspace", dossier.workspace),
        ("Finished", _utc(report.finished_at)),
        *((("Spent", report.spending.told),) if report.spending else ()),
        *((("State edited", told),) if report.origin and (told := edited_by(report.origin)) else ()),
    )


def explanation(dossier: Dossier) -> str:
    """Return the sentence beside the verdict."""
    report = dossier.report
    judged = [act for act in in_force(dossier.decisions) if act.action in {"approve", "reject"}]
    if judged:
        return f"{judged[-1].sentence}, {_utc(judged[-1].at)}. {_reason(judged[-1])}".strip()
    if report.requires_human_review:
        cause = labels.CAUSES[report.cause] if report.cause else ""
        return f"{cause[:1].upper()}{cause[1:]}. {dossier.message}" if cause else dossier.message
    if report.status == "needs_clarification":
        return report.clarification_question or ""
    asked = "" if dossier.decisions else "; no human review was asked for"
    return f"Every check passed{asked}."


def heading(dossier: Dossier) -> str:
    """Return what stands over the answer."""
    return "Best draft so far" if dossier.report.requires_human_review else "Answer"


def sources(dossier: Dossier, numbered: tuple[Source, ...]) -> tuple[Cited, ...]:
    """Return the numbered sources in words."""
    return tuple(_cited(dossier, source) for source in numbered)


def _cited(dossier: Dossier, source: Source) -> Cited:
    chunk = source.chunk
    if chunk is None:
        title = f"“{source.cited_as}” is in none of the documents"
        return Cited("[?]", title, "", (), "The answer cites a source that does not exist.")
    quotes = tuple(readable(quote.text) for quote in source.quotes) or (readable(chunk.full_text),)
    if chunk.source == "web":
        return Cited(f"[{source.number}]", chunk.document_title, _web_place(chunk), quotes, _WEB)
    record = dossier.document_of(chunk.version_id)
    where = _place(dossier, chunk)
    if record and record.version:
        where += f" · version {record.version}"
    if record and record.file_name:
        where += f" · {record.file_name}"
    deleted = record is not None and not record.sha256
    note = "The document was deleted after the run; its words are kept here." if deleted else ""
    return Cited(f"[{source.number}]", chunk.document_title, where, quotes, note)


def readable(text: str) -> str:
    """Return a quote with its table rows as cells between dots, without rules and empty lines."""
    lines = (_cells(line) if line.lstrip().startswith("|") else line for line in text.split("\n"))
    return "\n".join(line.rstrip() for line in lines if line.strip())


def _cells(line: str) -> str:
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    is_rule = all(set(cell) <= set("-: ") for cell in cells)
    return "" if is_rule else "  ·  ".join(cell for cell in cells if cell)


def conflicts(dossier: Dossier) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    """Return every disagreement: its subject and one row (value, where, words, note) for each side."""
    critique = dossier.report.critique
    return tuple(
        (
            f"{conflict.subject}. {conflict.cause}" if conflict.cause else conflict.subject,
            tuple(
                (side.value, f"{side.document_title}, {page_name(side.page_label)}", side.quote, side.note)
                for side in conflict.sides
            ),
        )
        for conflict in (critique.conflicts if critique else ())
    )


def ledger(dossier: Dossier, numbered: tuple[Source, ...]) -> tuple[Row, ...]:
    """Return the claim ledger: number, sentence, verdict, reason, sources, support, who decided."""
    numbers = {source.cited_as: f"[{source.number}]" if source.chunk else "[?]" for source in numbered}
    return tuple(_ledger_row(claim, numbers) for claim in dossier.report.claims if claim.verdict != "heading")


def _ledger_row(claim: Claim, numbers: dict[str, str]) -> Row:
    cited = " ".join(dict.fromkeys(numbers[cite] for cite in claim.citations))
    support = f"{claim.support:.2f}" if claim.verdict in STATEMENTS else ""
    return (
        str(claim.position + 1),
        bare(claim.text),
        CLAIMS[claim.verdict],
        claim.reason,
        cited,
        support,
        _DECIDED[claim.decided_by],
    )


def bare(text: str) -> str:
    """Return a sentence of the answer without its Markdown."""
    plain = _MARKS.sub("", _STRONG.sub(r"\2", text))
    return _cells(plain) if plain.startswith("|") else plain.strip(" |").replace(" | ", "  ·  ")


def scores(dossier: Dossier) -> tuple[Score, ...]:
    """Return the scorecard, overall last."""
    evaluation = dossier.report.evaluation
    if evaluation is None:
        return ()
    bars = []
    for name, shown in _SCORES.items():
        clamps = evaluation.clamps if name == "faithfulness" else ()
        note = "; ".join(
            f"limited to {c.limit:.2f} (was {c.before:.2f}): {labels.CLAMPS[c.name]}" for c in clamps
        )
        limit = min((clamp.limit for clamp in clamps), default=None)
        bars.append(Score(shown, float(getattr(evaluation, name)), note, limit))
    return tuple(bars)


def confidence(dossier: Dossier) -> tuple[str, ...]:
    """Explain the confidence: what the auditor gave, what took from it, how it developed."""
    critique = dossier.report.critique
    if critique is None:
        return ()
    factors = "".join(f" × {penalty.factor:.2f}" for penalty in critique.penalties)
    result = f"{factors} = {critique.confidence:.2f}" if factors else ""
    lines = [f"Confidence: {critique.model_confidence:.2f}{result}"]
    lines += [
        f"× {penalty.factor:.2f}: {labels.PENALTIES[penalty.name]} ({penalty.count})"
        for penalty in critique.penalties
    ]
    if critique.draft:
        left_out = counted(len(dossier.report.struck), "sentence")
        lines.append(f"The whole draft: {critique.draft.confidence:.2f}, before {left_out} were left out")
    history = dossier.report.metrics.get("confidence_history") or []
    if len(history) > 1:
        lines.append("By round: " + ", ".join(f"{float(value):.2f}" for value in history))
    return tuple(lines)


def trace(dossier: Dossier) -> tuple[Row, ...]:
    """Return what each agent did: round, agent, finding, time, model."""
    return tuple(
        (
            str(entry.get("iteration", "")),
            labels.AGENTS.get(str(entry.get("node")), (str(entry.get("node")), ""))[0],
            found(str(entry.get("node", "")), entry),
            duration(float(entry.get("duration_ms", 0)) / 1000),
            str(entry.get("model") or ""),
        )
        for entry in dossier.report.trace
    )


def documents(dossier: Dossier) -> tuple[Row, ...]:
    """Return title, version and details, and hash of every document version the run read."""
    return tuple(_document(document) for document in dossier.documents)


def _document(document: DocumentRecord) -> Row:
    if not document.sha256:
        return document.title, "deleted after the run", "not known"
    pages, size = counted(document.pages, "page"), labels.size(document.size_bytes)
    return (
        document.title,
        f"{document.file_name}, version {document.version}, {pages}, {size}",
        document.sha256,
    )


def record(dossier: Dossier) -> tuple[Row, ...]:
    """Return how the answer was made: run, engine, models, program versions."""
    report = dossier.report
    rows = [
        ("Run", report.run_id),
        ("Engine", labels.WRITTEN_BY.get(report.engine, report.engine or "not known")),
    ]
    rows += [(role, model) for role, model in dossier.models.items()]
    took = duration((report.finished_at - report.started_at).total_seconds())
    rows.append(("Started", f"{_utc(report.started_at)}, took {took}"))
    rows.append(("MASIS", dossier.versions.get("masis", "")))
    return tuple(rows)


def settings(dossier: Dossier) -> tuple[Row, ...]:
    """Return the settings that differ from their defaults, secrets masked."""
    return tuple((setting.name, setting.value) for setting in dossier.settings if setting.changed)


def decisions(dossier: Dossier) -> tuple[Row, ...]:
    """Return when, who, what and why of every human decision; what was taken back says so."""
    standing = {act.number for act in in_force(dossier.decisions)}
    return tuple(_decision(act, act.number in standing) for act in dossier.decisions)


def _decision(act: HumanDecision, stands: bool) -> Row:
    what = act.sentence.removeprefix(f"{act.person} ")
    gone = "" if stands or act.action == "undo" else " (taken back)"
    return _utc(act.at), act.person, what + gone, _reason(act)


def _reason(act: HumanDecision) -> str:
    coded = REJECT_REASONS.get(cast("RejectReason", act.code), "")
    return ". ".join(part for part in (coded, act.reason) if part)


def left_out(dossier: Dossier) -> tuple[Row, ...]:
    """Return what the best draft said beyond the answer: sentence, verdict, reason."""
    return tuple(
        (bare(struck.sentence), STRUCK[struck.verdict], struck.reason) for struck in dossier.report.struck
    )


def passages(dossier: Dossier) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    """Return for every part without a verified answer the passages to read: where, and their words."""
    chunks = {chunk.chunk_id: chunk for chunk in dossier.report.evidence}
    listed = (
        (part.part, tuple(_passage(dossier, chunks[cited]) for cited in part.passages if cited in chunks))
        for part in open_parts(dossier.report.parts)
    )
    return tuple((part, rows) for part, rows in listed if rows)


def _passage(dossier: Dossier, chunk: EvidenceChunk) -> Row:
    return chunk.document_title, _place(dossier, chunk), readable(chunk.full_text)


def _place(dossier: Dossier, chunk: EvidenceChunk) -> str:
    if chunk.source == "web":
        return _web_place(chunk)
    record = dossier.document_of(chunk.version_id)
    return page_name(chunk.page_label, record.kind if record else None)


def _web_place(chunk: EvidenceChunk) -> str:
    """Return a page of the web: its site, its dates, its address."""
    dates = (("published", chunk.document_date), ("read", chunk.seen_on))
    parts = (chunk.page_label, *(f"{word} {date}" for word, date in dates if date), chunk.url)
    return " · ".join(part for part in parts if part)


def _utc(moment: datetime) -> str:
    """Return a moment as ``21 November 2026, 14:05 UTC``."""
    return f"{moment.astimezone(UTC):%-d %B %Y, %H:%M} UTC"
