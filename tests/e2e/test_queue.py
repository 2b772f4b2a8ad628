"""The queue in a browser: a thousand cases stay usable, and two analysts do not lose each other's work."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.e2e.conftest import guarded_page


@contextmanager
def another_browser(browser: Any) -> Iterator[Any]:
    pages = guarded_page(browser, width=1440, height=900)
    yield next(pages)
    next(pages, None)


def opened(page: Any, question: str) -> None:
    """Search the queue for a question and open its case."""
    page.get_by_label("Search").fill(question)
    page.keyboard.press("Enter")
    page.get_by_text("1 to 1 of 1 case").wait_for()
    page.locator(".st-key-review-table").get_by_role("button", name=question).click()
    page.locator(".st-key-review-actions").wait_for()


def signed(page: Any, sample: str, name: str) -> None:
    page.goto(f"{sample}/review?workspace=sample")
    page.get_by_role("button", name="Change name").click()
    page.get_by_label("Your name").fill(name)
    page.keyboard.press("Enter")
    page.get_by_text(f"Decisions are signed “{name}”").wait_for()


def test_a_thousand_cases_are_paged_searched_and_opened(page: Any, sample: str) -> None:
    page.goto(f"{sample}/review?workspace=sample")
    page.get_by_text("1 to 25 of 1,0").wait_for()
    page.get_by_role("button", name="Next").click()
    page.get_by_text("26 to 50 of 1,0").wait_for()
    opened(page, "Queued question 0777?")
    assert "Queued question 0777?" in page.locator(".m-question").inner_text()


def test_the_second_of_two_analysts_is_told_and_nothing_is_lost(page: Any, browser: Any, sample: str) -> None:
    question = "Queued question 0042?"
    signed(page, sample, "Anna")
    with another_browser(browser) as other:
        signed(other, sample, "Ben")
        for one in (page, other):
            opened(one, question)
        page.get_by_role("button", name="Reject").click()
        page.get_by_test_id("stFormSubmitButton").get_by_role("button", name="Reject").click()
        page.get_by_text("Rejected: sources disagree").wait_for()

        other.get_by_role("button", name="Approve").click()
        other.get_by_label("Why this answer can be used").fill("The audited figure.")
        other.get_by_role("button", name="Approve as final").click()
        other.get_by_text("Anna").first.wait_for()
        other.get_by_role("button", name="Show it as it is now").click()
        other.get_by_text("Rejected: sources disagree").wait_for()
