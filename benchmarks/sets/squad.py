"""Paragraphs: questions over a corpus; retrieval, answers, abstention, calibration and stability."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.sets.bench import Bench
from benchmarks.sets.measures import ndcg_at, of_half, recall_at, reciprocal_rank
from benchmarks.sets.rows import Paragraph, ParagraphQuestion
from benchmarks.sets.seen import UNSEEN, Seen, beside_all, not_seen, told
from masis.domain.evidence import Chunk
from masis.evaluation.asking import Asked, ask, workspace
from masis.evaluation.grading import statements
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
from masis.retrieval.base import Lookup

_SHOWN = 12
_BASELINE = "top-1 cosine"
_VERSION = "v1"


class Found(NamedTuple):
    """What retrieval and the pipeline made of one question."""

    row: ParagraphQuestion
    article: str
    ranked: tuple[str, ...]
    best_cosine: float
    asked: Asked
    right: bool


def run(
    rows: Sequence[ParagraphQuestion],
    bench: Bench,
    *,
    corpus: Sequence[Paragraph],
    seen: Seen = None,
) -> Result:
    """Put the corpus into a workspace of its own and ask every question; ``seen`` are articles."""
    known = {paragraph.id for paragraph in corpus}
    rows = [row for row in rows if row.gold in known or not row.answerable]
    workspace_id = workspace(bench.masis, "evaluation corpus")
    store(corpus, workspace_id, bench)
    articles = {paragraph.id: paragraph.article for paragraph in corpus}
    found: list[Found] = []
    for number, row in enumerate(rows, 1):
        found.append(_look(row, articles.get(row.gold, ""), workspace_id, bench))
        bench.progress("questions", number, len(rows))
    repeats = _repeated(rows, workspace_id, bench)
    return _result(found, repeats, bench, seen)


def store(corpus: Sequence[Paragraph], workspace_id: str, bench: Bench) -> None:
    """Store each paragraph as one passage, under the id the set knows it by."""
    chunks = [
        Chunk(
            chunk_id=paragraph.id,
            workspace_id=workspace_id,
            document_id=paragraph.article or paragraph.id,
            version_id=_VERSION,
            document_title=paragraph.article.replace("_", " "),
            text=paragraph.text,
            page_number=number,
            page_label=str(number),
            char_start=0,
            char_end=len(paragraph.text),
        )
        for number, paragraph in enumerate(corpus, 1)
    ]
    texts = [chunk.embedding_text for chunk in chunks]
    vectors = bench.masis.parts.embedder().embed(
        texts, lambda done: bench.progress("passages embedded", done, len(texts))
    )
    held = bench.masis.parts.vectors()
    held.upsert(chunks, vectors)
    held.set_visible(workspace_id, _VERSION, visible=True)


def _look(row: ParagraphQuestion, article: str, workspace_id: str, bench: Bench) -> Found:
    parts = bench.masis.parts
    lookup = Lookup(row.question, parts.embedder().embed_query(row.question), 10)
    (hits,) = parts.vectors().search(workspace_id, [lookup])
    asked = ask(bench.masis, workspace_id, row.question)
    return Found(
        row=row,
        article=article,
        ranked=tuple(hit.chunk.chunk_id for hit in hits),
        best_cosine=max((hit.dense_score for hit in hits), default=0.0),
        asked=asked,
        right=row.answerable and contains_any(asked.stated, row.answers),
    )


def _repeated(
    rows: Sequence[ParagraphQuestion], workspace_id: str, bench: Bench
) -> tuple[tuple[Asked, ...], ...]:
    chosen = random.Random(bench.seed).sample(rows, min(REPEATED_QUESTIONS, len(rows)))  # noqa: S311 - a sample
    return tuple(
        tuple(ask(bench.masis, workspace_id, row.question) for _ in range(REPEATS)) for row in chosen
    )


def _result(found: Sequence[Found], repeats: Sequence[Sequence[Asked]], bench: Bench, seen: Seen) -> Result:
    articles = [item.article for item in found]
    measures = [
        measure
        for part, some in beside_all(found, articles, seen)
        for measure in of_half(part, _measures(some, bench.seed))
    ]
    measures += calibrated_unseen(_judged(found), seen, bench.seed)
    measures += stability(repeats, bench.seed)
    unseen = not_seen(found, articles, seen)
    judged = _judged(unseen or found)
    return Result(
        name=bench.name,
        kind="paragraph questions",
        engine=bench.engine,
        seed=bench.seed,
        rows=len(found),
        measures=tuple(measures),
        listings=_failures(found),
        curves=curves(judged, _BASELINE),
        reliability=calibration(judged, bench.seed)[1],
        notes=(
            "Intervals are drawn over articles, not over questions. The curves are of "
            f"{'the questions ' + UNSEEN if unseen else 'all questions'}.",
            told("articles", articles, seen),
            "Every answer to an unanswerable question counts as wrong. The risk figures judge the best draft "
            "of every run, whether it was finalized or not.",
        ),
    )


def _judged(found: Sequence[Found]) -> list[Judged]:
    return [
        Judged(item.asked, item.row.answerable, item.right, item.best_cosine, item.article) for item in found
    ]


def _measures(found: Sequence[Found], seed: int) -> list[Measure]:
    judged = _judged(found)
    return [
        *_retrieval(found, seed),
        *_answers(found, seed),
        *abstention(judged, seed),
        *risk(judged, seed, _BASELINE),
        calibration(judged, seed)[0],
    ]


def calibrated_unseen(judged: Sequence[Judged], seen: Seen, seed: int) -> list[Measure]:
    """Fit a calibrated confidence on the articles seen in training and return its error on the others.

    Nothing where too few answers are on either side, or what was seen cannot be told.
    """
    fitting = [item for item in judged if seen and item.group in seen]
    reporting = not_seen(judged, [item.group for item in judged], seen)
    return calibrated(fitting, reporting, seed, ("articles seen in training", UNSEEN))


def _retrieval(found: Sequence[Found], seed: int) -> list[Measure]:
    rows = [item for item in found if item.row.answerable]
    groups = [item.article for item in rows]

    def measure(name: str, values: list[float], note: str = "") -> Measure:
        return share(name, values, seed, note, groups)

    return [
        *(
            measure(f"recall@{k}", [recall_at(item.ranked, [item.row.gold], k) for item in rows])
            for k in (1, 5, 10)
        ),
        measure("MRR@10", [reciprocal_rank(item.ranked, [item.row.gold]) for item in rows]),
        measure("nDCG@10", [ndcg_at(item.ranked, [item.row.gold], 10) for item in rows]),
        measure(
            "gold passage in the evidence of the run",
            [float(item.row.gold in _evidence(item.asked)) for item in rows],
            "after the score threshold and the retries",
        ),
    ]


def _evidence(asked: Asked) -> set[str]:
    return {chunk.chunk_id for chunk in asked.report.evidence} if asked.report else set()


def _answers(found: Sequence[Found], seed: int) -> list[Measure]:
    rows, absent = [f for f in found if f.row.answerable], [f for f in found if not f.row.answerable]
    groups, others = [item.article for item in rows], [item.article for item in absent]
    endings = [(item.asked.ending == "answered", item.right) for item in rows]
    return [
        share("answer contained in the best draft", [float(item.right) for item in rows], seed, "", groups),
        share(
            "answer contained in the first sentence",
            [float(contains_any(first_statement(item.asked), item.row.answers)) for item in rows],
            seed,
            "",
            groups,
        ),
        share(
            "sentences in a draft",
            [float(len(statements(item.asked))) for item in rows],
            seed,
            "a long draft contains more; not a share",
            groups,
        ),
        share("answerable: finalized and right", [float(f and r) for f, r in endings], seed, "", groups),
        share("answerable: finalized and wrong", [float(f and not r) for f, r in endings], seed, "", groups),
        share("answerable: left to a human", [float(not f) for f, _ in endings], seed, "", groups),
        share(
            "unanswerable: finalized all the same",
            [float(item.asked.ending == "answered") for item in absent],
            seed,
            "",
            others,
        ),
        share(
            "answers with a fabricated citation",
            [float(item.asked.fabricated > 0) for item in found],
            seed,
        ),
    ]


def first_statement(asked: Asked) -> str:
    """Return the sentence a reader sees first, empty when nothing was stated."""
    return next((statement.text for statement in statements(asked)), "")


def _failures(found: Sequence[Found]) -> tuple[Listing, ...]:
    groups = (
        (
            "Answered though the answer is not there",
            [item for item in found if not item.row.answerable and item.asked.ending == "answered"],
        ),
        (
            "Finalized, but the expected words are missing",
            [
                item
                for item in found
                if item.row.answerable and item.asked.ending == "answered" and not item.right
            ],
        ),
        (
            "Absence admitted though the answer is there",
            [item for item in found if item.row.answerable and item.asked.ending == "absent"],
        ),
    )
    return tuple(
        Listing(
            title=f"{title} ({len(members)} in all)",
            columns=("question", "expected", "answer"),
            rows=tuple(
                (item.row.question, " / ".join(item.row.answers), item.asked.answer[:240])
                for item in members[:_SHOWN]
            ),
        )
        for title, members in groups
        if members
    )
