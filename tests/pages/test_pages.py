"""Every page in every state it can be in, driven through the main script."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from masis.domain.document import PageView
from masis.domain.system import PartHealth, RoleTrial, ServedModels
from tests.fakes.scripted_masis import ScriptedMasis

Install = Callable[[ScriptedMasis], ScriptedMasis]


def html(app: AppTest) -> str:
    return "\n".join(str(one.proto.body) for one in app.get("html"))


def run_opened(app: AppTest, run: str) -> AppTest:
    app.query_params["workspace"] = "sundby"
    app.query_params["run"] = run
    return app.run()


def test_a_first_visit_says_how_to_begin(app: AppTest, install: Install) -> None:
    install(ScriptedMasis(first_visit=True))
    app.run()
    assert not app.exception
    assert app.title[0].value == "Welcome"
    assert app.button(key="load-sample")


def test_a_workspace_without_documents_offers_upload_and_sample(app: AppTest, install: Install) -> None:
    install(ScriptedMasis(empty=True))
    app.run()
    assert app.file_uploader[0].label.startswith("Drop your documents here")
    assert app.button(key="load-sample").label == "Try the sample"
    assert not app.chat_input, "what cannot be used yet is not there"


def test_the_sample_opens_its_own_workspace(app: AppTest, install: Install) -> None:
    install(ScriptedMasis(first_visit=True))
    app.run().button(key="load-sample").click().run()
    assert app.selectbox(key="workspace").value == "sample"
    assert app.title[0].value == "Ask"
    assert app.query_params["workspace"] == "sample"
    assert app.button(key="suggestion-0"), "the first question is one click away"


def test_a_suggestion_asks_and_the_run_is_in_the_address(app: AppTest, twin: ScriptedMasis) -> None:
    app.run().button(key="suggestion-0").click().run()
    assert not app.exception
    assert "Verified: 5 of 5 sentences hold" in html(app)
    assert app.query_params["workspace"] == "sundby"
    assert twin.run(None, "sundby", app.query_params["run"]).report  # type: ignore[arg-type]


def test_what_was_left_out_stands_apart_with_its_reason(app: AppTest, twin: ScriptedMasis) -> None:
    run = twin.ask(None, "sundby", "How did berth waiting time develop?")  # type: ignore[arg-type]
    shown = html(run_opened(app, run))
    assert not app.exception
    assert "<del>Average berth waiting time fell to 5.2 hours.</del>" in shown
    assert "<b>Figure differs.</b> The source says 6.7 hours." in shown
    assert [one.label for one in app.expander if "left out" in one.label] == [
        "Not verified, left out: 2 sentences"
    ]


def test_a_question_is_put_to_the_chosen_documents_until_all_are_chosen_again(
    app: AppTest, twin: ScriptedMasis
) -> None:
    app.run()
    held = twin.documents(None, "sundby")  # type: ignore[arg-type]
    picked = next(choice for choice in app.multiselect if choice.label == "Documents")
    picked.set_value([held[0].document_id]).run()
    app.chat_input[0].set_value("How did berth waiting time develop?").run()
    assert twin.asked_of == (held[0].document_id,)
    assert app.query_params["of"] == f"d.{held[0].document_id}"
    app.button(key="asked-of-all").click().run()
    app.chat_input[0].set_value("How did berth waiting time develop?").run()
    assert twin.asked_of == ()
    assert "of" not in app.query_params
    assert not app.exception


def test_an_address_says_which_documents_are_asked_as_after_a_reload(
    app: AppTest, twin: ScriptedMasis
) -> None:
    held = twin.documents(None, "sundby")  # type: ignore[arg-type]
    app.query_params["workspace"], app.query_params["of"] = "sundby", f"d.{held[1].document_id}"
    app.run()
    assert next(one.value for one in app.multiselect if one.label == "Documents") == [held[1].document_id]
    app.chat_input[0].set_value("How did berth waiting time develop?").run()
    assert twin.asked_of == (held[1].document_id,)
    assert app.query_params["of"] == f"d.{held[1].document_id}"


def test_a_final_answer_is_called_wrong_in_words_and_right_by_a_click(
    app: AppTest, twin: ScriptedMasis
) -> None:
    run = twin.ask(None, "sundby", "How did berth waiting time develop?")  # type: ignore[arg-type]
    run_opened(app, run)
    send = next(button for button in app.button if button.label == "Send for review")
    app.text_area[0].set_value("x")
    send.click().run()
    assert "Please say in a few words what is wrong" in " ".join(said.value for said in app.error)
    assert not twin.ratings.said
    app.text_area[0].set_value("The year is <b>wrong</b>")
    next(button for button in app.button if button.label == "Send for review").click().run()
    assert not twin.ratings.said[run].right
    told = " ".join(caption.value for caption in app.caption)
    assert "You said what is wrong: The year is" in told
    assert "<b>" not in told
    app.button(key=f"unrate-{run}").click().run()
    assert not twin.ratings.said
    app.button(key=f"right-{run}").click().run()
    assert twin.ratings.said[run].right
    assert not app.exception


def test_passages_to_read_are_cards_and_no_case_until_somebody_asks(
    app: AppTest, twin: ScriptedMasis
) -> None:
    run = twin.ask(None, "sundby", "What was the insurance premium?")  # type: ignore[arg-type]
    shown = html(run_opened(app, run))
    assert not app.exception
    assert "No verified answer" in shown
    assert "Needs review" not in shown
    cards = [button for button in app.button if str(button.key).startswith("open-near:")]
    assert len(cards) == 5
    assert not [button for button in app.button if button.key == "decide"]
    cards[1].click().run()
    assert not app.exception
    assert "It comes near; no answer in it was verified" in html(app)
    assert not twin.opened_cases
    app.button(key="open-case").click().run()
    assert twin.opened_cases == {run}


def test_an_answered_part_stands_above_the_passages_for_the_other(app: AppTest, twin: ScriptedMasis) -> None:
    asked = "What was the insurance premium and who pays it?"
    run = twin.ask(None, "sundby", asked)  # type: ignore[arg-type]
    shown = html(run_opened(app, run))
    assert not app.exception
    assert "How much did container throughput rise in 2025? <span>answered</span>" in shown
    assert "who pays it? <span>no verified answer</span>" in shown


def test_a_conflict_is_amber_with_both_sides(app: AppTest, twin: ScriptedMasis) -> None:
    shown = html(run_opened(app, "run-1"))
    assert "Sources disagree on" in shown
    values = [button for button in app.button if str(button.key).startswith("strip-side-run-1:0:")]
    assert [button.label.replace("\\", "").partition("**:")[0].strip("* ") for button in values] == [
        "114 %** :small[audited]",
        "111 %** :small[preliminary]",
    ]
    assert "114 %" in shown
    assert "111 %" in shown


def test_a_value_on_the_strip_opens_its_page_in_the_one_source_pane(
    app: AppTest, twin: ScriptedMasis
) -> None:
    run_opened(app, "run-1")
    app.button(key="strip-side-run-1:0:1").click().run()
    assert not app.exception
    assert "One of the competing values: 111 %" in html(app)
    assert len(app.get("image")) == 1
    app.button(key="strip-side-run-1:0:1").click().run()
    assert "One of the competing values" not in html(app)


def test_decide_leads_to_the_case(app: AppTest, twin: ScriptedMasis) -> None:
    case = twin.case(None, "sundby", "run-1")  # type: ignore[arg-type]
    assert case is not None
    run_opened(app, "run-1").button(key="decide").click().run()
    # The scripted twin holds no queue; which case the Review page opens is remembered all the same.
    assert app.session_state["masis"].case_id == case.case_id


def test_a_decided_case_is_amber_nowhere_and_leads_to_the_run_that_went_on(
    app: AppTest, twin: ScriptedMasis, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = twin.case(None, "sundby", "run-1")  # type: ignore[arg-type]
    assert case is not None
    gone = {"state": "resolved", "outcome": "continued", "continued_by": "run-2"}
    decided = case.model_copy(update=gone)
    monkeypatch.setattr(twin, "case", lambda *_: decided)
    shown = html(run_opened(app, "run-1"))
    assert "the question went on in another run" in shown
    assert 'class="m-amber-title"' not in shown
    assert 'class="m-dot human"' not in shown
    assert not [button for button in app.button if button.key == "decide"]
    app.button(key="open-continued").click().run()
    assert app.query_params["run"] == "run-2"


def test_a_side_of_a_conflict_opens_its_page_with_the_words_marked(
    app: AppTest, twin: ScriptedMasis, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int, tuple[int, int] | None]] = []
    page_view = twin.page_view

    def noted(caller: Any, workspace: str, document: str, version: str, number: int, span: Any) -> PageView:
        asked.append((document, number, span))
        return page_view(caller, workspace, document, version, number, span)

    monkeypatch.setattr(twin, "page_view", noted)
    run_opened(app, "run-1")
    sides = [button for button in app.button if str(button.key).startswith("open-side-run-1:0:")]
    assert [button.label.replace("\\", "") for button in sides] == [
        "Annual report 2025, page 7",
        "Board pack Q3 2025, page 2",
    ]
    asked.clear()
    sides[1].click().run()
    assert not app.exception
    assert "One of the competing values: 111 %" in html(app)
    document, number, span = next(one for one in asked if one[0] == "board")
    assert span is not None
    text = page_view(None, "sundby", document, "board-v2", number, span).page.text  # type: ignore[arg-type]
    assert text[slice(*span)] == "Net revenue retention stood at 111 % on a trailing basis (preliminary)."
    app.button(key="open-side-run-1:0:1").click().run()
    assert "One of the competing values" not in html(app)


def test_the_ledger_keeps_the_sides_once_the_panel_is_gone(
    app: AppTest, twin: ScriptedMasis, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_opened(app, "run-1")
    app.button_group(key="view-run-1").set_value("Claims").run()
    assert not app.exception
    snapshot = twin.run(None, "sundby", "run-1")  # type: ignore[arg-type]
    assert snapshot.report is not None
    report = snapshot.report.model_copy(update={"requires_human_review": False})
    settled = snapshot.model_copy(update={"report": report})
    monkeypatch.setattr(twin, "run", lambda *_: settled)
    app.run()
    assert "Needs review" not in html(app)
    assert [button.key for button in app.button if "open-side" in str(button.key)] == [
        "open-side-run-1:0:0",
        "open-side-run-1:0:1",
    ]


def test_no_evidence_shows_the_closest_passages(app: AppTest, twin: ScriptedMasis) -> None:
    shown = html(run_opened(app, "run-4"))
    assert "Not in your documents" in shown
    assert "No passage came close enough to be read" in shown
    assert "likeness 0.31 of 0.42 needed" in shown


def test_small_talk_is_no_case_until_somebody_asks_a_reviewer(app: AppTest, twin: ScriptedMasis) -> None:
    run = twin.ask(None, "sundby", "How is the weather up there?")  # type: ignore[arg-type]
    assert "Not in your documents" in html(run_opened(app, run))
    assert not [button for button in app.button if button.key == "decide"]
    app.button(key="open-case").click().run()
    assert twin.opened_cases == {run}


@pytest.mark.parametrize("view", ["Answer", "Claims", "Quality", "Trace"])
@pytest.mark.parametrize("run", ["run-1", "run-2", "run-3", "run-4"])
def test_every_view_of_every_run_draws(app: AppTest, twin: ScriptedMasis, run: str, view: str) -> None:
    run_opened(app, run)
    app.button_group(key=f"view-{run}").set_value(view).run()
    assert not app.exception


def test_the_raw_run_is_in_the_export_menu(app: AppTest, twin: ScriptedMasis) -> None:
    run_opened(app, "run-4")
    labels = [one.proto.label for one in app.get("download_button")]
    assert labels == ["Raw run, as JSON"]
    run_opened(app, "run-2")
    assert "Raw run, as JSON" in [one.proto.label for one in app.get("download_button")]
    assert "Raw" not in app.button_group(key="view-run-2").options


def test_penalties_are_shown_as_a_sum(app: AppTest, twin: ScriptedMasis) -> None:
    run_opened(app, "run-3")
    app.button_group(key="view-run-3").set_value("Quality").run()
    assert "<b>0.90</b> × <b>0.5</b> × <b>0.94</b> = <b>0.42</b>" in html(app)
    assert len(app.get("plotly_chart")) == 3


def test_a_deleted_document_leaves_its_stored_passage(app: AppTest, twin: ScriptedMasis) -> None:
    for document in twin.documents(None, "sundby"):  # type: ignore[arg-type]
        twin.delete_document(None, "sundby", document.document_id)  # type: ignore[arg-type]
    shown = html(run_opened(app, "run-2"))
    assert "This document was deleted" in shown
    assert "<mark>Container throughput rose" in shown


def test_a_run_of_nobody_says_so_and_leaves_the_page_usable(app: AppTest, twin: ScriptedMasis) -> None:
    run_opened(app, "run-of-somebody-else")
    assert not app.exception
    assert "not in this workspace" in app.info[0].value
    assert app.title[0].value == "Ask"


def test_cancel_says_that_it_was_taken_while_a_step_still_runs(
    app: AppTest, install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    twin = install(ScriptedMasis(pace=60))
    monkeypatch.setattr(twin, "cancel_run", lambda *_: None)
    app.query_params["workspace"] = "sundby"
    app.run().chat_input[0].set_value("Which risks are rated high?").run()
    app.button(key="cancel-run").click().run()
    assert not app.exception
    assert (app.button(key="cancel-run").label, app.button(key="cancel-run").disabled) == ("Stopping", True)


def test_a_clarifying_question_is_asked_back(app: AppTest, twin: ScriptedMasis) -> None:
    app.run().chat_input[0].set_value("hello").run()
    assert any("One question back" in one.value for one in app.markdown)


def test_a_follow_up_stays_in_the_thread_and_a_new_question_leaves_it(
    app: AppTest, twin: ScriptedMasis
) -> None:
    run_opened(app, "run-2").chat_input[0].set_value("And the risks?").run()
    follow_up = twin.run(None, "sundby", app.query_params["run"])  # type: ignore[arg-type]
    assert follow_up.summary.thread_id == "thread-2"
    assert follow_up.summary.question == "And the risks?"
    app.button(key="new-question").click().run()
    assert app.title[0].value == "Ask"
    assert "run" not in app.query_params


def test_documents_take_files_once_and_tell_how_it_went(app: AppTest, twin: ScriptedMasis) -> None:
    app.run().switch_page("pages/documents.py").run()
    app.file_uploader[0].set_value(
        [("notes.txt", b"words", "text/plain"), ("empty.txt", b"", "text/plain")]
    ).run()
    assert [job.file_name for job in twin.jobs(None, "sundby")] == ["notes.txt", "empty.txt"]  # type: ignore[arg-type]
    app.run()
    told = " ".join(one.value for one in app.markdown)
    assert "The file is empty" in told.replace("\\", "")
    app.button(key="dismiss-jobs").click().run()
    assert twin.jobs(None, "sundby") == ()  # type: ignore[arg-type]


def test_a_protected_file_asks_for_its_password(app: AppTest, twin: ScriptedMasis) -> None:
    app.run().switch_page("pages/documents.py").run()
    app.file_uploader[0].set_value([("plan.pdf", b"/Encrypt", "application/pdf")]).run()
    next(one for one in app.run().text_input if one.label == "Password").set_value("secret")
    next(one for one in app.button if one.label == "Open with this password").click().run()
    assert twin.jobs(None, "sundby")[-1].state == "done"  # type: ignore[arg-type]


@pytest.mark.parametrize(("page", "title"), [("history", "History"), ("system", "System")])
def test_the_other_pages_draw(app: AppTest, twin: ScriptedMasis, page: str, title: str) -> None:
    app.run().switch_page(f"pages/{page}.py").run()
    assert not app.exception
    assert app.title[0].value == title


def test_system_tells_whoever_does_not_run_masis_only_which_part_is_well(
    app: AppTest, twin: ScriptedMasis, monkeypatch: pytest.MonkeyPatch
) -> None:
    ill = PartHealth(
        name="disk", healthy=False, detail="0.2 GB free", checked_at=datetime(2026, 1, 1, tzinfo=UTC)
    )
    monkeypatch.setattr(twin, "health", lambda *_: (ill,))
    for module in ("session", "frame"):
        monkeypatch.setattr(f"masis.ui.shared.{module}.runs_masis", lambda: False)
    app.run().switch_page("pages/system.py").run()
    assert not app.exception
    problem = next(one for one in html(app).split("<div") if "m-problem" in one)
    assert "Disk is not well" in problem
    assert "0.2 GB free" not in html(app)
    assert "Settings" not in [header.value for header in app.header]


def test_system_tells_a_problem_first_with_what_to_do(app: AppTest, twin: ScriptedMasis) -> None:
    ill = PartHealth(
        name="disk", healthy=False, detail="<b>0.2 GB</b> free", checked_at=datetime(2026, 1, 1, tzinfo=UTC)
    )
    well = twin.health
    twin.health = lambda *_: (*well(), ill)  # type: ignore[method-assign, assignment]
    app.run().switch_page("pages/system.py").run()
    assert not app.exception
    problem = next(one for one in html(app).split("<div") if "m-problem" in one)
    assert "Disk is not well" in problem
    assert "&lt;b&gt;0.2 GB&lt;/b&gt; free" in problem
    assert "Free some space" in problem
    assert any("1 part not well." in one.value for one in app.caption)


def given(app: AppTest) -> str:
    """Return what the tables of a page were given, which they draw as text."""
    return " ".join(part.proto.json for part in app.get("bidi_component"))


class _TestedModels:
    """One server and one failing role, in words that hold markup."""

    def look(self) -> tuple[ServedModels, ...]:
        return (ServedModels(server="gpu.example", healthy=True, models=("qwen3", "*b*")),)

    def try_roles(self) -> tuple[RoleTrial, ...]:
        told = "gpu.example does not know the model <b>x</b>"
        return (RoleTrial(role="writer", model="x", server="gpu.example", healthy=False, detail=told),)


def test_models_are_tested_on_a_button_and_what_was_found_is_drawn(app: AppTest, twin: ScriptedMasis) -> None:
    app.run().switch_page("pages/system.py").run()
    assert not [button for button in app.button if button.key == "system-test-models"]
    twin.engine = lambda: "openai"  # type: ignore[method-assign]
    twin.models = _TestedModels()  # type: ignore[attr-defined]
    app.run()
    assert "gpu.example" not in given(app)
    app.button(key="system-test-models").click().run()
    assert not app.exception
    assert "does not know the model" in given(app)
    assert any("has 2 models" in one.value and "qwen3" in one.value for one in app.caption)


def test_settings_stand_behind_a_search(app: AppTest, twin: ScriptedMasis) -> None:
    app.run().switch_page("pages/system.py").run()
    search = app.text_input(key="system-search")
    assert search.label == f"Search all {len(twin.settings_view())} settings"
    search.set_value("zebra").run()
    assert any(one.value.startswith("0 settings found.") for one in app.caption)
    app.text_input(key="system-search").set_value("*").run()
    assert any(one.value.startswith(f"{len(twin.settings_view())} setting") for one in app.caption)


def test_a_search_without_a_hit_says_what_to_do(app: AppTest, twin: ScriptedMasis) -> None:
    app.run().switch_page("pages/history.py").run()
    app.text_input(key="history-search").set_value("zebra").run()
    assert "No run matches" in app.caption[0].value


def test_another_workspace_shows_nothing_of_the_old_one(app: AppTest, twin: ScriptedMasis) -> None:
    run_opened(app, "run-1")
    app.selectbox(key="workspace").set_value("empty").run()
    assert "retention" not in html(app)
    assert app.title[0].value == "Ask"


def test_a_question_may_search_the_web_only_when_its_switch_says_so(
    app: AppTest, twin: ScriptedMasis
) -> None:
    app.run()
    switch = app.toggle(key="web-sundby")
    assert (switch.value, switch.disabled) == (False, False)
    app.button(key="suggestion-0").click().run()
    assert twin.asked_with_web is False
    app.button(key="new-question").click().run()
    app.toggle(key="web-sundby").set_value(True).run()
    app.button(key="suggestion-0").click().run()
    assert not app.exception
    assert twin.asked_with_web is True


def test_without_a_web_search_there_is_no_switch(app: AppTest, install: Install) -> None:
    twin = install(ScriptedMasis(pace=0))
    twin.web = False
    twin.web_workspaces.add("sundby")
    app.run()
    assert "Also search the web" not in [toggle.label for toggle in app.toggle]
    assert "Search the web by default" not in [box.label for box in app.checkbox]
    app.button(key="suggestion-0").click().run()
    assert twin.asked_with_web is None


def test_a_workspace_keeps_its_own_answer_about_the_web(app: AppTest, twin: ScriptedMasis) -> None:
    app.run().checkbox(key="web-default-sundby").set_value(True).run()
    assert twin.web_workspaces == {"sundby"}
    assert app.toggle(key="web-sundby").value is True


def test_a_question_is_refused_when_the_page_moved_to_another_workspace(
    app: AppTest, twin: ScriptedMasis
) -> None:
    app.query_params["workspace"] = "sundby"
    box = app.run().chat_input[0]
    before = len(twin.runs(None, "sundby"))  # type: ignore[arg-type]
    box.set_value("How much did throughput rise?")
    app.query_params["workspace"] = "empty"  # Back was pressed just before Enter
    app.run()
    assert not app.exception
    assert "Your question was not asked" in app.info[0].value
    assert "run" not in app.query_params
    assert len(twin.runs(None, "sundby")) == before  # type: ignore[arg-type]
    assert twin.runs(None, "empty") == ()  # type: ignore[arg-type]
    assert not app.run().info, "it is said once"


def test_a_workspace_that_is_gone_is_said_and_the_others_are_offered(
    app: AppTest, twin: ScriptedMasis
) -> None:
    app.query_params["workspace"] = "zebra"
    app.run()
    assert not app.exception
    assert "gone, or it is not yours" in app.info[0].value
    assert app.selectbox(key="workspace").value is None
    app.button(key="enter-sundby").click().run()
    assert app.query_params["workspace"] in ("sundby", ["sundby"])
    assert app.title[0].value == "Ask"
