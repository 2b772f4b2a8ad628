"""Fit the binding of figures: ``python -m scripts.fit_figures STATEMENTS.jsonl FOLDER``.

Reads the documents in FOLDER as an upload would be read, pairs every figure of a statement with the facts of
its gold pages (and of a few other pages of the same document) that have its value, and fits the chance
they belong together: a ridge logistic regression whose weights keep the sign they must have. A false one
is as bound as its worst figure. Prints what holds for companies left out, and writes
``masis/domain/verification/figure_weights.json``; its lines are kept.
"""

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from masis.config import Settings
from masis.domain.evidence import EvidenceChunk
from masis.domain.language.words import concepts
from masis.domain.verification.derivation import derivations
from masis.domain.verification.facts import facts_of
from masis.domain.verification.figures import is_aside
from masis.domain.verification.matching import (
    FEATURES,
    best_nearness,
    fitted,
    measures,
    said_figures,
)
from masis.domain.verification.values import same_value
from masis.evaluation.measures import auroc
from masis.ingest.chunking import Chunking
from masis.ingest.readers import read

TARGET = Path(__file__).parent.parent / "masis" / "domain" / "verification" / "figure_weights.json"
RIDGE, ROUNDS, STEPS, STRAYS, PAGES = 3.0, 8, 1500, 6, 3
FOR = frozenset({"cover", "label", "exact", "period_agrees"})
"""Features that can only speak for a fact; all others but these and ``FREE`` only against it."""
FREE = frozenset({"period_unsaid", "cell"})
SIGNS = np.array([1 if name in FOR else 0 if name in FREE else -1 for name in FEATURES])


class Figures(NamedTuple):
    """The figures of one statement: for each the features of every fact with its value."""

    topic: str
    true: bool
    figures: tuple["np.ndarray", ...]


class Model(NamedTuple):
    """A bias and one weight a feature."""

    bias: float
    weights: "np.ndarray"


def documents(folder: Path, names: Sequence[str]) -> dict[str, tuple[EvidenceChunk, ...]]:
    """Return the passages of every document."""
    found: dict[str, tuple[EvidenceChunk, ...]] = {}
    for name in names:
        document = read((folder / name).read_bytes(), "pdf", name, None, Settings())
        chunks = Chunking()(document, "fit", name, name, name)
        found[name] = tuple(EvidenceChunk(**dict(chunk), profile=document.profile) for chunk in chunks)
    return found


def evidence(row: dict[str, object], chunks: Sequence[EvidenceChunk]) -> list[EvidenceChunk]:
    """Return the passages of the gold pages, and a few others."""
    pages = [int(page) for page in row["pages"]]  # type: ignore[attr-defined]
    gold = [chunk for chunk in chunks if chunk.page_number in pages[:PAGES]]
    others = [chunk for chunk in chunks if chunk.page_number not in pages]
    return gold + random.Random(str(row["id"])).sample(others, min(STRAYS, len(others)))  # noqa: S311


def sample(statement: str, topic: str, true: bool, chunks: Sequence[EvidenceChunk]) -> Figures | None:
    """Return the features of a statement's figures; ``None`` where one has its value nowhere."""
    facts = [fact for chunk in chunks for fact in facts_of(chunk)]
    own = frozenset(c for chunk in chunks for name in chunk.profile.names for c in concepts(name))
    figures: list[np.ndarray] = []
    for said in said_figures(statement, own):
        if is_aside(said, facts):
            continue
        rivals = best_nearness(said, facts)
        found = [measures(said, fact, rivals) for fact in facts if same_value(said.figure, fact)]
        found += [measures(said, one.fact, rivals) for one in derivations(said, facts)]
        if not found:
            return None
        figures.append(np.array(found))
    return Figures(topic, true, tuple(figures)) if figures else None


def fit(rows: Sequence[Figures]) -> Model:
    """Fit to the best fact of every statement's worst figure, by turns with choosing them."""
    model = Model(fitted().bias, np.array(fitted().weights))
    for _ in range(ROUNDS):
        values = np.array([worst(row, model) for row in rows])
        found = _regress(values, np.array([float(row.true) for row in rows]))
        model = Model((model.bias + found.bias) / 2, (model.weights + found.weights) / 2)
    return model


def worst(row: Figures, model: Model) -> "np.ndarray":
    """Return the features of the best fact of the figure that is bound least."""
    best = [figure[np.argmax(figure @ model.weights)] for figure in row.figures]
    lowest: np.ndarray = best[int(np.argmin([values @ model.weights for values in best]))]
    return lowest


def score(row: Figures, model: Model) -> float:
    """Return the chance that a statement's figures are bound."""
    return float(1 / (1 + np.exp(-(worst(row, model) @ model.weights + model.bias))))


def _regress(values: "np.ndarray", marks: "np.ndarray") -> Model:
    """Return a ridge logistic regression whose weights keep their signs, by projected gradients."""
    middle, spread = values.mean(0), values.std(0) + 1e-9
    design, weights, bias = (values - middle) / spread, np.zeros(values.shape[1]), 0.0
    reach = 0.25 * float(np.linalg.norm(design, 2)) ** 2 + RIDGE
    for _ in range(STEPS):
        off = 1 / (1 + np.exp(-(design @ weights + bias))) - marks
        weights -= (design.T @ off + RIDGE * weights) / reach
        bias -= float(off.sum()) / (0.25 * len(values) + 1)
        weights = np.where(SIGNS * weights < 0, 0, weights)
    raw = weights / spread
    return Model(bias - float(raw @ middle), raw)


def held_out(rows: Sequence[Figures]) -> "np.ndarray":
    """Return for each statement its chance under a fit without its company."""
    models = {
        topic: fit([row for row in rows if row.topic != topic]) for topic in sorted({r.topic for r in rows})
    }
    return np.array([score(row, models[row.topic]) for row in rows])


def main() -> None:
    """Fit, report and write."""
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    statements = [json.loads(line) for line in lines]
    chunks = documents(Path(sys.argv[2]), sorted({row["document"] for row in statements}))
    found = [
        sample(row["statement"], row["topic"], row["label"] == "true", evidence(row, chunks[row["document"]]))
        for row in statements
    ]
    rows = [row for row in found if row is not None]
    chances, true = held_out(rows), np.array([row.true for row in rows])
    print(
        f"statements {len(rows)}, true {int(true.sum())}; AUROC, company left out: "
        f"{auroc(chances.tolist(), true.tolist()):.4f}"
    )
    for line in (0.5, 0.55, 0.6, 0.65, 0.7, 0.8):
        bound = chances >= line
        print(f"  from {line:.2f}: {bound[true].sum()} true, {bound[~true].sum()} false bound")
    model, known = fit(rows), fitted()
    weights = {name: round(float(w), 4) for name, w in zip(FEATURES, model.weights, strict=True)}
    raw = {
        "bias": round(model.bias, 4),
        "weights": weights,
        "supported": known.supported,
        "differs": known.differs,
        "unbound": known.unbound,
    }
    TARGET.write_text(json.dumps(raw, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
