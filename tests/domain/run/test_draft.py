"""Which of two drafts is better, whether one answers at all, and whether it brought something new."""

from typing import Any

import pytest

from masis.domain.run.draft import (
    Attempt,
    better,
    cites_something_new,
    is_answered,
    with_worked_out,
)
from masis.domain.run.evaluation import evaluate
from tests.builders import audit, claim, critique, scores


def attempt(iteration: int = 1, confidence: float = 0.6, overall: float = 0.6, **changes: Any) -> Attempt:
    values: dict[str, Any] = {
        "text": "Revenue was 12 million euros in 2024 [k1].",
        "iteration": iteration,
        "critique": critique(confidence),
        "claims": (claim(),),
        "evaluation": evaluate(scores(overall), audit(), critique()),
    }
    return Attempt(**{**values, **changes})


REFUSING = (claim(verdict="hedge", text="Insufficient evidence: nothing is said about it.", citations=()),)


@pytest.mark.parametrize(
    ("best", "candidate", "kept"),
    [
        (attempt(1, 0.6), attempt(2, 0.7), 2),
        (attempt(1, 0.7), attempt(2, 0.6), 1),
        (attempt(1, 0.6, 0.5), attempt(2, 0.6, 0.6), 2),
        (attempt(1), attempt(2), 1),
        (attempt(1, critique=critique(0.9, hallucination_detected=True)), attempt(2, 0.3), 2),
        (attempt(1, 0.9, claims=REFUSING), attempt(2, 0.3), 2),
        (
            attempt(1, 0.9, claims=REFUSING),
            attempt(2, critique=critique(0.2, hallucination_detected=True)),
            2,
        ),
        (attempt(1, evaluation=None), attempt(2), 2),
    ],
    ids=["surer", "less sure", "better scored", "equal", "true", "answers", "answers weighs most", "scored"],
)
def test_the_better_draft_is_kept(best: Attempt, candidate: Attempt, kept: int) -> None:
    assert better(best, candidate).iteration == kept


def test_the_first_draft_is_the_best_so_far() -> None:
    assert better(None, attempt()).iteration == 1


@pytest.mark.parametrize(
    ("ledger", "answered"),
    [
        ((), False),
        (REFUSING, False),
        ((claim(verdict="heading", text="Headcount"), *REFUSING), False),
        ((*REFUSING, claim(text="The nearest passage speaks of revenue.")), False),
        ((claim(), *REFUSING), True),
        ((claim(verdict="hedge", text="The report only partially covers this."), claim()), True),
        ((claim(verdict="uncited"),), True),
        ((claim(verdict="heading"), *REFUSING, claim(verdict="heading"), claim()), True),
        ((claim(verdict="heading"), *REFUSING, claim(verdict="heading"), *REFUSING), False),
        ((claim(verdict="heading"),), False),
    ],
    ids=[
        "empty",
        "refusal",
        "headed refusal",
        "refusal and nearest",
        "answer with a gap",
        "partial",
        "uncited",
        "one part of two",
        "no part of two",
        "heading only",
    ],
)
def test_a_draft_that_opens_with_a_refusal_answers_nothing(ledger: Any, answered: bool) -> None:
    assert is_answered(ledger) is answered


@pytest.mark.parametrize(
    ("cited", "before", "new"), [(("k1",), {"k1"}, False), (("k1", "k2"), {"k1"}, True), ((), set(), False)]
)
def test_new_evidence_is_a_passage_no_earlier_draft_cited(cited: Any, before: Any, new: bool) -> None:
    assert cites_something_new(audit(cited), before) is new


@pytest.mark.parametrize(
    ("draft", "added"),
    [
        ("Sales rose by $40 million, which is 25%, to $200 million in 2022 from 160 in 2021 [k1].", False),
        ("Sales rose by 25% [k1].", True),
        ("Sales rose [k40].", True),
        ("", True),
    ],
)
def test_a_draft_that_lacks_a_worked_out_figure_gets_the_sentence(draft: str, added: bool) -> None:
    told = "Sales rose by $40 million, which is 25%, from $160 million in 2021 to $200 million in 2022"
    sentence = f"{told} (computed) [k7]."
    assert (sentence in with_worked_out(draft, [sentence])) is added
    assert with_worked_out(draft, []) == draft
