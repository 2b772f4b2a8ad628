"""Restated: a writer's own sentence that says what is asked, and one that leaves some of it to its source."""

import pytest

from masis.analysts.extractive import gate
from masis.analysts.extractive.gate import FittedGate
from masis.analysts.extractive.restated import restates, says_kind
from masis.domain.language.periods import FiscalCalendar
from masis.domain.run.gate import PartVerdict
from masis.domain.verification.claims import Claim
from tests.analysts.extractive.harbour import EVIDENCE, GATE, asked, ledger_of, ranker

REVENUE = "What was the revenue of Fernhall in 2024?"
OWN = "Fernhall's revenue came to €412.5 million in 2024 [income]."
COPIED = "Revenue of €412.5 million was the highest in our history [causes]."


def claim_of(sentence: str) -> Claim:
    (claim,) = ledger_of(sentence)
    assert claim.verdict == "supported"
    return claim


def decided(question: str, answer: str) -> PartVerdict:
    (part,) = FittedGate(ranker()).decide(question, ledger_of(answer), EVIDENCE)
    return part


def test_a_writers_own_sentence_restates_what_is_asked() -> None:
    assert restates(asked(REVENUE), claim_of(OWN), FiscalCalendar())


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("What was the revenue of Fernhall in 2023?", OWN),
        ("What share of revenue was Fernhall's cost of sales in 2024?", OWN),
        ("What did Fernhall's revenue come to in 2024, in total and per share?", OWN),
        ("Why did the revenue of Fernhall grow in 2024?", OWN),
        ("What was the revenue of Fernhall?", COPIED),
    ],
    ids=["another period", "another kind", "one value of two", "a reason", "a copy"],
)
def test_a_sentence_that_leaves_some_of_it_out_does_not(question: str, sentence: str) -> None:
    assert not restates(asked(question), claim_of(sentence), FiscalCalendar())


def test_it_answers_under_the_line_where_no_statement_comes_nearer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "fitted", lambda: (GATE, 1.0))
    part = decided(REVENUE, OWN)
    assert (part.outcome, part.position) == ("answered", 0)
    assert decided(REVENUE, "Revenue: €412.5 million (2024) [income].").outcome == "passages"


def test_one_of_two_values_does_not_say_how_they_compare() -> None:
    compared = asked("How did Fernhall's revenue in 2024 compare with 2023?")
    assert not says_kind(compared, "Revenue was €412.5 million in 2024.", "Revenue 412.5 380.0")
    assert says_kind(
        compared, "Revenue was €412.5 million in 2024, after €380.0 million.", "Revenue 412.5 380.0"
    )
    assert says_kind(compared, "Revenue rose to €412.5 million in 2024.", "Revenue 412.5 380.0")
