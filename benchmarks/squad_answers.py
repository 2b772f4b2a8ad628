"""Do the cited sentences of the extractive analysts hold the answer? Measured on articles not fitted on.

Usage: ``python benchmarks/squad_answers.py [--data ../shared/data] [--articles held-out|all]``
Every second article (by name) was used to fit the ranking; the other half is reported unless told otherwise.
"""

import argparse
import json
import random
import re
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from masis.analysts.extractive import extractive_analysts
from masis.domain.context import Context, Passage
from masis.domain.evidence import Chunk, EvidenceChunk
from masis.domain.sentences import classify, split_sentences
from masis.embeddings.local import LocalEmbedder
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


def main() -> None:
    """Run every question through retrieval and the writer, and print the shares with their intervals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--articles", choices=("held-out", "fitted", "all"), default="held-out")
    chosen = parser.parse_args()
    corpus = _lines(chosen.data / "squad_corpus.jsonl")
    questions = _chosen(corpus, _lines(chosen.data / "squad_questions.jsonl"), chosen.articles)
    with tempfile.TemporaryDirectory() as folder:
        outcomes = _run(corpus, questions, Path(folder))
    _report(outcomes, chosen.articles)


def is_fitted(article: str, articles: Sequence[str]) -> bool:
    """Tell whether an article belongs to the half that was fitted on."""
    return sorted(articles).index(article) % 2 == 0


def _chosen(
    corpus: list[dict[str, str]], questions: list[dict[str, str]], which: str
) -> list[dict[str, str]]:
    article_of = {line["id"]: line["article"] for line in corpus}
    articles = sorted({article_of[question["gold"]] for question in questions})
    wanted = {
        article
        for article in articles
        if which == "all" or is_fitted(article, articles) == (which == "fitted")
    }
    return [question for question in questions if article_of[question["gold"]] in wanted]


def _run(corpus: list[dict[str, str]], questions: list[dict[str, str]], folder: Path) -> list[Outcome]:
    embedder = LocalEmbedder()
    store = EdgeStore(folder, embedder.profile)
    store.ensure()
    chunks = [_chunk(line) for line in corpus]
    store.upsert(chunks, embedder.embed([chunk.embedding_text for chunk in chunks]))
    store.set_visible(WORKSPACE, "v1", visible=True)
    retriever = HybridRetriever(store, embedder.embed_query, embedder.profile)
    writer = extractive_analysts(embedder.embed).writer
    outcomes = []
    for line in questions:
        outcome = Outcome(bool(line["answerable"]), True, False, False, 0, 0.0)
        for retry in (False, True):
            evidence = retriever.retrieve(WORKSPACE, line["question"], (), retry=retry).evidence
            if not evidence:  # MASIS escalates at once
                break
            began = time.perf_counter()
            context = Context(passages=tuple(Passage(chunk=chunk, text=chunk.text) for chunk in evidence))
            answer = writer.write(line["question"], context, None).text
            outcome = _outcome(line, answer, evidence, time.perf_counter() - began)
            if outcome.sentences:
                break
        outcomes.append(outcome)
    store.close()
    return outcomes


def _outcome(line: dict[str, str], answer: str, evidence: Sequence[EvidenceChunk], seconds: float) -> Outcome:
    ids = {chunk.chunk_id for chunk in evidence}
    claims = [answer[span.start : span.end] for span in split_sentences(answer)]
    claims = [
        claim for claim in claims if classify(claim) == "claim" and any(f"[{one}]" in claim for one in ids)
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


def _lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _report(outcomes: Sequence[Outcome], which: str) -> None:
    answerable = [one for one in outcomes if one.answerable]
    absent = [one for one in outcomes if not one.answerable]
    rows: list[tuple[str, Sequence[Outcome], Callable[[Outcome], bool]]] = [
        ("answerable: first cited sentence holds a gold answer", answerable, lambda one: one.first),
        ("answerable: cited sentences (4 at most) hold a gold answer", answerable, lambda one: one.cited),
        ("answerable: answered", answerable, lambda one: one.sentences > 0),
        (
            "answered: first cited sentence holds a gold answer",
            [o for o in answerable if o.sentences],
            lambda one: one.first,
        ),
        (
            "answered: cited sentences hold a gold answer",
            [o for o in answerable if o.sentences],
            lambda one: one.cited,
        ),
        ("unanswerable: insufficient evidence admitted", absent, lambda one: one.refused),
    ]
    print(f"articles: {which}; {len(answerable)} answerable, {len(absent)} unanswerable questions")
    for name, group, test in rows:
        share, low, high = _interval([test(one) for one in group])
        print(f"  {name:62s} {share:.3f}  [{low:.3f}, {high:.3f}]  n={len(group)}")
    answered = [one.sentences for one in answerable if one.sentences]
    seconds = sorted(one.seconds for one in outcomes)
    middle, late = (seconds[int(len(seconds) * share)] * 1000 for share in (0.5, 0.95))
    print(f"  cited sentences per answer: mean {np.mean(answered):.2f}")
    print(f"  writing: p50 {middle:.0f} ms, p95 {late:.0f} ms")


def _interval(hits: Sequence[bool]) -> tuple[float, float, float]:
    """Return the share and its 95 % bootstrap interval."""
    if not hits:
        return 0.0, 0.0, 0.0
    draw = random.Random(7)  # noqa: S311 - resampling, not secrets
    shares = sorted(sum(draw.choices(hits, k=len(hits))) / len(hits) for _ in range(RESAMPLES))
    return sum(hits) / len(hits), shares[int(RESAMPLES * 0.025)], shares[int(RESAMPLES * 0.975)]


if __name__ == "__main__":
    main()
