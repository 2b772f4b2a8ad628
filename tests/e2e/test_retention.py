"""How long things are kept, in a browser: looked at, tried and set where an owner finds it."""

from typing import Any

from tests.e2e.steps import opened, settled


def test_an_owner_sets_how_long_answers_are_kept(page: Any, sample: str) -> None:
    opened(page, sample)
    page.get_by_test_id("stSidebar").get_by_role("button", name="Manage").click()
    page.get_by_role("button", name="How long things are kept").click()
    dialog = page.get_by_role("dialog").filter(has_text="kept for ever")
    dialog.wait_for()
    dialog.get_by_role("spinbutton", name="Answers, conversations").fill("30")
    page.keyboard.press("Enter")
    dialog.get_by_text("By this rule nothing would go now").wait_for()
    settled(page)
    dialog.get_by_role("button", name="Save").click()
    page.get_by_role("dialog").get_by_text("Carried out once a day").wait_for()
    settled(page)
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    settled(page)
    page.get_by_test_id("stSidebar").get_by_role("button", name="Manage").click()
    page.get_by_role("button", name="How long things are kept").click()
    page.get_by_role("dialog").get_by_text("Carried out once a day").wait_for()
    field = page.get_by_role("dialog").get_by_role("spinbutton", name="Answers, conversations")
    assert field.input_value() == "30"
