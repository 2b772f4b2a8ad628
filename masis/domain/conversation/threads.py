"""Threads: a conversation as listed, its turns in short, and the whole of it as Markdown."""

import re
from collections.abc import Sequence
from datetime import datetime

from masis.domain.language.sentences import split_sentences
from masis.domain.run.labels import VERDICTS
from masis.domain.run.report import RunReport, RunVerdict
from masis.domain.value import Value

LONGEST_TITLE = 80
_CITED = re.compile(r"\s*\[[^\[\]\n]{1,80}\](?!\()")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


class ThreadSummary(Value):
    """A thread as listed."""

    thread_id: str
    title: str
    runs: int
    last_activity: datetime


class ThreadTurn(Value):
    """One run of a thread in short."""

    run_id: str
    question: str
    verdict: RunVerdict
    first_sentence: str
    """Of the answer, without citations; of a question back when nothing was answered."""
    started_at: datetime


class ThreadRun(Value):
    """One run of a thread with its report, for the export."""

    question: str
    verdict: RunVerdict
    started_at: datetime
    report: RunReport | None


def title_of(question: str) -> str:
    """Return a thread's title from its first question."""
    words = " ".join(question.split())
    return words if len(words) <= LONGEST_TITLE else f"{words[: LONGEST_TITLE - 1].rstrip()}…"


def first_sentence(answer: str) -> str:
    """Return what an answer says first."""
    plain = _CITED.sub("", answer).strip()
    spans = split_sentences(plain)
    said = plain[spans[0].start : spans[0].end] if spans else plain
    return " ".join(said.strip("#*- |").replace("**", "").split())


def as_markdown(title: str, runs: Sequence[ThreadRun]) -> str:
    """Return a thread as a document: each question, what was found, and the sources behind it."""
    return (
        "\n\n".join([f"# {_plain(title)}", *(_section(number, run) for number, run in enumerate(runs, 1))])
        + "\n"
    )


def _section(number: int, run: ThreadRun) -> str:
    lines = [f"## {number}. {_plain(run.question)}"]
    told = f"{VERDICTS[run.verdict]}, {run.started_at:%Y-%m-%d %H:%M} UTC"
    report = run.report
    if report is None:
        return "\n\n".join([*lines, f"*{told}*"])
    if report.resolved_question:
        lines.append(f"Understood as: {_plain(report.resolved_question)}")
    if report.answer:
        told += f", confidence {report.confidence:.2f}"
    lines.append(f"*{told}*")
    if report.clarification_question:
        lines.append(f"> {_plain(report.clarification_question)}")
    if report.answer:
        lines += [*_answer(report)]
    return "\n\n".join(lines)


def _answer(report: RunReport) -> list[str]:
    """Return the answer with numbered sources, and the list of them with their quotes."""
    text, sources = report.answer or "", []
    chunks = {chunk.chunk_id: chunk for chunk in report.evidence}
    quotes = {quote.chunk_id: quote.text for claim in report.claims for quote in claim.quotes}
    cited = sorted((text.find(chunk_id), chunk_id) for chunk_id in chunks if chunk_id in text)
    for number, (_, chunk_id) in enumerate(cited, 1):
        chunk = chunks[chunk_id]
        text = re.sub(rf"(?<![\w-]){re.escape(chunk_id)}(?![\w-])", str(number), text)
        said = quotes.get(chunk_id, "")
        place = f"{number}. {_plain(chunk.document_title)}, page {_plain(chunk.page_label)}"
        sources.append(f"{place}: “{_plain(said)}”" if said else place)
    return [text, "\n".join(sources)] if sources else [text]


def _plain(text: str) -> str:
    """Return words of an analyst or a document as Markdown that shows exactly them."""
    cells = " ".join(text.split()).strip(" |").replace(" | ", " · ")
    return _SPECIAL.sub(r"\\\1", cells)
