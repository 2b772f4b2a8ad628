"""Precedence: which rules settle which conflicts, and that no value is ever hidden."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from masis.domain.review.precedence import PrecedenceRule, applied, settle, stated
from masis.domain.verification.conflicts import Conflict, ConflictSide
from tests.builders import conflict, opinion

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
NRR = conflict()


def rule(preferred: str = "d-k1", over: str = "d-k2", **changes: Any) -> PrecedenceRule:
    """Build a general rule that is in force."""
    values: dict[str, Any] = {
        "rule_id": f"p-{preferred}-{over}",
        "workspace_id": "acme",
        "preferred_id": preferred,
        "preferred_title": preferred,
        "over_id": over,
        "effective_from": NOW.date(),
        "created_at": NOW,
        "created_by": "local",
    }
    return PrecedenceRule(**{**values, **changes})


LATER = {"created_at": NOW + timedelta(days=1), "rule_id": "p-later"}


@pytest.mark.parametrize(
    ("rules", "winner"),
    [
        ([], None),
        ([rule()], "114 %"),
        ([rule("d-k2", "d-k1")], "111 %"),
        ([rule(over="")], "114 %"),
        ([rule(over="d-other")], None),
        ([rule("d-other", "")], None),
        ([rule(subject="net revenue retention")], "114 %"),
        ([rule(subject="net revenue retention, 2024")], "114 %"),
        ([rule(subject="gross margin")], None),
        ([rule(subject="revenue")], None),
        ([rule(period="2024")], "114 %"),
        ([rule(period="2023")], None),
        ([rule(), rule("d-k2", "d-k1", **LATER)], "111 %"),
        ([rule("d-k2", "", **LATER), rule(subject="net revenue retention")], "114 %"),
        ([rule(subject="net revenue retention"), rule("d-k2", "d-k1", once=True)], "111 %"),
    ],
    ids=[
        "none", "document over document", "the other way", "over every other", "over a third", "of a third",
        "measure", "measure and period as a conflict names them", "another measure", "a wider measure",
        "period", "another period", "the latest word", "the narrower rule", "the choice for this run",
    ],
)  # fmt: skip
def test_a_rule_settles_what_it_is_about(rules: list[PrecedenceRule], winner: str | None) -> None:
    still_open, settled = settle([NRR], rules)
    assert [one.preferred.value for one in settled] == ([winner] if winner else [])
    assert len(still_open) == (0 if winner else 1)


def side(letter: str) -> ConflictSide:
    return NRR.sides[0].model_copy(update={"document_id": f"d-{letter}", "value": letter, "chunk_id": letter})


def test_three_sides_need_one_that_stands_before_both_others() -> None:
    three = Conflict(subject="net revenue retention, 2024", sides=(side("a"), side("b"), side("c")))
    assert settle([three], [rule("d-a", "d-b")])[1] == ()
    settled = settle([three], [rule("d-a", "d-b"), rule("d-a", "d-c")])[1][0]
    assert (settled.preferred.value, len(settled.others), len(settled.rule_ids)) == ("a", 2, 2)


def test_a_document_that_gives_two_values_wins_with_neither() -> None:
    twice = Conflict(subject="net revenue retention, 2024", sides=(side("a"), side("b"), side("a")))
    assert settle([twice], [rule("d-a", "d-b")])[1] == ()


@pytest.mark.parametrize(
    ("changes", "day", "counts"),
    [
        ({}, date(2026, 11, 21), True),
        ({}, date(2026, 11, 20), False),
        ({"revoked_at": NOW}, date(2026, 11, 22), False),
    ],
    ids=["from its day", "not before", "not once revoked"],
)
def test_a_rule_counts_from_its_day_until_it_is_revoked(changes: Any, day: date, counts: bool) -> None:
    assert rule(**changes).in_force(day) is counts


def test_the_answer_names_the_rule_and_keeps_both_values() -> None:
    settled = settle([NRR], [rule()])[1]
    lead_in = f"The documents give different values for {NRR.subject}:"
    drafted = stated(f"{lead_in}\n\nNet revenue retention was 114 % [k1].", settled)
    assert (
        "by the workspace's rule of 21 Nov 2026 by local, 114 % (Annual report) takes precedence" in drafted
    )
    assert "over 111 % (Board pack):" in drafted
    assert drafted.count("The documents give different values") == 1
    appended = stated("Something else [k1].", settled)
    assert "[k1]" in appended
    assert "Net revenue retention was 111 % [k2]." in appended


def test_a_settled_conflict_is_no_conflict_any_more() -> None:
    heard = opinion(0.6, conflicts=(NRR,), conflicting_evidence=(NRR.summary, "something else"))
    after, settled = applied(heard, [rule()])
    assert (after.conflicts, after.conflicting_evidence, after.confidence) == ((), ("something else",), 0.6)
    assert settled[0].rule_ids == ("p-d-k1-d-k2",)
    assert applied(heard, []) == (heard, ())


def test_a_conflict_no_rule_is_about_stays_open() -> None:
    other = NRR.model_copy(update={"subject": "gross margin, 2024"})
    heard = opinion(0.6, conflicts=(NRR, other))
    after, _ = applied(heard, [rule(subject="net revenue retention")])
    assert after.conflicts == (other,)
