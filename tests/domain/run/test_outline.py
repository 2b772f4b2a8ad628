"""Outline: a heading or lead-in goes exactly when all goes that it stood over."""

import pytest

from masis.domain.run.outline import is_row, without_bodies
from masis.domain.verification.ledger import build_ledger
from tests.builders import chunk

DRAFT = """## Sales

Net sales were EUR 12 million [k1].

### Regions

The regions of the whole group developed as follows:

- Asia grew by 4 % [k1].
- Europe shrank by 1 % [k1].

Prices stayed flat in all markets [k1].

## Costs

Costs were EUR 9 million [k1].
"""
TABLE = """Figures of the year that ended in December 2024:

| Measure | 2024 |
| Net sales | 12 |
| Costs | 9 |

Nothing else was reported [k1].
"""


def headings_left(draft: str, *gone: str) -> set[str]:
    """Return the openings of the headings that stay when the claims with these words go."""
    ledger = build_ledger(draft, (chunk("k1"),))
    lost = frozenset(c.position for c in ledger if any(words in c.text for words in gone))
    assert len(lost) == len(gone)
    away = without_bodies(draft, ledger, lost)
    assert lost <= away
    return {c.text.lstrip("#| ")[:7] for c in ledger if c.verdict == "heading" and c.position not in away}


@pytest.mark.parametrize(
    ("gone", "left"),
    [
        ((), {"Sales", "Regions", "The reg", "Costs"}),
        (("Asia",), {"Sales", "Regions", "The reg", "Costs"}),
        (("Asia", "Europe"), {"Sales", "Regions", "Costs"}),
        (("Asia", "Europe", "Prices"), {"Sales", "Costs"}),
        (("Net sales", "Asia", "Europe", "Prices"), {"Costs"}),
        (("Costs were",), {"Sales", "Regions", "The reg"}),
    ],
)
def test_a_heading_goes_with_the_last_that_it_stood_over(gone: tuple[str, ...], left: set[str]) -> None:
    assert headings_left(DRAFT, *gone) == left


def test_a_header_row_goes_with_its_rows_and_the_lead_in_with_the_table() -> None:
    assert headings_left(TABLE, "Net sales") == {"Figures", "Measure"}
    assert headings_left(TABLE, "Net sales", "| Costs") == set()


def test_rows_are_told_from_sentences() -> None:
    ledger = build_ledger(TABLE, (chunk("k1"),))
    assert [is_row(TABLE, c) for c in ledger] == [False, True, True, True, False]
