"""Conversation on the pages: earlier turns, what was understood, choices, and the conversations' list."""

import pytest
from streamlit.testing.v1 import AppTest

from masis.domain.person import Caller
from tests.fakes.scripted_masis import ScriptedMasis

ME = Caller()


def html(app: AppTest) -> str:
    return "\n".join(str(one.proto.body) for one in app.get("html"))


def opened(app: AppTest, run: str) -> AppTest:
    app.query_params["workspace"] = "sundby"
    app.query_params["run"] = run
    return app.run().run()


def test_a_follow_up_shows_the_turn_before_and_what_was_understood(app: AppTest, twin: ScriptedMasis) -> None:
    opened(app, "run-2").chat_input[0].set_value("And the year before?").run()
    assert not app.exception
    assert "Earlier in this conversation" in html(app)
    assert app.button(key="turn-run-2")
    assert "Understood as: Understood And the year before?" in html(app)


@pytest.mark.parametrize(
    ("typed", "noted"),
    [("Wie hoch war der Umsatz im Jahr 2025?", True), ("How high was revenue in 2025?", False)],
)
def test_a_question_in_another_language_says_what_works(
    app: AppTest, twin: ScriptedMasis, typed: str, noted: bool
) -> None:
    opened(app, "run-2").chat_input[0].set_value(typed).run()
    assert not app.exception
    assert ("looks like German" in " ".join(one.value for one in app.caption)) is noted


def test_an_earlier_turn_opens_with_a_click(app: AppTest, twin: ScriptedMasis) -> None:
    opened(app, "run-2").chat_input[0].set_value("And the year before?").run()
    app.button(key="turn-run-2").click().run()
    assert not app.exception
    assert app.query_params["run"] in ("run-2", ["run-2"])
    assert "Earlier in this conversation" not in html(app)


def test_a_correction_asks_again_in_the_same_conversation(app: AppTest, twin: ScriptedMasis) -> None:
    opened(app, "run-2").chat_input[0].set_value("And the year before?").run()
    first = app.query_params["run"]
    first = first[0] if isinstance(first, list) else first
    app.text_area(key=f"understood-text-{first}").set_value("How high was throughput in 2023?")
    next(one for one in app.button if one.label == "Ask again").click().run()
    assert not app.exception
    turns = twin.thread_turns(ME, "sundby", "thread-2")
    assert turns[-1].question == "How high was throughput in 2023?"
    assert "Understood as" not in html(app)


def test_a_choice_answers_the_question_back(app: AppTest, twin: ScriptedMasis) -> None:
    opened(app, "run-2").chat_input[0].set_value("hello").run()
    assert any("One question back" in one.value for one in app.markdown)
    assert "No answer was written" not in " ".join(one.value for one in app.caption)
    choice = next(one for one in app.button if one.label.startswith("Container throughput"))
    choice.click().run()
    assert not app.exception
    asked = [turn.question for turn in twin.thread_turns(ME, "sundby", "thread-2")]
    assert asked[-2:] == ["hello", "Container throughput in 2025"]


def test_a_conversation_is_renamed_and_deleted_after_a_question(app: AppTest, twin: ScriptedMasis) -> None:
    app.run().switch_page("pages/history.py").run()
    app.selectbox(key="thread-picked").set_value("thread-2").run()
    next(one for one in app.text_input if one.label == "Name").set_value("Throughput talk")
    next(one for one in app.button if one.label == "Rename").click().run()
    assert "Throughput talk" in [one.title for one in twin.threads(ME, "sundby")]
    app.button(key="thread-delete").click().run()
    assert "cannot be undone" in " ".join(one.value for one in app.markdown)
    app.button(key="thread-delete-now").click().run()
    assert not app.exception
    assert "thread-2" not in [one.thread_id for one in twin.threads(ME, "sundby")]


def test_a_conversation_opens_at_its_last_run(app: AppTest, twin: ScriptedMasis) -> None:
    app.run().switch_page("pages/history.py").run()
    app.selectbox(key="thread-picked").set_value("thread-2").run()
    app.button(key="thread-open").click().run()
    assert not app.exception
    assert "m-question" in html(app)
