"""Golden: questions on known documents, each with what a right ending must and must not hold."""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from masis.evaluation.asking import Asked, ask
from masis.evaluation.base import Bench
from masis.evaluation.grading import Supports, found_in, grade, holds_words, score_citations, statements
from masis.evaluation.matching import contains_any
from masis.evaluation.results import Listing, Measure, Result, share
from masis.evaluation.selective import (
    REPEATED_QUESTIONS,
    REPEATS,
    Judged,
    abstention,
    calibrated,
    calibration,
    curves,
    risk,
    stability,
)
from masis.evaluation.sets import GoldenQuestion
from masis.evaluation.workspaces import Page, workspaces_of

_BASELINE = "top-1 cosine"
_STRAYS_SHOWN = 30


class Graded(NamedTuple):
    """A golden question with its run and the grade of it."""

    row: GoldenQuestion
    asked: Asked
    grade: str
    gold: frozenset[Page]
    pages: Mapping[str, Page]


def run(rows: Sequence[GoldenQuestion], bench: Bench) -> Result:
    """Take the documents in, ask everything and grade it."""
    workspaces = workspaces_of(rows, bench)
    graded = []
    for number, row in enumerate(rows, 1):
        workspace = workspaces[row.documents]
        asked = ask(bench.pipeline, workspace.workspace_id, row.question)
        gold = frozenset((place.document, page) for place in row.gold for page in place.pages)
        graded.append(Graded(row, asked, grade(row, asked), gold, workspace.pages))
        bench.progress("questions", number, len(rows))
    chosen = random.Random(bench.seed).sample(rows, min(REPEATED_QUESTIONS, len(rows)))  # noqa: S311 - a sample
    repeats = [
        [ask(bench.pipeline, workspaces[row.documents].workspace_id, row.question) for _ in range(REPEATS)]
        for row in chosen
    ]
    return _result(graded, repeats, bench)


def _result(graded: Sequence[Graded], repeats: Sequence[Sequence[Asked]], bench: Bench) -> Result:
    judged = _judged(graded)
    error, bins = calibration(judged, bench.seed)
    halves = [("all", graded)] + [
        (f"{name} half", [item for item in graded if item.row.split == name]) for name in ("report", "fit")
    ]
    measures = [measure for name, some in halves if some for measure in _measures(some, name, bench.seed)]
    halved = [_judged([item for item in graded if item.row.split == half]) for half in ("fit", "report")]
    measures += [
        *abstention(judged, bench.seed),
        *risk(judged, bench.seed, _BASELINE),
        error,
        *calibrated(halved[0], halved[1], bench.seed),
        *stability(repeats, bench.seed),
    ]
    return Result(
        name=bench.name,
        kind="golden questions",
        engine=bench.engine,
        seed=bench.seed,
        rows=len(graded),
        measures=tuple(measures),
        listings=(_kinds(graded), _failures(graded), _strays(graded)),
        curves=curves(judged, _BASELINE),
        reliability=bins,
        notes=(
            "Citations are judged against the gold pages, and by words: a passage supports a sentence when "
            "it holds all its numbers and nine tenths of its words. The ledger's own verdict is shown for "
            "comparison only; to judge it by itself would be circular.",
            "The halves are split by topic. Risk and calibration leave the conflict questions out.",
        ),
    )


def _judged(graded: Sequence[Graded]) -> list[Judged]:
    return [
        Judged(
            asked=item.asked,
            answerable=item.row.expected != "absent",
            right=item.row.expected == "answer"
            and all(contains_any(item.asked.stated, group) for group in item.row.phrases),
            baseline=max((chunk.score for chunk in item.asked.report.evidence), default=0.0)
            if item.asked.report
            else 0.0,
        )
        for item in graded
        if item.row.expected != "conflict"
    ]


def _measures(graded: Sequence[Graded], half: str, seed: int) -> list[Measure]:
    def of(name: str, rows: Sequence[Graded], *grades: str) -> Measure:
        return share(f"{name} · {half}", [float(item.grade in grades) for item in rows], seed)

    answerable = [item for item in graded if item.row.expected == "answer"]
    absent = [item for item in graded if item.row.expected == "absent"]
    conflict = [item for item in graded if item.row.expected == "conflict"]
    calm = [item for item in graded if item.row.kind == "look_alike"]
    flagged = [float(bool(item.asked.conflicts)) for item in calm]
    elsewhere = [float(bool(item.asked.conflicts)) for item in answerable if item.row.kind != "look_alike"]
    placed = [item for item in graded if item.row.phrases and item.row.expected != "absent"]
    measures = [
        share(
            f"what was expected stands in the evidence · {half}",
            [found_in(item.row, item.asked) for item in placed],
            seed,
        ),
        of("answerable: right", answerable, "right"),
        of("answerable: wrong", answerable, "wrong"),
        of("answerable: left to a human", answerable, "escalated"),
        of("absent and false premise: admitted", absent, "right"),
        of("conflicts found", conflict, "right"),
        share(f"look-alikes flagged as conflicts · {half}", flagged, seed),
        share(f"other answerable questions flagged as conflicts · {half}", elsewhere, seed),
        share(
            f"answers with a fabricated citation · {half}",
            [float(item.asked.fabricated > 0) for item in graded],
            seed,
        ),
    ]
    return measures + _citations(answerable, half, seed)


def _citations(graded: Sequence[Graded], half: str, seed: int) -> list[Measure]:
    """Return citation precision and recall of the answerable questions by each judge of support."""
    answered = [item for item in graded if item.asked.report and item.asked.answer]
    measures: list[Measure] = []
    for judge in ("gold pages", "words", "the ledger itself, circular"):
        scores = [score_citations(statements(item.asked), _judge(judge, item)) for item in answered]
        recall = [1.0 * (n < s.supported) for s in scores for n in range(s.statements)]
        precision = [1.0 * (n < s.precise) for s in scores for n in range(s.citations)]
        by_statement = [i for i, s in enumerate(scores) for _ in range(s.statements)]
        by_citation = [i for i, s in enumerate(scores) for _ in range(s.citations)]
        measures.append(share(f"citation recall by {judge} · {half}", recall, seed, "", by_statement))
        measures.append(share(f"citation precision by {judge} · {half}", precision, seed, "", by_citation))
    return measures


def _judge(name: str, item: Graded) -> Supports:
    if name == "gold pages":
        return lambda _, ids: any(item.pages.get(chunk_id) in item.gold for chunk_id in ids)
    report = item.asked.report
    if name == "words":
        texts = (
            {c.chunk_id: f"{c.document_title} {c.heading} {c.full_text}" for c in report.evidence}
            if report
            else {}
        )
        return lambda text, ids: holds_words(text, " ".join(texts.get(chunk_id, "") for chunk_id in ids))
    verdicts = {claim.text: claim.verdict for claim in report.claims} if report else {}
    return lambda text, _: verdicts.get(text) == "supported"


def _kinds(graded: Sequence[Graded]) -> Listing:
    kinds = sorted({item.row.kind for item in graded})
    rows = []
    for kind in kinds:
        grades = [item.grade for item in graded if item.row.kind == kind]
        rows.append(
            (kind, *(str(grades.count(g)) for g in ("right", "wrong", "escalated")), str(len(grades)))
        )
    columns = ("kind", "right", "wrong", "left to a human", "all")
    return Listing(title="By kind", columns=columns, rows=tuple(rows))


def _failures(graded: Sequence[Graded]) -> Listing:
    failed = [item for item in graded if item.grade != "right"]
    return Listing(
        title=f"Not right ({len(failed)} of {len(graded)})",
        columns=(
            "id",
            "kind",
            "grade",
            "ending",
            "question",
            "expected",
            "conflicts",
            "held against",
            "answer",
        ),
        rows=tuple(
            (
                item.row.id,
                item.row.kind,
                item.grade,
                f"{item.asked.ending}/{item.asked.report.cause if item.asked.report else item.asked.verdict}",
                item.row.question,
                "; ".join(" or ".join(group) for group in item.row.phrases) or item.row.expected,
                " || ".join(conflict.summary for conflict in item.asked.conflicts),
                " || ".join(_held_against(item.asked)),
                item.asked.answer[:300],
            )
            for item in failed
        ),
    )


def _held_against(asked: Asked) -> list[str]:
    """Return what the ledger found wrong with the answer; the reason why a right one is not finalized."""
    claims = asked.report.claims if asked.report else ()
    fine = {"supported", "heading", "hedge"}
    return [
        f"{claim.verdict}: {claim.text[:80]} ({claim.reason})"
        for claim in claims
        if claim.verdict not in fine
    ]


def _strays(graded: Sequence[Graded]) -> Listing:
    rows = tuple(
        (item.row.id, statement.text[:200], ", p. ".join(str(part) for part in page))
        for item in graded
        if item.row.expected == "answer" and item.asked.ending == "answered"
        for statement in statements(item.asked)
        for page in (item.pages.get(chunk_id, ("unknown", 0)) for chunk_id in statement.citations)
        if page not in item.gold
    )
    return Listing(
        title=f"Finalized sentences that cite another page than the gold ones ({len(rows)})",
        columns=("id", "sentence", "cites"),
        rows=rows[:_STRAYS_SHOWN],
    )
