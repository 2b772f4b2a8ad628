"""Command line text: uploads and answers as lines for a person."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from masis.domain.document import IngestJob
    from masis.domain.history.compare import Comparison
    from masis.domain.run.report import RunReport
    from masis.service import Masis


def notices_of(masis: "Masis", workspace_id: str) -> dict[str, list[str]]:
    """Return what there is to say of each document as it is now, such as pages without text."""
    from masis.domain.person import Caller

    return {
        document.document_id: [notice.message for notice in document.current.notices]
        for document in masis.documents(Caller(), workspace_id)
    }


def job_line(job: "IngestJob") -> str:
    """Return one line on an upload as it stands."""
    counts = f", {job.pages_done} of {job.pages_total} pages" if job.pages_total else ""
    if job.chunks_total:
        counts += f", {job.chunks_done} of {job.chunks_total} passages"
    return f"{job.file_name}: {job.state}{counts}{'. ' if job.message else ''}{job.message}"


def readable(report: "RunReport", message: str) -> str:
    """Return an answer, or why there is none, with its sources."""
    if report.status == "needs_clarification" and not report.requires_human_review:
        return report.clarification_question or ""
    sources = {
        quote.chunk_id: f"[{quote.chunk_id}] {quote.place}"
        for claim in report.claims
        for quote in claim.quotes
    }
    down = report.cause in {"model_unavailable", "retrieval_unavailable", "budget_reached"}
    outage = next((str(step["error"]) for step in reversed(report.trace) if down and step.get("error")), "")
    outage = "" if outage in message else outage
    from masis.domain.run.labels import VERDICTS

    word = VERDICTS[report.verdict]
    parts = [
        f"{word}: {message} {outage}".rstrip() if report.requires_human_review else "",
        report.answer or "",
        "\n".join(sources.values()),
        _listed("Not verified, left out:", [f"{one.sentence} {one.reason}" for one in report.struck]),
        _listed("Passages to read:", _to_read(report)),
        f"Confidence {report.confidence:.2f} · run {report.run_id}",
    ]
    return "\n\n".join(part for part in parts if part)


def _listed(title: str, lines: list[str]) -> str:
    return "\n".join([title, *(f"- {line}" for line in lines)]) if lines else ""


def _to_read(report: "RunReport") -> list[str]:
    """Return where the passages stand that come nearest to what is not answered."""
    chunks = {chunk.chunk_id: chunk for chunk in report.evidence}
    named = dict.fromkeys(one for part in report.parts if part.outcome == "passages" for one in part.passages)
    return [f"{chunks[one].document_title}, p. {chunks[one].page_label}" for one in named if one in chunks]


def difference(made: "Comparison") -> str:
    """Return what differs between two runs, a line each; claims first."""
    if made.same:
        return "Nothing differs."
    lines: list[str] = []
    for pair in made.claims:
        if pair.kind in {"lost", "changed"} and pair.before:
            lines.append(f"- {pair.before.text}")
        if pair.kind in {"gained", "changed"} and pair.after:
            lines.append(f"+ {pair.after.text}")
    lines += [f"{one.name}: {_number(one.before)} -> {_number(one.after)}" for one in made.moved]
    lines += [f"{one.name}: {one.before} -> {one.after}" for one in made.settings]
    ended = [one.verdict for one in made.endings]
    if ended[0] != ended[1]:
        lines.append(f"Verdict: {ended[0]} -> {ended[1]}")
    return "\n".join(lines) or "The same claims and figures; only passages or their scores differ."


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:g}"
