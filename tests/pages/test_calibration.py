"""The Calibration page on a real service: empty, with outcomes, with a line that nothing passes."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from masis.domain.calibration.thresholds import ThresholdPair
from masis.service import Masis
from masis.service.warming import Warming
from tests.fakes.scripted_masis import ScriptedMasis
from tests.fakes.services import ME, World, read_text, settled

Install = Callable[[Masis], Masis]
CSV = "\n".join(
    [
        "question,expected answer",
        *(f"What was revenue in case {n}?,{'12' if n < 40 else '99'}" for n in range(46)),
    ]
).encode()


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setattr("masis.ingest.readers.read", read_text)
    world = World(tmp_path / "data")
    yield world
    for masis in world.opened:
        masis.close()


@pytest.fixture
def opened(
    world: World, install: Callable[[ScriptedMasis], ScriptedMasis], monkeypatch: pytest.MonkeyPatch
) -> Masis:
    """Install the real one; what it would load ahead would outlive the test."""
    monkeypatch.setattr(Warming, "begin", lambda *_: None)
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    install(masis)  # type: ignore[arg-type]
    return masis


def at_page(app: AppTest) -> AppTest:
    app.query_params["workspace"] = "acme"
    return app.switch_page("pages/calibration.py").run()


def words(app: AppTest) -> str:
    return "\n".join(str(one.value) for one in (*app.caption, *app.markdown, *app.info, *app.error))


def test_an_empty_workspace_says_what_to_do(app: AppTest, opened: Masis) -> None:
    at_page(app)
    assert not app.exception
    assert app.title[0].value == "Calibration"
    said = words(app)
    assert "There are no documents here yet" in said
    assert "No scores yet" in said
    assert "A risk setting needs 30 judged answers; there are 0." in said
    assert app.get("plotly_chart") == []


def test_outcomes_draw_the_story_and_the_risk_setting_moves_the_line(app: AppTest, opened: Masis) -> None:
    opened.upload(ME, "acme", "report.txt", b"Net profit was EUR 12.6 million in 2024.")
    settled(opened, "acme")
    opened.calibration.ask_known(ME, "acme", CSV)
    opened.calibration.probing.wait("acme", 60)
    at_page(app)
    assert not app.exception
    assert [one.value for one in app.header] == [
        "Known questions: what was found",
        "Scores and threshold",
        "Reliability",
        "Risk setting",
    ]
    said = words(app)
    assert "46 judged answers: 46 from known questions." in said
    assert "Line in force: 0.65, the default." in said
    alts = [one.proto.alt for one in app.get("plotly_chart")]
    assert any(alt.startswith("Reliability plot") for alt in alts)
    assert any("0.65: 6 of 46 wrong" in alt for alt in alts)

    risk = next(one for one in app.radio if one.label.startswith("How many"))
    risk.set_value(0.05)
    next(one for one in app.button if one.label == "Set the risk").click().run()
    assert not app.exception
    assert "none can be passed; every answer goes to a person" in words(app)
    app.button(key="reset-calibration").click().run()
    assert "Line in force: 0.65, the default." in words(app)


def test_an_adopted_pair_can_be_given_back_on_the_page(app: AppTest, opened: Masis) -> None:
    opened.upload(ME, "acme", "report.txt", b"Net profit was EUR 12.6 million in 2024.")
    settled(opened, "acme")
    opened.calibration.ask_known(ME, "acme", CSV)
    opened.calibration.probing.wait("acme", 60)
    opened.calibration.adopt(ME, "acme", ThresholdPair(threshold=0.4, retry_threshold=0.35))
    at_page(app)
    assert "0.40, and 0.35 on a retry" in words(app)
    app.button(key="profile-pair").click().run()
    assert not app.exception
    assert "0.30, and 0.20 on a retry" in words(app)
