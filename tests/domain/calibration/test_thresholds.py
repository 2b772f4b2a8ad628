"""Thresholds: what known questions suggest, and what each pair keeps."""

from masis.domain.calibration.thresholds import (
    LEAST_QUESTIONS,
    QuestionScores,
    ThresholdPair,
    effect,
    suggest,
)


def asked(*best: float) -> list[QuestionScores]:
    return [
        QuestionScores(question=f"q{number}", holding=(score, score - 0.2), others=(0.1, 0.4))
        for number, score in enumerate(best)
    ]


def test_too_few_questions_suggest_nothing() -> None:
    assert suggest([]) is None
    assert suggest(asked(*[0.5] * (LEAST_QUESTIONS - 1))) is None
    no_passage = [QuestionScores(question="q", others=(0.9,))] * 50
    assert suggest(no_passage) is None


def test_the_pair_keeps_nearly_every_answer_first_and_all_on_a_retry() -> None:
    scores = asked(0.33, *[0.41 + number / 100 for number in range(30)])
    pair = suggest(scores)
    assert pair == ThresholdPair(threshold=0.41, retry_threshold=0.33)
    assert effect(scores, pair.threshold).kept.hits == 30
    assert effect(scores, pair.retry_threshold).kept.hits == 31


def test_one_stray_question_does_not_open_the_retry_to_everything() -> None:
    assert suggest(asked(-0.3, *[0.5] * 30)) == ThresholdPair(threshold=0.5, retry_threshold=0.4)


def test_an_effect_counts_questions_kept_and_strangers_let_in() -> None:
    found = effect(asked(0.5, 0.3), 0.4)
    assert (found.kept.hits, found.kept.total) == (1, 2)
    assert (found.let_in.hits, found.let_in.total) == (2, 4)
