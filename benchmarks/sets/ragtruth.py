"""Support: sentences of audited answers, scored by the claim ledger as if each cited all its evidence."""

from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.sets.bench import Bench, passage
from benchmarks.sets.measures import halves, of_half, precision_at_recall
from benchmarks.sets.rows import AuditedAnswer, MarkedSentence
from benchmarks.sets.seen import UNSEEN, Seen, not_seen, told
from masis.domain.evidence import EvidenceChunk
from masis.domain.verification.ledger import ClaimReader, build_ledger
from masis.evaluation.measures import auroc, confusion
from masis.evaluation.results import Listing, Measure, Result, bootstrap, share

FLAGGED = frozenset({"number_mismatch", "contradicted", "not_in_source"})
_RECALL = 0.5
_SHOWN = 12


class Scored(NamedTuple):
    """A sentence with what people and the ledger say of it."""

    source: str
    answer: str
    text: str
    unsupported: bool
    verdict: str
    reason: str
    support: float


def run(rows: Sequence[AuditedAnswer], bench: Bench, *, seen: Seen = None) -> Result:
    """Score every sentence of every answer and compare with the marks; ``seen`` are sources."""
    scored: list[Scored] = []
    for number, row in enumerate(rows, 1):
        evidence = _evidence(row)
        scored += [_score(row, sentence, evidence, bench.masis.parts.reader) for sentence in row.sentences]
        bench.progress("answers", number, len(rows))
    flagged = [sentence for sentence in scored if sentence.verdict in FLAGGED]
    return Result(
        name=bench.name,
        kind="audited answers",
        engine="claim ledger (no engine)",
        seed=bench.seed,
        rows=len(rows),
        measures=tuple(
            measure
            for half, some in _parts(scored, seen)
            for measure in of_half(half, [*_sentences(some, bench.seed), *_answers(some, bench.seed)])
        ),
        listings=(
            _verdicts(scored),
            _examples(
                "False alarms", [sentence for sentence in flagged if not sentence.unsupported], bench.seed
            ),
            _examples(
                "Missed",
                [sentence for sentence in scored if sentence.unsupported and sentence not in set(flagged)],
                bench.seed,
            ),
        ),
        notes=(
            "Positive is an unsupported sentence. Headings and hedges state nothing and count as supported.",
            "Intervals are drawn over sources, not sentences; the halves are every second source by name: "
            "the score of words and the chance of a claim were fitted on the fit half.",
            told("sources", [row.source_id for row in rows], seen),
        ),
    )


def _parts(scored: Sequence[Scored], seen: Seen) -> tuple[tuple[str, tuple[Scored, ...]], ...]:
    """Return all sentences, the halves, and what neither the words nor the reading model were fitted on."""
    parts = halves(scored, [sentence.source for sentence in scored])
    report = dict(parts).get("report half", ())
    new = not_seen(report, [sentence.source for sentence in report], seen)
    return (*parts, (f"report half, {UNSEEN}", new)) if new else parts


def _evidence(row: AuditedAnswer) -> tuple[EvidenceChunk, ...]:
    return tuple(passage(f"passage_{number}", text) for number, text in enumerate(row.evidence, 1))


def _score(
    row: AuditedAnswer,
    sentence: MarkedSentence,
    evidence: Sequence[EvidenceChunk],
    reader: ClaimReader | None,
) -> Scored:
    """Judge one sentence; where the ledger splits it, its worst part counts."""
    marks = "".join(f"[{chunk.chunk_id}]" for chunk in evidence)
    text = " ".join(sentence.text.split())
    claims = build_ledger(f"{text} {marks}", evidence, reader)
    judged = [claim for claim in claims if claim.verdict not in {"hedge", "heading", "uncited"}]
    worst = min(judged, key=lambda claim: (claim.verdict not in FLAGGED, claim.support), default=None)
    return Scored(
        source=row.source_id,
        answer=row.id,
        text=text,
        unsupported=sentence.unsupported,
        verdict=worst.verdict if worst else claims[0].verdict if claims else "heading",
        reason=worst.reason if worst else "",
        # A hedge or a heading states nothing that could be unsupported.
        support=worst.support if worst else 1.0,
    )


def _sentences(scored: Sequence[Scored], seed: int) -> list[Measure]:
    truth = [sentence.unsupported for sentence in scored]
    groups = [sentence.source for sentence in scored]

    def ranked(rows: Sequence[Scored]) -> float | None:
        return auroc([-row.support for row in rows], [row.unsupported for row in rows])

    def at_recall(rows: Sequence[Scored]) -> float | None:
        return precision_at_recall([-row.support for row in rows], [row.unsupported for row in rows], _RECALL)

    def balanced(rows: Sequence[Scored]) -> float | None:
        return confusion(
            [row.verdict in FLAGGED for row in rows], [row.unsupported for row in rows]
        ).balanced_accuracy

    return [
        share("sentences that are unsupported", [float(sentence) for sentence in truth], seed, "", groups),
        *(
            Measure(
                name=name,
                value=statistic(scored),
                count=len(scored),
                interval=bootstrap(scored, statistic, seed, groups),
            )
            for name, statistic in (
                ("claim support, sentence AUROC", ranked),
                (f"precision at recall {_RECALL:.2f}, by support", at_recall),
                ("balanced accuracy of the verdict", balanced),
            )
        ),
        *_of_verdicts(scored),
    ]


def _of_verdicts(scored: Sequence[Scored]) -> list[Measure]:
    verdicts = confusion(
        [sentence.verdict in FLAGGED for sentence in scored], [sentence.unsupported for sentence in scored]
    )
    return [
        Measure(
            name="verdict precision", value=verdicts.precision, count=verdicts.hits + verdicts.false_alarms
        ),
        Measure(name="verdict recall", value=verdicts.recall, count=verdicts.hits + verdicts.misses),
        Measure(
            name="false alarms on supported sentences",
            value=None if verdicts.specificity is None else 1 - verdicts.specificity,
            count=verdicts.rejections + verdicts.false_alarms,
        ),
    ]


def _answers(scored: Sequence[Scored], seed: int) -> list[Measure]:
    answers: dict[str, list[Scored]] = {}
    for sentence in scored:
        answers.setdefault(sentence.answer, []).append(sentence)
    rows = list(answers.values())

    def ranked(some: Sequence[Sequence[Scored]]) -> float | None:
        scores = [-min(sentence.support for sentence in row) for row in some]
        return auroc(scores, [any(sentence.unsupported for sentence in row) for row in some])

    interval = bootstrap(rows, ranked, seed, [row[0].source for row in rows])
    return [
        Measure(name="answer AUROC, weakest sentence", value=ranked(rows), count=len(rows), interval=interval)
    ]


def _verdicts(scored: Sequence[Scored]) -> Listing:
    names = sorted({sentence.verdict for sentence in scored})
    return Listing(
        title="Verdicts",
        columns=("verdict", "sentences", "unsupported by people"),
        rows=tuple(
            (
                name,
                str(sum(sentence.verdict == name for sentence in scored)),
                str(sum(sentence.verdict == name and sentence.unsupported for sentence in scored)),
            )
            for name in names
        ),
    )


def _examples(title: str, members: Sequence[Scored], seed: int) -> Listing:
    """Show some, spread over the file rather than its beginning; the seed moves the start."""
    step = max(1, len(members) // _SHOWN)
    shown = members[seed % step :: step][:_SHOWN]
    return Listing(
        title=f"{title} ({len(members)} in all)",
        columns=("verdict", "sentence", "reason"),
        rows=tuple((sentence.verdict, sentence.text[:240], sentence.reason[:160]) for sentence in shown),
    )
