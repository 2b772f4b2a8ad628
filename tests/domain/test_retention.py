"""Retention: what a rule says, its bounds, and how counts add up."""

import pytest
from pydantic import ValidationError

from masis.domain.retention import LONGEST_DAYS, Expired, RetentionRule


def test_a_rule_that_says_nothing_keeps_everything_for_ever() -> None:
    assert not RetentionRule().anything
    assert RetentionRule().told == "answers for ever, draft audits for ever, replaced originals for ever"
    rule = RetentionRule(runs_days=1, originals_days=1000)
    assert rule.anything
    assert rule.told == "answers 1 day, draft audits for ever, replaced originals 1,000 days"


@pytest.mark.parametrize("days", [0, -1, LONGEST_DAYS + 1])
def test_days_have_bounds(days: int) -> None:
    with pytest.raises(ValidationError):
        RetentionRule(runs_days=days)


def test_counts_add_up() -> None:
    both = Expired(runs=1, cases=1) + Expired(runs=2, drafts=3, original_bytes=5)
    assert both == Expired(runs=3, cases=1, drafts=3, original_bytes=5)
    assert not Expired(cases=1).anything
    assert Expired(originals=1).anything
