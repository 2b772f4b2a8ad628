"""Do the cited sentences of the extractive analysts hold the answer? Measured on articles not trained on.

Usage: ``python -m benchmarks.squad_answers [--data ../shared/data] [--articles unseen|seen|all]``
Reported are the articles of which the reading model's training files (folder ``reader`` of the data) hold
nothing, unless told otherwise; ``benchmarks.sets.seen`` tells them apart.
"""

import argparse
import json
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import NamedTuple, get_args

import numpy as np

from benchmarks.sets.seen import Which, chosen_articles
from masis.analysts.base import Analysts
from masis.analysts.extractive import extractive_analysts
from masis.analysts.extractive.rank import Ranker, VectorCache
from masis.analysts.extractive.statements import statements_of
from masis.domain.evidence import Chunk, EvidenceChunk
from masis.domain.language.sentences import classify, split_sentences
from masis.domain.run.context import Context, Passage
from masis.domain.verification.ledger import build_ledger
from masis.embeddings.local import LocalEmbedder
from masis.embeddings.reader import LocalReader
from masis.errors import InvalidInput
from masis.evaluation.asking import Asked as Run
from masis.evaluation.selective import Judged, risk
from masis.retrieval.edge import EdgeStore
from masis.retrieval.retriever import HybridRetriever

WORKSPACE = "squad"
RESAMPLES = 2000


class Outcome(NamedTuple):
    """What came back for one question."""

    answerable: bool
    refused: bool
    first: bool
    cited: bool
    sentences: int
    seconds: float
    confidence: float = 0.0


class Asked(NamedTuple):
    """A question with what it was answered from and what came back."""

    question: dict[str, str]
    outcome: Outcome
    evidence: Sequence[EvidenceChunk]
    cosine: float
    """Of the nearest passage, kept or not: the simplest confidence there is."""
    article: str


def main() -> None:
    """Run every question through retrieval and the writer, and print the shares with their intervals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--articles", choices=get_args(Which), default="unseen")
    options = parser.parse_args()
    corpus = lines(options.data / "squad_corpus.jsonl")
    path = options.data / "squad_questions.jsonl"
    try:
        questions = chosen(corpus, lines(path), chosen_articles(path, options.articles))
    except InvalidInput as error:
        parser.error(str(error))
    with tempfile.TemporaryDirectory() as folder:
        asked = ask(corpus, questions, Path(folder))
    _report([item.outcome for item in asked], options.articles)
    print(f"  answerable, not held by the cited sentences: {dict(_losses(asked))}")
    _report_risk(asked)


def chosen(
    corpus: list[dict[str, str]], questions: list[dict[str, str]], articles: Collection[str]
) -> list[dict[str, str]]:
    """Return the questions about some articles."""
    article_of = {line["id"]: line["article"] for line in corpus}
    return [question for question in questions if article_of[question["gold"]] in articles]


def ask(corpus: list[dict[str, str]], questions: list[dict[str, str]], folder: Path) -> list[Asked]:
    """Put every question to retrieval and the writer."""
    embedder = LocalEmbedder()
    store = EdgeStore(folder, embedder.profile)
    store.ensure()
    chunks = [_chunk(line) for line in corpus]
    store.upsert(chunks, embedder.embed([chunk.embedding_text for chunk in chunks]))
    store.set_visible(WORKSPACE, "v1", visible=True)
    retriever = HybridRetriever(store, embedder.embed_query, embedder.profile)
    analysts = extractive_analysts(Ranker(VectorCache(embedder.embed), LocalReader()))
    article_of = {line["id"]: line["article"] for line in corpus}
    asked = []
    for line in questions:
        outcome = Outcome(bool(line["answerable"]), True, False, False, 0, 0.0)
        nearest = 0.0
        for retry in (False, True):
            found = retriever.retrieve(WORKSPACE, line["question"], (), retry=retry)
            evidence = found.evidence
            nearest = nearest or max((chunk.score for chunk in (*evidence, *found.dropped)), default=0.0)
            if not evidence:  # MASIS escalates at once
                break
            outcome = _answered(line, evidence, analysts)
            if outcome.sentences:
                break
        asked.append(Asked(line, outcome, evidence, nearest, article_of[line["gold"]]))
    store.close()
    return asked


def _answered(line: dict[str, str], evidence: Sequence[EvidenceChunk], analysts: Analysts) -> Outcome:
    began = time.perf_counter()
    context = Context(passages=tuple(Passage(chunk=chunk, text=chunk.text) for chunk in evidence))
    draft = analysts.synthesizer.write(line["question"], context, None)
    seconds = time.perf_counter() - began
    opinion = analysts.critic.audit(line["question"], draft, evidence, build_ledger(draft.text, evidence))
    return _outcome(line, draft.text, evidence, seconds)._replace(confidence=opinion.confidence)


def _outcome(line: dict[str, str], answer: str, evidence: Sequence[EvidenceChunk], seconds: float) -> Outcome:
    ids = {chunk.chunk_id for chunk in evidence}
    claims = [answer[span.start : span.end] for span in split_sentences(answer)]
    claims = [
        claim
        for claim in claims
        if classify(claim) == "claim" and any(f"[{chunk_id}]" in claim for chunk_id in ids)
    ]
    golds = [str(gold) for gold in line["answers"]]
    return Outcome(
        answerable=bool(line["answerable"]),
        refused="nsufficient evidence" in answer,
        first=bool(claims) and _holds(claims[0], golds),
        cited=any(_holds(claim, golds) for claim in claims[:4]),
        sentences=len(claims),
        seconds=seconds,
    )


def _holds(sentence: str, golds: Sequence[str]) -> bool:
    said = f" {_plain(sentence)} "
    return any(f" {_plain(gold)} " in said for gold in golds if _plain(gold)) or any(
        gold.lower() in sentence.lower() for gold in golds
    )


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text.lower()).strip()


def _chunk(line: dict[str, str]) -> Chunk:
    return Chunk(
        chunk_id=line["id"],
        workspace_id=WORKSPACE,
        document_id=line["article"],
        version_id="v1",
        document_title=line["article"].replace("_", " "),
        text=line["text"],
        page_number=1,
        page_label="1",
        char_start=0,
        char_end=len(line["text"]),
    )


def lines(path: Path) -> list[dict[str, str]]:
    """Return the objects of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _report(outcomes: Sequence[Outcome], which: str) -> None:
    answerable = [outcome for outcome in outcomes if outcome.answerable]
    absent = [outcome for outcome in outcomes if not outcome.answerable]
    rows: list[tuple[str, Sequence[Outcome], Callable[[Outcome], bool]]] = [
        ("answerable: first cited sentence holds a gold answer", answerable, lambda outcome: outcome.first),
        (
            "answerable: cited sentences (4 at most) hold a gold answer",
            answerable,
            lambda outcome: outcome.cited,
        ),
        ("answerable: answered", answerable, lambda outcome: outcome.sentences > 0),
        (
            "answered: first cited sentence holds a gold answer",
            [outcome for outcome in answerable if outcome.sentences],
            lambda outcome: outcome.first,
        ),
        (
            "answered: cited sentences hold a gold answer",
            [outcome for outcome in answerable if outcome.sentences],
            lambda outcome: outcome.cited,
        ),
        ("unanswerable: insufficient evidence admitted", absent, lambda outcome: outcome.refused),
    ]
    print(f"articles: {which}; {len(answerable)} answerable, {len(absent)} unanswerable questions")
    for name, group, test in rows:
        share, low, high = _interval([test(outcome) for outcome in group])
        print(f"  {name:62s} {share:.3f}  [{low:.3f}, {high:.3f}]  n={len(group)}")
    answered = [outcome.sentences for outcome in answerable if outcome.sentences]
    seconds = sorted(outcome.seconds for outcome in outcomes)
    middle, late = (seconds[int(len(seconds) * share)] * 1000 for share in (0.5, 0.95))
    print(f"  cited sentences per answer: mean {np.mean(answered):.2f}")
    print(f"  writing: p50 {middle:.0f} ms, p95 {late:.0f} ms")


def _losses(asked: Sequence[Asked]) -> Counter[str]:
    """Count where the answers were lost: not found, refused, or ranked under other sentences."""
    counts: Counter[str] = Counter()
    for item in asked:
        if item.outcome.answerable and not item.outcome.cited:
            statements = statements_of(item.evidence)
            gold = [
                statement.text
                for statement in statements
                if statement.chunk.chunk_id == item.question["gold"]
            ]
            there = any(_holds(text, item.question["answers"]) for text in gold)
            refused = "refused" if not item.outcome.sentences else "other sentences chosen"
            counts[refused if there else "not in the evidence"] += 1
    return counts


def _report_risk(asked: Sequence[Asked]) -> None:
    """Print how well confidence puts right answers first, beside the cosine of the nearest passage.

    As asked once with one retry, without the rest of the pipeline; resampled by question, since there are
    few articles (``benchmarks.sets`` draws articles).
    """
    judged = [
        Judged(
            Run(
                question=item.question["question"],
                ending="answered" if item.outcome.sentences else "absent",
                verdict="",
                confidence=item.outcome.confidence,
            ),
            answerable=item.outcome.answerable,
            right=item.outcome.answerable and item.outcome.cited,
            baseline=item.cosine,
        )
        for item in asked
    ]
    for measure in risk(judged, 0, "top-1 cosine"):
        low, high = measure.interval or (0.0, 0.0)
        print(f"  {measure.name:88s} {measure.value or 0.0:.3f}  [{low:.3f}, {high:.3f}]  n={measure.count}")


def _interval(hits: Sequence[bool]) -> tuple[float, float, float]:
    """Return the share and its 95 % bootstrap interval."""
    if not hits:
        return 0.0, 0.0, 0.0
    draw = random.Random(7)  # noqa: S311 - resampling, not secrets
    shares = sorted(sum(draw.choices(hits, k=len(hits))) / len(hits) for _ in range(RESAMPLES))
    return sum(hits) / len(hits), shares[int(RESAMPLES * 0.025)], shares[int(RESAMPLES * 0.975)]


if __name__ == "__main__":
    main()
