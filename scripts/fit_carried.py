"""Fit the chance that a claim is borne out: ``scripts.fit_carried FILE ... --ragtruth FILE``.

Each FILE is what ``scripts.collect_evidence --statements`` wrote; only statements of organisations that the
head for claims was not trained on (``scripts.left_out``) are fitted on. Claims in prose and claims that
figures bind have weights of their own. ``--ragtruth`` adds sentences of models, of the half that nothing is
reported on and of sources that the head was not trained on; the folder ``reader`` beside it tells which.
Prints what holds with one organisation left out, and writes
``masis/domain/verification/carried_weights.json``; its lines are kept.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.sets.seen import seen_sources
from masis.domain.evidence import EvidenceChunk
from masis.domain.verification.carried import SIGNALS, fitted
from masis.domain.verification.ledger import checked_sentences, windows_for
from masis.domain.verification.weighing import Found, signals_of
from masis.embeddings.reader import LocalReader
from masis.evaluation.measures import auroc
from scripts.fit_support import evidence_of, fit
from scripts.fit_support import read as audited
from scripts.left_out import OF_STATEMENTS

TARGET = Path(__file__).parent.parent / "masis" / "domain" / "verification" / "carried_weights.json"


PROSE = tuple(name for name in SIGNALS if name not in {"bound", "weakest"})
FIGURES = ("backing", "weakest", "differs", "worked_out", "opposed")
"""How many figures a claim has is left aside: in a writer's sets true ones have more of them."""


class Sample(NamedTuple):
    """One claim."""

    group: str
    """Company or source."""
    values: tuple[float, ...]
    true: bool


def main() -> None:
    """Read, fit, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("statements", type=Path, nargs="+")
    parser.add_argument("--ragtruth", type=Path, required=True)
    options = parser.parse_args()
    samples = [sample for path in options.statements for sample in statements(path)]
    samples += answers(options.ragtruth)
    bound = SIGNALS.index("bound")
    lines = fitted()
    made = {
        "prose": weights_of([one for one in samples if not one.values[bound]], PROSE, lines.prose.stands),
        "figures": weights_of([one for one in samples if one.values[bound]], FIGURES, lines.figures.stands),
        "doubted": lines.doubted,
        "unsourced": lines.unsourced,
    }
    TARGET.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def weights_of(samples: Sequence[Sample], names: Sequence[str], stands: float) -> dict[str, Any]:
    """Fit the claims of one kind on some signals; print what holds with groups left out in turn."""
    columns = [SIGNALS.index(name) for name in names]
    values = np.array([[sample.values[at] for at in columns] for sample in samples])
    true = np.array([float(sample.true) for sample in samples])
    chances = np.zeros(len(samples))
    for group in sorted({sample.group for sample in samples}):
        away = np.array([sample.group == group for sample in samples])
        bias, weights = fit(values[~away], true[~away])
        chances[away] = 1 / (1 + np.exp(-(values[away] @ weights + bias)))
    print(f"{len(samples)} claims, AUROC left out: {auroc(chances.tolist(), (true > 0).tolist()):.3f}")
    for line in (0.25, 0.5, 0.6, 0.66, 0.7, 0.8, 0.9):
        over = chances >= line
        print(f"  from {line}: {over[true > 0].mean():.3f} of true, {over[true == 0].mean():.3f} of false")
    bias, weights = fit(values, true)
    told = {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}
    return {"bias": round(bias, 4), "weights": told, "stands": stands}


def statements(path: Path) -> Iterator[Sample]:
    """Yield the statements of organisations that the head was not trained on."""
    reader = LocalReader()
    for row in map(json.loads, path.open(encoding="utf-8")):
        if row["topic"] in OF_STATEMENTS:
            chunks = [EvidenceChunk.model_validate(chunk) for chunk in row["evidence"]]
            for values in signals_in(row["body"], chunks, reader):
                yield Sample(row["topic"], values, row["label"] == "true")


def answers(path: Path) -> Iterator[Sample]:
    """Yield the sentences of audited answers whose sources the head was not trained on."""
    reader, seen = LocalReader(), seen_sources(path)
    if seen is None:
        message = f"Nothing beside {path} tells what the head was trained on."
        raise SystemExit(message)
    for row in audited(path):
        if row.source_id in seen:
            continue
        for sentence in row.sentences:
            for values in signals_in(" ".join(sentence.text.split()), evidence_of(row), reader):
                yield Sample(row.source_id, values, not sentence.unsupported)


def signals_in(
    text: str, chunks: Sequence[EvidenceChunk], reader: LocalReader
) -> Iterator[tuple[float, ...]]:
    """Yield the signals of a sentence that has to be weighed; nothing for any other, or for several."""
    marks = "".join(f"[{chunk.chunk_id}]" for chunk in chunks)
    found = checked_sentences(f"{text.rstrip('.')} {marks}.", chunks)
    if len(found) == 1 and isinstance(found[0].known, Found):
        (backing,) = reader.backing([windows_for(found[0])])
        yield signals_of(found[0].known, found[0].figures, backing)


if __name__ == "__main__":
    main()
