"""Calibration in a browser: a self-test shows its catch rate, known questions a threshold, a risk a line."""

from typing import Any

from tests.e2e.steps import asked, made_workspace
from tests.e2e.test_app import pdf

FACTS = (
    "Operating review",
    "Net revenue retention was 114 % in 2025 after a strong fourth quarter.",
    "Free cash flow was EUR 17.9 million in 2025, more than in any year before.",
    "The order backlog at the end of December was EUR 96.0 million in 2025.",
    "The average remaining contract term was 24 months at the end of 2025.",
)
ASKED = (
    ("net revenue retention", "114"),
    ("free cash flow", "17.9"),
    ("the order backlog", "96.0"),
    ("the average remaining contract term", "24"),
)
FORMS = (
    "What was {} in 2025?",
    "How high was {} in 2025?",
    "State {} for 2025.",
    "What did {} reach in 2025?",
)


def csv(repeats: int) -> bytes:
    """Every question in several forms; each last form expects what the document does not say."""
    rows = [
        (form.format(name) + " " * turn + "?" * turn, "77.7" if form is FORMS[-1] else figure)
        for name, figure in ASKED
        for form in FORMS
        for turn in range(repeats)
    ]
    return "\n".join(
        ["question,expected answer", *(f"{question},{figure}" for question, figure in rows)]
    ).encode()


def test_self_test_known_questions_and_risk(page: Any, app: str) -> None:
    page.set_default_timeout(120_000)
    made_workspace(page, app, "Trust", {"review.pdf": pdf(FACTS)})
    page.get_by_test_id("stSidebar").get_by_role("link", name="Calibration").click()
    page.get_by_text("No scores yet").wait_for()
    page.get_by_role("button", name="Run self-test").click()
    page.get_by_role("cell", name="Corrupted sentences caught").wait_for()
    page.get_by_text("False alarms on true sentences").wait_for()

    file = {"name": "known.csv", "mimeType": "text/csv", "buffer": csv(3)}
    page.locator("input[type=file]").set_input_files([file])
    page.get_by_text("known.csv").wait_for()
    page.get_by_role("button", name="Ask these questions").click()
    page.get_by_text("Scores of your known questions.").first.wait_for()
    page.get_by_text("Suggested:").first.wait_for()
    page.get_by_role("button", name="Use the suggested pair").click()
    page.get_by_role("button", name="Back to the profile's pair").wait_for()

    page.get_by_text("Line in force: 0.65, the default.").first.wait_for()
    page.locator("label", has_text="At most 5% wrong").click()
    page.get_by_role("button", name="Set the risk").click()
    page.get_by_text("every answer goes to a person.").first.wait_for()
    asked(page, "What was free cash flow in 2025?")
    page.locator(".st-key-amber-strip").get_by_text("Needs review").wait_for()
    page.get_by_role("radio", name="Trace").click()
    page.locator(".m-trace").get_by_text("risk_setting").first.wait_for(state="attached")
