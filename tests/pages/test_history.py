"""History: two ticked runs compare, an address opens a comparison, stale answers are told and filtered."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.fakes.scripted_masis import ScriptedMasis


def at(app: AppTest, page: str, **query: str) -> AppTest:
    for name, value in query.items():
        app.query_params[name] = value
    return app.switch_page(page).run()


def html(app: AppTest) -> str:
    return "\n".join(str(one.proto.body) for one in app.get("html"))


def texts(app: AppTest) -> list[str]:
    return [one.value for one in app.caption]


def test_the_button_comes_with_the_second_tick(twin: ScriptedMasis, app: AppTest) -> None:
    from masis.ui.shared.session import Session

    app.run()
    history = at(app, "pages/history.py")
    assert "Compare" not in [button.label for button in history.button]
    assert "Tick two runs to compare them." in texts(history)
    state: Any = history.session_state["masis"]
    assert isinstance(state, Session)
    state.ticked = ("run-1", "run-2")
    history.run()
    history.button(key="compare-ticked").click().run()
    assert not history.exception
    assert history.title[0].value == "Compare runs"


def test_an_address_opens_a_comparison_in_its_workspace(twin: ScriptedMasis, app: AppTest) -> None:
    app.run()
    compared = at(app, "pages/history.py", workspace="sundby", a="run-1", b="run-2")
    assert not compared.exception
    told = html(compared)
    assert "Claims of both answers" in told
    assert "Figures of both runs" in told
    assert any("changed" in one for one in texts(compared))


def test_a_run_that_is_gone_or_had_no_result_is_said_calmly(twin: ScriptedMasis, app: AppTest) -> None:
    app.run()
    gone = at(app, "pages/history.py", workspace="sundby", a="run-1", b="run-none")
    assert not gone.exception
    assert gone.info or gone.error


def test_a_stale_answer_says_so_in_the_run_and_the_filter_finds_it(twin: ScriptedMasis, app: AppTest) -> None:
    twin.past.stale_run = "run-2"
    app.run()
    seen = at(app, "pages/ask.py", workspace="sundby", run="run-2")
    assert "Annual &lt;b&gt;report&lt;/b&gt; was replaced by version 2" in html(seen)
    seen.button(key="again-run-2").click().run()
    assert not seen.exception
    assert seen.session_state["masis"].run_id != "run-2"
    history = at(app, "pages/history.py")
    history.toggle(key="history-stale").set_value(True).run()
    assert not history.exception


def test_a_run_whose_steps_are_gone_offers_to_run_the_whole_question(
    twin: ScriptedMasis, app: AppTest
) -> None:
    app.run()
    seen = at(app, "pages/ask.py", workspace="sundby", run="run-2")
    seen.session_state["view-run-2"] = "Trace"
    seen.run()
    seen.toggle(key="fork-run-2").set_value(True).run()
    assert "no longer kept" in seen.info[0].value
    seen.button(key="fork-whole").click().run()
    assert not seen.exception
    assert seen.session_state["masis"].run_id != "run-2"


def test_names_of_documents_in_a_comparison_are_shown_as_they_are_written(
    twin: ScriptedMasis, app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A caption is Markdown: a picture in a title would be fetched from wherever its author likes."""
    hostile = "![x](http://evil.example/p.png)"
    plain = twin.past.compare

    def compare(*asked: Any) -> Any:
        made = plain(*asked)
        claims = [one.model_copy(update={"quotes": ()}) for one in made.before.report.claims]
        chunks = [one.model_copy(update={"document_title": hostile}) for one in made.before.report.evidence]
        report = made.before.report.model_copy(update={"claims": tuple(claims), "evidence": tuple(chunks)})
        before = made.before.model_copy(update={"report": report})
        comparison = made.comparison.model_copy(update={"moved": made.comparison.figures[:1]})
        return made.model_copy(update={"before": before, "added": ((hostile, 2),), "comparison": comparison})

    monkeypatch.setattr(twin.past, "compare", compare)
    app.run()
    from masis.ui.shared.reading import passages

    both = [compare(None, "sundby", *pair) for pair in (("run-1", "run-2"), ("run-2", "run-1"))]
    earlier = min((one.before for one in both), key=lambda side: side.summary.started_at)
    behind = passages(earlier.report).values()
    app.session_state["side-Earlier"] = next(one.cite for one in behind if one.title == hostile)
    compared = at(app, "pages/history.py", workspace="sundby", a="run-1", b="run-2")
    assert not compared.exception
    told = [one for one in texts(compared) if "evil" in one]
    assert len(told) == 2
    assert not [one for one in told if "](" in one]


def test_the_address_narrows_the_list_and_a_filter_goes_into_the_address(
    twin: ScriptedMasis, app: AppTest
) -> None:
    app.run()
    history = at(app, "pages/history.py", workspace="sundby", search="debt", ended="needs_review", part="2")
    assert not history.exception
    assert history.text_input(key="history-search").value == "debt"
    assert history.session_state["history-verdict"] == "Needs review"
    history.toggle(key="history-stale").set_value(True).run()
    assert dict(history.query_params) == {
        "workspace": "sundby",
        "search": "debt",
        "ended": "needs_review",
        "stale": "1",
    }


def test_an_ending_nobody_knows_narrows_nothing(twin: ScriptedMasis, app: AppTest) -> None:
    app.run()
    history = at(app, "pages/history.py", workspace="sundby", ended="<b>bold</b>")
    assert not history.exception
    assert history.session_state["history-verdict"] is None
