"""Insights in a browser: real runs as charts, a click leads to the runs behind a point, a row does too."""

from pathlib import Path
from typing import Any

from tests.e2e.steps import opened, settled
from tests.e2e.test_twin import violations

ENDED = "that ended as “Needs review”"
"""Nearly all: the seeding copies a run with a conflict a thousand times; the app counts them at its start."""


def at_insights(page: Any, sample: str, over: str = "30") -> None:
    opened(page, f"{sample}/insights?workspace=sample&over={over}")
    page.get_by_role("heading", name="How much is answered?").wait_for()
    # The bars change their order while the seeded runs are counted, which takes a loaded machine a minute.
    page.get_by_text("still being counted").wait_for(state="detached")
    settled(page)


def test_a_click_on_a_bar_leads_to_its_runs_and_on_to_the_answer(page: Any, sample: str) -> None:
    at_insights(page, sample)
    chart = page.locator(".st-key-plot-insights-endings")
    # Which bar comes first in the tree depends on what was drawn before; the tall one holds the copies.
    bars = chart.locator("g.barlayer g.trace path").all()
    bar = max(bars, key=lambda bar: bar.bounding_box()["height"])
    bar.hover(force=True)  # a chart clicks the point it has shown the label of
    chart.locator("g.hovertext").filter(has_text="Needs review").first.wait_for()
    bar.click(force=True)
    page.get_by_text(ENDED).wait_for()
    page.wait_for_url("**/history?*only=*ending.needs_review*")
    settled(page)
    behind = page.url
    assert violations(page) == []
    page.get_by_role("button", name="What was adjusted EBITDA in 2024?").or_(
        page.get_by_role("button", name="Queued question")
    ).first.click()
    page.wait_for_url("**/?*run=*")
    opened(page, behind)  # the address alone names the runs
    page.get_by_text(ENDED).wait_for()
    page.get_by_role("button", name="All runs").click()
    page.get_by_placeholder("Search questions and answers").wait_for()
    settled(page)
    assert "only=" not in page.url


def test_the_numbers_are_a_table_that_a_keyboard_can_open_and_a_file(
    page: Any, sample: str, tmp_path: Path
) -> None:
    at_insights(page, sample)
    numbers = page.get_by_test_id("stExpander").first
    numbers.locator("summary").focus()
    page.keyboard.press("Enter")
    cell = numbers.get_by_role("button", name="202").first
    cell.wait_for()
    settled(page)
    assert violations(page) == []
    with page.expect_download() as coming:
        numbers.get_by_role("button", name="CSV").click()
    coming.value.save_as(tmp_path / "numbers.csv")
    lines = (tmp_path / "numbers.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "Day (UTC),Ended,Questions"
    assert any(",Needs review," in line for line in lines[1:])
    cell.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/history?*only=*")


def test_the_span_stays_in_the_address(page: Any, sample: str) -> None:
    at_insights(page, sample)
    page.get_by_role("radio", name="7 days").or_(page.get_by_role("button", name="7 days")).first.click()
    page.wait_for_url("**over=7*")
    settled(page)
    page.get_by_text("All of mine").click()
    page.wait_for_url("**over=7-mine*")
    page.reload()
    page.get_by_text("in 7 days in all your workspaces").wait_for()
