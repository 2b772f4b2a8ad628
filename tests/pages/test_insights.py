"""The Insights page on a real service: empty, with runs, all of mine, and the runs behind a point."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from masis.domain.history.slices import Over, Slice
from masis.service import Masis
from tests.builders import opinion
from tests.fakes.scripted import scripted_deps
from tests.fakes.scripted_masis import ScriptedMasis
from tests.fakes.services import ME, World

Install = Callable[[ScriptedMasis], ScriptedMasis]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path / "data", deps=scripted_deps(opinions=[opinion(0.9), opinion(0.2)]))
    yield world
    for masis in world.opened:
        masis.close()


@pytest.fixture
def opened(world: World, install: Install) -> Masis:
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    masis.create_workspace(ME, "Second")
    install(masis)  # type: ignore[arg-type]
    return masis


def at(app: AppTest, page: str, **query: str) -> AppTest:
    app.query_params["workspace"] = "acme"
    for name, value in query.items():
        app.query_params[name] = value
    return app.switch_page(f"pages/{page}.py").run()


def words(app: AppTest) -> str:
    said = "\n".join(str(one.value) for one in (*app.caption, *app.markdown, *app.info, *app.error))
    return said + "\n".join(str(one.proto.body) for one in app.get("html"))


def asked(masis: Masis, question: str, workspace: str = "acme") -> str:
    run_id = masis.ask(ME, workspace, question)
    masis.wait(run_id, 20)
    return run_id


def test_a_workspace_without_questions_says_so(app: AppTest, opened: Masis) -> None:
    at(app, "insights")
    assert not app.exception
    assert "No question was asked in this workspace in the last 30 days." in words(app)
    assert app.get("plotly_chart") == []


def test_runs_become_charts_with_their_words(app: AppTest, opened: Masis) -> None:
    asked(opened, "How high was revenue?")
    asked(opened, "How high was profit?")
    at(app, "insights")
    assert not app.exception
    assert [one.value for one in app.header] == [
        "How much is answered?",
        "How sure are the answers, and are they right?",
        "Why do people have to look?",
        "What does retrieval miss, and what does not hold?",
        "How long does it take?",
        "What does it cost?",
    ]
    said = words(app)
    assert "2 questions in 30 days: 50% finalized, 50% needs review" in said
    assert "Nobody has said of an answer of this time whether it is right." in said
    alts = [one.proto.alt for one in app.get("plotly_chart")]
    assert any("2 questions: finalized 1, needs review 1." in alt for alt in alts)
    assert any(alt.startswith("Time by agent. Dot chart of the time each agent takes") for alt in alts)
    assert all(alt for alt in alts)


def test_the_choice_moves_the_address_and_counts_all_of_mine(app: AppTest, opened: Masis) -> None:
    asked(opened, "How high was revenue?", "second")
    at(app, "insights")
    assert "No question was asked in this workspace" in words(app)
    control = next(one for one in app.segmented_control if one.label == "Whose runs")
    control.set_value("All of mine").run()
    assert not app.exception
    assert app.query_params["over"] in ("30-mine", ["30-mine"])
    assert "1 question in 30 days in all your workspaces" in words(app)


def test_the_history_shows_the_runs_behind_a_point(app: AppTest, opened: Masis) -> None:
    asked(opened, "How high was revenue?")
    at(app, "history", only=Slice(ending="finalized").code)
    assert not app.exception
    assert "Runs of the last 30 days that ended as “Finalized”" in words(app)
    assert "There are no such runs" not in words(app)
    at(app, "history", only=Slice(ending="failed", over=Over(mine=True)).code)
    assert "There are no such runs any more." in words(app)


def test_an_address_that_means_nothing_is_the_whole_history(app: AppTest, opened: Masis) -> None:
    at(app, "history", only="ending.<script>")
    assert not app.exception
    assert "Nothing was asked here yet." in words(app)
