"""Fit the support score on audited answers: ``python -m scripts.fit_support FOLDER/ragtruth_train.jsonl``.

Only the fit half of the sources is read (the half that ``masis eval`` does not report on). Folds are drawn by
source, too. Writes ``masis/domain/support_weights.py``.
"""

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from masis.domain.figures import check_against
from masis.domain.language.sentences import classify, split_sentences
from masis.domain.source_index import SourceIndex, index_source
from masis.domain.support import best_passage, is_item, is_rendered_row, is_verbatim, prepare
from masis.domain.support_features import FEATURES, features
from masis.domain.wording import content_stems
from masis.evaluation.datasets import AuditedAnswer
from masis.evaluation.measures import auroc
from masis.evaluation.resampling import halves

TARGET = Path(__file__).parent.parent / "masis" / "domain" / "support_weights.py"
FOLDS, RIDGE, ROUNDS, SEED = 10, 3.0, 40, 0
# Share of the sources from which a word is common, and fairly common.
COMMON, FAIRLY = 0.06, 0.02


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


def sample(rows: Sequence[AuditedAnswer]) -> Sample:
    """Return the features of every sentence the fitted score has to decide on."""
    sources: list[str] = []
    values: list[tuple[float, ...]] = []
    marks: list[bool] = []
    for row in rows:
        indexes = tuple(index_source(text) for text in row.evidence)
        for sentence in row.sentences:
            text = " ".join(sentence.text.split())
            found = _features(text, indexes)
            if found is not None:
                sources.append(row.source_id)
                values.append(found)
                marks.append(sentence.unsupported)
    return Sample(sources, np.array(values), np.array(marks, dtype=float))


def _features(text: str, indexes: tuple[SourceIndex, ...]) -> tuple[float, ...] | None:
    body = text.lstrip("-*•#> \t")
    if classify(text) != "claim" or len(split_sentences(text)) != 1:
        return None
    if any(is_verbatim(body, index) or is_rendered_row(body, index) for index in indexes):
        return None
    statement = prepare(body, item=is_item(text))
    passages = tuple(best_passage(statement, index) for index in indexes)
    return features(statement, indexes, passages, check_against(body, indexes)).values


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


def held_out(data: Sample) -> "np.ndarray":
    """Return for each sentence the chance that it is unsupported, fitted on the folds without its source."""
    names = sorted(set(data.sources))
    np.random.default_rng(SEED).shuffle(names)
    fold = {name: number % FOLDS for number, name in enumerate(names)}
    folds = np.array([fold[name] for name in data.sources])
    chances = np.zeros(len(folds))
    for number in range(FOLDS):
        bias, weights = fit(data.values[folds != number], data.unsupported[folds != number])
        chances[folds == number] = 1 / (1 + np.exp(-(data.values[folds == number] @ weights + bias)))
    return chances


def _bands(rows: Sequence[AuditedAnswer]) -> tuple[list[str], list[str]]:
    """Return the stems that many sources' answers use, whatever they speak of."""
    spoken: dict[str, set[str]] = {}
    for row in rows:
        own = spoken.setdefault(row.source_id, set())
        own.update(stem for one in row.sentences for stem in content_stems(one.text))
    counts = Counter(stem for own in spoken.values() for stem in own)
    share = {stem: count / len(spoken) for stem, count in counts.items() if stem.isascii()}
    common = sorted(stem for stem, one in share.items() if one >= COMMON)
    return common, sorted(stem for stem, one in share.items() if FAIRLY <= one < COMMON)


def _wrapped(stems: Sequence[str]) -> str:
    lines, line = [], "   "
    for stem in stems:
        if len(line) + len(stem) > 105:
            lines.append(line)
            line = "   "
        line += f" {stem}"
    return "\n".join([*lines, line])


def _write(bias: float, weights: Sequence[float], bands: tuple[list[str], list[str]]) -> None:
    named = "\n".join(f'    "{name}": {weight:.4f},' for name, weight in zip(FEATURES, weights, strict=True))
    TARGET.write_text(
        f'''"""Support weights: the fitted score; written by ``scripts/fit_support.py``, not by hand.

A ridge logistic regression for "this sentence is not supported", fitted on the claims of the fit half of
the sources of RAGTruth's training answers (MIT licence). The word lists are stems of many of those answers.
"""

from masis.domain.language.vocabulary import listed

BIAS = {bias:.4f}
WEIGHTS = {{
{named}
}}
COMMON = listed(
    """
{_wrapped(bands[0])}
    """
)
"""Stems in the answers to at least {COMMON:.0%} of the sources, whatever they speak of."""
FAIRLY_COMMON = listed(
    """
{_wrapped(bands[1])}
    """
)
"""Stems in the answers to at least {FAIRLY:.0%} of them."""
''',
        encoding="utf-8",
    )


def _curve(data: Sample, chances: "np.ndarray") -> None:
    """Print precision, recall and false alarms at several lines."""
    marks = data.unsupported == 1
    for line in (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7):
        over = chances >= line
        precision = marks[over].mean() if over.any() else 0
        print(f"  {line:.2f}  {precision:.3f}  {over[marks].mean():.3f}  {over[~marks].mean():.3f}")


def main() -> None:
    """Write the word lists, then fit on features that use them."""
    rows = read(Path(sys.argv[1]))
    bands = _bands(rows)
    if "--words" in sys.argv:
        _write(0.0, [0.0] * len(FEATURES), bands)
        return
    data = sample(rows)
    chances = held_out(data)
    print(f"sentences {len(data.sources)}, unsupported {int(data.unsupported.sum())}")
    print(f"AUROC of the claims it decides, cross-validated: {auroc(chances, data.unsupported == 1):.4f}")
    print("  line  precision  recall  false alarms")
    _curve(data, chances)
    bias, weights = fit(data.values, data.unsupported)
    _write(bias, weights.tolist(), bands)


if __name__ == "__main__":
    main()
