"""The state editor: each agent's state is drawn, a change is told, and the run goes on as it was set."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from masis.domain.run.provenance import ForkPoint, StateEdit
from masis.service import Masis
from masis.ui.ask import state_editor
from tests.builders import chunk, opinion, selection
from tests.fakes.scripted import GOOD_ANSWER, scripted_deps
from tests.fakes.scripted_masis import ScriptedMasis
from tests.fakes.services import ME, World

BAD = "Revenue was 99 million euros in 2024 [k1]."


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Masis]:
    world = World(tmp_path / "data")
    found = selection(
        chunk("k1", "Revenue was 12 million euros in 2024.", source="web", url="https://a.example")
    )
    world.deps = scripted_deps(drafts=[BAD], opinions=[opinion(0.9)], found=[found])
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    yield masis
    masis.close()


def editor(masis: Masis, run_id: str) -> AppTest:
    def script(masis: object, run_id: str) -> None:
        import streamlit as st

        from masis.ui.ask import state_editor

        def go_on(point: object, edit: object, reason: str) -> None:
            st.session_state["gone"] = (point, edit, reason)

        state_editor.draw(masis, "acme", run_id, go_on)  # type: ignore[arg-type]

    return AppTest.from_function(script, kwargs={"masis": masis, "run_id": run_id}, default_timeout=30)


def test_every_agents_state_draws_and_a_change_is_told_before_it_goes_on(
    real: Masis, twin: ScriptedMasis
) -> None:
    run_id = real.ask(ME, "acme", "What was revenue in 2024?", 0)
    real.wait(run_id, 30)
    app = editor(real, run_id).run()
    assert app.button(key="state-go-on").disabled
    assert any("Nothing differs" in caption.value for caption in app.caption)
    points = [*app.selectbox(key=f"state-point-{run_id}").options]
    assert [point.split(",")[0] for point in points] == ["Librarian", "Writer", "Auditor", "Scorecard"]
    for place in range(len(points)):
        app.selectbox(key=f"state-point-{run_id}").select_index(place).run()
        assert not app.exception
    assert any("nobody verifies a sentence by hand" in caption.value for caption in app.caption)
    app.selectbox(key=f"state-point-{run_id}").select_index(2).run()
    draft = app.text_area(key=f"state-draft-{run_id}-critic-1")
    assert draft.value == "Revenue was 99 million euros in 2024 [1]."
    draft.set_value("Revenue was 12 million euros in 2024 [1].").run()
    assert any("Draft changed by hand" in str(told.proto.body) for told in app.get("html"))
    app.button(key="state-go-on").click().run()
    point, edit, reason = app.session_state["gone"]
    assert isinstance(point, ForkPoint)
    assert (point.node, edit, reason) == ("critic", StateEdit(draft=GOOD_ANSWER), "")


def test_a_run_whose_steps_are_gone_says_so(real: Masis, twin: ScriptedMasis) -> None:
    run_id = real.ask(ME, "acme", "What was revenue in 2024?", 0)
    real.wait(run_id, 30)
    real.parts.checkpoints().delete_thread(run_id)
    app = editor(real, run_id).run()
    assert not app.button
    assert "no longer kept" in app.info[0].value


def test_what_cannot_be_edited_is_said_for_each_agent() -> None:
    assert set(state_editor._NOTHING_TO_EDIT) == {"researcher", "synthesizer", "critic", "evaluator"}
