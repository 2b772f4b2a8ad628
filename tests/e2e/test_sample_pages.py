"""Every page of the real app on the sample: accessible, dark enough, narrow enough."""

from typing import Any

import pytest

from tests.e2e.steps import opened, settled
from tests.e2e.test_twin import violations

PAGES = ("", "documents", "review", "history", "draft_audit", "insights", "calibration", "system")
CASE = "the first case of the queue"


def shown(page: Any, sample: str, name: str) -> None:
    opened(page, f"{sample}/{'review' if name == CASE else name}?workspace=sample")
    if name == CASE:
        page.locator(".st-key-review-table").get_by_role("button", name="Queued question 0999?").first.click()
        page.locator(".st-key-review-actions").wait_for()
        settled(page)


@pytest.mark.parametrize("name", [*PAGES, CASE])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_has_no_accessibility_violation_of_its_own(
    browser: Any, sample: str, name: str, scheme: str
) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme=scheme)
    context.set_default_timeout(90_000)
    page = context.new_page()
    shown(page, sample, name)
    assert violations(page) == []
    context.close()


@pytest.mark.parametrize("name", [*PAGES, CASE])
def test_a_phone_needs_no_sideways_scrolling(phone: Any, sample: str, name: str) -> None:
    shown(phone, sample, name)
    over = phone.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth")
    assert over <= 0
