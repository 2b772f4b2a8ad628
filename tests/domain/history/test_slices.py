"""Slices: what an address says of a span and of the runs behind a point, and what it cannot mean."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from masis.domain.history.slices import Over, Slice, today_utc


@pytest.mark.parametrize(
    "over", [Over(), Over(span=7), Over(span=90, mine=True), Over(span=0), Over(span=0, mine=True)]
)
def test_a_span_is_read_as_it_was_written(over: Over) -> None:
    assert Over.read(over.code) == over


@pytest.mark.parametrize("code", ["", "8", "x", "-", "30-yours", "30-"])
def test_what_is_no_span_is_the_usual(code: str) -> None:
    assert Over.read(code) == Over()


def test_a_span_ends_today() -> None:
    assert Over(span=7).first_day(date(2026, 11, 23)) == date(2026, 11, 17)
    assert Over(span=0).first_day(date(2026, 11, 23)) is None


@pytest.mark.parametrize(
    "wanted",
    [
        Slice(day=date(2026, 11, 3), ending="absent"),
        Slice(over=Over(span=0, mine=True), cause="low_confidence"),
        Slice(reason="not_answered"),
        Slice(bin=0, ending="finalized"),
        Slice(agent="critic", step=40),
        Slice(judged="rejected", day=date(2026, 1, 1)),
        Slice(struck=True),
    ],
)
def test_a_slice_is_read_as_it_was_written(wanted: Slice) -> None:
    assert Slice.read(wanted.code) == wanted


@pytest.mark.parametrize(
    "code",
    [
        "",
        "day",
        "day.yesterday",
        "bin.20",
        "bin.-1",
        "agent.nobody",
        "ending.rejected",
        "other.1",
        "a.<b>",
        "~~",
    ],
)
def test_what_there_cannot_be_is_no_slice(code: str) -> None:
    assert Slice.read(code) is None


def test_the_day_is_that_of_utc() -> None:
    east = timezone(timedelta(hours=9))
    assert today_utc(datetime(2026, 11, 24, 3, tzinfo=east)) == date(2026, 11, 23)
    assert today_utc(datetime(2026, 11, 24, 3, tzinfo=UTC)) == date(2026, 11, 24)
