"""Measure retrieval: embedding rate, hybrid search over 10,000 passages, and recall on known questions.

    python -m benchmarks.retrieval [--data FOLDER] [--passages N]

``FOLDER`` holds ``squad_corpus.jsonl`` and ``squad_questions.jsonl``; without it recall is left out.
"""

import argparse
import json
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from masis.domain.evidence import Chunk
from masis.embeddings.base import Vectors
from masis.embeddings.local import LocalEmbedder
from masis.retrieval.base import Lookup
from masis.retrieval.edge import EdgeStore
from masis.retrieval.retriever import HybridRetriever

_WORDS = (
    "revenue margin churn growth segment quarter supply contract retention pricing energy harbour fleet "
    "capital audit risk board forecast customer region plant engineer licence battery turbine software "
    "service cash debt dividend tariff permit safety climate sensor warehouse shipment invoice order backlog "
    "guidance inflation"
)
_SYLLABLES = (
    *("ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "wu", "da", "fe", "gi", "ho"),
    *("ja", "ce", "pi", "so", "tu", "za", "ne", "ri", "lo", "mu", "va", "te", "di"),
)
_ENDINGS = ("", "s", "ing", "ed", "al", "er")


def main() -> None:
    """Run every measurement and print one line each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--passages", type=int, default=10_000)
    options = parser.parse_args()
    embedder = LocalEmbedder()
    embedder.embed_query("load the model")
    report("resident memory, model loaded", f"{resident_mb():.0f} MB")
    embedding_rate(embedder)
    search_time(embedder, options.passages)
    if (options.data / "squad_corpus.jsonl").exists():
        recall(embedder, options.data)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    report("peak resident memory of this run", f"{peak:.0f} MB")


def embedding_rate(embedder: LocalEmbedder) -> None:
    """Print how many usual passages a second are embedded, and how long one question takes."""
    source = random.Random(0)  # noqa: S311 - made-up text
    texts = [passage(source) for _ in range(300)]
    start = time.perf_counter()
    embedder.embed(texts)
    rate = len(texts) / (time.perf_counter() - start)
    chars = statistics.mean(map(len, texts))
    report("passages embedded per second", f"{rate:.0f} ({chars:.0f} characters each on average)")
    questions = [f"How did {word} develop in region {n}?" for n, word in enumerate(_WORDS.split())]
    times = [timed(partial(embedder.embed_query, question)) for question in questions]
    report("embedding a question, p50", f"{statistics.median(times) * 1000:.1f} ms")


def search_time(embedder: LocalEmbedder, passages: int) -> None:
    """Print the median of a whole retrieval over one large workspace, first pass and retry.

    The vectors are random: the work of a search does not depend on what they mean.
    """
    source = random.Random(1)  # noqa: S311 - made-up text
    chunks = [chunk(f"c{number:06}", passage(source), "bench") for number in range(passages)]
    rows = np.random.default_rng(1).normal(size=(passages, embedder.profile.dimension))
    with tempfile.TemporaryDirectory() as folder:
        store = EdgeStore(Path(folder), embedder.profile)
        start = time.perf_counter()
        publish(store, chunks, rows.astype(np.float32))
        report(f"storing {passages:,} passages", f"{time.perf_counter() - start:.1f} s")
        retriever = HybridRetriever(store, embedder.embed_query, embedder.profile)
        gaps = ("Which regions had falling margins?", "What was the backlog at the end of the year?")
        for retry in (False, True):
            asked = [f"How did churn and pricing of contract {number} develop?" for number in range(60)]
            times = [timed(partial(retriever.retrieve, "bench", text, gaps, retry=retry)) for text in asked]
            name = "retry" if retry else "first pass"
            report(
                f"retrieval over {passages:,} passages, {name}, p50",
                f"{1000 * statistics.median(times):.1f} ms",
            )
        report("resident memory, store open", f"{resident_mb():.0f} MB")
        store.close()


def recall(embedder: LocalEmbedder, folder: Path) -> None:
    """Print recall and mean reciprocal rank of the gold paragraph, with 95 % intervals."""
    paragraphs = lines(folder / "squad_corpus.jsonl")
    questions = [row for row in lines(folder / "squad_questions.jsonl") if row["answerable"]]
    chunks = [chunk(row["id"], row["text"], "squad", row["article"].replace("_", " ")) for row in paragraphs]
    ranks, kept = [], 0
    with tempfile.TemporaryDirectory() as place:
        store = EdgeStore(Path(place), embedder.profile)
        publish(store, chunks, embedder.embed([item.embedding_text for item in chunks]))
        retriever = HybridRetriever(store, embedder.embed_query, embedder.profile)
        for row in questions:
            lookup = Lookup(row["question"], embedder.embed_query(row["question"]), 10)
            (hits,) = store.search("squad", [lookup])
            names = [hit.chunk.chunk_id for hit in hits]
            ranks.append(names.index(row["gold"]) + 1 if row["gold"] in names else 0)
            found = retriever.retrieve("squad", row["question"], (), retry=False).evidence
            kept += any(item.chunk_id == row["gold"] for item in found)
        store.close()
    total = len(ranks)
    report("gold paragraph first", share(sum(rank == 1 for rank in ranks), total))
    report("gold paragraph among 10", share(sum(rank > 0 for rank in ranks), total))
    report("mean reciprocal rank", f"{statistics.mean(1 / rank if rank else 0 for rank in ranks):.3f}")
    report("gold paragraph in the evidence after the threshold", share(kept, total))


def publish(store: EdgeStore, chunks: Sequence[Chunk], vectors: Vectors) -> None:
    """Store chunks of one version and show them."""
    store.upsert(chunks, vectors)
    store.set_visible(chunks[0].workspace_id, chunks[0].version_id, visible=True)


def chunk(chunk_id: str, text: str, workspace_id: str, title: str = "Benchmark") -> Chunk:
    """Return a chunk of its own page."""
    return Chunk(
        chunk_id=chunk_id,
        workspace_id=workspace_id,
        document_id="doc",
        version_id="v1",
        document_title=title,
        text=text,
        page_number=1,
        page_label="1",
        char_start=0,
        char_end=len(text),
    )


def passage(source: random.Random) -> str:
    """Return a made-up passage of the usual size."""
    words = _WORDS.split()
    texts = []
    for _ in range(source.randint(70, 130)):
        common = source.random() < 0.6
        texts.append(source.choice(words) + source.choice(_ENDINGS) if common else _name(source))
    return " ".join(texts)


def _name(source: random.Random) -> str:
    """Return one of many made-up words, a few of them frequent, as in real text."""
    number = min(int(source.paretovariate(0.8)), 20_000)
    return "".join(_SYLLABLES[number // 27**place % 27] for place in range(2 if number < 729 else 3))


def lines(path: Path) -> list[dict[str, Any]]:
    """Read a JSON lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def share(count: int, total: int) -> str:
    """Return a share with its 95 % interval (Wilson)."""
    z, p = 1.96, count / total
    middle = (p + z * z / (2 * total)) / (1 + z * z / total)
    half = z * (p * (1 - p) / total + z * z / (4 * total * total)) ** 0.5 / (1 + z * z / total)
    return f"{p:.3f} ({middle - half:.3f} to {middle + half:.3f}, n = {total})"


def timed(work: Callable[[], object]) -> float:
    """Return the seconds ``work`` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def resident_mb() -> float:
    """Return the memory this process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def report(name: str, value: str) -> None:
    """Print one measurement."""
    print(f"{name:58} {value}", flush=True)


if __name__ == "__main__":
    main()
