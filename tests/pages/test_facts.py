"""Facts page: from the measure to a table, its address, its place, its files, and what it says when empty."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from masis.ui.shared.session import Session
from tests.domain.facts.sources import INCOME, SEGMENTS, source
from tests.fakes.scripted_facts import ScriptedFacts
from tests.fakes.scripted_masis import ScriptedMasis

PEER = (
    "| $ million | 2022 | 2021 | 2020 |\n| --- | --- | --- | --- |\n"
    "| Net sales | 86,392 | 79,474 | 70,372 |\n"
)
ACME = source(INCOME, SEGMENTS, document_id="annual")


@pytest.fixture
def filled(twin: ScriptedMasis) -> ScriptedMasis:
    twin.facts = ScriptedFacts((ACME, source(PEER, organisation="Peer <b>Corp</b>", document_id="board")))
    return twin


def opened(app: AppTest, workspace: str = "sundby", **asked: str | list[str]) -> AppTest:
    app.session_state["masis"] = Session(workspace_id=workspace)
    app.run().switch_page("pages/facts.py")
    for name, value in asked.items():
        app.query_params[name] = value
    return app.run()


def drawn(app: AppTest) -> dict[str, Any]:
    """Return what the table was given."""
    found = [one for one in app.get("bidi_component") if "facts" in one.proto.component_name]
    data: dict[str, Any] = json.loads(found[0].proto.json)
    return data


def texts(app: AppTest) -> str:
    return " ".join(str(one.value) for one in (*app.info, *app.caption, *app.markdown))


def test_an_empty_box_suggests_what_the_documents_state(app: AppTest, filled: ScriptedMasis) -> None:
    opened(app)
    assert not app.exception
    next(one for one in app.button if one.label == "Net sales").click().run()
    assert app.query_params["measure"] == "Net sales"
    assert [group["name"] for group in drawn(app)["groups"]] == ["Acme", "Peer <b>Corp</b>"]


def test_a_typed_measure_stands_in_the_address(app: AppTest, filled: ScriptedMasis) -> None:
    opened(app)
    app.text_input[0].set_value("net income").run()
    assert app.query_params["measure"] == "net income"
    assert app.query_params["workspace"] == "sundby"
    assert "Peer" in " ".join(one.proto.body for one in app.get("html"))  # who does not state it


def test_the_address_gives_the_same_table_again(app: AppTest, filled: ScriptedMasis) -> None:
    opened(app, measure="net sales", organisation=["Acme"], period=["2021", "2022"])
    data = drawn(app)
    assert data["periods"] == ["2021", "2022"]
    assert [group["name"] for group in data["groups"]] == ["Acme"]
    assert app.multiselect[0].value == ["Acme"]
    assert app.multiselect[1].value == ["2021", "2022"]


def test_what_is_chosen_goes_into_the_address(app: AppTest, filled: ScriptedMasis) -> None:
    opened(app, measure="net sales")
    app.multiselect[0].set_value(["Acme"]).run()
    assert app.query_params["organisation"] == "Acme"
    assert [group["name"] for group in drawn(app)["groups"]] == ["Acme"]


def test_a_place_in_the_address_is_open_beside_the_table(app: AppTest, filled: ScriptedMasis) -> None:
    at = INCOME.index("| Net sales")
    opened(app, measure="net sales", place=f"v-annual.1.{at}", at="2022")
    body = " ".join(one.proto.body for one in app.get("html"))
    assert "$34,229 million" in body
    assert "Printed as 34,229" in body
    assert [cell["open"] for cell in drawn(app)["groups"][0]["rows"][0]["cells"]] == [False, False, True]
    next(one for one in app.button if one.label == "Close").click().run()
    assert "place" not in app.query_params


def test_a_place_that_is_gone_is_said(app: AppTest, filled: ScriptedMasis) -> None:
    opened(app, measure="net sales", place="v-gone.1.0", at="2022")
    assert "not part of the table any more" in " ".join(one.proto.body for one in app.get("html"))


def test_names_of_organisations_reach_the_page_as_text(app: AppTest, filled: ScriptedMasis) -> None:
    opened(app, measure="net income")
    assert all("<b>Corp" not in one.proto.body for one in app.get("html"))


def test_nothing_stated_is_said_with_a_way_on(app: AppTest, filled: ScriptedMasis) -> None:
    opened(app, measure="unicorns")
    assert "No row or column" in texts(app)
    assert any(one.label == "Net sales" for one in app.button)


def test_documents_without_tables_are_said(app: AppTest, twin: ScriptedMasis) -> None:
    opened(app)
    assert "hold no tables" in texts(app)


def test_a_workspace_without_documents_offers_the_first_ones(app: AppTest, filled: ScriptedMasis) -> None:
    opened(app, workspace="empty")
    assert "documents of an invented company" in texts(app)


def test_a_question_about_a_series_ends_in_the_table_and_a_way_to_it(
    app: AppTest, filled: ScriptedMasis
) -> None:
    run, ended = next(
        (run, known) for run, known in filled._runs.items() if known.report and known.report.answer
    )
    asked = {"resolved_question": "How did Acme's net sales change from 2021 to 2022?"}
    report = ended.report and ended.report.model_copy(update=asked)
    filled._runs[run] = ended.model_copy(update={"report": report})
    app.session_state["masis"] = Session(workspace_id="sundby")
    app.query_params.update({"workspace": "sundby", "run": run})
    app.run()
    assert [group["name"] for group in drawn(app)["groups"]] == ["Acme"]
    app.button(key="to-facts").click().run()
    assert app.query_params["measure"] == "net sales"
    assert app.query_params["organisation"] == "Acme"
