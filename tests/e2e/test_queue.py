"""The queue in a browser: a thousand cases stay usable, and two analysts do not lose each other's work."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.e2e.conftest import guarded_page
from tests.e2e.steps import pressed, settled


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
    page.locator("#case-question", has_text=question).wait_for()  # another case stood there before
    settled(page)
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
    page.locator("[class*=st-key-review-queue]").get_by_role("button", name="More").click()
    page.get_by_text("26 to 50 of 1,0").wait_for()
    opened(page, "Queued question 0777?")


def test_the_second_of_two_analysts_is_told_and_nothing_is_lost(page: Any, browser: Any, sample: str) -> None:
    question = "Queued question 0042?"
    signed(page, sample, "Anna")
    with another_browser(browser) as other:
        signed(other, sample, "Ben")
        for analyst in (page, other):
            opened(analyst, question)
        page.get_by_role("button", name="Reject").click()
        page.get_by_test_id("stFormSubmitButton").get_by_role("button", name="Reject").click()
        page.locator(".m-decided", has_text="Rejected").wait_for()

        other.get_by_role("button", name="Approve").click()
        other.get_by_label("Why this answer can be used").fill("The audited figure.")
        other.get_by_role("button", name="Approve as final").click()
        other.get_by_text("Anna").first.wait_for()
        other.get_by_role("button", name="Show it as it is now").click()
        other.locator(".m-decided", has_text="Rejected").wait_for()


def test_a_case_is_handed_over_and_the_other_analyst_finds_it(page: Any, browser: Any, sample: str) -> None:
    question = "Queued question 0123?"
    signed(page, sample, "Anna")
    opened(page, question)
    page.get_by_role("button", name="Nobody assigned").click()
    page.get_by_label("Assignee").last.fill("Ben")
    page.keyboard.press("Enter")
    page.locator(".st-key-case-care").get_by_text("Ben").wait_for()
    settled(page)
    page.get_by_role("radio", name="Record").click()
    page.get_by_label("Comment").fill("Please ask the controller which figure counts.")
    page.get_by_role("button", name="Add comment").click()
    page.locator(".m-log").get_by_text("Please ask the controller").wait_for()
    address = page.url
    with another_browser(browser) as other:
        signed(other, sample, "Ben")
        other.get_by_role("button", name="Filter").click()
        other.get_by_label("Assignee").last.click()
        other.get_by_role("option", name="Ben").click()
        other.get_by_text("1 to 1 of 1 case").wait_for()
        other.goto(address)
        other.locator("#case-question", has_text=question).wait_for()
        settled(other)
        other.get_by_role("radio", name="Record").click()
        other.locator(".m-log").get_by_text("Please ask the controller").wait_for()


IN_A_FIELD = "() => document.activeElement.closest('[class*=st-key-]') !== null"


ANOTHER = "before => document.querySelector('#case-question')?.innerText !== before"


def shows(page: Any, question: str) -> None:
    """Wait until this case stands in the pane and the page is settled."""
    page.locator("#case-question", has_text=question).wait_for()
    settled(page)


def test_keys_lead_the_focus_and_the_address_brings_the_case_back(page: Any, sample: str) -> None:
    page.goto(f"{sample}/review?workspace=sample")
    heading = page.locator("#case-question")
    heading.wait_for()
    settled(page)
    first = heading.inner_text()
    pressed(page, "j")
    page.wait_for_url("**case=*")
    page.wait_for_function(
        "before => document.querySelector('#case-question')?.innerText !== before", arg=first
    )
    settled(page)
    second, address = heading.inner_text(), page.url
    assert second != first
    page.wait_for_function("() => document.activeElement.id === 'case-question'")
    pressed(page, "a")
    page.get_by_label("Why this answer can be used").wait_for()
    settled(page)
    page.wait_for_function("() => document.activeElement.ariaLabel === 'Why this answer can be used'")
    page.keyboard.type("jar")  # letters in a field are letters
    assert heading.inner_text() == second
    page.evaluate("document.activeElement.blur()")
    pressed(page, "r")
    page.get_by_label("Note (optional)").wait_for()
    settled(page)
    page.wait_for_function(IN_A_FIELD)
    page.evaluate("document.activeElement.blur()")
    pressed(page, "j")
    page.wait_for_function("before => !location.href.endsWith(before)", arg=address[-12:])
    settled(page)
    page.go_back()
    page.wait_for_url(address)
    shows(page, second)
    page.reload()
    shows(page, second)
    pressed(page, "k")
    page.wait_for_function("before => !location.href.endsWith(before)", arg=address[-12:])
    shows(page, first)


def test_the_decision_is_above_the_fold_and_a_decided_case_is_amber_nowhere(page: Any, sample: str) -> None:
    page.goto(f"{sample}/review?workspace=sample")
    opened(page, "Queued question 0311?")
    settled(page)
    last = page.locator("[class*=st-key-act-cell-]").last.bounding_box()
    assert last
    assert last["y"] + last["height"] <= 900
    assert page.locator("[class*=st-key-m-side-]").count() == 2
    page.get_by_role("button", name="Reject").click()
    page.get_by_test_id("stFormSubmitButton").get_by_role("button", name="Reject").click()
    page.locator(".m-decided", has_text="Rejected").wait_for()
    settled(page)
    case = page.locator(".st-key-review-case")
    assert case.locator(".m-amber-title, .m-dot.human").count() == 0
    assert case.get_by_role("button", name="Undo").is_visible()


def test_a_phone_shows_the_queue_or_the_case(phone: Any, sample: str) -> None:
    phone.goto(f"{sample}/review?workspace=sample")
    phone.locator(".st-key-review-table").get_by_role("button").first.wait_for()
    settled(phone)
    assert not phone.locator(".st-key-review-actions").is_visible()
    phone.locator(".st-key-review-table").get_by_role("button", name="Queued question").nth(2).click()
    phone.locator(".st-key-review-actions").wait_for()
    settled(phone)
    assert not phone.locator(".st-key-review-table").is_visible()
    phone.get_by_role("button", name="Queue", exact=True).click()
    phone.locator(".st-key-review-table").wait_for()
    settled(phone)
    assert not phone.locator(".st-key-review-actions").is_visible()
