"""Selective: abstention, risk under coverage, calibration and stability of asked questions."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from masis.domain.calibration.confidence import Fit, Outcome, fit
from masis.evaluation.asking import Asked
from masis.evaluation.measures import (
    Bin,
    area_under_risk,
    auroc,
    chance_calibration_error,
    confusion,
    expected_calibration_error,
    jaccard,
    reliability,
    risk_at,
    risk_coverage,
)
from masis.evaluation.results import Curve, Interval, Measure, bootstrap, mean, share

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


def order(item: Judged) -> float:
    """Return what the system itself ranks by: finalized answers first, then confidence."""
    return item.asked.confidence + (1.0 if item.asked.ending == "answered" else 0.0)


def abstention(judged: Sequence[Judged], seed: int) -> list[Measure]:
    """Return precision and recall of saying that the documents do not hold the answer."""
    found: list[Measure] = []
    readings: tuple[tuple[str, Callable[[Judged], bool]], ...] = (
        ("absence admitted", lambda item: item.asked.ending == "absent"),
        ("not finalized for any reason", lambda item: item.asked.ending != "answered"),
    )
    for label, said in readings:
        pairs = [(said(item), not item.answerable) for item in judged]
        groups = [item.group or str(number) for number, item in enumerate(judged)]
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
    """Return area and risk of the risk-coverage curves, the system's own order beside the baseline's.

    The last three are differences on the same rows: both orders see every resample, so that what makes
    a resample hard cancels out and an interval without zero is a difference that can be relied on.
    """
    groups = [item.group or str(number) for number, item in enumerate(judged)]

    def measure(name: str, statistic: Callable[[Sequence[Judged]], float | None], note: str = "") -> Measure:
        interval = bootstrap(judged, statistic, seed, groups)
        return Measure(name=name, value=statistic(judged), count=len(judged), interval=interval, note=note)

    rankings = _rankings(baseline)
    measures = [
        measure(f"{label}, {name}", partial(of, key=key)) for name, key in rankings for label, of in _READINGS
    ]
    (_, own), *_, (_, other) = rankings
    return measures + [
        measure(
            f"{label}, the system's order less {baseline}",
            partial(_less, of=of, own=own, other=other),
            "paired: both on the same resamples",
        )
        for label, of in _READINGS
    ]


Key = Callable[[Judged], float]


def _area(rows: Sequence[Judged], key: Key) -> float | None:
    return area_under_risk(risk_coverage([key(row) for row in rows], [row.right for row in rows]))


def _at_coverage(rows: Sequence[Judged], key: Key) -> float | None:
    return risk_at(risk_coverage([key(row) for row in rows], [row.right for row in rows]), COVERAGE)


def _separation(rows: Sequence[Judged], key: Key) -> float | None:
    return auroc([key(row) for row in rows], [row.answerable for row in rows])


class _Reading(Protocol):
    """What is read from an order of the rows."""

    def __call__(self, rows: Sequence[Judged], key: Key) -> float | None:
        """Return the figure, ``None`` where there is none."""


def _less(rows: Sequence[Judged], of: _Reading, own: Key, other: Key) -> float | None:
    first, second = of(rows, own), of(rows, other)
    return None if first is None or second is None else first - second


_READINGS: tuple[tuple[str, _Reading], ...] = (
    ("area under risk-coverage", _area),
    (f"wrong at {COVERAGE:.0%} coverage", _at_coverage),
    ("answerable told from unanswerable, AUROC", _separation),
)


def curves(judged: Sequence[Judged], baseline: str) -> tuple[Curve, ...]:
    """Return the curves behind the risk measures."""
    right = [item.right for item in judged]
    return tuple(
        Curve(name=name, points=risk_coverage([key(item) for item in judged], right))
        for name, key in _rankings(baseline)
    )


def _rankings(baseline: str) -> tuple[tuple[str, Callable[[Judged], float]], ...]:
    return (
        ("the system's order", order),
        ("its confidence alone", lambda item: item.asked.confidence),
        (baseline, lambda item: item.baseline),
    )


def calibration(judged: Sequence[Judged], seed: int) -> tuple[Measure, tuple[Bin, ...]]:
    """Return the expected calibration error of the stated confidence over everything that was answered."""
    answered = [item for item in judged if item.asked.answer]

    def statistic(rows: Sequence[Judged]) -> float | None:
        return expected_calibration_error(
            reliability([row.asked.confidence for row in rows], [row.right for row in rows])
        )

    groups = [item.group or str(number) for number, item in enumerate(answered)]
    bins = reliability([item.asked.confidence for item in answered], [item.right for item in answered])
    measure = Measure(
        name="expected calibration error of the stated confidence",
        value=statistic(answered),
        count=len(answered),
        interval=bootstrap(answered, statistic, seed, groups),
        note="10 equal-width bins; not a calibrated confidence",
    )
    return measure, bins


def calibrated(
    fitting: Sequence[Judged],
    reporting: Sequence[Judged],
    seed: int,
    names: tuple[str, str] = ("fit half", "report half"),
) -> list[Measure]:
    """Fit a calibrated confidence on one part and return its error on the other; nothing: too few answers.

    ``names`` say what the two parts are.
    """
    answered = [item for item in reporting if item.asked.answer]
    curve = fit(
        Outcome(confidence=item.asked.confidence, right=item.right) for item in fitting if item.asked.answer
    )
    if curve is None or not answered:
        return []

    def statistic(rows: Sequence[Judged], curve: Fit = curve) -> float | None:
        chances = [curve.chance(row.asked.confidence) for row in rows]
        return expected_calibration_error(reliability(chances, [row.right for row in rows]))

    groups = [item.group or str(number) for number, item in enumerate(answered)]
    return [
        Measure(
            name=f"expected calibration error of the calibrated confidence · {names[1]}",
            value=statistic(answered),
            count=len(answered),
            interval=bootstrap(answered, statistic, seed, groups),
            note=f"{curve.method}, fitted on {curve.outcomes} answers of the {names[0]}",
        ),
        _by_luck([curve.chance(item.asked.confidence) for item in answered], seed, names[1]),
    ]


def _by_luck(chances: Sequence[float], seed: int, part: str) -> Measure:
    """Return the error that the same chances would show on as many answers if every one of them were true."""
    value, *edges = chance_calibration_error(chances, seed)
    return Measure(
        name=f"the same, if every chance were true · {part}",
        value=value,
        count=len(chances),
        interval=Interval(*edges),
        note="by luck alone; outcomes drawn with the chances, 95 % of the draws between the two",
    )


def stability(repeats: Sequence[Sequence[Asked]], seed: int) -> list[Measure]:
    """Return how often all repeats of a question end alike, and how alike their citations are."""
    same = [float(len({(asked.verdict, asked.ending) for asked in runs}) == 1) for runs in repeats]
    overlaps = [
        mean([jaccard(_cited(runs[0]), _cited(asked)) for asked in runs[1:]]) or 0.0
        for runs in repeats
        if len(runs) > 1
    ]
    return [
        share(f"stability: same verdict {REPEATS} of {REPEATS}", same, seed),
        share("stability: Jaccard of cited passages", overlaps, seed),
    ]


def _cited(asked: Asked) -> set[str]:
    return {chunk.chunk_id for chunk in asked.cited}
