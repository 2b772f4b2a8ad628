"""Conversation in a browser: a vague question is settled by a choice, and a follow-up is understood."""

from typing import Any

from tests.e2e.steps import asked, settled

FINALIZED = "Verified:"


def finalized(page: Any) -> None:
    """Wait until the answer is final and stands alone: while it is drawn, the old one may be there too."""
    page.locator(".m-pill").get_by_text(FINALIZED).first.wait_for(timeout=120_000)
    settled(page)


def text_of(page: Any, selector: str) -> str:
    """Return what stands there once nothing of the question before is left on the page."""
    settled(page)
    return str(page.locator(selector).inner_text()).replace("\u00a0", " ")


def test_a_vague_question_is_asked_back_and_a_choice_is_researched(page: Any, sample: str) -> None:
    page.goto(f"{sample}/?workspace=sample")
    asked(page, "How did it develop?")
    page.get_by_text("One question back").wait_for(timeout=120_000)
    choices = page.locator(".st-key-choices button")
    choices.first.wait_for()
    settled(page)
    offered = choices.all_inner_texts()
    assert 2 <= len(offered) <= 4
    assert "Churn in 2024" in offered
    choices.filter(has_text="Churn in 2024").first.click()
    # The choice is researched as a whole question; whether a part of it is verified is the gate's to say.
    page.get_by_text("Understood as: How did Churn in 2024 develop?").wait_for(timeout=120_000)
    assert text_of(page, ".m-question") == "Churn in 2024"
    page.get_by_text("Earlier in this conversation").wait_for()


def test_a_follow_up_is_understood_and_can_be_corrected(page: Any, sample: str) -> None:
    page.goto(f"{sample}/?workspace=sample")
    asked(page, "What was the revenue of Pharma in 2024?")
    finalized(page)
    asked(page, "And Logistics?")
    page.get_by_text("Understood as: What was the revenue of Logistics in 2024?").wait_for(timeout=120_000)
    finalized(page)
    assert "38" in text_of(page, ".answer")
    assert text_of(page, ".m-question") == "And Logistics?"
    page.locator(".st-key-understood-line").get_by_role("button", name="Edit").click()
    page.get_by_label("What you mean").fill("What was the revenue of Logistics in 2023?")
    page.get_by_role("button", name="Ask again").click()
    page.locator(".m-question").get_by_text("What was the revenue of Logistics in 2023?").wait_for()
    finalized(page)
    assert "36" in text_of(page, ".answer")


def test_an_absent_answer_is_a_finding_with_the_nearest_passages(page: Any, sample: str) -> None:
    page.goto(f"{sample}/?workspace=sample")
    asked(page, "What is the premium of the cyber insurance?")
    panel = page.locator(".st-key-absence-panel")
    panel.get_by_text("Not in your documents").wait_for(timeout=120_000)
    page.get_by_text("The closest passages").wait_for()
    settled(page)
    assert "states the figure" in panel.inner_text()
    assert page.locator(".st-key-amber-strip").count() == 0
    nearest = page.locator("[class*='st-key-open-near'] button")
    first = page.locator(".m-source-title").inner_text()
    assert first in nearest.first.inner_text()
    nearest.last.click()
    page.locator(".st-key-source-pane").get_by_text("does not hold what was asked").wait_for()
