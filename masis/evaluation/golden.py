"""Golden: questions on known documents, each with what a right ending must and must not hold."""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from masis.evaluation.asking import Asked, ask
from masis.evaluation.base import Bench
from masis.evaluation.citing import Supports, score_citations
from masis.evaluation.datasets import GoldenQuestion
from masis.evaluation.grading import found_in, grade, holds_words, statements
from masis.evaluation.grounds import Page, grounds
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
    made = grounds(rows, bench)
    graded = []
    for number, row in enumerate(rows, 1):
        ground = made[row.documents]
        asked = ask(bench.pipeline, ground.workspace_id, row.question)
        gold = frozenset((place.document, page) for place in row.gold for page in place.pages)
        graded.append(Graded(row, asked, grade(row, asked), gold, ground.pages))
        bench.progress("questions", number, len(rows))
    chosen = random.Random(bench.seed).sample(rows, min(REPEATED_QUESTIONS, len(rows)))  # noqa: S311 - a sample
    repeats = [
        [ask(bench.pipeline, made[row.documents].workspace_id, row.question) for _ in range(REPEATS)]
        for row in chosen
    ]
    return _result(graded, repeats, bench)


def _result(graded: Sequence[Graded], repeats: Sequence[Sequence[Asked]], bench: Bench) -> Result:
    judged = _judged(graded)
    error, bins = calibration(judged, bench.seed)
    halves = [("all", graded)] + [
        (f"{name} half", [one for one in graded if one.row.split == name]) for name in ("report", "fit")
    ]
    measures = [measure for name, some in halves if some for measure in _measures(some, name, bench.seed)]
    halved = [_judged([one for one in graded if one.row.split == half]) for half in ("fit", "report")]
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
            asked=one.asked,
            answerable=one.row.expected != "absent",
            right=one.row.expected == "answer"
            and all(contains_any(one.asked.stated, group) for group in one.row.phrases),
            baseline=max((chunk.score for chunk in one.asked.report.evidence), default=0.0)
            if one.asked.report
            else 0.0,
        )
        for one in graded
        if one.row.expected != "conflict"
    ]


def _measures(graded: Sequence[Graded], half: str, seed: int) -> list[Measure]:
    def of(name: str, rows: Sequence[Graded], *grades: str) -> Measure:
        return share(f"{name} · {half}", [float(one.grade in grades) for one in rows], seed)

    answerable = [one for one in graded if one.row.expected == "answer"]
    absent = [one for one in graded if one.row.expected == "absent"]
    conflict = [one for one in graded if one.row.expected == "conflict"]
    calm = [one for one in graded if one.row.kind == "look_alike"]
    flagged = [float(bool(one.asked.conflicts)) for one in calm]
    elsewhere = [float(bool(one.asked.conflicts)) for one in answerable if one.row.kind != "look_alike"]
    placed = [one for one in graded if one.row.phrases and one.row.expected != "absent"]
    measures = [
        share(
            f"what was expected stands in the evidence · {half}",
            [found_in(one.row, one.asked) for one in placed],
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
            [float(one.asked.fabricated > 0) for one in graded],
            seed,
        ),
    ]
    return measures + _citations(answerable, half, seed)


def _citations(graded: Sequence[Graded], half: str, seed: int) -> list[Measure]:
    """Return citation precision and recall of the answerable questions by each judge of support."""
    answered = [one for one in graded if one.asked.report and one.asked.answer]
    measures: list[Measure] = []
    for judge in ("gold pages", "words", "the ledger itself, circular"):
        scores = [score_citations(statements(one.asked), _judge(judge, one)) for one in answered]
        recall = [1.0 * (n < s.supported) for s in scores for n in range(s.statements)]
        precision = [1.0 * (n < s.precise) for s in scores for n in range(s.citations)]
        by_statement = [i for i, s in enumerate(scores) for _ in range(s.statements)]
        by_citation = [i for i, s in enumerate(scores) for _ in range(s.citations)]
        measures.append(share(f"citation recall by {judge} · {half}", recall, seed, "", by_statement))
        measures.append(share(f"citation precision by {judge} · {half}", precision, seed, "", by_citation))
    return measures


def _judge(name: str, one: Graded) -> Supports:
    if name == "gold pages":
        return lambda _, ids: any(one.pages.get(chunk_id) in one.gold for chunk_id in ids)
    report = one.asked.report
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
    kinds = sorted({one.row.kind for one in graded})
    rows = []
    for kind in kinds:
        grades = [one.grade for one in graded if one.row.kind == kind]
        rows.append(
            (kind, *(str(grades.count(g)) for g in ("right", "wrong", "escalated")), str(len(grades)))
        )
    columns = ("kind", "right", "wrong", "left to a human", "all")
    return Listing(title="By kind", columns=columns, rows=tuple(rows))


def _failures(graded: Sequence[Graded]) -> Listing:
    failed = [one for one in graded if one.grade != "right"]
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
                one.row.id,
                one.row.kind,
                one.grade,
                f"{one.asked.ending}/{one.asked.report.cause if one.asked.report else one.asked.verdict}",
                one.row.question,
                "; ".join(" or ".join(group) for group in one.row.phrases) or one.row.expected,
                " || ".join(conflict.summary for conflict in one.asked.conflicts),
                " || ".join(_held_against(one.asked)),
                one.asked.answer[:300],
            )
            for one in failed
        ),
    )


def _held_against(asked: Asked) -> list[str]:
    """Return what the ledger found wrong with the answer; the reason why a right one is not finalized."""
    claims = asked.report.claims if asked.report else ()
    fine = {"supported", "heading", "hedge"}
    return [f"{one.verdict}: {one.text[:80]} ({one.reason})" for one in claims if one.verdict not in fine]


def _strays(graded: Sequence[Graded]) -> Listing:
    rows = tuple(
        (one.row.id, statement.text[:200], ", p. ".join(str(part) for part in page))
        for one in graded
        if one.row.expected == "answer" and one.asked.ending == "answered"
        for statement in statements(one.asked)
        for page in (one.pages.get(chunk_id, ("unknown", 0)) for chunk_id in statement.citations)
        if page not in one.gold
    )
    return Listing(
        title=f"Finalized sentences that cite another page than the gold ones ({len(rows)})",
        columns=("id", "sentence", "cites"),
        rows=rows[:_STRAYS_SHOWN],
    )
