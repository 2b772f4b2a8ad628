"""API tokens on the System page: made, shown this once, revoked."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from masis.service import Masis
from tests.fakes.scripted_masis import ScriptedMasis
from tests.fakes.services import ME, World


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Masis]:
    world = World(tmp_path / "data")
    masis = world.open()
    masis.create_workspace(ME, "Acme")
    yield masis
    masis.close()


def opened(app: AppTest, twin: ScriptedMasis, real: Masis) -> AppTest:
    twin.tokens = real.tokens  # type: ignore[assignment]
    twin.workspaces = real.workspaces  # type: ignore[method-assign, assignment]
    app.run().switch_page("pages/system.py").run()
    assert not app.exception
    return app


def test_a_token_is_shown_once_and_revoked(app: AppTest, twin: ScriptedMasis, real: Masis) -> None:
    opened(app, twin, real)
    assert any("There is none yet." in caption.value for caption in app.caption)
    next(box for box in app.text_input if box.label == "Name").set_value("*robot*")
    next(button for button in app.button if button.label == "Make the token").click().run()
    assert not app.exception
    (secret,) = [code.value for code in app.code if code.value.startswith("masis_")]
    assert real.tokens.caller_of(secret) is not None
    assert r"\*robot\*" in " ".join(text.value for text in app.markdown)
    next(button for button in app.button if button.label == "I have copied it").click().run()
    assert not [code for code in app.code if code.value.startswith("masis_")]
    next(button for button in app.button if button.label == "Revoke").click().run()
    assert real.tokens.caller_of(secret) is None
    assert real.tokens.listed(ME) == ()


def test_a_token_without_a_name_is_said(app: AppTest, twin: ScriptedMasis, real: Masis) -> None:
    opened(app, twin, real)
    next(button for button in app.button if button.label == "Make the token").click().run()
    assert any(
        "name has 1 to 80 characters" in shown.value for shown in [*app.warning, *app.error, *app.info]
    )
    assert real.tokens.listed(ME) == ()
