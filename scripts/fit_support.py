"""Fit the support score on audited answers: ``python -m scripts.fit_support FOLDER/ragtruth_train.jsonl``.

Only the fit half of the sources is read (the half that ``benchmarks.sets`` does not report on). Folds are
drawn by source, too. Writes ``masis/domain/verification/support_weights.json``: a score over the words.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.sets.measures import halves
from benchmarks.sets.rows import AuditedAnswer
from masis.domain.evidence import EvidenceChunk
from masis.domain.language.sentences import classify, split_sentences
from masis.domain.verification.facts import facts_of
from masis.domain.verification.figures import check_figures
from masis.domain.verification.statements import is_verbatim, passage_of, stated_row
from masis.domain.verification.support import FEATURES, best_of, features
from masis.evaluation.measures import auroc

TARGET = Path(__file__).parent.parent / "masis" / "domain" / "verification" / "support_weights.json"
FOLDS, RIDGE, ROUNDS, SEED = 10, 3.0, 40, 0
# Of what is supported, so much may fall under the upper and the lower line: with .20 one false sentence of
# four stood by its words, and false ones that stand are the worst error.
UNSURE, STRUCK = 0.30, 0.03


class Sample(NamedTuple):
    """The fitted sentences: one row each."""

    sources: list[str]
    values: "np.ndarray"
    unsupported: "np.ndarray"


def read(path: Path) -> list[AuditedAnswer]:
    """Return the answers of the fit half."""
    rows = [AuditedAnswer(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
    split = dict(halves(rows, [row.source_id for row in rows]))
    return list(split["fit half"])


def evidence_of(row: AuditedAnswer) -> tuple[EvidenceChunk, ...]:
    """Return the evidence of an answer as passages."""
    place = {"workspace_id": "fit", "document_title": "", "page_label": "1", "char_start": 0}
    return tuple(
        EvidenceChunk(
            chunk_id=f"{row.source_id}-{number}",
            document_id=row.source_id,
            version_id=row.source_id,
            text=text,
            page_number=1,
            char_end=len(text),
            **place,
        )
        for number, text in enumerate(row.evidence)
    )


def sample(rows: Sequence[AuditedAnswer]) -> Sample:
    """Return the features of every sentence the fitted score has to decide on."""
    sources: list[str] = []
    values: list[tuple[float, ...]] = []
    marks: list[bool] = []
    for row in rows:
        chunks = evidence_of(row)
        for sentence in row.sentences:
            text = " ".join(sentence.text.split())
            found = _features(text, chunks)
            if found is not None:
                sources.append(row.source_id)
                values.append(found)
                marks.append(sentence.unsupported)
    return Sample(sources, np.array(values), np.array(marks, dtype=float))


def _features(text: str, chunks: Sequence[EvidenceChunk]) -> tuple[float, ...] | None:
    body = text.lstrip("-*•#> \t")
    if classify(text) != "claim" or len(split_sentences(text)) != 1:
        return None
    passages = tuple(passage_of(chunk) for chunk in chunks)
    if any(is_verbatim(body, passage) or stated_row(body, passage) for passage in passages):
        return None
    findings = check_figures(body, [fact for chunk in chunks for fact in facts_of(chunk)])
    bests = tuple(best_of(body, passage, findings) for passage in passages)
    return features(text, passages, bests, findings).values


def fit(values: "np.ndarray", marks: "np.ndarray") -> tuple[float, "np.ndarray"]:
    """Return bias and weights of a ridge logistic regression, by Newton's method."""
    middle, spread = values.mean(0), values.std(0) + 1e-9
    design = np.c_[np.ones(len(values)), (values - middle) / spread]
    weights = np.zeros(design.shape[1])
    ridge = np.diag(np.r_[0.0, np.full(values.shape[1], RIDGE)])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-design @ weights))
        slope = design.T @ (chance - marks) + ridge @ weights
        step = np.linalg.solve((design * (chance * (1 - chance))[:, None]).T @ design + ridge, slope)
        weights -= step
        if np.abs(step).max() < 1e-8:
            break
    raw = weights[1:] / spread
    return float(weights[0] - raw @ middle), raw


def held_out(sources: Sequence[str], values: "np.ndarray", supported: "np.ndarray") -> "np.ndarray":
    """Return for each sentence the chance that it is supported, fitted on the folds without its source."""
    names = sorted(set(sources))
    np.random.default_rng(SEED).shuffle(names)
    fold = {name: number % FOLDS for number, name in enumerate(names)}
    folds = np.array([fold[name] for name in sources])
    chances = np.zeros(len(folds))
    for number in range(FOLDS):
        bias, weights = fit(values[folds != number], supported[folds != number])
        chances[folds == number] = 1 / (1 + np.exp(-(values[folds == number] @ weights + bias)))
    return chances


def _model(data: Sample) -> dict[str, object]:
    """Fit the score, print how it does on sentences it has not seen, and return it with its lines."""
    values, supported = data.values, 1 - data.unsupported
    chances = held_out(data.sources, values, supported)
    held = supported == 1
    print(f"{len(FEATURES)} features, AUROC, cross-validated: {auroc(chances.tolist(), held.tolist()):.4f}")
    for line in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
        under = chances < line
        print(
            f"  under {line:.1f}: {under[~held].mean():.3f} of unsupported, "
            f"{under[held].mean():.3f} of supported"
        )
    bias, weights = fit(values, supported)
    return {
        "bias": round(bias, 4),
        "weights": {name: round(float(weight), 4) for name, weight in zip(FEATURES, weights, strict=True)},
        "supported": round(float(np.quantile(chances[held], UNSURE)), 3),
        "unsupported": round(float(np.quantile(chances[held], STRUCK)), 3),
    }


def main() -> None:
    """Fit the score and write it."""
    data = sample(read(Path(sys.argv[1])))
    print(f"sentences {len(data.sources)}, unsupported {int(data.unsupported.sum())}")
    TARGET.write_text(json.dumps(_model(data), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
