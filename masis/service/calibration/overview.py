"""Overview: everything the page tells, read in one go."""

from masis.domain.calibration.acceptance import RISKS, FinalizeLine, RiskLine, finalize_line, risk_line
from masis.domain.calibration.confidence import Fit, Need, Outcome, fit, held_out, need_of
from masis.domain.calibration.probes import Batch, BatchKind, Checked, scores_of
from masis.domain.calibration.thresholds import (
    LEAST_QUESTIONS,
    QuestionScores,
    ThresholdPair,
    answered_by_passages,
    suggest,
)
from masis.domain.calibration.versions import Chosen, Place
from masis.domain.embedding import EmbeddingProfile
from masis.domain.value import Value
from masis.evaluation.measures import Bin, expected_calibration_error, reliability
from masis.service.calibration.standards import Standards
from masis.store import calibration
from masis.store.database import Session


class Tried(Value):
    """A batch with what became of its probes."""

    batch: Batch
    checked: tuple[Checked, ...]


class Scores(Value):
    """The scores there are, whose they are, and the pair they suggest."""

    of: BatchKind
    questions: tuple[QuestionScores, ...]
    suggested: ThresholdPair | None


class Overview(Value):
    """What the Calibration page shows."""

    embedder: str
    engine: str
    profile: ThresholdPair
    fitted: str
    """How the profile's pair was found."""
    chosen: Chosen
    versions: tuple[Chosen, ...]
    running: Batch | None = None
    self_test: Tried | None
    known: Tried | None
    scores: Scores | None
    outcomes: tuple[Outcome, ...]
    need: Need
    fit: Fit | None
    stated: tuple[Bin, ...]
    stated_error: float | None
    fitted_error: float | None
    """Of the curve, on answers it was not fitted on."""
    risks: tuple[RiskLine, ...]
    line: FinalizeLine
    floor: float


def overview_of(session: Session, place: Place, standards: Standards, profile: EmbeddingProfile) -> Overview:
    """Read what there is for this place."""
    kept = calibration.versions(session, place)
    chosen = kept[0] if kept else Chosen()
    outcomes = standards.outcomes(session, place, chosen)
    batches = calibration.batches(session, place)
    self_test, known = (_last(session, batches, kind) for kind in ("self_test", "known"))
    curve = fit(outcomes)
    pairs = [(outcome.confidence, outcome.right) for outcome in outcomes]
    stated = reliability([confidence for confidence, _ in pairs], [right for _, right in pairs])
    return Overview(
        embedder=place.embedder,
        engine=place.engine,
        profile=ThresholdPair(threshold=profile.threshold, retry_threshold=profile.retry_threshold),
        fitted=profile.fitted,
        chosen=chosen,
        versions=kept,
        self_test=self_test,
        known=known,
        scores=_scores(known, self_test),
        outcomes=outcomes,
        need=need_of(outcomes),
        fit=curve,
        stated=stated,
        stated_error=expected_calibration_error(stated),
        fitted_error=_error_of(curve, pairs),
        risks=tuple(risk_line(outcomes, risk, standards.floor) for risk in RISKS),
        line=finalize_line(outcomes, chosen.most_wrong, standards.floor),
        floor=standards.floor,
    )


def _last(session: Session, batches: tuple[Batch, ...], kind: str) -> Tried | None:
    """Return the newest batch of a kind that has ended."""
    ended = next((batch for batch in batches if batch.kind == kind and batch.state != "running"), None)
    if ended is None:
        return None
    return Tried(batch=ended, checked=calibration.checked_of(session, ended.batch_id))


def _scores(known: Tried | None, self_test: Tried | None) -> Scores | None:
    """Take the analyst's own questions when there are enough: generated ones repeat the passage's words."""
    tests = [test for test in (known, self_test) if test is not None]
    found = [(test.batch.kind, scores_of(test.checked)) for test in tests]
    for kind, questions in found:
        if len(answered_by_passages(questions)) >= LEAST_QUESTIONS:
            return Scores(of=kind, questions=questions, suggested=suggest(questions))
    return next((Scores(of=kind, questions=some, suggested=None) for kind, some in found if some), None)


def _error_of(curve: Fit | None, pairs: list[tuple[float, bool]]) -> float | None:
    if curve is None:
        return None
    held = held_out(pairs, curve.method)
    bins = reliability([chance for chance, _ in held], [right for _, right in held])
    return expected_calibration_error(bins)
