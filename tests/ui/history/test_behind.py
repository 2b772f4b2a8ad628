"""Behind: which runs a slice names, in words."""

from datetime import date

import pytest

from masis.domain.history.slices import Over, Slice
from masis.ui.history.behind import in_words

LAST = "Runs of the last 30 days"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (
            Slice(day=date(2026, 11, 3), ending="absent"),
            "Runs asked on 3 November 2026 (UTC), that ended as “Not in your documents”",
        ),
        (Slice(bin=13), f"{LAST} with a confidence from 0.65 to 0.70"),
        (
            Slice(over=Over(span=0, mine=True), cause="conflict"),
            "Runs in which a person was asked because sources disagree, in all your workspaces",
        ),
        (
            Slice(over=Over(span=7), agent="critic", step=3),
            "Runs of the last 7 days in which the critic was among the slowest tenth",
        ),
        (Slice(judged="rejected", struck=True), f"{LAST} rejected by people, with struck sentences"),
    ],
)
def test_a_slice_is_said_in_words(wanted: Slice, said: str) -> None:
    assert in_words(wanted) == said
