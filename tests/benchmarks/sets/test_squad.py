"""Paragraph questions: a confidence is calibrated on what training has seen and judged on the rest."""

from benchmarks.sets.squad import calibrated_unseen
from masis.evaluation.asking import Asked
from masis.evaluation.selective import Judged


def judged(article: str, confidence: float, *, right: bool) -> Judged:
    asked = Asked(
        question="Who?", ending="answered", verdict="finalized", confidence=confidence, answer="She."
    )
    return Judged(asked, answerable=True, right=right, baseline=0.5, group=article)


def answers(article: str, rows: int) -> list[Judged]:
    """Return answers of which every second one is right, the surer ones."""
    return [judged(article, 0.8 if number % 2 else 0.3, right=number % 2 == 1) for number in range(rows)]


def test_the_curve_is_fitted_on_the_seen_articles_and_judged_on_the_others() -> None:
    rows = [*answers("Mill", 40), *answers("Tower", 6), *answers("Harbour", 4)]
    error, _ = calibrated_unseen(rows, frozenset({"Mill"}), 0)
    assert error.name.endswith("calibrated confidence · not seen in training")
    assert error.count == 10
    assert error.note.endswith("fitted on 40 answers of the articles seen in training")


def test_nothing_is_calibrated_where_it_cannot_be_told_or_nothing_is_seen() -> None:
    rows = [*answers("Mill", 40), *answers("Tower", 40)]
    assert calibrated_unseen(rows, None, 0) == []
    assert calibrated_unseen(rows, frozenset(), 0) == []
    assert calibrated_unseen(rows, frozenset({"Mill", "Tower"}), 0) == []
