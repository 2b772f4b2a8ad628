"""Evidence: what the first search of a question finds, on the golden sets and on one long report.

Run: ``python -m benchmarks.evidence [--data FOLDER] [--kept FOLDER]``. ``FOLDER`` holds the SQuAD slices,
whose paragraphs become one report of more than a hundred pages; ``--kept`` uses a data folder again.
"""

import argparse
import random
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from itertools import groupby
from pathlib import Path
from statistics import mean

from benchmarks.measure import quartiles, say, timed_milliseconds
from benchmarks.sets.rows import ParagraphQuestion, read_corpus
from masis.config import Settings
from masis.domain.evidence import EvidenceChunk
from masis.evaluation.asking import EVALUATOR, passages, sample, settled, take_in, workspace
from masis.evaluation.matching import contains_any
from masis.evaluation.sets import parsed, raw_lines, read_questions
from masis.retrieval.retriever import HybridRetriever
from masis.service import Masis
from masis.wiring import build_masis

EVALUATION = Path(__file__).resolve().parents[1] / "evaluation"
Search = Callable[[str, str], Sequence[EvidenceChunk]]


def main() -> None:
    """Print the figures of each set, by half."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--kept", type=Path)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(build_masis(Settings(data_dir=options.kept or Path(folder)))) as masis,
    ):
        embedder = masis.parts.embedder()
        retriever = HybridRetriever(masis.parts.vectors(), embedder.embed_query, embedder.profile)

        def search(workspace_id: str, question: str) -> Sequence[EvidenceChunk]:
            return retriever.retrieve(workspace_id, question, (), retry=False).evidence

        for name in ("golden.jsonl", "second_company.jsonl"):
            golden(masis, search, EVALUATION / name)
        if options.data:
            long_report(masis, search, options.data / "squad_questions.jsonl")


def golden(masis: Masis, search: Search, path: Path) -> None:
    """Print how much of what is expected stands in the evidence of the first search."""
    rows = read_questions(path)
    placed = [row for row in rows if row.phrases and row.expected != "absent"]
    spaces = {name: _space(masis, path.parent, name) for name in dict.fromkeys(row.documents for row in rows)}
    for half in ("fit", "report"):
        some = [row for row in placed if row.split == half]
        found = [search(spaces[row.documents], row.question) for row in some]
        shares = [_held(row.phrases, chunks) for row, chunks in zip(some, found, strict=True)]
        missed = ", ".join(row.id for row, share in zip(some, shares, strict=True) if share < 1)
        say(f"{path.stem}, {half} half", f"{mean(shares):.3f} of {len(some)}, {_size(found)}; not: {missed}")


def long_report(masis: Masis, search: Search, path: Path) -> None:
    """Print how often an answer stands in the evidence when all paragraphs are one report."""
    paragraphs = read_corpus(path, None)
    articles = {
        name: list(group) for name, group in groupby(paragraphs, key=lambda paragraph: paragraph.article)
    }
    made = "\n\n".join(
        f"# {name.replace('_', ' ')}\n\n" + "\n\n".join(paragraph.text for paragraph in group)
        for name, group in articles.items()
    )
    space = _taken(masis, "long report", {"long-report.md": made.encode()})
    pages = {chunk.page_number for chunk in passages(masis, space)["long-report.md"]}
    home = {paragraph.id: list(articles).index(paragraph.article) for paragraph in paragraphs}
    rows = [row for row in parsed(path, raw_lines(path), ParagraphQuestion) if row.answerable]
    for rest, half in ((0, "fit"), (1, "report")):
        some = [row for row in rows if home[row.gold] % 2 == rest]
        found = [search(space, row.question) for row in some]
        shares = [_held((row.answers,), chunks) for row, chunks in zip(some, found, strict=True)]
        say(
            f"long report, {len(pages)} pages, {half} half",
            f"{mean(shares):.3f} of {len(some)}, {_size(found)}",
        )
        two_at_once(space, search, some, half)
    times = [timed_milliseconds(partial(search, space, row.question)) for row in rows[:60]]
    say("search of the long report", quartiles(times))


def two_at_once(space: str, search: Search, rows: Sequence[ParagraphQuestion], half: str) -> None:
    """Print how often both answers stand in the evidence of two questions asked as one."""
    mixed = random.Random(0).sample(rows, len(rows))  # noqa: S311 - repeatable, not secret
    pairs = list(zip(mixed[::2], mixed[1::2], strict=False))
    found = [search(space, _joined(first.question, second.question)) for first, second in pairs]
    both = [
        float(_held((first.answers, second.answers), chunks) == 1)
        for (first, second), chunks in zip(pairs, found, strict=True)
    ]
    say(f"two questions in one, {half} half", f"{mean(both):.3f} of {len(pairs)}, {_size(found)}")


def _joined(first: str, second: str) -> str:
    return f"{first.rstrip('? ')} and {second[:1].lower()}{second[1:]}"


def _space(masis: Masis, beside: Path, name: str) -> str:
    if not name:
        return sample(masis, lambda *_: None)
    return _taken(masis, name, {path.name: path.read_bytes() for path in sorted((beside / name).iterdir())})


def _taken(masis: Masis, name: str, files: dict[str, bytes]) -> str:
    called = name.replace("/", " ")
    known = {item.name: item.workspace_id for item in masis.workspaces(EVALUATOR)}
    space = known.get(called) or workspace(masis, called)
    held = passages(masis, space)
    for file_name, content in files.items():
        if file_name not in held:
            take_in(masis, space, file_name, content)
    settled(masis, space, lambda *_: None)
    return space


def _held(groups: Sequence[Sequence[str]], chunks: Sequence[EvidenceChunk]) -> float:
    text = "\n".join(f"{chunk.heading}\n{chunk.full_text}" for chunk in chunks)
    return mean(float(contains_any(text, group)) for group in groups)


def _size(found: Sequence[Sequence[EvidenceChunk]]) -> str:
    return f"{mean(len(chunks) for chunks in found):.1f} passages"


if __name__ == "__main__":
    main()
