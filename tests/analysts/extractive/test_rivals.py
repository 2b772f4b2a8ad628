"""Rivals: what gives another answer disputes the lead, unless the question tells the two apart."""

import pytest

from masis.analysts.extractive.gate import signals
from masis.analysts.extractive.rivals import settled_lead, told_apart
from masis.analysts.extractive.statements import statements_of
from tests.analysts.extractive.harbour import INCOME, REPORT, asked, passage, ranker

ACQUIRED = passage(
    "acquired",
    """Acquisition of Brackwater, in millions of euros
| | 2024 |
|---|---|
| Revenue | 46.1 |
""",
)
REPEATED = passage("repeated", "Revenue of Fernhall was €412.5 million in 2024.")


def test_a_value_that_a_row_of_the_same_label_disputes_fills_no_slot() -> None:
    """What an acquisition brought stands under the same label as the revenue of the whole."""
    part = asked("What was the revenue of Fernhall in 2024?", (*REPORT, ACQUIRED, REPEATED))
    ranked = ranker().rank(part, statements_of((*REPORT, ACQUIRED, REPEATED)))
    rows = {found.statement.chunk.chunk_id: found for found in ranked if found.statement.text == "Revenue"}
    whole, bought = rows[INCOME.chunk_id], rows["acquired"]
    assert signals(part, bought, ranked)["disputed"] == 1.0
    assert signals(part, whole, ranked)["disputed"] == 0.0
    order = sorted(ranked, key=lambda found: found is not bought)
    assert settled_lead(part, order) is whole


SEGMENTS = passage(
    "segments",
    """Segments, in millions of euros
| | 2024 |
|---|---|
| Net sales | |
| Ferries | 62.0 |
| Operating profit | |
| Ferries | 7.5 |
""",
)


@pytest.mark.parametrize(
    ("question", "apart"),
    [
        pytest.param("What was the operating profit of Ferries in 2024?", True, id="asked-measure"),
        pytest.param("What did Ferries bring in 2024?", False, id="no-measure"),
        pytest.param("What share of net sales was the operating profit of Ferries?", False, id="both"),
    ],
)
def test_rows_that_the_asked_measure_tells_apart_dispute_nothing(question: str, *, apart: bool) -> None:
    part = asked(question, (*REPORT, SEGMENTS))
    sold, earned = [found for found in statements_of([SEGMENTS]) if found.text == "Ferries"]
    assert told_apart(part, earned, sold) is apart
    assert not told_apart(part, sold, earned)
