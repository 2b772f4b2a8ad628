"""Fit whether a claim in a writer's own words says what is asked: ``python -m scripts.fit_written FILE ...``.

Each FILE holds one JSON line an answer, as ``python -m scripts.fit_written SET --documents FOLDER --data KEPT
--collect FILE`` writes them from a set of written answers (``benchmarks.sets.written_answers``): whether it
is right, and the signals of each supported claim for each part of its question. An answer is as good as its
weakest part, a part as its best claim: which claim that is, is chosen anew between the rounds of a logistic
regression. Organisations are left out in turn for the table that is printed: right and wrong answers that are
at least as likely, of all and of those that pass with the weights as they are. Writes ``written`` into the
engine's weights.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.sets.rows import AnswerCase
from benchmarks.sets.written_answers import cited, judged
from masis.analysts.extractive.gate import resting
from masis.analysts.extractive.rank import Ranker, VectorCache
from masis.analysts.extractive.statements import statements_of
from masis.analysts.extractive.understand import understand
from masis.analysts.extractive.written import SIGNALS, signals
from masis.config import load_settings
from masis.embeddings.local import LocalEmbedder
from masis.embeddings.reader import LocalReader
from masis.evaluation.asking import EVALUATOR
from masis.evaluation.workspaces import NAME, fill
from masis.wiring import build_masis
from scripts.fit_answers import TARGET

RIDGE, ROUNDS = 1.0, 4
LEAST = (0.3, 0.4, 0.5, 0.6, 0.7)
Array = NDArray[np.float64]


class Answer(NamedTuple):
    """A written answer with the signals of its claims, by part of the question."""

    topic: str
    right: bool
    passes: bool
    """Whether it passes with the weights as they are."""
    parts: tuple[Array, ...]
    """For each part one row a claim; none where no supported claim can answer it."""

    @property
    def complete(self) -> bool:
        """Whether every part has a claim that can answer it."""
        return bool(self.parts) and all(len(claims) for claims in self.parts)


class Weights(NamedTuple):
    """A logistic regression."""

    intercept: float
    slopes: Array

    def score(self, answer: Answer) -> float:
        """Return the log odds of an answer's weakest part."""
        if not answer.complete:
            return -np.inf
        return min(float(np.max(claims @ self.slopes)) for claims in answer.parts) + self.intercept


def main() -> None:
    """Collect, or fit, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--documents", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--collect", type=Path)
    options = parser.parse_args()
    if options.collect:
        rows = list(collected(options.files[0], options))
        options.collect.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return
    answers = [answer for path in options.files for answer in read(path)]
    tell(answers, scores_left_out(answers))
    write(fit(answers))


def collected(path: Path, options: argparse.Namespace) -> Iterator[dict[str, object]]:
    """Yield every answer whose passages are found, with the signals of its claims."""
    masis = build_masis(load_settings().model_copy(update={"data_dir": options.data}))
    cases = [AnswerCase.model_validate_json(line) for line in path.read_text(encoding="utf-8").splitlines()]
    ranker = Ranker(VectorCache(LocalEmbedder().embed), LocalReader())
    deps = masis.parts.deps()
    try:
        for folder in sorted({case.documents for case in cases}):
            workspace_id = fill(masis, options.documents / folder, lambda *_: None, folder or NAME)
            files = {held.document_id: held.file_name for held in masis.documents(EVALUATOR, workspace_id)}
            for case in (case for case in cases if case.documents == folder):
                evidence = deps.retriever.retrieve(workspace_id, case.question, (), retry=False).evidence
                statements, parts = statements_of(evidence), understand(case.question, evidence)
                for answer in case.answers:
                    text = cited(answer, evidence, files)
                    if text is None:
                        continue
                    done = judged(case, answer, text, evidence, deps)
                    claims = done.published.claims
                    own = [claim for claim in claims if claim.verdict == "supported" and not claim.is_copy]
                    found = []
                    for asked in parts:
                        ranked = ranker.rank(asked, statements)
                        direct = ranker.direct(asked, [claim.text for claim in own])
                        rests = [resting(asked, claim, statements, ranked) for claim in own]
                        found.append(
                            [
                                signals(claim, rest, read)
                                for rest, read, claim in zip(rests, direct, own, strict=True)
                                if rest is not None
                            ]
                        )
                    yield {
                        "topic": case.topic, "right": answer.label == "right", "passes": done.passes,
                        "parts": found,
                    }  # fmt: skip
    finally:
        masis.close()


def read(path: Path) -> Iterator[Answer]:
    """Yield the answers of a file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        parts = tuple(
            np.array([[claim[name] for name in SIGNALS] for claim in claims]) for claims in row["parts"]
        )
        yield Answer(row["topic"], row["right"], row["passes"], parts)


def fit(answers: Sequence[Answer]) -> Weights:
    """Return the weights; the first choice of claims is by how directly they are read to answer."""
    usable = [answer for answer in answers if answer.complete]
    right = np.array([float(answer.right) for answer in usable])
    weights = Weights(0.0, np.array([float(name in {"source", "direct"}) for name in SIGNALS]))
    for _ in range(ROUNDS):
        weights = regressed(np.stack([chosen(answer, weights) for answer in usable]), right)
    return weights


def chosen(answer: Answer, weights: Weights) -> Array:
    """Return the signals of the best claim of an answer's weakest part."""
    best = [claims[int(np.argmax(claims @ weights.slopes))] for claims in answer.parts]
    return min(best, key=lambda claim: float(claim @ weights.slopes))


def regressed(rows: Array, right: Array) -> Weights:
    """Fit by Newton's method on standardised signals."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    design = np.column_stack([np.ones(len(rows)), (rows - mean) / spread])
    ridge = RIDGE * np.diag([0.0, *np.ones(rows.shape[1])])
    weights = np.zeros(design.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-design @ weights))
        slope = design.T @ (chance - right) + ridge @ weights
        curve = (design.T * (chance * (1 - chance))) @ design + ridge
        weights -= np.linalg.solve(curve, slope)
    slopes = weights[1:] / spread
    return Weights(float(weights[0] - slopes @ mean), slopes)


def scores_left_out(answers: Sequence[Answer]) -> Array:
    """Return the log odds of each answer by weights that have not seen its organisation."""
    found = np.full(len(answers), -np.inf)
    for topic in sorted({answer.topic for answer in answers}):
        weights = fit([answer for answer in answers if answer.topic != topic])
        for at, answer in enumerate(answers):
            if answer.topic == topic:
                found[at] = weights.score(answer)
    return found


def tell(answers: Sequence[Answer], scores: Array) -> None:
    """Print how many right and wrong answers are at least as likely, of those that pass and of all."""
    right = np.array([answer.right for answer in answers])
    passes = np.array([answer.passes for answer in answers])
    print(f"organisations left out; {(right & passes).sum()} right and {(~right & passes).sum()} wrong pass")
    for least in LEAST:
        likely = scores >= np.log(least / (1 - least))
        of_passing = f"{(right & passes & likely).sum()} / {(~right & passes & likely).sum()}"
        print(f"{least}: {of_passing} of them, {(right & likely).sum()} / {(~right & likely).sum()} of all")


def write(weights: Weights) -> None:
    """Write the weights."""
    kept = json.loads(TARGET.read_text(encoding="utf-8"))
    named = {"intercept": weights.intercept, **dict(zip(SIGNALS, weights.slopes, strict=True))}
    kept["written"] = {name: round(float(value), 3) for name, value in named.items()}
    TARGET.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
