"""Written answers: right and wrong answers as a model words them, through the ledger and the gate alone."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from benchmarks.sets.bench import Bench
from benchmarks.sets.rows import AnswerCase, Cited, WrittenAnswer
from masis.domain.evidence import EvidenceChunk
from masis.domain.language.periods import find_periods
from masis.domain.language.quantities import numbers
from masis.domain.language.sentences import split_sentences
from masis.domain.language.words import concepts, stems
from masis.domain.run.checks import without_outdated
from masis.domain.run.gate import PartVerdict, weakest
from masis.domain.run.publishing import Published, publish
from masis.domain.verification.citations import audit_citations
from masis.domain.verification.ledger import build_ledger
from masis.errors import MasisError
from masis.evaluation.asking import EVALUATOR
from masis.evaluation.results import Listing, Result, share
from masis.evaluation.workspaces import NAME, fill
from masis.graph.deps import Deps

_MARK = re.compile(r"\[(\d+)\]")
_NOTES = (
    "Each question is searched for, and each answer checked against what is found, as if a model had written "
    "it and neither an auditor nor a judge had said anything. Passes: code would let it be final.",
    "An answer whose passage was not found is left out and counted as such.",
)


class Judged(NamedTuple):
    """An answer with what of it holds and what the gate makes of that."""

    case: AnswerCase
    answer: WrittenAnswer
    published: Published
    parts: tuple[PartVerdict, ...]

    @property
    def passes(self) -> bool:
        """Whether every part counts as answered."""
        return weakest(self.parts) == "answered"


def run(rows: Sequence[AnswerCase], bench: Bench) -> Result:
    """Take the documents in and judge every answer."""
    deps, found, missing = bench.masis.parts.deps(), list[Judged](), 0
    for folder in sorted({case.documents for case in rows}):
        workspace_id = fill(bench.masis, bench.documents / folder, bench.progress, folder or NAME)
        files = {held.document_id: held.file_name for held in bench.masis.documents(EVALUATOR, workspace_id)}
        about = [case for case in rows if case.documents == folder]
        for number, case in enumerate(about, 1):
            evidence = deps.retriever.retrieve(workspace_id, case.question, (), retry=False).evidence
            for answer in case.answers:
                text = cited(answer, evidence, files)
                if text is None:
                    missing += 1
                else:
                    found.append(judged(case, answer, text, evidence, deps))
            bench.progress(f"questions {folder}".strip(), number, len(about))
    return _result(found, missing, bench)


def cited(answer: WrittenAnswer, evidence: Sequence[EvidenceChunk], files: Mapping[str, str]) -> str | None:
    """Return an answer with the ids of the passages each sentence cites; ``None`` where one was not found.

    ``files`` holds the file name of each document by its id.
    """
    pages = [[chunk for chunk in evidence if _is_at(chunk, place, files)] for place in answer.cites]
    if not all(pages):
        return None
    said, end = "", 0
    for span in split_sentences(answer.text):
        sentence = _MARK.sub("", answer.text[span.start : span.end])

        def passages(mark: re.Match[str], sentence: str = sentence) -> str:
            return "".join(f"[{chunk_id}]" for chunk_id in _found(sentence, pages[int(mark.group(1)) - 1]))

        said += answer.text[end : span.start] + _MARK.sub(passages, answer.text[span.start : span.end])
        end = span.end
    return said + answer.text[end:]


def _is_at(chunk: EvidenceChunk, place: Cited, files: Mapping[str, str]) -> bool:
    named = place.document in {chunk.document_title, files.get(chunk.document_id)}
    return named and place.page in {0, chunk.page_number}


def _found(sentence: str, page: Sequence[EvidenceChunk]) -> list[str]:
    """Return the passages of a page that a writer of a sentence would cite.

    The first holds most of its figures, and of those that do most of its words; a second one more figures.
    """
    words = frozenset(concepts(sentence))
    figures = frozenset(str(figure.mantissa) for figure in numbers(sentence, find_periods(sentence)))
    held = {chunk.chunk_id: figures & frozenset(stems(chunk.text)) for chunk in page}

    def nearness(chunk: EvidenceChunk) -> tuple[int, int]:
        return len(held[chunk.chunk_id]), len(words & frozenset(concepts(chunk.text)))

    best = max(page, key=nearness).chunk_id
    more = max(held, key=lambda chunk_id: len(held[chunk_id] - held[best]))
    return [best, more] if held[more] - held[best] else [best]


def judged(
    case: AnswerCase, answer: WrittenAnswer, text: str, evidence: Sequence[EvidenceChunk], deps: Deps
) -> Judged:
    """Check an answer by code, as the critic's node does before any opinion is heard."""
    if deps.gate is None:
        message = "This MASIS has no gate."
        raise MasisError(message)
    ledger = without_outdated(case.question, build_ledger(text, evidence, deps.reader), evidence)
    published = publish(text, ledger, audit_citations(text, [chunk.chunk_id for chunk in evidence]))
    return Judged(case, answer, published, deps.gate.decide(case.question, published.claims, evidence))


def _result(found: Sequence[Judged], missing: int, bench: Bench) -> Result:
    right = [each for each in found if each.answer.label == "right"]
    wrong = [each for each in found if each.answer.label == "wrong"]
    measures = [
        share(
            f"{name} answers that {what}",
            [float(test(each)) for each in group],
            bench.seed,
            "",
            [each.case.topic for each in group],
        )
        for name, group in (("right", right), ("wrong", wrong))
        for what, test in (
            ("pass", lambda each: each.passes),
            ("lose a sentence", lambda each: bool(each.published.struck)),
        )
    ]
    return Result(
        name=bench.name,
        kind="answers as a model words them",
        engine="ledger and gate (no engine)",
        seed=bench.seed,
        rows=len(found),
        measures=tuple(measures),
        listings=(_by_fault(found), _named(wrong, bench.show_report_rows)),
        notes=(*_NOTES, f"Left out: {missing}."),
    )


def _by_fault(found: Sequence[Judged]) -> Listing:
    every = Counter(each.answer.fault or "right" for each in found)
    passed = Counter(each.answer.fault or "right" for each in found if each.passes)
    return Listing(
        title="Passed, by fault",
        columns=("passed", "answers", "fault"),
        rows=tuple((str(passed[name]), str(every[name]), name) for name in sorted(every)),
    )


def _named(wrong: Sequence[Judged], show_report_rows: bool) -> Listing:
    return Listing(
        title="Wrong answers that pass",
        columns=("id", "fault", "answer"),
        rows=tuple(_lines(wrong, show_report_rows)),
    )


def _lines(wrong: Sequence[Judged], show_report_rows: bool) -> Iterator[tuple[str, str, str]]:
    for each in wrong:
        if each.passes:
            shown = show_report_rows or each.case.split != "report"
            yield each.case.id, each.answer.fault, each.answer.text if shown else ""
