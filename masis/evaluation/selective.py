"""Selective: abstention, risk under coverage, calibration and stability of asked questions."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from masis.evaluation.asking import Asked
from masis.evaluation.measures import (
    Bin,
    area_under_risk,
    auroc,
    confusion,
    expected_calibration_error,
    jaccard,
    reliability,
    risk_at,
    risk_coverage,
)
from masis.evaluation.resampling import bootstrap, mean
from masis.evaluation.results import Curve, Measure, share

COVERAGE = 0.8
REPEATS = 5
REPEATED_QUESTIONS = 10


class Judged(NamedTuple):
    """An asked question with the truth about it."""

    asked: Asked
    answerable: bool
    right: bool
    """The draft holds what was expected; always false when nothing should have been answered."""
    baseline: float = 0.0
    """A simpler confidence to compare with."""
    group: str = ""


def order(one: Judged) -> float:
    """Return what the system itself ranks by: finalized answers first, then confidence."""
    return one.asked.confidence + (1.0 if one.asked.ending == "answered" else 0.0)


def abstention(judged: Sequence[Judged], seed: int) -> list[Measure]:
    """Return precision and recall of saying that the documents do not hold the answer."""
    found: list[Measure] = []
    readings: tuple[tuple[str, Callable[[Judged], bool]], ...] = (
        ("absence admitted", lambda one: one.asked.ending == "absent"),
        ("not finalized for any reason", lambda one: one.asked.ending != "answered"),
    )
    for label, said in readings:
        pairs = [(said(one), not one.answerable) for one in judged]
        groups = [one.group or str(number) for number, one in enumerate(judged)]
        for name in ("precision", "recall"):

            def statistic(rows: Sequence[tuple[bool, bool]], name: str = name) -> float | None:
                value: float | None = getattr(confusion([p for p, _ in rows], [t for _, t in rows]), name)
                return value

            counted = [pair for pair in pairs if pair[0 if name == "precision" else 1]]
            found.append(
                Measure(
                    name=f"abstention {name} ({label})",
                    value=statistic(pairs),
                    count=len(counted),
                    interval=bootstrap(pairs, statistic, seed, groups),
                )
            )
    return found


def risk(judged: Sequence[Judged], seed: int, baseline: str) -> list[Measure]:
    """Return area and risk of the risk-coverage curves, the system's own order beside the baseline's."""
    measures: list[Measure] = []
    groups = [one.group or str(number) for number, one in enumerate(judged)]
    for name, key in _rankings(baseline):

        def area(rows: Sequence[Judged], key: Callable[[Judged], float] = key) -> float | None:
            return area_under_risk(risk_coverage([key(r) for r in rows], [r.right for r in rows]))

        def at(rows: Sequence[Judged], key: Callable[[Judged], float] = key) -> float | None:
            return risk_at(risk_coverage([key(r) for r in rows], [r.right for r in rows]), COVERAGE)

        def separation(rows: Sequence[Judged], key: Callable[[Judged], float] = key) -> float | None:
            return auroc([key(r) for r in rows], [r.answerable for r in rows])

        for label, statistic in (
            (f"area under risk-coverage, {name}", area),
            (f"wrong at {COVERAGE:.0%} coverage, {name}", at),
            (f"answerable told from unanswerable, AUROC, {name}", separation),
        ):
            measures.append(
                Measure(
                    name=label,
                    value=statistic(judged),
                    count=len(judged),
                    interval=bootstrap(judged, statistic, seed, groups),
                )
            )
    return measures


def curves(judged: Sequence[Judged], baseline: str) -> tuple[Curve, ...]:
    """Return the curves behind the risk measures."""
    right = [one.right for one in judged]
    return tuple(
        Curve(name=name, points=risk_coverage([key(one) for one in judged], right))
        for name, key in _rankings(baseline)
    )


def _rankings(baseline: str) -> tuple[tuple[str, Callable[[Judged], float]], ...]:
    return (
        ("the system's order", order),
        ("its confidence alone", lambda one: one.asked.confidence),
        (baseline, lambda one: one.baseline),
    )


def calibration(judged: Sequence[Judged], seed: int) -> tuple[Measure, tuple[Bin, ...]]:
    """Return the expected calibration error of the stated confidence over everything that was answered."""
    answered = [one for one in judged if one.asked.answer]

    def statistic(rows: Sequence[Judged]) -> float | None:
        return expected_calibration_error(
            reliability([row.asked.confidence for row in rows], [row.right for row in rows])
        )

    groups = [one.group or str(number) for number, one in enumerate(answered)]
    bins = reliability([one.asked.confidence for one in answered], [one.right for one in answered])
    measure = Measure(
        name="expected calibration error of the stated confidence",
        value=statistic(answered),
        count=len(answered),
        interval=bootstrap(answered, statistic, seed, groups),
        note="10 equal-width bins; not a calibrated confidence",
    )
    return measure, bins


def stability(repeats: Sequence[Sequence[Asked]], seed: int) -> list[Measure]:
    """Return how often all repeats of a question end alike, and how alike their citations are."""
    same = [float(len({(one.verdict, one.ending) for one in runs}) == 1) for runs in repeats]
    overlaps = [
        mean([jaccard(_cited(runs[0]), _cited(one)) for one in runs[1:]]) or 0.0
        for runs in repeats
        if len(runs) > 1
    ]
    return [
        share(f"stability: same verdict {REPEATS} of {REPEATS}", same, seed),
        share("stability: Jaccard of cited passages", overlaps, seed),
    ]


def _cited(asked: Asked) -> set[str]:
    return {chunk.chunk_id for chunk in asked.cited}
